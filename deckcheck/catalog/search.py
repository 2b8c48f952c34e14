"""Cards found by words, or parts of words, of their names in any language, and by what they are."""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

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


Choose = Callable[[Sequence[Card]], Collection[int]]
"""Of cards that were found, those that are wanted, by their keys."""

_EVERY = 2**62
_OWN = "sure AND kind = :official AND lang = :language"
_WORD = "instr(' ' || replace(lower(name), '-', ' ') || ' ', :word)"
_FEW = 3_000
"""So many names are looked at one by one; of more, the names that come first anyway are enough."""


class _Name(NamedTuple):
    """A name with all the words."""

    card: int
    name: str
    language: str
    kind: str
    sure: bool
    folded: str


class _Order:
    """The order of names: sure, own, whole, with the first word as a word, short ones first."""

    def __init__(self, language: str, folded: Sequence[str], first: str) -> None:
        self._language = language
        self._whole = "".join(folded)
        self._first = folded[0]
        self._begin, self._word = f" {first}", f" {first} "

    def __call__(self, name: _Name) -> tuple[bool, bool, bool, bool, bool, bool, bool, int, int]:
        words = f" {name.name.lower().replace('-', ' ')} "
        return (
            not name.sure,
            not (name.kind == OFFICIAL and name.language == self._language),
            name.folded != self._whole,
            self._word not in words,
            self._begin not in words,
            not name.folded.startswith(self._first),
            name.kind != OFFICIAL,
            len(name.folded),
            name.card,
        )


def search(
    index: CardIndex,
    words: Sequence[str],
    filters: Filters,
    limit: int,
    choose: Choose | None = None,
) -> Hits:
    """The cards that have one name with all the words in it, at most ``limit`` of them.

    The order: names in the index's own language, whole names, names in which the first word
    is a word or begins one, short names. Without words every card is found, in the order of their
    names. Of all cards that are found, only those count that are chosen. UnknownNameError for a
    filter that no card of the game passes.
    """
    find = _by_words if words else _by_filters
    if not choose:
        return find(index, words, filters, limit)
    hits, _ = find(index, words, filters, _EVERY)
    chosen = choose([hit.card for hit in hits])
    wanted = tuple(hit for hit in hits if hit.card.key in chosen)
    return Hits(wanted[:limit], len(wanted))


def _by_filters(
    index: CardIndex,
    words: Sequence[str],  # noqa: ARG001 - the form of _by_words
    filters: Filters,
    limit: int,
) -> Hits:
    """The cards that pass, by name."""
    from deckcheck.names import fold

    conditions = _conditions(index.db, index.game, filters)
    query = (
        "SELECT key, COALESCE(name.name, card.name), COALESCE(lang, 'en') FROM card "
        "LEFT JOIN name ON name.card = key AND lang = :language "
        f"WHERE {' AND '.join(['game = :game', *conditions])}"
    )
    about = {"game": index.game, "language": index.language, **_values(filters)}
    rows = sorted(index.db.execute(query, about), key=lambda row: (fold(row[1]), row[0]))
    index.load(key for key, _, _ in rows[:limit])
    hits = (Hit(index.card(key), name, lang, OFFICIAL, True) for key, name, lang in rows[:limit])
    return Hits(tuple(hits), len(rows))


def _by_words(index: CardIndex, words: Sequence[str], filters: Filters, limit: int) -> Hits:
    folded = _folded(words)
    about: dict[str, str | int] = {f"w{number}": word for number, word in enumerate(folded)}
    where = ["game = :game", *(f"instr(folded, :{name})" for name in about)]
    first = _plain(words[0]).replace("-", " ")
    about |= {"game": index.game, "official": OFFICIAL, "language": index.language,
              "word": f" {first} "}  # fmt: skip
    conditions = _conditions(index.db, index.game, filters)
    if conditions:
        where.append(f"card IN (SELECT key FROM card WHERE {' AND '.join(conditions)})")
        about |= _values(filters)
    order = _Order(index.language, folded, first)
    best, total = _best(index.db, where, about, order, limit)
    index.load(name.card for name in best)
    hits = tuple(
        Hit(index.card(name.card), name.name, name.language, name.kind, bool(name.sure))
        for name in best
    )
    return Hits(hits, total)


def _best(
    db: sqlite3.Connection,
    where: Sequence[str],
    about: Mapping[str, str | int],
    order: _Order,
    limit: int,
) -> tuple[list[_Name], int]:
    """The best names, one of each card, at most so many of them; and how many cards there are."""
    names = _names(db, where, about, _FEW)
    if len(names) == _FEW:
        # in the order, own names with the first word as a word come first, then other own ones
        best = _of_each_card(_names(db, [*where, _OWN, _WORD], about, -1), order)
        if len(best) < limit:
            best = _of_each_card(_names(db, [*where, _OWN], about, -1), order)
        if len(best) >= limit:
            query = f"SELECT count(DISTINCT card) FROM lookup WHERE {' AND '.join(where)}"
            return best[:limit], int(db.execute(query, about).fetchone()[0])
        names = _names(db, where, about, -1)
    best = _of_each_card(names, order)
    return best[:limit], len(best)


def _names(
    db: sqlite3.Connection, where: Sequence[str], about: Mapping[str, str | int], most: int
) -> list[_Name]:
    query = (
        "SELECT card, name, lang, kind, sure, folded FROM lookup "
        f"WHERE {' AND '.join(where)} LIMIT :most"
    )
    return [_Name(*row) for row in db.execute(query, {**about, "most": most})]


def _of_each_card(names: Iterable[_Name], order: _Order) -> list[_Name]:
    """The best name of each card, best cards first."""
    found: dict[int, _Name] = {}
    for name in sorted(names, key=order):
        found.setdefault(name.card, name)
    return list(found.values())


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
