"""What differs between two decks, whatever the order of their lines; and a deck as steady text.

Cards are told apart as the game does: all artworks and old ids of a card are that card. Cards that
count as one name, Harpie Lady 1 and 2, are different cards all the same, and stand together.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from deckcheck.model import SECTIONS, Card, Copy, Deck, DeckList, Problem, Section

_TITLES: dict[Section, str] = {"main": "Main Deck", "extra": "Extra Deck", "side": "Side Deck"}


class Item(NamedTuple):
    """What is compared: a card, an unknown one, or a line that cannot be read.

    ``group`` is the name that it counts as. ``code``: its id, None where ids are not compared.
    ``label`` is what it is called among others.
    """

    group: str
    name: str
    card: Card | None
    code: str | None
    label: str


class Change(NamedTuple):
    """So many copies that one deck has in a section, and the other has elsewhere or not at all.

    ``left`` is the section that they are gone from, ``reached`` the one that they are new in; a
    line that counts as no card is in none.
    """

    what: Literal["out", "in", "moved"]
    item: Item
    copies: int
    left: Section | None
    reached: Section | None


_Key = tuple[str, int | str, str | None]
_Held = Mapping[_Key, Mapping[Section | None, int]]


def difference(before: Deck, after: Deck, *, strict_ids: bool = False) -> list[Change]:
    """What turns one deck into the other, by the names that cards count as.

    ``strict_ids``: ids are compared, those of other artworks too.
    """
    old, new = (_held(deck, strict_ids=strict_ids) for deck in (before, after))
    return [
        change
        for key, item in sorted((old[1] | new[1]).items(), key=lambda pair: _order(*pair))
        for change in _changes(item, old[0].get(key, {}), new[0].get(key, {}))
    ]


def _changes(
    item: Item, old: Mapping[Section | None, int], new: Mapping[Section | None, int]
) -> Iterator[Change]:
    """What is gone, what is new, and what has only moved; as much as can be has moved."""
    gone, more = Counter(old) - Counter(new), Counter(new) - Counter(old)
    moved: list[Change] = []
    for left in SECTIONS:
        for reached in SECTIONS:
            if copies := min(gone[left], more[reached]):
                moved.append(Change("moved", item, copies, left, reached))
                gone[left] -= copies
                more[reached] -= copies
    yield from (Change("out", item, copies, section, None) for section, copies in (+gone).items())
    yield from (Change("in", item, copies, None, section) for section, copies in (+more).items())
    yield from moved


def _held(deck: Deck, *, strict_ids: bool) -> tuple[_Held, dict[_Key, Item]]:
    """How much of each item the deck has in each section, and the items."""
    counts: dict[_Key, Counter[Section | None]] = {}
    items: dict[_Key, Item] = {}
    parts: list[Copy | Problem] = [*deck.copies, *deck.problems]
    for part in parts:
        key, item = _item(part, deck, strict_ids=strict_ids)
        items.setdefault(key, item)
        counts.setdefault(key, Counter())[part.section] += 1
    return counts, items


def _item(part: Copy | Problem, deck: Deck, *, strict_ids: bool) -> tuple[_Key, Item]:
    if isinstance(part, Problem):
        said = part.message
        return ("line", said, None), Item(said, said, None, None, said)
    card, said = part.card, part.written
    if not card:
        return ("unknown", said.casefold(), None), Item(said, said, None, None, f"{said} (unknown)")
    code = _code(part, card) if strict_ids else None
    group = deck.bases[card.name_groups[-1]].name
    shown = card.name if code is None else f"{card.name} [{code}]"
    return ("card", card.key, code), Item(group, card.name, card, code, shown)


def _code(copy: Copy, card: Card) -> str:
    """The id that the copy is written by, or of a name the passcode of its card."""
    is_id = copy.id_kind not in ("name", "konami-id")
    return copy.written if is_id or card.passcode is None else str(card.passcode)


def _order(key: _Key, item: Item) -> tuple[object, ...]:
    """Cards by name, those of a name group together; then what is none."""
    return (
        key[0] != "card", item.group.casefold(), item.group, item.name.casefold(), item.name,
        str(key[1]).zfill(20), item.code or "",
    )  # fmt: skip


# --- a deck as text ---------------------------------------------------------------------------


def steady_text(deck: Deck, listed: DeckList, *, strict_ids: bool = False) -> Iterator[str]:
    """The deck a line at a time: sections, and in each its cards by name with their copies.

    It is the same for the same cards in any order, so that a comparison of two such texts shows the
    cards that differ and nothing else.
    """
    counts, items = _held(deck, strict_ids=strict_ids)
    ordered = [key for key, _ in sorted(items.items(), key=lambda pair: _order(*pair))]
    head = [f"Deck name: {listed.name}"] if listed.name else []
    head += [f"# deckcheck: {directive.key}={directive.value}" for directive in listed.directives]
    yield from (*head, "") if head else ()
    for section in (*SECTIONS, None):
        held = [(key, counts[key][section]) for key in ordered if section in counts[key]]
        if section:
            yield from ("",) if section != SECTIONS[0] else ()
            yield f"{_TITLES[section]} ({sum(copies for _, copies in held)})"
        elif held:
            yield from ("", "Lines that count as no card")
        yield from (f"{copies} {items[key].label}" for key, copies in held)
