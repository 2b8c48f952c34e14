"""Compiles the text sources into the index: a temporary file, then an atomic rename."""

import os
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TypeVar, get_args

from deckcheck import formats, rulesets
from deckcheck.bodies import save_body
from deckcheck.cards import LANGUAGES, OFFICIAL
from deckcheck.days import parse_day
from deckcheck.errors import DataError, DeckcheckError, ParseError, UnknownNameError
from deckcheck.formats.parts import Parts
from deckcheck.formats.reading import read_parts
from deckcheck.index import SCHEMA_VERSION, archive, sources
from deckcheck.index.build_lists import fill_banlists
from deckcheck.index.provenance import read_published
from deckcheck.index.sources import CHECKOUT, Sources
from deckcheck.index.verify import content_digest
from deckcheck.model import IdKind
from deckcheck.names import fold
from deckcheck.passcodes import parse_passcode
from deckcheck.yamltext import read

T = TypeVar("T")

_UNWRITTEN = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY")
_SOURCE_KEYS = ("name", "gives", "newest", "licence")

UNPLAYABLE = {"illegal", "unusable"}
"""Flags of cards that say themselves that they may not be used in a duel."""

UNRESOLVED = "unresolved"
"""What an ambiguous name is that no card could be found for."""

ALSO = "also-treated-as"
"""The kind of a name group's member that keeps its own name as well."""

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE part (
  name TEXT PRIMARY KEY, origin TEXT NOT NULL, day TEXT NOT NULL, entries INTEGER NOT NULL
);
CREATE TABLE archive (texts BLOB NOT NULL);
CREATE TABLE source (
  name TEXT PRIMARY KEY, gives TEXT NOT NULL, newest TEXT NOT NULL, licence TEXT NOT NULL
);
CREATE TABLE card (
  key INTEGER PRIMARY KEY, game TEXT NOT NULL, passcode INTEGER UNIQUE, konami_id INTEGER UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL, frame TEXT NOT NULL, section TEXT NOT NULL, playable INTEGER NOT NULL,
  level TEXT, attribute TEXT, race TEXT, atk TEXT, def TEXT, scale TEXT,
  flags TEXT NOT NULL, yugipedia_id INTEGER
);
CREATE TABLE release (
  card INTEGER NOT NULL REFERENCES card, region TEXT NOT NULL, day TEXT NOT NULL,
  PRIMARY KEY (card, region)
) WITHOUT ROWID;
CREATE TABLE passcode (
  passcode INTEGER PRIMARY KEY, game TEXT NOT NULL, card INTEGER NOT NULL REFERENCES card,
  kind TEXT NOT NULL
);
CREATE TABLE name (
  card INTEGER NOT NULL REFERENCES card, lang TEXT NOT NULL, name TEXT NOT NULL,
  unofficial INTEGER NOT NULL, PRIMARY KEY (card, lang)
) WITHOUT ROWID;
CREATE TABLE lookup (
  folded TEXT NOT NULL, card INTEGER NOT NULL REFERENCES card, lang TEXT NOT NULL,
  name TEXT NOT NULL, kind TEXT NOT NULL, sure INTEGER NOT NULL, game TEXT NOT NULL,
  PRIMARY KEY (folded, card, lang, name)
) WITHOUT ROWID;
CREATE TABLE name_group (
  card INTEGER NOT NULL REFERENCES card, base INTEGER NOT NULL REFERENCES card,
  also INTEGER NOT NULL, PRIMARY KEY (card, base)
) WITHOUT ROWID;
CREATE TABLE limit_list (
  key INTEGER PRIMARY KEY, region TEXT NOT NULL, day TEXT NOT NULL, title TEXT NOT NULL,
  source TEXT NOT NULL, optional INTEGER NOT NULL, precision TEXT, scope TEXT, until TEXT,
  confidence TEXT, note TEXT NOT NULL, unresolved TEXT NOT NULL,
  UNIQUE (region, day)
);
CREATE TABLE list_territory (
  list INTEGER NOT NULL REFERENCES limit_list, territory TEXT NOT NULL, day TEXT NOT NULL,
  PRIMARY KEY (list, territory)
) WITHOUT ROWID;
CREATE TABLE limit_entry (
  list INTEGER NOT NULL REFERENCES limit_list, card INTEGER NOT NULL REFERENCES card,
  allowed INTEGER NOT NULL, since TEXT NOT NULL, PRIMARY KEY (list, card)
) WITHOUT ROWID;
CREATE TABLE list_points (
  list INTEGER NOT NULL REFERENCES limit_list, card INTEGER NOT NULL REFERENCES card,
  points INTEGER NOT NULL, PRIMARY KEY (list, card)
) WITHOUT ROWID;
CREATE TABLE list_group (
  list INTEGER NOT NULL REFERENCES limit_list, name TEXT NOT NULL, allowed INTEGER NOT NULL,
  PRIMARY KEY (list, name)
) WITHOUT ROWID;
CREATE TABLE list_group_card (
  list INTEGER NOT NULL REFERENCES limit_list, name TEXT NOT NULL,
  card INTEGER NOT NULL REFERENCES card, PRIMARY KEY (list, name, card)
) WITHOUT ROWID;
CREATE TABLE list_skill (
  list INTEGER NOT NULL REFERENCES limit_list, card INTEGER NOT NULL REFERENCES card,
  allowed TEXT NOT NULL, PRIMARY KEY (list, card)
) WITHOUT ROWID;
CREATE TABLE list_skill_only (
  list INTEGER NOT NULL REFERENCES limit_list, card INTEGER NOT NULL REFERENCES card,
  PRIMARY KEY (list, card)
) WITHOUT ROWID;
CREATE TABLE list_whitelist (
  list INTEGER NOT NULL REFERENCES limit_list, card INTEGER NOT NULL REFERENCES card,
  PRIMARY KEY (list, card)
) WITHOUT ROWID;
CREATE TABLE pool (
  name TEXT NOT NULL, card INTEGER NOT NULL REFERENCES card, PRIMARY KEY (name, card)
) WITHOUT ROWID;
CREATE TABLE ruleset_since (
  region TEXT NOT NULL, day TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (region, day)
) WITHOUT ROWID;
CREATE TABLE body (
  kind TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, name)
) WITHOUT ROWID;
CREATE TABLE alias (
  kind TEXT NOT NULL, alias TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (kind, alias)
) WITHOUT ROWID;
"""


def build_index(
    target: Path, texts: Sources = CHECKOUT, before_replacing: Callable[[], None] = lambda: None
) -> None:
    """Compile the text sources into ``target``.

    DataError, with file and line, for a source that is wrong, and where ``target`` cannot be
    written; it is then as it was. ``before_replacing`` may raise to leave it so.
    """
    try:
        _build(target, texts, before_replacing)
    except OSError as error:
        raise DataError(f"{target}: cannot be written: {error}") from error
    except sqlite3.OperationalError as error:
        if not error.sqlite_errorname.startswith(_UNWRITTEN):
            raise
        raise DataError(f"{target}: cannot be written: {error}") from error


def _build(target: Path, texts: Sources, before_replacing: Callable[[], None]) -> None:
    with NamedTemporaryFile(dir=target.parent, prefix=".index-", delete=False) as file:
        temporary = Path(file.name)
    try:
        db = sqlite3.connect(temporary)
        try:
            _fill(db, texts)
        finally:
            db.close()
        temporary.chmod(0o644)
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        before_replacing()
        os.replace(temporary, target)  # noqa: PTH105 - the one call that is atomic by its word
    finally:
        temporary.unlink(missing_ok=True)


def _fill(db: sqlite3.Connection, texts: Sources) -> None:
    # the file is thrown away if the build does not end, so it need not survive a crash
    db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")
    db.executescript(f"PRAGMA user_version = {SCHEMA_VERSION}; {_SCHEMA}")
    for game, prefix in sources.PREFIXES.items():
        keys = _fill_cards(db, texts, game, prefix)
        _fill_names(db, texts, game, prefix, keys)
        _fill_other_ids(db, texts, game, prefix, keys)
        if not prefix:
            _fill_other_names(db, texts, game, keys)
            _fill_name_groups(db, texts, keys)
    fill_banlists(db, texts)
    _fill_bodies(db, texts)
    _fill_about(db, texts)
    db.commit()
    db.executescript("ANALYZE; VACUUM;")


def _fill_about(db: sqlite3.Connection, texts: Sources) -> None:
    """Fill in the day of the facts, whose they are, and digests."""
    _fill_sources(db, texts)
    published = read_published(texts)
    db.executemany("INSERT INTO part VALUES (?, ?, ?, ?)", published.parts)
    whole = texts.texts()
    said = {
        "snapshot": published.snapshot,
        "digest": sources.digest(whole),
        "rules": sources.rules_digest(whole),
    }
    db.executemany("INSERT INTO meta VALUES (?, ?)", said.items())
    db.execute("INSERT INTO archive VALUES (?)", [archive.packed(whole)])
    db.execute("INSERT INTO meta VALUES ('content', ?)", [content_digest(db)])


def _fill_sources(db: sqlite3.Connection, texts: Sources) -> None:
    path = texts.data / "sources.yaml"
    try:
        about = read(path.read_text(encoding="utf-8")).required("the sources", ("sources",), ())
        for node in about["sources"].items("sources"):
            keys = node.required("a source", _SOURCE_KEYS, ())
            db.execute("INSERT INTO source VALUES (?, ?, ?, ?)",
                       [keys[key].text(key) for key in _SOURCE_KEYS])  # fmt: skip
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error


def _fill_cards(db: sqlite3.Connection, texts: Sources, game: str, prefix: str) -> dict[str, int]:
    """Fill the cards of a game; the internal key of each by its key in the sources."""
    keys: dict[str, int] = {}
    (taken,) = db.execute("SELECT count(*) FROM card").fetchone()
    for row in sources.rows(texts.data / f"{prefix}cards.tsv", sources.CARD_COLUMNS):
        card = dict(zip(sources.CARD_COLUMNS, row.fields, strict=True))
        if card["key"] in keys:
            raise row.error(f"card {card['key']} is there already")
        keys[card["key"]] = number = taken + len(keys) + 1
        passcode = parse_passcode(card["key"])
        playable = card["section"] != "none" and not UNPLAYABLE & {*card["flags"].split(",")}
        facts = [
            number, game, passcode, card["konami_id"] or None, card["name_en"], card["kind"],
            card["frame"], card["section"], playable, card["level"], card["attribute"],
            card["race"], card["atk"], card["def"], card["scale"], card["flags"],
            card["yugipedia_id"] or None,
        ]  # fmt: skip
        db.execute(f"INSERT INTO card VALUES ({','.join('?' * len(facts))})", facts)
        if passcode is not None:
            db.execute("INSERT INTO passcode VALUES (?, ?, ?, 'passcode')",
                       [passcode, game, number])  # fmt: skip
        for region in sources.REGIONS:
            if card[region] != "no":
                released = _checked_release(row, card[region])
                db.execute("INSERT INTO release VALUES (?, ?, ?)", [number, region, released])
    return keys


def _checked_release(row: sources.Row, text: str) -> str:
    try:
        if text != "yes":
            parse_day(text.removesuffix("?").removesuffix("~"))
    except DeckcheckError as error:
        raise row.error(str(error)) from error
    return text


def _fill_names(
    db: sqlite3.Connection, texts: Sources, game: str, prefix: str, keys: dict[str, int]
) -> None:
    for table in sorted((texts.data / f"{prefix}names").glob("*.tsv")):
        language = table.stem
        if language not in LANGUAGES:
            raise DataError(f"{table}: {language!r} is no language that is known here")
        seen: set[int] = set()
        for row in sources.rows(table, sources.NAME_COLUMNS):
            key, name, unofficial = row.fields
            card = _known(row, keys, key)
            if card in seen:
                raise row.error(f"card {key} is there already")
            seen.add(card)
            db.execute("INSERT INTO name VALUES (?, ?, ?, ?)",
                       [card, language, name, bool(unofficial)])  # fmt: skip
            db.execute("INSERT INTO lookup VALUES (?, ?, ?, ?, ?, 1, ?)",
                       [fold(name), card, language, name, OFFICIAL, game])  # fmt: skip


def _fill_other_names(
    db: sqlite3.Connection, texts: Sources, game: str, keys: dict[str, int]
) -> None:
    """Fill the names that are no card's own: those to be sure of, and those to suggest."""
    ambiguous: set[tuple[str, str]] = set()
    found: list[tuple[int, str, str, str, bool]] = []
    table = texts.data / "ambiguous_names.tsv"
    for row in sources.rows(table, sources.AMBIGUOUS_NAME_COLUMNS):
        key, language, name, kind, _, certain, why, others = row.fields
        ambiguous.add((language, name))
        if why not in (OFFICIAL, UNRESOLVED):
            cards = filter(None, f"{key},{others}".split(","))
            sure = certain == "1"
            found += ((_known(row, keys, card), language, name, kind, sure) for card in cards)
    for row in sources.rows(texts.data / "other_names.tsv", sources.OTHER_NAME_COLUMNS):
        key, language, name, kind, _, certain = row.fields
        sure = certain == "1" and len(name) > 1 and (language, name) not in ambiguous
        found.append((_known(row, keys, key), language, name, kind, sure))
    db.executemany("INSERT OR IGNORE INTO lookup VALUES (?, ?, ?, ?, ?, ?, ?)",
                   ((fold(name), card, language, name, kind, sure, game)
                    for card, language, name, kind, sure in found))  # fmt: skip


