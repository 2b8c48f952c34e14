"""Compiles the text sources into the index: a temporary file, then an atomic rename."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TypeVar

from deckcheck import formats, rulesets
from deckcheck.banlists import LimitText, read_list
from deckcheck.cards import LANGUAGES, CardIndex
from deckcheck.days import parse_day
from deckcheck.errors import DataError, ParseError
from deckcheck.index import SCHEMA_VERSION, sources
from deckcheck.names import fold
from deckcheck.yamltext import read

T = TypeVar("T")

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE card (
  key INTEGER PRIMARY KEY, passcode INTEGER UNIQUE, konami_id INTEGER UNIQUE, name TEXT NOT NULL,
  kind TEXT NOT NULL, frame TEXT NOT NULL, section TEXT NOT NULL, playable INTEGER NOT NULL,
  level TEXT, attribute TEXT, race TEXT, atk TEXT, def TEXT, scale TEXT,
  tcg TEXT NOT NULL, ocg TEXT NOT NULL, flags TEXT NOT NULL, yugipedia_id INTEGER
);
CREATE TABLE passcode (
  passcode INTEGER PRIMARY KEY, card INTEGER NOT NULL REFERENCES card, kind TEXT NOT NULL
);
CREATE TABLE name (
  card INTEGER NOT NULL REFERENCES card, lang TEXT NOT NULL, name TEXT NOT NULL,
  unofficial INTEGER NOT NULL, PRIMARY KEY (card, lang)
) WITHOUT ROWID;
CREATE TABLE lookup (
  folded TEXT NOT NULL, card INTEGER NOT NULL REFERENCES card, lang TEXT NOT NULL,
  PRIMARY KEY (folded, card, lang)
) WITHOUT ROWID;
CREATE TABLE name_group (
  card INTEGER NOT NULL REFERENCES card, base INTEGER NOT NULL REFERENCES card,
  also INTEGER NOT NULL, PRIMARY KEY (card, base)
) WITHOUT ROWID;
CREATE TABLE limit_list (
  key INTEGER PRIMARY KEY, region TEXT NOT NULL, day TEXT NOT NULL, title TEXT NOT NULL,
  source TEXT NOT NULL, optional INTEGER NOT NULL, UNIQUE (region, day)
);
CREATE TABLE list_territory (
  list INTEGER NOT NULL REFERENCES limit_list, territory TEXT NOT NULL, day TEXT NOT NULL,
  PRIMARY KEY (list, territory)
) WITHOUT ROWID;
CREATE TABLE limit_entry (
  list INTEGER NOT NULL REFERENCES limit_list, card INTEGER NOT NULL REFERENCES card,
  allowed INTEGER NOT NULL, since TEXT NOT NULL, PRIMARY KEY (list, card)
) WITHOUT ROWID;
CREATE TABLE ruleset (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ruleset_since (
  region TEXT NOT NULL, day TEXT NOT NULL, name TEXT NOT NULL REFERENCES ruleset,
  PRIMARY KEY (region, day)
) WITHOUT ROWID;
CREATE TABLE format (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE alias (
  kind TEXT NOT NULL, alias TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (kind, alias)
) WITHOUT ROWID;
"""


def build_index(target: Path) -> None:
    """Compile the checkout's text sources into ``target``.

    DataError, with file and line, for a source that is wrong; ``target`` is then as it was.
    """
    with NamedTemporaryFile(dir=target.parent, prefix=".index-", delete=False) as file:
        temporary = Path(file.name)
    try:
        db = sqlite3.connect(temporary)
        try:
            _fill(db)
        finally:
            db.close()
        temporary.chmod(0o644)
        os.replace(temporary, target)  # noqa: PTH105 - the one call that is atomic by its word
    finally:
        temporary.unlink(missing_ok=True)


def _fill(db: sqlite3.Connection) -> None:
    # the file is thrown away if the build does not end, so it need not survive a crash
    db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
    db.executescript(f"PRAGMA user_version = {SCHEMA_VERSION}; {_SCHEMA}")
    keys = _fill_cards(db)
    _fill_names(db, keys)
    _fill_other_ids(db, keys)
    _fill_banlists(db)
    _fill_bodies(db)
    about = read((sources.DATA / "sources.yaml").read_text(encoding="utf-8")).mapping("sources")
    snapshot = parse_day(about["snapshot"].text("snapshot"))
    db.execute("INSERT INTO meta VALUES ('snapshot', ?), ('digest', ?)",
               [snapshot, sources.digest()])  # fmt: skip
    db.commit()
    db.executescript("ANALYZE; VACUUM;")


