"""What an opening hand is wanted to hold: so many cards of a set, in words.

A want is an amount, the word ``of``, and a set:

- ``2+ of SET``, ``at least 2 of SET``, ``2 or more of SET``; ``2 of SET``, ``exactly 2 of SET``;
  ``1-2 of SET``: one or two; ``at most 2 of SET``: two or fewer; ``0 of SET``: none
- SET is one ITEM, or several: ``{ITEM, ITEM, …}``, the cards that any of them means
- ITEM is a card, by passcode or by name in any language; ``@starters``, a tag of the deck; or a
  kind: ``monsters``, ``spells``, ``traps``, with words before it that say which
  (``continuous traps``, ``tuner monsters``)
- ITEM in quotes is a card, whatever it looks like; in braces, a name with a comma needs them:
  ``{"Simorgh, Bird of Divinity", 14558127}``

Case does not matter. A card that several items mean counts once.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from deckcheck.decks.hands import Identity
from deckcheck.errors import DeckcheckError, UnknownNameError
from deckcheck.model import Copy, Deck, Entry, Problem, Reading, SizeRange, Terms
from deckcheck.rules import unknown_card
from deckcheck.text import quote

KINDS = ("monster", "spell", "trap")
FRAMES = (
    "normal", "effect", "ritual", "fusion", "synchro", "xyz", "link", "pendulum", "maximum",
    "tuner", "flip", "gemini", "spirit", "toon", "union",
    "quick-play", "continuous", "field", "equip", "counter",
)  # fmt: skip
"""The words that may stand before a kind; they are those of ``Card.frame``."""

FORMS = "2+ of SET, 2 of SET, 1-2 of SET or at most 2 of SET; SET is ITEM or {ITEM, ITEM}"

_NUMBER = "[0-9]{1,4}"
_WANT = re.compile(
    rf"(?:(?P<least>{_NUMBER})(?: ?\+| or more)|at least (?P<at_least>{_NUMBER})"
    rf"|(?P<first>{_NUMBER}) ?[-–] ?(?P<last>{_NUMBER})"
    rf"|(?:at most|up to) (?P<most>{_NUMBER})|(?:exactly )?(?P<exactly>{_NUMBER})) ?of (?P<set>.+)",
    re.IGNORECASE,
)
_QUOTED = r"\"(?P<double>[^\"]+)\"|'(?P<single>[^']+)'"
_ITEM = re.compile(rf" ?(?:{_QUOTED}|(?P<plain>[^{{}},]+?)) ?(?:,|$)")


class Item(NamedTuple):
    """A part of a set: a card, a tag, or words of a kind, the kind last."""

    by: Literal["card", "tag", "kind"]
    text: str


class Want(NamedTuple):
    """A want as it is written, and what it says."""

    text: str
    amount: SizeRange
    items: tuple[Item, ...]


class Source(NamedTuple):
    """What wants are about. ``main``: the cards that hands are drawn from.

    ``find`` gives the cards of entries as those of the deck are found.
    """

    deck: Deck
    terms: Terms
    main: Sequence[Copy | Problem]
    tags: Mapping[str, tuple[Entry, ...]]
    find: Callable[[tuple[Entry, ...]], Deck]


def parse_want(text: str) -> Want:
    """The want that a text says; DeckcheckError where it says none."""
    plain = " ".join(text.split())
    match = _WANT.fullmatch(plain)
    if not match:
        raise DeckcheckError(f"want {quote(text)}: not of the form {FORMS}")
    amount = _amount(match)
    if amount.most is not None and amount.most < amount.least:
        raise DeckcheckError(f"want {quote(text)}: {amount.least} is more than {amount.most}")
    items = tuple(_items(match["set"]))
    if not all(item.text for item in items):
        raise DeckcheckError(f"want {quote(text)}: the set is to be ITEM or {{ITEM, ITEM}}")
    return Want(plain, amount, items)


def cards_of(want: Want, source: Source) -> dict[Identity, Copy]:
    """The cards of the want's set, each once, the deck's own or not.

    DeckcheckError, with near names, for what is no card or no tag.
    """
    found: dict[Identity, Copy] = {}
    for item in want.items:
        for copy in _MEANT[item.by](want, item.text, source):
            found.setdefault(copy.identity, copy)
    return found


# --- what a text says -------------------------------------------------------------------------


def _amount(match: re.Match[str]) -> SizeRange:
    if match["least"] or match["at_least"]:
        return SizeRange(int(match["least"] or match["at_least"]), None)
    least = match["first"] or match["exactly"] or 0
    return SizeRange(int(least), int(match["last"] or match["exactly"] or match["most"]))


def _items(text: str) -> Iterator[Item]:
    """The items of a set; one without a text for what is none."""
    if not text.startswith("{"):
        quoted = re.fullmatch(_QUOTED, text)
        yield _quoted(quoted) if quoted else _item(text)
        return
    inner, at = text[1:-1], 0
    if not text.endswith("}") or not inner.strip():
        yield Item("card", "")
        return
    while at < len(inner):
        match = _ITEM.match(inner, at)
        if not match:
            yield Item("card", "")
            return
        yield _item(match["plain"]) if match["plain"] else _quoted(match)
        at = match.end()


def _quoted(match: re.Match[str]) -> Item:
    return Item("card", (match["double"] or match["single"]).strip())


def _item(text: str) -> Item:
    text = text.strip()
    if text.startswith("@"):
        return Item("tag", text[1:].strip())
    *words, kind = text.casefold().replace("quick play", "quick-play").split() or [""]
    kind = kind.removesuffix("s")
    if kind in KINDS and all(word in FRAMES for word in words):
        return Item("kind", " ".join((*words, kind)))
    return Item("card", text)


# --- the cards that it means ------------------------------------------------------------------


def _by_name(want: Want, text: str, source: Source) -> Iterator[Copy]:
    found = source.find((Entry(None, 1, (Reading(1, text),)),))
    yield from _known(f"want {quote(want.text)}", found, source)


def _by_tag(want: Want, text: str, source: Source) -> Iterator[Copy]:
    tags = {tag.casefold(): tag for tag in source.tags}
    if not tags:
        what = "the deck has no tags; a YAML deck may name sets of its cards under tags:"
        raise DeckcheckError(f"want {quote(want.text)}: {what}")
    if text.casefold() not in tags:
        raise UnknownNameError("tag", text, tags)
    tag = tags[text.casefold()]
    yield from _known(f"tag {tag}", source.find(source.tags[tag]), source, with_lines=True)


def _by_kind(want: Want, text: str, source: Source) -> Iterator[Copy]:  # noqa: ARG001 - as above
    *words, kind = text.split()
    for copy in source.main:
        if not isinstance(copy, Copy) or not copy.card or copy.card.kind != kind:
            continue
        if set(words) <= set(copy.card.frame):
            yield copy


def _known(where: str, found: Deck, source: Source, *, with_lines: bool = False) -> Iterator[Copy]:
    """The cards found; a card that is not known may be one that the deck has all the same."""
    held = {copy.identity for copy in source.deck.copies}
    for copy in found.copies:
        if not copy.card and copy.written not in held:
            alone = found._replace(copies=(copy,))
            said = next(unknown_card.check(alone, source.terms)).message
            said += _hint(copy.written, source, in_braces="{" in where)
            line = f" (line {copy.line})" if with_lines else ""
            raise DeckcheckError(f"{where}{line}: {said}")
        yield copy


def _hint(text: str, source: Source, *, in_braces: bool) -> str:
    """What else may be meant by a text that is no card."""
    word = text.casefold().removesuffix("s")
    if text.casefold() in map(str.casefold, source.tags):
        return f"; the tag is @{text}"
    if word in FRAMES:
        kind = "traps" if word == "counter" else "spells" if word in FRAMES[-5:] else "monsters"
        return f"; the kind is written '{word} {kind}'"
    return "; in braces, a name with a comma stands in quotes" if in_braces else ""


_MEANT = {"card": _by_name, "tag": _by_tag, "kind": _by_kind}
