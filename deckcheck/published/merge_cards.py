"""Merges published cards into the tables of the text sources: new cards, and what is new of others.

A card that has a printed passcode keeps its facts, which were compared with other sources; what
changes of it are its names, where it is out, and its ids. Names that were replaced stay known as
former ones. No row is dropped.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import NamedTuple, TypeVar

from deckcheck.cards import LANGUAGES
from deckcheck.index.sources import (
    AMBIGUOUS_NAME_COLUMNS,
    CARD_COLUMNS,
    GROUP_COLUMNS,
    NAME_COLUMNS,
    OTHER_NAME_COLUMNS,
    PASSCODE_COLUMNS,
    PREFIXES,
    REGIONS,
    Sources,
    rows,
    table_text,
)
from deckcheck.names import fold
from deckcheck.published.aggregate import PublishedCard
from deckcheck.published.list_names import named_by_name, rename_in_lists

SOURCE = "yaml-yugi"
"""What the tables name as the source of ids and names."""

T = TypeVar("T")

_NOT_OUT = "no"
_OUT = "yes"


class Changes(NamedTuple):
    """What merging changed, in the names of cards, and what ought not to be.

    ``other_ids``: further prints of a card with passcodes of their own.
    ``passed_over``: pages without ids of cards that are known. ``at_odds``: known cards whose kind
    or section would change, and cards whose ids are others'; they are left alone.
    """

    new: list[str]
    renamed: list[tuple[str, str]]
    released: list[tuple[str, str]]
    given_passcodes: list[tuple[str, str]]
    other_ids: list[tuple[str, str]]
    passed_over: list[str]
    at_odds: list[str]


def merge_cards(texts: Sources, prefix: str, cards: Iterable[PublishedCard]) -> Changes:
    """Merge the cards of a game into its tables, whose names begin with ``prefix``, on disk."""
    tables = _Tables(texts, prefix)
    changes = Changes([], [], [], [], [], [], [])
    # of several entries for a card, the one with the card's own passcode speaks for it
    known = [(card, tables.find(card)) for card in cards]
    known.sort(key=lambda pair: pair[1] is not None and pair[0].passcode != _passcode(pair[1]))
    seen: set[str] = set()
    for card, row in known:
        if row is None:
            row = tables.find(card)
        if row is None:
            seen.add(_add(tables, card, changes))
        elif row["key"] in seen:
            _add_other_id(tables, card, row, changes)
        else:
            seen.add(_update(tables, card, row, changes))
    _add_name_groups(tables, (card for card, _ in known))
    tables.write()
    for old, key in tables.named_by_name.items():
        named_by_name(texts, prefix, old, key, tables.name_of(key))
    rename_in_lists(texts, prefix, tables.english_names)
    return changes


def _add(tables: "_Tables", card: PublishedCard, changes: Changes) -> str:
    """Add a new card; its key, which is not in the tables if the card was passed over."""
    if not card.konami_id and not card.passcode and tables.is_named(card.name):
        changes.passed_over.append(f"{card.name} without ids, which is the name of a known card")
        return ""
    taken = tables.taken_elsewhere(card)
    if taken:
        changes.at_odds.append(f"{card.name} has {taken}, which a card of another game has")
        return ""
    key = card.passcode or (f"k{card.konami_id}" if card.konami_id else f"y{card.yugipedia_id}")
    released = {region: _OUT if region in card.released else _NOT_OUT for region in REGIONS}
    tables.add_card({
        **dict.fromkeys(CARD_COLUMNS, ""), **card.facts, **released, "key": key,
        "konami_id": card.konami_id, "name_en": card.name, "kind": card.kind,
        "section": card.section, "flags": ",".join(card.flags), "yugipedia_id": card.yugipedia_id,
    })  # fmt: skip
    for language, (name, unofficial) in card.names.items():
        tables.set_name(key, language, name, unofficial)
    changes.new.append(card.name)
    return key


def _odds(tables: "_Tables", card: PublishedCard, row: dict[str, str]) -> str | None:
    """What is at odds between a published card and the known one that it was taken for."""
    if (card.kind, card.section) != (row["kind"], row["section"]):
        return (
            f"{row['name_en']} is a {row['kind']} of section {row['section']} here, "
            f"a {card.kind} of section {card.section} there"
        )
    if card.konami_id and row["konami_id"] and row["konami_id"] != card.konami_id:
        return (
            f"{row['name_en']} ({row['key']}) has the Konami id {row['konami_id']} here, "
            f"{card.konami_id} there"
        )
    gets_konami_id = card.konami_id and not row["konami_id"]
    if gets_konami_id and _passcode(row) and fold(card.name) != fold(row["name_en"]):
        return f"{card.name} has the passcode of {row['name_en']}"
    clash = tables.clash(card, row)
    return clash and f"{card.name} has {clash}, which is another card's"


def _update(tables: "_Tables", card: PublishedCard, row: dict[str, str], changes: Changes) -> str:
    """Take over what is new of a known card; its key, which may be a new one."""
    odds = _odds(tables, card, row)
    if odds:
        changes.at_odds.append(odds)
        return row["key"]
    announced = row["name_en"] if _is_unprinted(row) else None
    if announced:
        row.update({column: value for column, value in card.facts.items() if value})
    tables.fill_ids(row, card)
    _take_passcode(tables, card, row, changes)
    for region in card.released:
        if row[region] == _NOT_OUT:
            row[region] = _OUT
            changes.released.append((row["name_en"], region))
    for language, (name, unofficial) in card.names.items():
        _rename(tables, row, language, name, unofficial, changes)
    if announced and (announced != row["name_en"] or not _is_unprinted(row)):
        tables.named_by_name[announced] = row["key"]
    return row["key"]


def _take_passcode(
    tables: "_Tables", card: PublishedCard, row: dict[str, str], changes: Changes
) -> None:
    old = _passcode(row)
    if not card.passcode or card.passcode == old:
        return
    other = tables.other_ids.get(card.passcode)
    if other == row["key"]:
        return
    if other is not None or (old and "fake-passcode" not in row["flags"]):
        whose = tables.name_of(other) if other is not None else f"{old} here"
        changes.at_odds.append(f"{row['name_en']} has the passcode {card.passcode} there, {whose}")
        return
    tables.change_key(row, card.passcode)
    flags = [flag for flag in row["flags"].split(",") if flag and flag != "fake-passcode"]
    row["flags"] = ",".join((*flags, *card.flags))
    if old:
        tables.add_other_id(old, row, "prerelease")
    changes.given_passcodes.append((row["name_en"], card.passcode))


def _add_other_id(
    tables: "_Tables", card: PublishedCard, row: dict[str, str], changes: Changes
) -> None:
    """Another published entry of a card is a print with a passcode of its own."""
    is_another = (card.kind, card.section) != (row["kind"], row["section"]) or (
        fold(card.name) != fold(row["name_en"])
    )
    if is_another:
        changes.at_odds.append(f"{card.name} has the Konami id or passcode of {row['name_en']}")
        return
    if not card.passcode or card.passcode == _passcode(row):
        return
    if tables.other_ids.get(card.passcode, row["key"]) != row["key"]:
        changes.at_odds.append(f"{row['name_en']} has the passcode {card.passcode} of another card")
    elif card.passcode not in tables.other_ids:
        tables.add_other_id(card.passcode, row, "artwork")
        changes.other_ids.append((row["name_en"], card.passcode))


def _rename(
    tables: "_Tables", row: dict[str, str], language: str, name: str, unofficial: bool,
    changes: Changes,
) -> None:  # fmt: skip
    old = tables.set_name(row["key"], language, name, unofficial)
    if language == "en":
        tables.english_names[row["key"]] = name
        row["name_en"] = name
    if old and old != name:
        changes.renamed.append((old, name))
        if fold(old) != fold(name):
            tables.add_former_name(row["key"], language, old)


def _add_name_groups(tables: "_Tables", cards: Iterable[PublishedCard]) -> None:
    for card in cards:
        row = tables.find(card)
        if card.treated_as and row:
            tables.add_name_group(row, card.treated_as.name, also=card.treated_as.also)


def _passcode(row: dict[str, str]) -> str:
    return row["key"] if row.get("key", "").isdigit() else ""


def _is_unprinted(row: dict[str, str]) -> bool:
    """Whether the card has no passcode yet: its facts are announced ones."""
    return not _passcode(row)


class _Tables:
    """The tables of one game, read whole, with the rows that other rows are found by."""

    def __init__(self, texts: Sources, prefix: str) -> None:
        self._texts = texts
        self._prefix = prefix
        data = texts.data
        self._cards = [
            dict(zip(CARD_COLUMNS, row.fields, strict=True))
            for row in rows(data / f"{prefix}cards.tsv", CARD_COLUMNS)
        ]
        self._by_key = {row["key"]: row for row in self._cards}
        self._by_konami_id = {row["konami_id"]: row for row in self._cards if row["konami_id"]}
        self._by_page = {row["yugipedia_id"]: row for row in self._cards if row["yugipedia_id"]}
        self._names = {
            language: {row.fields[0]: row.fields[1:] for row in rows(path, NAME_COLUMNS)}
            for language in LANGUAGES
            if (path := data / f"{prefix}names" / f"{language}.tsv").is_file()
        }
        self._english: dict[str, str] = {}
        for row in self._cards:
            self._english.setdefault(fold(row["name_en"]), row["key"])
        self._new: list[dict[str, str]] = []
        self._elsewhere = _ids_of_other_games(texts, prefix)
        self.english_names: dict[str, str] = {}
        self.named_by_name: dict[str, str] = {}
        self._other_ids = self._read("other_passcodes", PASSCODE_COLUMNS)
        self.other_ids = {row[0]: row[1] for row in self._other_ids}
        # Rush Duel has neither
        self._other_names = [] if prefix else self._read("other_names", OTHER_NAME_COLUMNS)
        self._ambiguous = [] if prefix else self._read("ambiguous_names", AMBIGUOUS_NAME_COLUMNS)
        self._groups = [] if prefix else self._read("name_groups", GROUP_COLUMNS)
        self._new_other_names: list[list[str]] = []
        self._new_other_ids: list[list[str]] = []
        self._former = {tuple(row[:3]) for row in self._other_names}

    def _read(self, name: str, columns: tuple[str, ...]) -> list[list[str]]:
        path = self._texts.data / f"{self._prefix}{name}.tsv"
        return [row.fields for row in rows(path, columns)]

    def find(self, card: PublishedCard) -> dict[str, str] | None:
        """The row of a published card, if it is known."""
        return (
            self._by_key.get(card.passcode)
            or self._by_konami_id.get(card.konami_id)
            or self._by_key.get(self.other_ids.get(card.passcode, ""))
            or self._by_page.get(card.yugipedia_id)
        )

    def name_of(self, key: str) -> str:
        """The English name of the card with that key."""
        return self._by_key[key]["name_en"]

    def is_named(self, name: str) -> bool:
        """Whether a card has that English name."""
        return fold(name) in self._english

    def add_card(self, row: dict[str, str]) -> None:
        """Add a card; it is sorted in by its key when the tables are written."""
        self._new.append(row)
        self._by_key[row["key"]] = row
        if row["konami_id"]:
            self._by_konami_id[row["konami_id"]] = row
        if row["yugipedia_id"]:
            self._by_page[row["yugipedia_id"]] = row
        self._english.setdefault(fold(row["name_en"]), row["key"])

    def clash(self, card: PublishedCard, row: dict[str, str]) -> str | None:
        """The id that a card would give a row and that another card has."""
        by_id = self._by_konami_id.get(card.konami_id) if card.konami_id else None
        if by_id is not None and by_id is not row:
            return f"the Konami id {card.konami_id}"
        codes, konami_ids = self._elsewhere
        if not row["konami_id"] and card.konami_id in konami_ids:
            return f"the Konami id {card.konami_id}"
        is_new_code = card.passcode and card.passcode != row["key"]
        by_code = self._by_key.get(card.passcode)
        if is_new_code and (card.passcode in codes or (by_code is not None and by_code is not row)):
            return f"the passcode {card.passcode}"
        return None

    def fill_ids(self, row: dict[str, str], card: PublishedCard) -> None:
        """Give a row the ids that it did not have."""
        if card.konami_id and not row["konami_id"]:
            row["konami_id"] = card.konami_id
            self._by_konami_id[card.konami_id] = row
        if card.yugipedia_id and not row["yugipedia_id"]:
            row["yugipedia_id"] = card.yugipedia_id
            self._by_page[card.yugipedia_id] = row

    def taken_elsewhere(self, card: PublishedCard) -> str | None:
        """The id of a card that a card of another game has."""
        codes, konami_ids = self._elsewhere
        if card.passcode in codes:
            return f"the passcode {card.passcode}"
        return f"the Konami id {card.konami_id}" if card.konami_id in konami_ids else None

    def change_key(self, row: dict[str, str], key: str) -> None:
        """Give a card another key, here and wherever it is spoken of."""
        old = row["key"]
        table = self._new if row in self._new else self._cards
        table.remove(row)
        del self._by_key[old]
        row["key"] = key
        self.add_card(row)
        self.english_names[key] = row["name_en"]
        for names in self._names.values():
            if old in names:
                names[key] = names.pop(old)
        last = len(AMBIGUOUS_NAME_COLUMNS) - 1
        for rows_, columns in ((self._other_ids, (1,)), (self._other_names, (0,)),
                               (self._new_other_ids, (1,)), (self._new_other_names, (0,)),
                               (self._ambiguous, (0, last)), (self._groups, (0, 3))):  # fmt: skip
            for fields in rows_:
                for column in columns:
                    keys = fields[column].split(",")
                    if old in keys:
                        fields[column] = ",".join(key if k == old else k for k in keys)
        both = (*self._other_ids, *self._new_other_ids)
        self.other_ids = {row[0]: row[1] for row in both}

    def set_name(self, key: str, language: str, name: str, unofficial: bool) -> str | None:
        """Give a card a name; the one it had."""
        names = self._names.setdefault(language, {})
        old = names.get(key)
        names[key] = [name, "~" * unofficial]
        return old[0] if old else None

    def add_former_name(self, key: str, language: str, name: str) -> None:
        """Keep a name that a card had; nothing for Rush Duel, which has no such table."""
        if not self._prefix and (key, language, name) not in self._former:
            self._former.add((key, language, name))
            self._new_other_names.append([key, language, name, "former", SOURCE, "1"])

    def add_other_id(self, passcode: str, row: dict[str, str], kind: str) -> None:
        """Add an id that is not a card's own passcode."""
        self._new_other_ids.append([passcode, row["key"], kind, row["name_en"], SOURCE])
        self.other_ids[passcode] = row["key"]

    def add_name_group(self, row: dict[str, str], name: str, *, also: bool) -> None:
        """Let a card count as the one of that name, if that is not known yet."""
        if self._prefix:
            return
        base = self._english.get(fold(name), "")
        known = next((fields for fields in self._groups if fields[0] == row["key"]), None)
        if known:
            if not known[3] and fold(known[4]) == fold(name):
                known[3] = base
            return
        kind = "also-treated-as" if also else "treated-as"
        self._groups.append([row["key"], row["name_en"], kind, base, name])
        self._groups.sort(key=lambda fields: (fields[4], fields[1]))

    def write(self) -> None:
        """Write the tables."""
        folder = f"deckcheck/data/{self._prefix}"
        self._cards = _merged(self._cards, self._new, lambda row: row["key"])
        self._other_ids = _merged(self._other_ids, self._new_other_ids, lambda row: row[0])
        self._other_names = _merged(self._other_names, self._new_other_names, lambda row: row[0])
        cards = ([row[column] for column in CARD_COLUMNS] for row in self._cards)
        order = {row["key"]: place for place, row in enumerate(self._cards)}
        written = {
            f"{folder}cards.tsv": table_text(CARD_COLUMNS, cards),
            f"{folder}other_passcodes.tsv": table_text(PASSCODE_COLUMNS, self._other_ids),
            **{
                f"{folder}names/{language}.tsv": table_text(
                    NAME_COLUMNS, self._in_order(names, order)
                )
                for language, names in self._names.items()
            },
        }
        if not self._prefix:
            written |= {
                f"{folder}other_names.tsv": table_text(OTHER_NAME_COLUMNS, self._other_names),
                f"{folder}ambiguous_names.tsv": table_text(AMBIGUOUS_NAME_COLUMNS, self._ambiguous),
                f"{folder}name_groups.tsv": table_text(GROUP_COLUMNS, self._groups),
            }
        self._texts.write(written)

    @staticmethod
    def _in_order(names: dict[str, list[str]], order: dict[str, int]) -> list[list[str]]:
        return [[key, *names[key]] for key in sorted(names, key=lambda key: order[key])]


