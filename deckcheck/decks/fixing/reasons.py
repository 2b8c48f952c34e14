"""Why a repair changes what it changes: the findings of rules that each change answers."""

from collections.abc import Iterator, Mapping

from deckcheck.decks.fixing.faults import errors
from deckcheck.model import Copy, Deck, Finding, Section, Terms
from deckcheck.rules import Chosen, placement, section_size

Goes = Mapping[int, Section | None]
"""Where each copy goes that does not stay as it is; None: out of the deck."""


class Reasons:
    """Why copies go: by what rules find in the deck, and in what is left once cards are removed."""

    def __init__(self, deck: Deck, terms: Terms, chosen: Chosen, goes: Goes) -> None:
        """``deck`` is as ``numbered`` gives it."""
        self._before = errors(deck, terms, chosen)
        kept = tuple(copy for copy in deck.copies if goes.get(copy.line, copy.section))
        self._after = errors(deck._replace(copies=kept), terms, chosen)
        self._ruleset = terms.ruleset
        self._goes = goes

    def of(self, deck: Deck, at: int) -> Iterator[Finding]:
        """The findings that the change of a copy answers, on the lines of the deck itself."""
        here, to = deck.copies[at].section, self._goes[at]
        errors = self._before if to is None else self._after
        about = [finding for finding in errors if at in finding.lines]
        found = about or [
            finding
            for finding in errors
            if finding.rule == section_size.ID and {here, to} & set(finding.sections)
        ]
        if to is None and not any(f.rule != placement.ID for f in found):
            found.append(self._no_room(deck.copies[at]))
        for finding in found or [self._no_room(deck.copies[at])]:
            yield finding._replace(lines=tuple(deck.copies[line].line for line in finding.lines))

    def _no_room(self, copy: Copy) -> Finding:
        fits: tuple[Section, ...] = (copy.section,)
        if copy.card and copy.card.section in self._ruleset.stands_in:
            fits = tuple(self._ruleset.stands_in[copy.card.section])
        names = " or ".join(self._ruleset.sections[section].name for section in fits)
        message = f"{names}: no room"
        return Finding(section_size.ID, "error", message, sections=fits)
