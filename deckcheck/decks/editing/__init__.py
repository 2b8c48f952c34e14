"""Copies put into a deck's text, taken out of it or put in another place; all else in it stays.

For each codec an editor proposes changed texts, the best first. The first one counts that is read
as the old deck with just the wanted change, so an editor may try what only mostly works.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Protocol, cast

from deckcheck.decks.editing.page import Item, Page, Wanted, item_of, items, items_wanted, rest
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
        """What goes with an entry that is put elsewhere; None where that is nothing."""

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
            if held.section == section and item_of(held)[0] == key]  # fmt: skip
    alike = [at for at in same if item_of(page.held[at]) in items_wanted(wanted)]

    def ways() -> Iterator[str]:
        for at in alike[-1:]:
            yield from editor.more(page, at, copies)
        yield from editor.anew(page, section, wanted, copies, same[-1] if same else None)

    def is_right(new: Page) -> bool:
        return _is_only_change(page, new, section, items_wanted(wanted), copies)

    done = _first(ways(), is_right, read)
    if not done:
        raise DeckcheckError(
            f"{wanted.label} cannot be written into {section} without another change; "
            "the file is left as it is"
        )
    return done


def take(page: Page, at: int, copies: int, read: Read) -> Page:
    """The page with so many copies fewer of an entry; DeckcheckError as for ``put``."""
    held = page.held[at]

    def is_right(new: Page) -> bool:
        return _is_only_change(new, page, held.section, [item_of(held)], copies)

    done = _first(editor_of(page).fewer(page, at, copies), is_right, read)
    if not done:
        raise DeckcheckError(
            f"line {held.line}: {held.written} cannot be taken out without another change; "
            "the file is left as it is"
        )
    return done


def arrange(page: Page, order: Sequence[int], read: Read) -> Page:
    """The page with its entries in another order, each within its section.

    ``order`` has the place of each entry in the new order. DeckcheckError as for ``put``.
    """

    def is_right(new: Page) -> bool:
        # two ends of lines that come together may be one
        same_lines = len(line_starts(new.text)) == len(line_starts(page.text))
        return (
            same_lines
            and rest(new) == rest(page)
            and all(
                sorted(map(str, items(new, section))) == sorted(map(str, items(page, section)))
                for section in SECTIONS
            )
        )

    done = _first(editor_of(page).arranged(page, order), is_right, read)
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