def _merged(table: list[T], new: list[T], key_of: Callable[[T], str]) -> list[T]:
    """The table with new rows, each in front of the first one that has a higher key."""
    highest = [*accumulate((_rank(key_of(row)) for row in table), max)]
    at: dict[int, list[T]] = {}
    for row in sorted(new, key=lambda row: _rank(key_of(row))):
        at.setdefault(bisect_right(highest, _rank(key_of(row))), []).append(row)
    return [row for place in range(len(table) + 1)
            for row in (*at.get(place, ()), *table[place : place + 1])]  # fmt: skip


def _ids_of_other_games(texts: Sources, prefix: str) -> tuple[set[str], set[str]]:
    """The passcodes and the Konami ids that cards of other games have."""
    codes: set[str] = set()
    konami_ids: set[str] = set()
    for other in PREFIXES.values():
        if other != prefix:
            for row in rows(texts.data / f"{other}cards.tsv", CARD_COLUMNS):
                codes.add(row.fields[0])
                konami_ids.add(row.fields[1])
            for row in rows(texts.data / f"{other}other_passcodes.tsv", PASSCODE_COLUMNS):
                codes.add(row.fields[0])
    return codes - {""}, konami_ids - {""}


def _rank(key: str) -> tuple[bool, int, str]:
    return (not key.isdigit(), int(key) if key.isdigit() else 0, key)
