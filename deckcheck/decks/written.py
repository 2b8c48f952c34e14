"""A deck as it is to be written by a codec: by passcodes, or by names where they can be held."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from deckcheck.codecs.held import Held
from deckcheck.errors import UnheldError
from deckcheck.model import Card, Copy, Deck, DeckList, Directive, Entry, Reading, Section
from deckcheck.text import quote

NameOf = Callable[[Card], str | None]
"""A name that is the card's alone, by which it is found again; None where it has none."""


class Written(NamedTuple):
    """A deck list for a codec, and what of the deck that codec cannot hold, in words."""

    listed: DeckList
    left_out: tuple[str, ...]


class Way(NamedTuple):
    """How cards are written: by what the codec holds, and as the user wants it.

    ``with_ids``: names stand beside passcodes, not in place of them. ``canonical``: every id of a
    card becomes its passcode.
    """

    holds: Held
    with_ids: bool
    canonical: bool
    name_of: NameOf


def written(listed: DeckList, deck: Deck, way: Way) -> Written:
    """The deck, its order and sections kept, one entry for copies that follow each other.

    UnheldError, with its line, for a card or a line that would be lost.
    """
    for problem in deck.problems:
        raise UnheldError(problem.line, f"{problem.message}; mend the line first")
    runs = groupby(deck.copies, lambda copy: (copy.section, _readings(copy, way)))
    entries = tuple(_entry(section, readings, tuple(run)) for (section, readings), run in runs)
    tags = listed.tags if way.holds.tags else {}
    directives = listed.directives if way.holds.directives else ()
    name = deck.name if way.holds.deck_name else None
    made = DeckList(listed.codec, name, entries, directives=directives, tags=tags)
    return Written(made, tuple(_left_out(listed, deck, way)))


def _entry(section: Section, readings: tuple[Reading, ...], run: tuple[Copy, ...]) -> Entry:
    """The entry of copies that follow each other as one card."""
    counted = tuple(reading._replace(copies=len(run)) for reading in readings)
    return Entry(section, run[0].line, counted)


def _readings(copy: Copy, way: Way) -> tuple[Reading, ...]:
    """What a copy is written as: its id or passcode, its name, or both."""
    card = copy.card
    if not card:
        return (_unknown(copy, way),)
    by_name = copy.id_kind in ("name", "konami-id")
    code = str(card.passcode) if by_name or (way.canonical and card.passcode) else copy.written
    name = way.name_of(card) if way.holds.names else None
    if card.passcode is None and by_name:
        if not name:
            raise UnheldError(copy.line, f"{card.name} has no passcode")
        return (Reading(1, name),)
    by_id = Reading(1, code, "passcode")
    if not name:
        return (by_id,)
    if not way.with_ids and code == str(card.passcode):
        return (Reading(1, name),)
    return by_id, Reading(1, name)


def _unknown(copy: Copy, way: Way) -> Reading:
    if copy.id_kind == "passcode":
        return Reading(1, copy.written, "passcode")
    if copy.id_kind == "konami-id" or not way.holds.names:
        what = f"{quote(copy.written)} is no known card, so its passcode is not known{_hint(copy)}"
        raise UnheldError(copy.line, what)
    return Reading(1, copy.written)


def _hint(copy: Copy) -> str:
    names = " or ".join(card.name for card in copy.near)
    return f"; did you mean {names}?" if names else ""


def asked_for(directives: Iterable[Directive]) -> str:
    """What a deck asks for, in words."""
    return " ".join(f"{directive.key}={directive.value}" for directive in directives)


def _left_out(listed: DeckList, deck: Deck, way: Way) -> Iterator[str]:
    if deck.name and not way.holds.deck_name:
        yield f"the deck's name {quote(deck.name)}"
    if listed.directives and not way.holds.directives:
        yield f"that it asks for {asked_for(listed.directives)}"
    if listed.tags and not way.holds.tags:
        yield f"the tags {', '.join(listed.tags)}"
    if listed.comments:
        yield f"{listed.comments} {'comment' if listed.comments == 1 else 'comments'}"
    if not way.holds.sections:
        for copy in deck.copies:
            belongs = "extra" if copy.card and copy.card.section == "extra" else "main"
            if copy.section not in ("side", belongs):
                what = copy.card.name if copy.card else copy.written
                yield f"that {what} stands in {copy.section} (line {copy.line})"
