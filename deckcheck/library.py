r"""deckcheck from Python: ``from deckcheck import check, load_deck``.

>>> from deckcheck import check, load_deck
>>> report = check(b"#main\n55144522\n", format="tcg", on="2026-06-01")
>>> report.verdict
'illegal'
>>> for finding in report.findings:
...     print(finding.rule, finding.lines, finding.message)
section-size () Main Deck: 1 of at least 40 cards (Master Rule (April 2020))
limit (2,) Pot of Greed: 1 copy, 0 allowed (Forbidden since 2005-10-01, tcg 2026-05-18)

Decks are judged as by the command ``deckcheck check``, by the same card data; no config file and no
environment variable for the format is read. There is no state beside what is passed: the functions
may be called from several threads at once. An illegal deck, and one that cannot be read, is a
report. All errors are ``DeckcheckError``: a file that is not there, a name or day that is wrong,
whether it is passed or a deck asks for it (``DirectiveError``).
"""

import os
import sqlite3
import warnings
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

from deckcheck import codecs, formats, rules
from deckcheck.checker import Checker
from deckcheck.errors import DeckcheckError, MissingFileError, ParseError
from deckcheck.index import open_newest
from deckcheck.model import Deck, DeckList, Format, Report
from deckcheck.resolve import Resolver
from deckcheck.text import is_link
from deckcheck.userdata import today, user_index_file

Source = str | os.PathLike[str] | bytes | DeckList
"""A deck: a path, a ``ydke://`` link, the bytes of a deck file, or what ``load_deck`` has read."""

Game = Literal["ocg-tcg", "rush"]

_MOST_BYTES = 1024 * 1024
_GIVEN = "(given)"
"""What a format that is passed itself, rather than named, is called where a name is wanted."""


def load_deck(source: Source, *, codec: str | None = None) -> DeckList:
    """The deck list in a file, a link, or the bytes of a file: lines, not yet cards.

    ``codec`` overrules suffix and content. ParseError, with its line, for what cannot be read at
    all; MissingFileError for a file that is not there.

    >>> [entry.readings[0] for entry in load_deck(b"Main Deck\\n3x Sangan\\n").entries]
    [Reading(copies=3, text='Sangan', by='either')]
    """
    if isinstance(source, DeckList):
        return source
    data, suffix = _data(source)
    return codecs.parse(data, suffix=suffix, name=codec)


def resolve_deck(source: Source, *, language: str = "en", game: Game = "ocg-tcg") -> Deck:
    """The deck with its cards, named in the language; what is no card stays as it is written.

    Errors are those of ``load_deck``, whose result may be passed.

    >>> [copy.card.name for copy in resolve_deck("ydke://o6lXBQ==!!!").copies if copy.card]
    ['Blue-Eyes White Dragon']
    """
    with closing(_open()) as db:
        return Resolver(db, language).deck(load_deck(source), game)


def load_format(name: str) -> Format:
    """The format of that name or alias; UnknownNameError if there is none.

    ``load_format("tcg")._replace(copies=1)`` is one of your own, which ``check`` takes as well.

    >>> load_format("april 2005").name
    'goat'
    """
    with closing(_open()) as db:
        return formats.load_format(db, name)


def check(
    deck: Source,
    *,
    format: str | Format | None = None,
    on: str | None = None,
    territory: str | None = None,
    ruleset: str | None = None,
    banlist: str | None = None,
    points: int | None = None,
    language: str = "en",
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    strict: bool = False,
) -> Report:
    """The report on a deck. The parameters are options of ``deckcheck check``.

    Without a format what the deck asks for counts, else the TCG; without a day, today. ``banlist``
    is ``REGION``, ``REGION@DATE`` or ``none``. DeckcheckError for a name or day that is wrong.

    >>> check("ydke://o6lXBQ==!!!", format="goat", ignore=["section-size"]).verdict
    'legal'
    """
    choice = _choice(format, on, territory, ruleset, banlist, points)
    chosen = _chosen(select, ignore, strict=strict)
    (report,) = _reports([deck], choice, chosen, language, format)
    return report


def check_many(
    decks: Iterable[Source],
    *,
    format: str | Format | None = None,
    on: str | None = None,
    territory: str | None = None,
    ruleset: str | None = None,
    banlist: str | None = None,
    points: int | None = None,
    language: str = "en",
    select: Iterable[str] | None = None,
    ignore: Iterable[str] = (),
    strict: bool = False,
) -> Iterator[Report]:
    """The reports on decks, one after the other as they are asked for; parameters as in ``check``.

    Much faster than ``check`` for each: cards and lists are looked up once. An error ends it; the
    decks before have been reported.

    >>> decks = ["ydke://o6lXBQ==!!!", "ydke://JfrOAg==!!!"]
    >>> [report.sizes["main"] for report in check_many(decks)]
    [1, 1]
    """
    if isinstance(decks, str | bytes):
        raise DeckcheckError("check_many takes several decks; check takes one")
    choice = _choice(format, on, territory, ruleset, banlist, points)
    return _reports(decks, choice, _chosen(select, ignore, strict=strict), language, format)


def _reports(
    decks: Iterable[Source],
    choice: formats.Choice,
    chosen: rules.Chosen,
    language: str,
    given: str | Format | None,
) -> Iterator[Report]:
    def read_format(name: str) -> Format:
        if name == _GIVEN and isinstance(given, Format):
            return given
        raise MissingFileError(name)

    with closing(_open()) as db:
        checker = Checker(
            db,
            choice,
            language=language,
            default=formats.Choice("tcg"),
            today=today(),
            read_list=formats.no_list,
            read_format=read_format,
            chosen=chosen,
        )
        for deck in decks:
            yield _report(checker, deck)


def _report(checker: Checker, deck: Source) -> Report:
    if isinstance(deck, DeckList):
        return checker.judge(deck.name or "deck", deck)
    path = "deck" if isinstance(deck, bytes) else os.fspath(deck)
    try:
        data, suffix = _data(deck)
    except ParseError as error:
        return checker.unreadable(path, error)
    return checker.check(path, data, suffix=suffix)


def _data(source: str | os.PathLike[str] | bytes) -> tuple[bytes, str]:
    """The bytes of a deck, and the suffix of its file."""
    if isinstance(source, bytes):
        return source, ""
    path = os.fspath(source)
    if is_link(path):
        return path.encode("utf-8", "surrogateescape"), ".ydke"
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except PermissionError as error:
        raise ParseError(1, f"cannot be read: {error.strerror}") from error
    except OSError as error:
        raise MissingFileError(f"{path}: {error.strerror}") from error
    if len(data) > _MOST_BYTES:
        raise ParseError(1, f"larger than {_MOST_BYTES:,} bytes, which no deck is")
    return data, Path(path).suffix.casefold()


def _choice(
    given: str | Format | None,
    on: str | None,
    territory: str | None,
    ruleset: str | None,
    banlist: str | None,
    points: int | None,
) -> formats.Choice:
    name = _GIVEN if isinstance(given, Format) else given
    return formats.Choice(name, on, territory, ruleset, banlist, points)


def _chosen(select: Iterable[str] | None, ignore: Iterable[str], *, strict: bool) -> rules.Chosen:
    selected = None if select is None else frozenset(select)
    if selected is not None and not selected:
        raise DeckcheckError("select names no rule, so nothing would be judged")
    ignored = frozenset(ignore)
    rules.check_names((*(selected or ()), *ignored))
    return rules.Chosen(selected, ignored, strict)


def _open() -> sqlite3.Connection:
    return open_newest(user_index_file(), lambda text: warnings.warn(text, stacklevel=4))
