"""The one path of an update: published files, facts, gates, text sources."""

import os
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from deckcheck.errors import DataError, DeckcheckError
from deckcheck.index import (
    NewerIndexError,
    OlderIndexError,
    facts,
    is_as_new,
    open_index,
)
from deckcheck.index.archive import archived
from deckcheck.index.provenance import Part, read_published, write_published
from deckcheck.index.sources import PREFIXES, Sources
from deckcheck.model import Day
from deckcheck.published import gates
from deckcheck.published.aggregate import PublishedCard, read_cards, read_rush_cards
from deckcheck.published.bring_lists import bring_lists
from deckcheck.published.gates import Refusal
from deckcheck.published.merge_cards import Changes, merge_cards
from deckcheck.published.merge_lists import ListChanges, merge_lists
from deckcheck.published.origins import CARDS, RUSH, Published, origin
from deckcheck.published.regulation import PublishedList, read_regulation

_READERS: dict[str, tuple[str, Callable[[str, str], Iterator[PublishedCard]]]] = {
    CARDS: ("ocg-tcg", read_cards),
    RUSH: ("rush", read_rush_cards),
}
_SOURCE_OF_CARDS = "DawnbrandBots/yaml-yugi"
_SOURCE_OF_LISTS = "DawnbrandBots/yaml-yugi-limit-regulation"


class RefusedError(DataError):
    """What was published does not pass the gates."""

    def __init__(self, refused: Iterable[Refusal]) -> None:
        """All refusals, to be told at once."""
        self.refused = tuple(refused)
        alike: dict[tuple[str, str], list[Refusal]] = {}
        for refusal in self.refused:
            region = (refusal.name or refusal.where).partition("@")[0]
            alike.setdefault((region, refusal.reason), []).append(refusal)
        super().__init__("\n".join(_together(some) for some in alike.values()))


def _together(refused: list[Refusal]) -> str:
    """Refusals of a region for the same reason, in a line."""
    first, last = refused[0], refused[-1]
    if len(refused) == 1:
        return str(first)
    others = f"{len(refused)} lists, {first.where} and others"
    return f"{first.name} to {last.name} ({others}): {first.reason}"


class Wish(NamedTuple):
    """What a person says about an update.

    ``accepted``: lists (``REGION@DATE``) and aggregates that are taken whatever a gate says;
    ``skipped``: regions, lists and aggregates that are left alone.
    """

    accepted: Collection[str] = ()
    skipped: Collection[str] = ()


class Outcome(NamedTuple):
    """What an update changed. ``cards`` by the name of the aggregate they came in."""

    snapshot: Day
    cards: dict[str, Changes]
    lists: ListChanges
    parts: tuple[Part, ...]
    unused: tuple[str, ...]


def import_published(
    texts: Sources, published: Iterable[Published], wish: Wish, today: Day, *, whole: bool = False
) -> Outcome:
    """Merge published files into the text sources on disk, a copy that may be thrown away.

    ``whole``: these are all files that are published.

    RefusedError, with all that is wrong, if a file is out of shape or a gate refuses one; the
    copy is then not to be used.
    """
    before = read_published(texts)
    taken = _Taken(wish)
    for file in published:
        taken.read(file)
    refused = [*taken.refused]
    cards = {}
    for part, found in taken.cards.items():
        cards[part] = merge_cards(texts, PREFIXES[_READERS[part][0]], found)
        if part not in wish.accepted:
            count = len({(card.konami_id, card.passcode, card.yugipedia_id) for card in found})
            where, at_odds = taken.where[part], cards[part].at_odds
            refused += gates.of_cards(part, where, count, before.entries(part), at_odds)
    lists = merge_lists(texts, taken.lists, wish.accepted, today, whole=whole)
    refused += lists.refused
    if refused:
        raise RefusedError(refused)
    parts = tuple(taken.parts(today))
    snapshot = taken.snapshot(before.snapshot, today)
    write_published(texts, snapshot, parts, lists.withdrawn)
    _date_sources(texts, parts)
    names = {*cards, *(listed.name for listed in taken.lists), *lists.withdrawn}
    unused = tuple(name for name in wish.accepted if name not in names)
    return Outcome(snapshot, cards, lists, parts, unused)


