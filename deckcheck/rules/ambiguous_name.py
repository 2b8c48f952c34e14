"""Something in the deck file may be meant otherwise than it is read.

A line may name a card by an id and another one by its name, or be a name and a number of copies as
well; a heading may call the Extra Deck what most call the Side Deck, or announce another number of
cards than stand below it; a text may be two kinds of deck file. What is likelier is judged, and the
doubt is said. A name that several cards bear is not this but an unknown card.

Example: in the deck

    3 Sangan
    Side Deck
    2 Stardust Dragon

``deckcheck check - -f tcg@2026-06-01`` finds

    warning: 'Side Deck' is read as the Side Deck, and only Extra Deck monsters stand below it; if
    it is the Extra Deck, call it so
"""

import sys
from collections.abc import Iterator

from deckcheck.findings import about, counted
from deckcheck.model import Copy, Deck, Finding, Heading, Terms
from deckcheck.text import quote

ID = "ambiguous-name"


def check(deck: Deck, terms: Terms) -> Iterator[Finding]:  # noqa: ARG001 - every rule's form
    """A finding for each doubt."""
    yield from doubts(deck)


def doubts(deck: Deck) -> Iterator[Finding]:
    """What of the deck may be meant otherwise, whatever it is judged by."""
    for doubt in deck.doubts:
        yield Finding(ID, "warning", doubt.message, lines=(doubt.line,), subject=doubt.subject)
    doubtful: dict[int, list[Copy]] = {}
    for copy in deck.copies:
        if copy.otherwise or copy.beside:
            doubtful.setdefault(copy.line, []).append(copy)
    for copies in doubtful.values():
        yield from _of_line(copies)
    for heading in deck.headings:
        yield from _of_heading(deck, heading)


def _of_line(copies: list[Copy]) -> Iterator[Finding]:
    card, otherwise, beside = copies[0].card, copies[0].otherwise, copies[0].beside
    if card:
        said = f"{card.name}: {counted(len(copies))}, read from {quote(copies[0].written)}; "
        if otherwise:
            number, other = otherwise
            said += f"the line may also mean {number}x {other.name}"
        else:
            is_id = str(beside).isdigit()
            shown, what = (beside, "id") if is_id else (quote(str(beside)), "name")
            said += f"{shown} beside it is no {what} that is known"
        yield about(ID, "warning", said, copies, card=card)


def _below(deck: Deck, heading: Heading) -> range:
    """The lines below a heading, to the next one that ends what it began."""
    ends = (
        other.line
        for other in deck.headings
        if other.line > heading.line and (other.begins_section or not heading.begins_section)
    )
    return range(heading.line + 1, min(ends, default=sys.maxsize))


def _of_heading(deck: Deck, heading: Heading) -> Iterator[Finding]:
    """A finding for each way in which a heading does not fit what stands below it."""
    lines = _below(deck, heading)
    below = [copy for copy in deck.copies if copy.line in lines]
    unread = sum(p.section is not None and p.line in lines for p in deck.problems)
    said = quote(heading.written)
    if heading.cards not in (None, len(below) + unread):
        message = f"{said} announces {heading.cards} cards; {len(below) + unread} stand below it"
        yield Finding(
            ID, "warning", message, lines=(heading.line,), subject=f"{heading.written} (cards)"
        )
    cards = [copy.card for copy in below if copy.card]
    is_side = heading.section == "side" and heading.begins_section and heading.written != ""
    has_extra_deck = any(copy.section == "extra" for copy in deck.copies)
    looks_like_extra = cards and all(card.section == "extra" for card in cards)
    if is_side and looks_like_extra and not has_extra_deck:
        message = (
            f"{said} is read as the Side Deck, and only Extra Deck monsters stand below it; "
            "if it is the Extra Deck, call it so"
        )
        yield Finding(
            ID, "warning", message,
            sections=("side",), lines=(heading.line,), subject=heading.written,
        )  # fmt: skip