def _fill_cards(db: sqlite3.Connection) -> dict[str, int]:
    """Fill the cards; the internal key of each by its key in the sources."""
    keys: dict[str, int] = {}
    for number, row in enumerate(sources.rows(sources.DATA / "cards.tsv"), start=1):
        card = dict(zip(sources.CARD_COLUMNS, row, strict=True))
        keys[card["key"]] = number
        passcode = int(card["key"]) if card["key"].isdigit() else None
        playable = card["section"] != "none" and "illegal" not in card["flags"].split(",")
        db.execute(
            f"INSERT INTO card VALUES ({','.join('?' * 18)})",
            [
                number, passcode, card["konami_id"] or None, card["name_en"], card["kind"],
                card["frame"], card["section"], playable, card["level"], card["attribute"],
                card["race"], card["atk"], card["def"], card["scale"], card["tcg"], card["ocg"],
                card["flags"], card["yugipedia_id"] or None,
            ],
        )  # fmt: skip
        if passcode is not None:
            db.execute("INSERT INTO passcode VALUES (?, ?, 'passcode')", [passcode, number])
    return keys


def _fill_names(db: sqlite3.Connection, keys: dict[str, int]) -> None:
    for language in LANGUAGES:
        for key, name, unofficial in sources.rows(sources.DATA / "names" / f"{language}.tsv"):
            card = keys[key]
            db.execute("INSERT INTO name VALUES (?, ?, ?, ?)",
                       [card, language, name, bool(unofficial)])  # fmt: skip
            db.execute("INSERT INTO lookup VALUES (?, ?, ?)", [fold(name), card, language])


def _fill_other_ids(db: sqlite3.Connection, keys: dict[str, int]) -> None:
    for passcode, key, kind, *_ in sources.rows(sources.DATA / "other_passcodes.tsv"):
        db.execute("INSERT INTO passcode VALUES (?, ?, ?)", [int(passcode), keys[key], kind])
    for key, _, kind, base, _ in sources.rows(sources.DATA / "name_groups.tsv"):
        if base:
            db.execute("INSERT INTO name_group VALUES (?, ?, ?)",
                       [keys[key], keys[base], kind == "also-treated-as"])  # fmt: skip


def _fill_banlists(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    for region in sorted(path for path in sources.BANLISTS.iterdir() if path.is_dir()):
        before: dict[int, tuple[int, str]] = {}
        for path in sorted(region.glob("*.yaml")):
            name = path.relative_to(sources.BANLISTS.parent).as_posix()
            listed = read_list(path.read_text(encoding="utf-8"), name)
            limits = listed.resolve(cards, every_comment_names=True)
            day = parse_day(path.stem)
            since = {
                card: (limit.allowed, before[card][1])
                if card in before and before[card][0] == limit.allowed
                else (limit.allowed, day)
                for card, limit in limits.items()
            }
            _insert_list(db, region.name, day, listed, since)
            if not listed.optional:
                before = since


def _insert_list(
    db: sqlite3.Connection,
    region: str,
    day: str,
    listed: LimitText,
    limits: dict[int, tuple[int, str]],
) -> None:
    key = db.execute(
        "INSERT INTO limit_list (region, day, title, source, optional) VALUES (?, ?, ?, ?, ?)",
        [region, day, listed.title, "\n".join(listed.sources), listed.optional],
    ).lastrowid
    db.executemany("INSERT INTO list_territory VALUES (?, ?, ?)",
                   [(key, *territory) for territory in listed.territories.items()])  # fmt: skip
    db.executemany("INSERT INTO limit_entry VALUES (?, ?, ?, ?)",
                   [(key, card, *limit) for card, limit in limits.items()])  # fmt: skip


def _fill_bodies(db: sqlite3.Connection) -> None:
    for path in sorted(sources.RULESETS.glob("*.yaml")):
        ruleset = _read(path, rulesets.read_ruleset)
        db.execute("INSERT INTO ruleset VALUES (?, ?)", [ruleset.name, rulesets.to_json(ruleset)])
        db.executemany("INSERT INTO ruleset_since VALUES (?, ?, ?)",
                       [(*since, ruleset.name) for since in ruleset.since.items()])  # fmt: skip
        _insert_aliases(db, "ruleset", ruleset.name, ruleset.aliases)
    for path in sorted(sources.FORMATS.glob("*.yaml")):
        format_ = _read(path, formats.read_format)
        db.execute("INSERT INTO format VALUES (?, ?)", [format_.name, formats.to_json(format_)])
        _insert_aliases(db, "format", format_.name, format_.aliases)


def _read(path: Path, reader: Callable[[str, str], T]) -> T:
    try:
        return reader(path.stem, path.read_text(encoding="utf-8"))
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error


def _insert_aliases(db: sqlite3.Connection, kind: str, name: str, aliases: tuple[str, ...]) -> None:
    db.executemany("INSERT INTO alias VALUES (?, ?, ?)",
                   [(kind, alias.casefold(), name) for alias in (name, *aliases)])  # fmt: skip