def _fill_other_ids(
    db: sqlite3.Connection, texts: Sources, game: str, prefix: str, keys: dict[str, int]
) -> None:
    table = texts.data / f"{prefix}other_passcodes.tsv"
    for row in sources.rows(table, sources.PASSCODE_COLUMNS):
        text, key, kind, *_ = row.fields
        passcode = parse_passcode(text)
        if passcode is None:
            raise row.error(f"{text!r} is no passcode")
        if kind not in get_args(IdKind):
            raise row.error(f"{kind!r} is no kind of id")
        card = _known(row, keys, key)
        try:
            db.execute("INSERT INTO passcode VALUES (?, ?, ?, ?)", [passcode, game, card, kind])
        except sqlite3.IntegrityError as error:
            raise row.error(f"passcode {text} is there already") from error


def _fill_name_groups(db: sqlite3.Connection, texts: Sources, keys: dict[str, int]) -> None:
    for row in sources.rows(texts.data / "name_groups.tsv", sources.GROUP_COLUMNS):
        key, _, kind, base, _ = row.fields
        if base:
            pair = [_known(row, keys, key), _known(row, keys, base)]
            db.execute("INSERT INTO name_group VALUES (?, ?, ?)", [*pair, kind == ALSO])


def _known(row: sources.Row, keys: dict[str, int], key: str) -> int:
    if key not in keys:
        raise row.error(f"no card {key!r}")
    return keys[key]


