"""A deck file repaired: its text changed, and what that is read as held against the repair."""

from collections import Counter
from functools import cache

from deckcheck.cards import CardIndex
from deckcheck.cli.checkers import Checkers
from deckcheck.cli.desks import Desk, open_desk
from deckcheck.cli.in_place import Document
from deckcheck.cli.repairs import Fixed
from deckcheck.cli.textdiff import unified
from deckcheck.decks import migration
from deckcheck.decks.editing.page import Page, key_of
from deckcheck.decks.fixing.smallest_repair import Repair, smallest_repair
from deckcheck.errors import DeckcheckError
from deckcheck.model import Deck, Report, Section
from deckcheck.rules import ALL, verdict
from deckcheck.text import shortened

_WAY_OUT = "deckcheck convert"

_Row = tuple[Section, str, int]


def fixed_deck(document: Document, checkers: Checkers, *, is_written: bool) -> Fixed:
    """The deck with its smallest repair; as it is where there is none.

    ``is_written``: the caller will write it. DeckcheckError where the repair cannot be brought into
    the text.
    """
    checker, path, parse = checkers.of(document.found.file), document.found.path, document.parse
    deck, terms = checker.deck(path, parse(document.text))
    before = checker.report(path, deck, terms)
    repair = smallest_repair(deck, terms, checker.chosen)
    if not repair.changes and not repair.old:
        return Fixed(repair, before, before, (document.text,) * 2, (), is_written=is_written)
    page = _mended(document, checker.cards(terms.format.game), repair)
    after = checker.judge(path, page.listed)
    check_repaired(deck, repair, page, after)
    texts = (document.text, page.text)
    old, new = (document.texts_begin + text for text in texts)
    changed = tuple(unified(old, new, shortened(path)))
    return Fixed(repair, before, after, texts, changed, is_written=is_written)


def _mended(document: Document, cards: CardIndex, repair: Repair) -> Page:
    """The text repaired; DeckcheckError where that cannot be written."""
    parse, text = cache(document.parse), document.text
    try:
        if repair.changes:
            text = mended(open_desk(text, parse, cards), repair)
        if repair.old:
            text = migration.migrate(text, parse, CardIndex(cards.db, game=cards.game)).text
    except DeckcheckError as error:
        if _WAY_OUT in str(error):
            raise
        hint = f"'{_WAY_OUT}' writes the deck anew, in a form that can be repaired"
        raise DeckcheckError(f"{error}; {hint}") from error
    return open_desk(text, parse, cards).page


def mended(desk: Desk, repair: Repair) -> str:
    """The text with its copies removed and moved; all else in it stays.

    DeckcheckError where it cannot be written so.
    """
    entries = [at for at, held in enumerate(desk.page.held) for _ in range(held.copies)]
    changes = Counter((change.to, entries[change.place]) for change in repair.changes)
    # the entries that are there, by their number at first; one that comes in has none
    numbers: list[int | None] = [*range(len(desk.page.held))]
    for (to, entry), copies in sorted(changes.items(), key=lambda change: change[0][0] is not None):
        at = numbers.index(entry)
        rows = _rows(desk.page)
        section, written, held = rows[at]
        rows[at : at + 1] = [(section, written, held - copies)] if held > copies else []
        if held == copies:
            del numbers[at]
        desk = desk.take(at, copies, to)
        new = _rows(desk.page)
        place = next((at for at, row in enumerate(rows) if row != new[at]), len(rows))
        numbers[place:place] = [None] * (len(new) - len(rows))
    return desk.page.text


def check_repaired(deck: Deck, repair: Repair, page: Page, report: Report) -> None:
    """AssertionError unless the page is the deck repaired, and proven illegal by no rule."""
    goes = {change.place: change.to for change in repair.changes}
    expected = Counter(
        (section, copy.identity)
        for at, copy in enumerate(deck.copies)
        if (section := goes.get(at, copy.section))
    )
    found: Counter[tuple[Section, int | str]] = Counter()
    for held in page.held:
        found[held.section, key_of(held)] += held.copies
    if found != expected or verdict(report.findings, ALL) == "illegal":
        raise AssertionError(f"{report.path}: the repair is none: {report.findings}")


def _rows(page: Page) -> list[_Row]:
    return [(held.section, held.written, held.copies) for held in page.held]
