"""Turns a folder of published facts into the text sources of this project.

``python -m deckcheck.index.import_facts FACTS`` rewrites the tables of ``deckcheck/data/``, its
``pools``, ``banlists/*/*.yaml`` and the historic formats. FACTS holds ``cards/*.tsv``,
``banlists/FOLDER/DATE.json``, ``seeds_lists.yaml`` and ``formats.yaml``. Only facts are taken: ids,
names, kinds, dates, limits; no card text.
"""

import csv
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from deckcheck.index.import_formats import historic_formats
from deckcheck.index.import_lists import list_lines, pool_lines, read_json
from deckcheck.index.sources import (
    AMBIGUOUS_NAME_COLUMNS,
    CARD_COLUMNS,
    CHECKOUT,
    GROUP_COLUMNS,
    NAME_COLUMNS,
    OTHER_NAME_COLUMNS,
    PASSCODE_COLUMNS,
    REGIONS,
    table_text,
)

Row = Mapping[str, str]

OTHER_CARDS = ("treated-as", "same-name")
"""Kinds of other passcodes that are cards of their own, not other ids of a card."""

DELTAS = "master-duel-events"
"""A folder of changes to lists, with bans in prose: no whole lists, and left out."""

_OUTSIDE_THE_GAME = re.compile(r" \((Anime|Manga|VG|DM|TF[0-9])\)$")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def main(arguments: list[str]) -> None:
    """Convert the facts in the one folder that the arguments name."""
    (folder,) = arguments
    facts = Path(folder)
    _import_cards(facts / "cards")
    _import_rush(facts / "cards")
    _import_skills(facts / "cards")
    _import_lists(facts)
    for name, lines in historic_formats(facts / "formats.yaml"):
        _write_lines(CHECKOUT.formats / f"{name}.yaml", lines)


def _import_cards(facts: Path) -> None:
    _write_table(CHECKOUT.data / "cards.tsv", CARD_COLUMNS, map(_card, _rows(facts / "cards.tsv")))
    _write_names(facts / "names.tsv", CHECKOUT.data / "names", {})
    other_ids = (row for row in _rows(facts / "artworks.tsv") if row["kind"] not in OTHER_CARDS)
    _write_table(
        CHECKOUT.data / "other_passcodes.tsv", PASSCODE_COLUMNS,
        ((r["passcode"], r["canonical"], _id_kind(r), r["name"], r["src"]) for r in other_ids),
    )  # fmt: skip
    _write_table(
        CHECKOUT.data / "name_groups.tsv", GROUP_COLUMNS,
        (_name_group(row) for row in _rows(facts / "treated_as.tsv")),
    )  # fmt: skip
    for name, columns in (
        ("other_names", OTHER_NAME_COLUMNS),
        ("ambiguous_names", AMBIGUOUS_NAME_COLUMNS),
    ):
        found = _rows(facts / f"{name}.tsv")
        table = (
            tuple({**row, "kind": _kind_of_name(row["kind"])}[column] for column in columns)
            for row in found
        )
        _write_table(CHECKOUT.data / f"{name}.tsv", columns, table)


def _import_rush(facts: Path) -> None:
    """Rush Duel: the key of the facts is a Konami id, that of the tables a passcode."""
    keys: dict[str, str] = {}
    cards = list(_rows(facts / "rush.tsv"))
    # a passcode that two rows have is that of the one with a Konami id
    for card in sorted(cards, key=lambda card: not card["konami_id"]):
        code = card["passcode"]
        keys[card["key"]] = code if code and code not in keys.values() else _without_code(card)
    _write_table(CHECKOUT.data / "rush_cards.tsv", CARD_COLUMNS,
                 (_outside(card, keys[card["key"]], rush=card["release_date"] or "yes")
                  for card in cards))  # fmt: skip
    _write_names(facts / "rush_names.tsv", CHECKOUT.data / "rush_names", keys)
    names = {card["passcode"]: card["name_en"] for card in cards}
    artworks = {row["passcode"]: row for row in _rows(facts / "rush_artworks.tsv")}
    _write_table(
        CHECKOUT.data / "rush_other_passcodes.tsv", PASSCODE_COLUMNS,
        ((row["passcode"], row["canonical_passcode"], row["kind"],
          names[row["canonical_passcode"]], "") for row in artworks.values()),
    )  # fmt: skip


