"""A passcode or name that is no known card, or a name that several cards bear.

The card is counted in its section and named with the nearest known ones. It proves nothing about
the deck: without other errors it is undecided. Cards announced after the snapshot of the data are
unknown, and so are custom and anime cards, and cards of another game, Rush Duel or the OCG.

Example: in the deck

    main: [Drak Magician]

``deckcheck check - -f tcg@2026-06-01`` finds

    error: unknown card 'Drak Magician'; did you mean 'Dark Magician' or 'Disk Magician' or 'Dark
    Magician Girl'?
"""

from collections.abc import Iterator

from deckcheck.findings import about
from deckcheck.model import GAME_TITLES, Card, Copy, Deck, Finding, Terms
from deckcheck.text import quote

ID = "unknown-card"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:  # noqa: ARG001 - every rule's form
    """A finding for each unknown passcode or name."""
    unknown: dict[str, list[Copy]] = {}
    on_line: dict[int, set[str]] = {}
    for copy in deck.copies:
        on_line.setdefault(copy.line, set()).add(copy.written)
        if not copy.card:
            unknown.setdefault(copy.written, []).append(copy)
    for copies in unknown.values():
        lines_tell = all(len(on_line[copy.line]) == 1 for copy in copies)
        message = _message(copies, "" if lines_tell else _places(copies))
        yield about(ID, "error", message, copies, subject=copies[0].written)


def _message(copies: list[Copy], places: str) -> str:
    first = copies[0]
    near = [_shown(card, first) for card in first.near]
    if first.ambiguous:
        return f"{quote(first.written)} is the name of several cards: {', '.join(near)}{places}"
    what = f"unknown card {quote(first.written)}"
    if first.id_kind == "konami-id":
        what = f"unknown Konami id {first.written}"
    if first.id_kind == "passcode":
        what = f"unknown passcode {first.written}"
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    if first.elsewhere:
        game, name = first.elsewhere
        hint = f": {name} is a card of another game ({GAME_TITLES[game]})"
    return f"{what}{places}{hint}"


def _places(copies: list[Copy]) -> str:
    """Where in their sections the copies stand, for a deck whose lines cannot tell."""
    return f" ({', '.join(f'{copy.section} {copy.place}' for copy in copies)})"


def _shown(card: Card, copy: Copy) -> str:
    if copy.id_kind == "name" and not copy.ambiguous:
        return repr(card.name)
    return f"{card.passcode} {card.name}" if card.passcode else card.name
