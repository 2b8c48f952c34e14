"""Cards found by words, or parts of words, of their names in any language."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from deckcheck.cards import OFFICIAL, CardIndex
from deckcheck.errors import UnknownNameError
from deckcheck.model import Card


class Filters(NamedTuple):
    """What the cards have to be; case does not matter, None lets every card pass.

    ``kind`` is words each of which is a kind of card (trap) or of its frame (counter, xyz).
    ``level`` is a rank or a Link rating as well.
    """

    kind: str | None = None
    attribute: str | None = None
    level: int | None = None
    race: str | None = None


class Hit(NamedTuple):
    """A card and one of its names that has every word, the best: ``kind`` is the name's kind.

    ``certain`` is False for a name of which it is not sure that it is that card's.
    """

    card: Card
    name: str
    language: str
    kind: str
    certain: bool


class Hits(NamedTuple):
    """The best hits, and how many cards there are in all."""

    hits: tuple[Hit, ...]
    total: int


_WORDS_OF_NAME = "' ' || replace(lower(name), '-', ' ') || ' '"
_RANK = f"""
  800000 * (NOT sure) + 400000 * (NOT (kind = :official AND lang = :language))
  + 200000 * (folded != :whole) + 20000 * (instr({_WORDS_OF_NAME}, :word) = 0)
  + 10000 * (instr({_WORDS_OF_NAME}, :begin) = 0) + 4000 * (instr(folded, :w0) != 1)
  + 2000 * (kind != :official) + length(folded)
"""
"""Smallest for the best name: sure, own, whole, with the first word as a word, short."""

_OWN = "sure AND kind = :official AND lang = :language"


def search(index: CardIndex, words: Sequence[str], filters: Filters, limit: int) -> Hits:
    """The cards that have one name with all the words in it, at most ``limit`` of them.

    The order: names in the index's own language, whole names, names in which the first word
    is a word or begins one, short names. UnknownNameError for a filter that no card of the game
    passes.
    """
    folded = _folded(words)
    about: dict[str, str | int] = {f"w{number}": word for number, word in enumerate(folded)}
    where = ["game = :game", *(f"instr(folded, :{name})" for name in about)]
    first = _plain(words[0]).replace("-", " ")
    about |= {"game": index.game, "official": OFFICIAL, "language": index.language,
              "whole": "".join(folded), "begin": f" {first}", "word": f" {first} "}  # fmt: skip
    conditions = _conditions(index.db, index.game, filters)
    if conditions:
        where.append(f"card IN (SELECT key FROM card WHERE {' AND '.join(conditions)})")
        about |= _values(filters)
    about["limit"] = limit
    # names that are the best of their cards, and enough of them, make the others' order idle
    rows = _best(index.db, [*where, _OWN], about)
    if len(rows) == limit:
        query = f"SELECT count(DISTINCT card) FROM lookup WHERE {' AND '.join(where)}"
        (total,) = index.db.execute(query, about).fetchone()
    else:
        rows = _best(index.db, where, {**about, "limit": -1})
        total = len(rows)
        rows = rows[:limit]
    index.load(row[0] for row in rows)
    hits = tuple(
        Hit(index.card(key), name, language, kind, bool(sure))
        for key, name, language, kind, sure, _ in rows
    )
    return Hits(hits, total)


def _best(
    db: sqlite3.Connection, where: Sequence[str], about: Mapping[str, str | int]
) -> list[Any]:
    """The best name of each card that has one, best cards first."""
    query = (
        f"SELECT card, name, lang, kind, sure, min({_RANK}) AS rank FROM lookup "
        f"WHERE {' AND '.join(where)} GROUP BY card ORDER BY rank, card LIMIT :limit"
    )
    return db.execute(query, about).fetchall()


def other_games(index: CardIndex, words: Sequence[str]) -> tuple[str, ...]:
    """The other games that have a card with all the words in one name."""
    folded = _folded(words)
    having = " AND ".join("instr(folded, ?)" for _ in folded)
    query = f"SELECT DISTINCT game FROM lookup WHERE game != ? AND {having} ORDER BY game"
    return tuple(game for (game,) in index.db.execute(query, [index.game, *folded]))


def _folded(words: Sequence[str]) -> list[str]:
    """The words as names are kept; signs count only where there is nothing else."""
    from deckcheck.names import fold

    folded = [fold(word) for word in words]
    return [word for word in folded if any(map(str.isalnum, word))] or folded


def _plain(word: str) -> str:
    return word.lower().encode("utf-8", "backslashreplace").decode()


_TESTS = {
    "attribute": "attribute = :attribute COLLATE NOCASE",
    "level": "level = :level",
    "race": "race = :race COLLATE NOCASE",
}
_KIND = "(kind = :{0} OR instr(',' || frame || ',', ',' || :{0} || ','))"


def _values(filters: Filters) -> dict[str, str]:
    values = {name: _plain(str(value)) for name, value in filters._asdict().items()
              if value is not None}  # fmt: skip
    if "kind" in values:
        kinds = values.pop("kind").split() or [""]
        values |= {f"kind{number}": kind for number, kind in enumerate(kinds)}
    return values


def _conditions(db: sqlite3.Connection, game: str, filters: Filters) -> list[str]:
    """What a card has to meet, in SQL; UnknownNameError for what none of the game meets."""
    values = _values(filters)
    found = []
    for name, value in values.items():
        what = name.rstrip("0123456789")
        test = _KIND.format(name) if what == "kind" else _TESTS[what]
        query = f"SELECT 1 FROM card WHERE game = :game AND {test} LIMIT 1"
        if not value or not db.execute(query, {"game": game, name: value}).fetchone():
            raise UnknownNameError(what, value, _known(db, game, what))
        found.append(test)
    return found


def _known(db: sqlite3.Connection, game: str, what: str) -> set[str]:
    columns = "kind || ',' || frame" if what == "kind" else what
    rows = db.execute(f"SELECT DISTINCT {columns} FROM card WHERE game = ?", [game])
    return {word.casefold() for (text,) in rows for word in text.split(",") if word}