def _import_skills(facts: Path) -> None:
    """Skill cards of Speed Duel; their names are keyed by Yugipedia page."""
    cards = list(_rows(facts / "skills.tsv"))
    keys = {f"y{card['yugipedia_id']}": card["passcode"] for card in cards}
    _write_table(CHECKOUT.data / "skill_cards.tsv", CARD_COLUMNS,
                 (_outside(card, card["passcode"], tcg=card["tcg_date"], frame="skill",
                           race=card["character"]) for card in cards))  # fmt: skip
    _write_names(facts / "skill_names.tsv", CHECKOUT.data / "skill_names", keys)
    _write_table(
        CHECKOUT.data / "skill_other_passcodes.tsv", PASSCODE_COLUMNS,
        ((card["other_passcodes"], card["passcode"], "artwork", card["name_en"], "ygoprodeck")
         for card in cards if card["other_passcodes"]),
    )  # fmt: skip


def _without_code(card: Row) -> str:
    return f"k{card['konami_id']}" if card["konami_id"] else f"y{card['yugipedia_id']}"


def _outside(card: Row, key: str, **more: str) -> tuple[str, ...]:
    """A card of another game in the columns of cards.tsv, a release given for its own region."""
    nothing = dict.fromkeys(CARD_COLUMNS, "")
    released = {**dict.fromkeys(REGIONS, "no"), **more}
    return tuple({**nothing, **card, **released, "key": key}[column] for column in CARD_COLUMNS)


def _import_lists(facts: Path) -> None:
    cards = {c["konami_id"]: c for c in _rows(facts / "cards" / "cards.tsv") if c["konami_id"]}
    rush = {c["konami_id"]: c for c in _rows(facts / "cards" / "rush.tsv") if c["konami_id"]}
    nicknames = _nicknames(facts / "seeds_lists.yaml")
    for path in sorted((facts / "banlists").glob("*/*.json")):
        if path.parent.name == DELTAS:
            continue
        listed = read_json(path)
        of_game = rush if path.parent.name == "rush" else cards
        if path.stem.endswith("-whitelist"):
            lines = pool_lines(listed, of_game)
            _write_lines(CHECKOUT.data / "pools" / f"{path.parent.name}.yaml", lines)
            continue
        region, day = _region_and_day(path, listed)
        lines = list_lines(listed, of_game, nicknames.get(region, {}))
        _write_lines(CHECKOUT.banlists / region / f"{day}.yaml", lines)


def _region_and_day(path: Path, listed: Mapping[str, Any]) -> tuple[str, str]:
    """A list of the folder formats has its region behind the day, a game's list is its region."""
    match = _DAY.match(path.stem)
    if not match:
        effective = str(listed["effective"])
        return path.stem.removeprefix("seed-"), effective if _DAY.fullmatch(
            effective
        ) else f"{effective}-01-01"
    region = path.stem.removeprefix(match[0]).removeprefix("-")
    return region or path.parent.name, match[0]


def _kind_of_name(kind: str) -> str:
    return "early-nickname" if kind == "seed-nickname" else kind


def _nicknames(path: Path) -> dict[str, dict[str, str]]:
    """For each old list, by Konami id, the nickname of the card in it, and how sure that is."""
    if not path.is_file():
        return {}
    import yaml

    found: dict[str, dict[str, str]] = {}
    for listed in yaml.safe_load(path.read_text(encoding="utf-8"))["lists"]:
        remarks = found.setdefault(listed["id"].removeprefix("seed-"), {})
        for entry in listed["entries"]:
            for card in entry.get("cards") or []:
                remarks[str(card["konami_id"])] = f"{entry['nickname']}, {entry['confidence']}"
    return found


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{line}\n" for line in lines)
    path.write_text(text, encoding="utf-8", newline="\n")


def _write_names(table: Path, folder: Path, keys: Mapping[str, str]) -> None:
    names = list(_rows(table))
    for language in sorted({row["lang"] for row in names}):
        _write_table(
            folder / f"{language}.tsv", NAME_COLUMNS,
            ((keys.get(row["key"], row["key"]), row["name"], "~" * (row["unofficial"] == "1"))
             for row in names if row["lang"] == language),
        )  # fmt: skip


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def _write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(table_text(columns, rows))


def _card(card: Row) -> tuple[str, ...]:
    released = {region: _release(card, region) for region in REGIONS}
    return tuple({**card, **released}[column] for column in CARD_COLUMNS)


def _release(card: Row, region: str) -> str:
    """The day with the marks of its doubts, else whether the card is out at all."""
    day = card.get(f"{region}_date")
    if not day:
        return "yes" if card.get(f"in_{region}") == "1" else "no"
    return day + "".join(mark for mark in "~?" if mark in card[f"{region}_src"])


def _id_kind(row: Row) -> str:
    """The kind of another id; those of versions outside the card game are told by their names."""
    return "unofficial" if _OUTSIDE_THE_GAME.search(row["name"]) else row["kind"]


def _name_group(row: Row) -> tuple[str, ...]:
    kind = "also-treated-as" if row["also"] == "1" else row["kind"]
    return row["passcode"], row["name_en"], kind, row["target_passcode"], row["target_name"]


if __name__ == "__main__":
    main(sys.argv[1:])
