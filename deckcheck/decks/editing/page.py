"""A deck file as it is edited: its text, the entries in it, and the card of each."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from deckcheck.model import Card, Copy, Deck, DeckList, IdKind, Section

Parse = Callable[[str], DeckList]
Resolve = Callable[[DeckList], Deck]
IsName = Callable[[str, Card], bool]
"""Whether a comment is the name of the card and nothing else."""


class Held(NamedTuple):
    """An entry of a deck and what it is read as. ``line`` is 1-based; ``card`` None if unknown.

    ``is_doubtful``: the entry may mean something else as well.
    """

    line: int
    section: Section
    copies: int
    written: str
    card: Card | None
    id_kind: IdKind
    is_doubtful: bool

    @property
    def is_by_name(self) -> bool:
        """Whether the deck names the card rather than an id of it."""
        return self.id_kind == "name"

    @property
    def code(self) -> str | None:
        """The id it is written by, where that says more than which card: of an artwork."""
        is_own = self.card is not None and self.written == str(self.card.passcode)
        return None if is_own or self.id_kind in ("name", "konami-id") else self.written


class Wanted(NamedTuple):
    """A card as it is to be written into a deck; ``card`` is None for an unknown one.

    ``code`` is its id, None where it has none; ``has_own_id``: no other will do, as of an artwork.
    ``name`` is one that it is found by again. ``by_id``: write the id, or the name,
    whatever the deck has; None for as most cards of it.
    ``remark`` is the name as a comment, where the cards of a file have such; ``carried`` is what
    the file says of the card, which is put elsewhere with it.
    """

    card: Card | None
    code: str | None
    has_own_id: bool
    name: str | None
    by_id: bool | None = None
    remark: str | None = None
    carried: "Carried | None" = None

    @property
    def label(self) -> str:
        """What messages call it."""
        return self.card.name if self.card else str(self.name or self.code)


class Carried(NamedTuple):
    """An entry as it is written, comments and all, and where it was held."""

    text: str
    held: Held


class Note(NamedTuple):
    """What a file says beside its cards: a comment, or a line of its own.

    ``entries`` are the places of those that it is about, none where it stands alone. ``is_beside``:
    it is on their line, rather than above.
    """

    text: str
    entries: frozenset[int]
    is_beside: bool = True


class Page(NamedTuple):
    """The text of a deck file with what stands in it, one ``held`` for each entry in their order.

    ``is_name`` tells the comments that are the names of their cards.
    """

    text: str
    listed: DeckList
    held: tuple[Held, ...]
    is_name: IsName


def opened(text: str, parse: Parse, resolve: Resolve, is_name: IsName) -> Page:
    """The text as a page; ParseError if it is no deck."""
    listed = parse(text)
    # several entries may stand on one line, as in a link: they are told apart by number instead
    numbered = tuple(entry._replace(line=at) for at, entry in enumerate(listed.entries))
    copies: dict[int, list[Copy]] = {}
    for copy in resolve(listed._replace(entries=numbered)).copies:
        copies.setdefault(copy.line, []).append(copy)
    held = (
        _held(entry.line, copies[at][0], len(copies[at])) for at, entry in enumerate(listed.entries)
    )
    return Page(text, listed, tuple(held), is_name)


def _held(line: int, copy: Copy, copies: int) -> Held:
    is_doubtful = copy.otherwise is not None or copy.beside is not None
    return Held(line, copy.section, copies, copy.written, copy.card, copy.id_kind, is_doubtful)


Key = int | str
"""What tells cards apart: the key of a card, or how one is written that is not known."""

Item = tuple[Key, str | None, bool]
"""What a copy is, wherever it stands: its card, the id that says more, and whether in doubt."""


def key_of(held: Held) -> Key:
    """The card of the entry."""
    return held.card.key if held.card else held.written


def item_of(held: Held) -> Item:
    """What each copy of the entry is."""
    return (key_of(held), held.code, held.is_doubtful)


def items_wanted(wanted: Wanted) -> tuple[Item, ...]:
    """What each copy of a card may be once it is written as it is wanted."""
    key = wanted.card.key if wanted.card else wanted.label
    in_doubt = (False, True) if wanted.carried and wanted.carried.held.is_doubtful else (False,)
    codes = (wanted.code,) if wanted.has_own_id else (None, wanted.code)
    return tuple((key, code, doubt) for doubt in in_doubt for code in codes)


def items(page: Page, section: Section) -> list[Item]:
    """The copies of a section in their order."""
    return [
        item_of(held) for held in page.held if held.section == section for _ in range(held.copies)
    ]


def rest(page: Page) -> tuple[object, ...]:
    """All that is read of the deck but its cards, headings, doubts and comments."""
    listed = page.listed
    return (
        listed.codec,
        listed.name,
        [(problem.message, problem.section) for problem in listed.problems],
        [(directive.key, directive.value) for directive in listed.directives],
        {tag: [entry.readings for entry in entries] for tag, entries in listed.tags.items()},
    )


def doubts(page: Page) -> Counter[str]:
    """What is doubtful in the deck, wherever it stands."""
    return Counter(doubt.message for doubt in page.listed.doubts)


def own_doubts(page: Page, key: Key) -> Counter[str]:
    """What is doubtful on lines that have nothing but the card.

    In JSON any of it may be: a card is not a line there, and its members are taken out exactly.
    """
    if page.listed.codec == "json":
        return doubts(page)
    keys: dict[int, set[Key]] = {}
    for held in page.held:
        keys.setdefault(held.line, set()).add(key_of(held))
    return Counter(doubt.message for doubt in page.listed.doubts if keys.get(doubt.line) == {key})


def notes_by_line(
    page: Page, lines: Sequence[str], skipped: Collection[int], beside: Callable[[str, Held], str]
) -> Iterator[Note]:
    """What the lines say beside the cards, of a text that has a line for each entry.

    ``skipped`` are places of lines without a card; ``beside`` gives what is on the line of an
    entry but the card, empty for nothing.
    """
    places = {held.line - 1: at for at, held in enumerate(page.held)}
    for at, line in enumerate(lines):
        if at in places:
            said, entries = beside(line, page.held[places[at]]), frozenset([places[at]])
        else:
            said, entries = "" if at in skipped else line.strip(), frozenset()
        if said:
            yield Note(said, entries)
