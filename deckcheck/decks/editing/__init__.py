"""Copies put into a deck's text, taken out of it or put in another place; all else in it stays.

For each codec an editor proposes changed texts, the best first. The first one counts that is read
as the old deck with just the wanted change, so an editor may try what only mostly works.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain, islice
from typing import Protocol, cast

from deckcheck.decks.editing.page import (
    Carried,
    Item,
    Key,
    Note,
    Page,
    Wanted,
    doubts,
    item_of,
    items,
    items_wanted,
    key_of,
    own_doubts,
    rest,
)
from deckcheck.errors import DeckcheckError, ParseError
from deckcheck.model import SECTIONS, Section
from deckcheck.text import line_starts

Read = Callable[[str], Page]
"""Reads a changed text of the same file; ParseError if it is no deck."""

EDITORS = {
    "json": "deckcheck.decks.editing.json",
    "yaml": "deckcheck.decks.editing.yaml",
    "ydk": "deckcheck.decks.editing.ydk",
    "ydke": "deckcheck.decks.editing.codes",
    "omega": "deckcheck.decks.editing.codes",
    "text": "deckcheck.decks.editing.text",
}
"""The module of each codec's editor, loaded when it is used."""

_MOST_TRIES = 30
"""Changed texts that are tried; four samples, each in some ways, make fewer."""


class Editor(Protocol):
    """What a module offers that edits texts of a codec. Entries are named by their place, from 0.

    Each function gives changed texts, the best first; none where it knows no way.
    """

    def more(self, page: Page, at: int, copies: int) -> Iterator[str]:
        """An entry with so many copies more."""

    def fewer(self, page: Page, at: int, copies: int) -> Iterator[str]:
        """An entry with so many copies fewer, or without it if these are all."""

    def anew(
        self, page: Page, section: Section, wanted: Wanted, copies: int, behind: int | None
    ) -> Iterator[str]:
        """A new entry behind another one, or at the end of the section.

        DeckcheckError where the codec cannot hold it.
        """

    def carried(self, page: Page, at: int) -> str | None:
        """How an entry is written that goes elsewhere as a whole; None where that says no more."""

    def notes(self, page: Page) -> Iterator[Note]:
        """What is said beside the cards and has to stay, wherever that can be told."""

    def arranged(self, page: Page, order: Sequence[int]) -> Iterator[str]:
        """The entries in another order, as far as each can go within its section.

        ``order`` has the place of each entry in the new order.
        """


def editor_of(page: Page) -> Editor:
    """The editor of the page's codec."""
    return cast("Editor", import_module(EDITORS[page.listed.codec]))


def put(page: Page, section: Section, wanted: Wanted, copies: int, read: Read) -> Page:
    """The page with so many copies more: behind the last of that card, or as the section's last.

    DeckcheckError where they cannot be written without another change.
    """
    editor = editor_of(page)
    key = items_wanted(wanted)[0][0]
    same = [at for at, held in enumerate(page.held)
            if held.section == section and key_of(held) == key]  # fmt: skip
    alike = [at for at in same if item_of(page.held[at]) in items_wanted(wanted)]

    def ways() -> Iterator[str]:
        new = editor.anew(page, section, wanted, copies, same[-1] if same else None)
        more = (way for at in alike[-1:] for way in editor.more(page, at, copies))
        yield from new if wanted.carried else chain(more, new)

    def carried(new: Page) -> Counter[str]:
        return own_doubts(new, key) if wanted.carried else Counter()

    def is_right(new: Page) -> bool:
        return (
            _is_only_change(page, new, section, items_wanted(wanted), copies)
            and doubts(page) <= doubts(new) <= doubts(page) + carried(new)
            and _keeps_notes(editor, page, new, key)
        )

    done = _first(ways(), is_right, read)
    if not done:
        raise DeckcheckError(
            f"{wanted.label} cannot be written into {section} without another change; "
            "the file is left as it is"
        )
    return done