def _fill_bodies(db: sqlite3.Connection, texts: Sources) -> None:
    for path in sorted(texts.rulesets.glob("*.yaml")):
        ruleset = _read(path, rulesets.read_ruleset)
        save_body(db, rulesets.KIND, ruleset.name, ruleset.aliases, ruleset._asdict())
        db.executemany("INSERT INTO ruleset_since VALUES (?, ?, ?)",
                       [(*since, ruleset.name) for since in ruleset.since.items()])  # fmt: skip
    _fill_formats(db, {path.stem: path for path in sorted(texts.formats.glob("*.yaml"))})


def _fill_formats(db: sqlite3.Connection, paths: Mapping[str, Path]) -> None:
    """Fill the formats, each with the parts of those it is based on."""
    done: dict[str, Parts] = {}

    def parts_of(name: str, *above: str) -> Parts:
        if name not in paths:
            raise UnknownNameError("format", name, paths)
        if name in above:
            raise DataError(f"formats are based on each other: {' on '.join((*above, name))}")
        if name not in done:
            path = paths[name]
            text = path.read_text(encoding="utf-8")
            done[name] = read_parts(
                db, str(path), name, text, lambda base: parts_of(base, *above, name)
            )
        return done[name]

    for name in paths:
        aliases = tuple(parts_of(name).get("aliases", ((), ""))[0])
        save_body(db, formats.KIND, name, aliases, {"name": name, "parts": done[name]})


def _read(path: Path, reader: Callable[[str, str], T]) -> T:
    try:
        return reader(path.stem, path.read_text(encoding="utf-8"))
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error