class _Taken:
    """The facts of the published files, and what could not be read of them."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._days: dict[str, Day | None] = {}
        self.cards: dict[str, list[PublishedCard]] = {}
        self.lists: list[PublishedList] = []
        self.where: dict[str, str] = {}
        self.refused: list[Refusal] = []

    def read(self, file: Published) -> None:
        """Read a file's facts; what is out of shape is kept as a refusal."""
        if file.part in self._wish.skipped:
            return
        try:
            if file.region is None:
                self.cards[file.part] = list(_READERS[file.part][1](file.where, file.text))
                self.where[file.part] = file.where
            else:
                listed = read_regulation(file.where, file.region, file.text)
                if listed.name in self._wish.skipped:
                    return
                self.lists.append(listed)
            days = filter(None, (self._days.get(file.part), file.day))
            self._days[file.part] = max(days, default=None)
        except DeckcheckError as error:
            reason = str(error).removeprefix(f"{file.where}: ")
            self.refused.append(Refusal(None, file.where, reason))

    def parts(self, today: Day) -> Iterator[Part]:
        """The files by what they are, of each region the newest."""
        for name, found in self.cards.items():
            yield Part(name, origin(self.where[name]), self._day(name, today), len(found))
        newest: dict[str, PublishedList] = {}
        for listed in self.lists:
            if listed.region not in newest or listed.day > newest[listed.region].day:
                newest[listed.region] = listed
        for region, listed in newest.items():
            yield Part(region, origin(listed.where), self._day(region, today), len(listed.numbers))

    def _day(self, part: str, today: Day) -> Day:
        """The day that a file was last changed, where that is known and has been; else today."""
        return min(self._days.get(part) or today, today)

    def snapshot(self, before: Day, today: Day) -> Day:
        """The day of the cards: that of those taken now, where it is known."""
        day = self._days.get(CARDS)
        return min(day, today) if day else before


def _date_sources(texts: Sources, parts: Iterable[Part]) -> None:
    """Say of the published sources of which day their newest facts are."""
    path = texts.data / "sources.yaml"
    text = path.read_text(encoding="utf-8")
    days: dict[str, Day] = {}
    for part in parts:
        name = _SOURCE_OF_CARDS if part.name in _READERS else _SOURCE_OF_LISTS
        days[name] = max(days.get(name, part.day), part.day)
    for name, day in days.items():
        entry = re.compile(rf"(- name: {re.escape(name)}\n(?:    .*\n)*?    newest: )(\S+)")
        text = entry.sub(lambda match, day=day: match[1] + max(match[2], day), text)  # type: ignore[misc]
    path.write_text(text, encoding="utf-8", newline="\n")


def copy_of_data(into: Path, user: Path, warn: Callable[[str], None]) -> Sources:
    """A copy, below a folder, of the text sources that an update starts from.

    Those of the package's index or of the user's at ``user``, whichever is used, and the lists
    that only the other one has. NewerIndexError where the user's is of a newer version of the
    program and would be lost.
    """
    package = open_index()
    ours = archived(package)
    said, theirs = _user_data(user, warn)
    if said and is_as_new(said, facts(package)):
        texts, others = theirs, ours
    else:
        texts, others = ours, theirs
    package.close()
    lists = {name: text for name, text in others.items()
             if name.startswith("banlists/") and name not in texts}  # fmt: skip
    copy = Sources(into)
    copy.write(texts)
    for name in read_published(copy).withdrawn:
        lists.pop(f"banlists/{name.replace('@', '/')}.yaml", None)
    if lists:
        aside = Sources(into / "aside")
        aside.write(others)
        bring_lists(copy, aside, lists)
    return copy


def _user_data(path: Path, warn: Callable[[str], None]) -> tuple[dict[str, str], dict[str, bytes]]:
    """What the user's index says of itself, nothing if it is not used, and its text sources."""
    if not path.is_file():
        return {}, {}
    try:
        db = open_index(path)
        facts(db)
    except NewerIndexError:
        raise
    except OlderIndexError:
        db = sqlite3.connect(f"file:{quote(os.fsencode(path))}?mode=ro", uri=True)
        said: dict[str, str] = {}
    except DataError as error:
        warn(f"{error}; lists that only it has are lost")
        return {}, {}
    else:
        said = facts(db)
    try:
        return said, archived(db)
    except DataError as error:
        warn(f"{path}: {error}; lists that only it has are lost")
        return {}, {}
    finally:
        db.close()
