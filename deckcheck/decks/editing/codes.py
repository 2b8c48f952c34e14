"""The editor of ``ydke://`` links and Omega codes, which are packed anew; what is around stays."""

from collections.abc import Iterator, Sequence

from deckcheck import codecs
from deckcheck.codecs.ydke import LINK
from deckcheck.decks.editing.page import Note, Page, Wanted
from deckcheck.decks.repacked import repacked
from deckcheck.errors import DeckcheckError
from deckcheck.model import Entry, Reading, Section


def more(page: Page, at: int, copies: int) -> Iterator[str]:  # noqa: ARG001 - the form of editors
    """None: each copy is an id of its own."""
    return iter(())


def fewer(page: Page, at: int, copies: int) -> Iterator[str]:  # noqa: ARG001 - an entry is a copy
    """The text without the id."""
    entries = page.listed.entries
    yield _packed(page, (*entries[:at], *entries[at + 1 :]))


def anew(
    page: Page, section: Section, wanted: Wanted, copies: int, behind: int | None
) -> Iterator[str]:
    """The text with so many ids more."""
    if wanted.code is None:
        raise DeckcheckError(f"{wanted.label} has no passcode, and this codec holds nothing else")
    entries = page.listed.entries
    places = [at for at, held in enumerate(page.held) if held.section == section]
    if behind is None:
        behind = max(places, default=_last(page, section))
    with_sections = codecs.codec(page.listed.codec).HOLDS.sections
    told = section if with_sections or section == "side" else None
    new = (Entry(told, 1, (Reading(1, wanted.code, "passcode"),)),) * copies
    yield _packed(page, (*entries[: behind + 1], *new, *entries[behind + 1 :]))


def carried(page: Page, at: int) -> str | None:  # noqa: ARG001 - the form of editors
    """None: there are no lines."""
    return None


def notes(page: Page) -> Iterator[Note]:
    """What stands around a link; around an Omega code is nothing."""
    pieces = LINK.split(page.text) if page.listed.codec == "ydke" else ()
    return (Note(piece.strip(), frozenset()) for piece in pieces if piece.strip())


def arranged(page: Page, order: Sequence[int]) -> Iterator[str]:
    """The ids of each section in the order."""
    ranked = sorted(zip(order, page.listed.entries, strict=True))
    yield _packed(page, tuple(entry for _, entry in ranked))


def _last(page: Page, section: Section) -> int:
    """The place before which the entries of later sections stand."""
    later = [at for at, entry in enumerate(page.listed.entries) if entry.section == "side"]
    return -1 if section == "main" else min(later, default=len(page.held)) - 1


def _packed(page: Page, entries: tuple[Entry, ...]) -> str:
    return repacked(page.text, page.listed, page.listed._replace(entries=entries))
