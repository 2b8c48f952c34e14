"""A card written as the cards around it are: with another count, or in place of another card."""

import re
from collections.abc import Callable, Iterator

from deckcheck.decks.editing.page import Held, Page, Wanted
from deckcheck.model import Section

_NUMBER = re.compile(r"(?<!\d)\d{1,9}(?!\d)")
_MOST = 4
"""Entries that are looked at as samples of how the others are written."""


def recounted(written: str, old: int, new: int) -> Iterator[str]:
    """The text with the new number in place of each one in it that is the old one."""
    for match in _NUMBER.finditer(written):
        if int(match[0]) == old:
            yield f"{written[: match.start()]}{new}{written[match.end() :]}"


def are_by_name(page: Page) -> bool:
    """Whether most cards of the deck are written by their names."""
    by_name = sum(held.is_by_name for held in page.held)
    return by_name * 2 >= len(page.held)


def is_by_name(page: Page, wanted: Wanted) -> bool:
    """Whether a card is to be written into the deck by its name, and can be."""
    by_id = wanted.by_id if wanted.by_id is not None else not are_by_name(page)
    by_id = by_id or wanted.has_own_id
    return wanted.name is not None and (wanted.code is None or not by_id)


def samples(page: Page, section: Section, wanted: Wanted, copies: int) -> list[int]:
    """The places of entries that are written as the wanted ones are to be, the best first."""
    by_name = is_by_name(page, wanted)
    fitting = [at for at, held in enumerate(page.held)
               if held.is_by_name == by_name and held.card and not held.is_doubtful]  # fmt: skip

    def order(at: int) -> tuple[bool, bool, int]:
        held = page.held[at]
        return held.copies != copies, held.section != section, -at

    return sorted(fitting, key=order)[:_MOST]


def like_sample(
    sample: str, held: Held, wanted: Wanted, copies: int, is_frame: Callable[[str], bool]
) -> Iterator[str]:
    """The sample with another card and count in it; none if more than a frame is around its own."""
    form = sample.replace(held.written, "\0", 1)
    if held.card and not held.is_by_name and wanted.name:
        form = form.replace(held.card.name, "\1", 1)
    if "\0" not in form or not is_frame(form.replace("\0", "").replace("\1", "")):
        return
    forms = [form] if copies == held.copies else recounted(form, held.copies, copies)
    text = str(wanted.name if held.is_by_name else wanted.code)
    for counted in forms:
        yield counted.replace("\0", text).replace("\1", wanted.name or "")
