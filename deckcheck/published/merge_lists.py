"""Merges published limit lists into the text sources: a new day of a region is a new file.

Every list passes the gates first. Lists older than the newest one known here are history, which
the text sources know from more sources than one.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from deckcheck.banlists.yamllist import LimitText, read_list
from deckcheck.cards import game_of
from deckcheck.index.import_lists import list_lines
from deckcheck.index.sources import CARD_COLUMNS, PREFIXES, Sources, rows
from deckcheck.model import Day
from deckcheck.passcodes import parse_passcode
from deckcheck.published import gates
from deckcheck.published.gates import KnownList, Numbers, Refusal
from deckcheck.published.origins import origin
from deckcheck.published.regulation import PublishedList

_UNLIMITED = 3
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December")  # fmt: skip


class ListChanges(NamedTuple):
    """New lists, lists written anew or taken back, and what the gates refused."""

    new: list[str]
    corrected: list[str]
    withdrawn: list[str]
    refused: list[Refusal]


def merge_lists(
    texts: Sources,
    lists: Iterable[PublishedList],
    accepted: Collection[str],
    today: Day,
    *,
    whole: bool,
) -> ListChanges:
    """Merge the lists into the text sources on disk.

    ``accepted``: the lists, by name, that are taken whatever a gate says. ``whole``: these are all
    lists that are published, so that one that is still to come and is not there was withdrawn. If
    any list is refused the text sources are not to be used.
    """
    changes = ListChanges([], [], [], [])
    by_region: dict[str, dict[Day, PublishedList]] = {}
    for listed in lists:
        other = by_region.setdefault(listed.region, {}).setdefault(listed.day, listed)
        if other.numbers != listed.numbers:
            reason = f"says something else of that day than {other.where}"
            changes.refused.append(Refusal(None, f"{listed.name} ({listed.where})", reason))
    for region, by_day in by_region.items():
        of = _Region(texts, region)
        in_force = of.in_force(today)
        changes.refused.extend(gates.newest(in_force, by_day.values(), accepted))
        if whole:
            _withdraw(of, by_day, accepted, today, changes)
        for day in sorted(by_day):
            known = of.known(day)
            if known:
                is_history = bool(in_force and day < in_force.day)
                _compare(of, by_day[day], known, accepted, changes, is_history=is_history)
            elif not in_force or day > in_force.day or by_day[day].name in accepted:
                _add(of, by_day[day], accepted, today, changes)
    return changes


def _withdraw(
    of: "_Region",
    by_day: Mapping[Day, PublishedList],
    accepted: Collection[str],
    today: Day,
    changes: ListChanges,
) -> None:
    """Take back what was to come and is published no more, if a person says so."""
    for day in [day for day in of.days if day > today and day not in by_day]:
        name = f"{of.region}@{day}"
        if name in accepted:
            of.remove(day)
            changes.withdrawn.append(name)
        else:
            where = next(iter(by_day.values())).where
            changes.refused.append(gates.withdrawn(name, where))


def _compare(
    of: "_Region",
    listed: PublishedList,
    known: KnownList,
    accepted: Collection[str],
    changes: ListChanges,
    *,
    is_history: bool,
) -> None:
    """A list of a day that is known: history is left alone, others must be the same."""
    numbers, unknown = of.numbers(listed)
    if numbers == known.numbers or (is_history and listed.name not in accepted):
        return
    if listed.name in accepted:
        of.write(listed, numbers, unknown, "published again with other content")
        changes.corrected.append(listed.name)
    else:
        changes.refused.append(gates.again(listed, known.numbers, numbers, of.names))


def _add(
    of: "_Region",
    listed: PublishedList,
    accepted: Collection[str],
    today: Day,
    changes: ListChanges,
) -> None:
    """A list of a day that is not known, behind the one before it."""
    before = of.in_force(listed.day)
    numbers, unknown = of.numbers(listed)
    refusals = [*gates.of_list(listed, before, numbers, unknown, today)]
    unnamed = of.without_a_name(numbers)
    if unnamed:
        changes.refused.append(gates.unnamed(listed, unnamed))
        return
    if refusals and listed.name not in accepted:
        changes.refused.extend(refusals)
        return
    same_as = before.day if before and numbers == before.numbers else None
    if same_as and listed.has_points:
        return
    note = f"the same cards as the list of {same_as}" if same_as else None
    of.write(listed, numbers, unknown, note)
    changes.new.append(listed.name)


class _Region:
    """The lists of a region in the text sources, and the cards that they may name."""

    def __init__(self, texts: Sources, region: str) -> None:
        self._texts = texts
        self.region = region
        prefix = PREFIXES[game_of(region)]
        table = texts.data / f"{prefix}cards.tsv"
        self._cards: dict[str, dict[str, str]] = {}
        self.names: dict[str, str] = {}
        self._keys: dict[str, str] = {}
        self._shared: set[str] = set()
        for row in rows(table, CARD_COLUMNS):
            card = dict(zip(CARD_COLUMNS, row.fields, strict=True))
            card["passcode"] = card["key"] if parse_passcode(card["key"]) is not None else ""
            self.names[card["key"]] = card["name_en"]
            if self._keys.setdefault(card["name_en"], card["key"]) != card["key"]:
                self._shared.add(card["name_en"])
            if card["konami_id"]:
                self._cards[card["konami_id"]] = card
        self._lists: dict[Day, KnownList] = {}
        for path in sorted((texts.banlists / region).glob("*.yaml")):
            listed = read_list(path.read_text(encoding="utf-8"), path.name)
            if not listed.about.optional:
                day = Day(path.stem)
                self._lists[day] = KnownList(day, self._known_numbers(listed))

    @property
    def days(self) -> list[Day]:
        """The first days of the lists by date, oldest first."""
        return sorted(self._lists)

    def known(self, day: Day) -> KnownList | None:
        """The list of exactly that day."""
        return self._lists.get(day)

    def in_force(self, day: Day) -> KnownList | None:
        """The list in force on a day."""
        reached = [known for known in self.days if known <= day]
        return self._lists[reached[-1]] if reached else None

    def remove(self, day: Day) -> None:
        """Take a list back."""
        del self._lists[day]
        (self._texts.banlists / self.region / f"{day}.yaml").unlink()

    def _known_numbers(self, listed: LimitText) -> Numbers:
        entries = (*listed.limits, *listed.points)
        return {
            self._keys.get(card.reference, card.reference.lstrip("0")): number
            for card, number in entries
        }

    def numbers(self, listed: PublishedList) -> tuple[Numbers, list[str]]:
        """The list's numbers by the keys of cards, and the Konami ids that are no card's."""
        found: Numbers = {}
        unknown: list[str] = []
        for konami_id, number in listed.numbers.items():
            if konami_id not in self._cards:
                unknown.append(konami_id)
            elif listed.has_points or number != _UNLIMITED:
                found[self._cards[konami_id]["key"]] = number
        return found, unknown

    def without_a_name(self, numbers: Numbers) -> list[str]:
        """Names of cards that a list cannot name: no passcode, and other cards are called so."""
        return [
            self.names[key]
            for key in numbers
            if parse_passcode(key) is None and self.names[key] in self._shared
        ]

    def write(
        self, listed: PublishedList, numbers: Numbers, unknown: list[str], note: str | None
    ) -> None:
        """Write the list as a file of its own, and let it be the newest."""
        year, month, _ = listed.day.split("-")
        title = f"{_MONTHS[int(month) - 1]} {year}"
        of_cards = {
            konami_id: number
            for konami_id, number in listed.numbers.items()
            if konami_id in self._cards
        }
        whole: Mapping[str, object] = {
            "region": self.region,
            "effective": listed.day,
            "name": f"Genesys points {listed.day}" if listed.has_points else title,
            "source": [origin(listed.where)],
            "notes": [note] if note else [],
            "limits": {} if listed.has_points else of_cards,
            "points": of_cards if listed.has_points else {},
            "unresolved": [f"Konami id {konami_id}" for konami_id in unknown],
        }
        lines = list_lines(whole, self._cards, {})
        text = "".join(f"{line}\n" for line in lines)
        name = f"banlists/{self.region}/{listed.day}.yaml"
        self._texts.write({name: text.encode("utf-8")})
        self._lists[listed.day] = KnownList(listed.day, numbers)
