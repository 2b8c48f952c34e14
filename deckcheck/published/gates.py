"""The sanity gates: what published data cannot be, and yet has been.

A refusal says which file it is about, and the figure. A person may overrule one by its name.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from deckcheck.banlists.lint import loses_a_third
from deckcheck.model import Day
from deckcheck.published.regulation import PublishedList
from deckcheck.text import some

Numbers = dict[str, int]
"""What a list says, copies allowed or points, by the keys of cards."""


class KnownList(NamedTuple):
    """A list of the text sources: its day and its numbers."""

    day: Day
    numbers: Numbers


_FARTHEST = timedelta(days=366)
_SHOWN = 5


class Refusal(NamedTuple):
    """Why a file is refused. ``name`` is what ``--accept`` overrules it by, None for nothing."""

    name: str | None
    where: str
    reason: str

    def __str__(self) -> str:
        subject = f"{self.name} ({self.where})" if self.name else self.where
        return f"{subject}: {self.reason}"


def withdrawn(name: str, where: str) -> Refusal:
    """A list that is known and still to come does not vanish."""
    reason = "is known here and still to come, and not published any more"
    return Refusal(name, where, reason)


def newest(
    known: KnownList | None, lists: Iterable[PublishedList], accepted: Collection[str]
) -> Iterator[Refusal]:
    """The newest list published for a region is not older than the one in force here."""
    last = max(lists, key=lambda listed: listed.day)
    if known and last.day < known.day and last.name not in accepted:
        reason = f"is older than {last.region}@{known.day}, the list in force here"
        yield Refusal(last.name, last.where, reason)


def unnamed(listed: PublishedList, names: list[str]) -> Refusal:
    """A card of a list has a passcode or a name of its own."""
    reason = f"has cards without passcodes whose names others have too: {some(names, _SHOWN)}"
    return Refusal(None, f"{listed.name} ({listed.where})", reason)


def again(
    listed: PublishedList, known: Numbers, numbers: Numbers, names: Mapping[str, str]
) -> Refusal:
    """A list that is known does not change."""
    differing = [key for key in {**known, **numbers} if known.get(key) != numbers.get(key)]
    which = some([names.get(key, key) for key in differing], _SHOWN)
    reason = f"differs in {len(differing)} cards from the list of that day known here: {which}"
    return Refusal(listed.name, listed.where, reason)


def of_list(
    listed: PublishedList,
    known: KnownList | None,
    numbers: Numbers,
    unknown: list[str],
    today: Day,
) -> Iterator[Refusal]:
    """A new list holds known cards, is not empty, does not shrink by more than a third, is near."""

    def refusal(reason: str) -> Refusal:
        return Refusal(listed.name, listed.where, reason)

    before = f"{listed.region}@{known.day} has {len(known.numbers):,} entries" if known else ""
    if not listed.numbers:
        yield refusal(f"the list is empty{f'; {before}' if before else ''}")
    elif known and loses_a_third(len(known.numbers), len(numbers)):
        yield refusal(f"{len(numbers):,} entries, more than a third fewer; {before}")
    if unknown:
        ids = f"{len(unknown):,} of {len(listed.numbers):,} Konami ids"
        yield refusal(f"{ids} are no card: {some(unknown, _SHOWN)}")
    if date.fromisoformat(listed.day) > date.fromisoformat(today) + _FARTHEST:
        yield refusal(f"takes effect more than a year after {today}")


def of_cards(
    part: str, where: str, count: int, before: int, at_odds: list[str]
) -> Iterator[Refusal]:
    """There are not fewer cards than before, and no known card is another kind of card now."""
    if count < before:
        yield Refusal(part, where, f"{count:,} cards, {before:,} before")
    if at_odds:
        which = some(at_odds, _SHOWN)
        yield Refusal(part, where, f"{len(at_odds):,} cards are at odds: {which}")