def take(page: Page, at: int, copies: int, read: Read, *, notes_may_go: bool = True) -> Page:
    """The page with so many copies fewer of an entry; DeckcheckError as for ``put``.

    ``notes_may_go``: what is said of the card alone may be lost with it.
    """
    editor, held = editor_of(page), page.held[at]
    key = key_of(held)

    def is_right(new: Page) -> bool:
        return (
            _is_only_change(new, page, held.section, [item_of(held)], copies)
            and doubts(page) - own_doubts(page, key) <= doubts(new) <= doubts(page)
            and _keeps_notes(editor, page, new, key, notes_may_go=notes_may_go)
        )

    done = _first(editor.fewer(page, at, copies), is_right, read)
    if not done:
        raise DeckcheckError(
            f"line {held.line}: {held.written} cannot be taken out without another change; "
            "the file is left as it is"
        )
    return done


def move(
    page: Page,
    at: int,
    copies: int,
    to: Section,
    wanted: Callable[[Carried | None], Wanted],
    read: Read,
) -> Page:
    """The page with so many copies of an entry in another section; DeckcheckError as for ``put``.

    ``wanted``: the card as it is to be written there, with what goes along. What the file says of
    an entry goes with all copies of it, and stays where it is if it cannot.
    """
    editor, held = editor_of(page), page.held[at]
    own = editor.carried(page, at) if copies == held.copies else None
    if own:
        with suppress(DeckcheckError):
            less = take(page, at, copies, read)
            done = put(less, to, wanted(Carried(own, held)), copies, read)
            if _keeps_notes(editor, page, done, key_of(held), notes_may_go=False):
                return done
    less = take(page, at, copies, read, notes_may_go=False)
    return put(less, to, wanted(None), copies, read)


def arrange(page: Page, order: Sequence[int], read: Read) -> Page:
    """The page with its entries in another order, each within its section.

    ``order`` has the place of each entry in the new order. DeckcheckError as for ``put``.
    """
    editor = editor_of(page)

    def is_right(new: Page) -> bool:
        # two ends of lines that come together may be one
        same_lines = len(line_starts(new.text)) == len(line_starts(page.text))
        return (
            same_lines
            and rest(new) == rest(page)
            and doubts(new) == doubts(page)
            and _keeps_notes(editor, page, new, None)
            and all(
                sorted(map(str, items(new, section))) == sorted(map(str, items(page, section)))
                for section in SECTIONS
            )
        )

    done = _first(editor.arranged(page, order), is_right, read)
    if not done:
        raise DeckcheckError("cannot be sorted without another change; the file is left as it is")
    return done


def _first(ways: Iterable[str], is_right: Callable[[Page], bool], read: Read) -> Page | None:
    for text in islice(ways, _MOST_TRIES):
        try:
            found = read(text)
        except ParseError:
            continue
        if is_right(found):
            return found
    return None


def _keeps_notes(
    editor: Editor, old: Page, new: Page, changed: Key | None, *, notes_may_go: bool = True
) -> bool:
    """Whether all that is said beside the cards still is, of the same ones.

    ``notes_may_go``: but for what is said of the changed card alone; its names above it may go in
    any case.
    """

    def found(page: Page, *, is_old: bool) -> Counter[tuple[str, frozenset[Key]]]:
        notes = (
            (note, frozenset(key_of(page.held[at]) for at in note.entries))
            for note in editor.notes(page)
        )
        return Counter(
            # what stands above a card may come to stand above another one of that name
            (note.text, keys - {changed} if note.is_beside else frozenset())
            for note, keys in notes
            if not (is_old and keys == {changed} and (notes_may_go or not note.is_beside))
        )

    return found(old, is_old=True) <= found(new, is_old=False)


def _is_only_change(
    less: Page, more: Page, changed: Section, item: Iterable[Item], copies: int
) -> bool:
    """Whether one page is the other with so many copies more, side by side in a section."""
    if rest(less) != rest(more):
        return False
    if any(items(less, other) != items(more, other) for other in SECTIONS if other != changed):
        return False
    before, after = items(less, changed), items(more, changed)
    same = zip(before, after, strict=False)
    at = next((place for place, (old, new) in enumerate(same) if old != new), len(before))
    added = after[at : at + copies]
    return any(added == [one] * copies for one in item) and before == [
        *after[:at], *after[at + copies :]
    ]  # fmt: skip
