"""The nouns of the project: immutable records, no input or output.

They are named tuples rather than data classes, because each data class costs a start of the
program ten times as much.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, NewType

Day = NewType("Day", str)
"""A day as YYYY-MM-DD, checked by ``days``; days compare as text."""

Section = Literal["main", "extra", "side"]
Severity = Literal["error", "warning", "note"]
Verdict = Literal["legal", "illegal", "undecided"]

SECTIONS: tuple[Section, ...] = ("main", "extra", "side")


# --- a deck as its file says it ---------------------------------------------------------------


class Reading(NamedTuple):
    """One way to read a line of a deck: so many copies of a card.

    ``by``: what the text is, where the file says it; "either" is a passcode or a name.
    """

    copies: int
    text: str
    by: Literal["either", "passcode", "konami-id"] = "either"


class Entry(NamedTuple):
    """A line of a deck. Several readings, likeliest first, where only a card tells them apart.

    ``section`` is None where the file leaves it to the kind of the card: main or extra.
    """

    section: Section | None
    line: int
    readings: tuple[Reading, ...]


class Heading(NamedTuple):
    """A line that says where the cards below it stand, in words that people may mean otherwise.

    ``section`` is the one of the cards below it, which a heading of a kind of cards does not begin.
    ``cards``: how many it says stand below it, None where it does not say.
    """

    line: int
    written: str
    section: Section | None
    begins_section: bool
    cards: int | None


class Problem(NamedTuple):
    """A line that cannot be read. ``section``: where it counts as one card; None counts nothing."""

    line: int
    message: str
    section: Section | None = None


class Directive(NamedTuple):
    """What a deck file asks to be judged by, in a comment or a key of its own."""

    key: Literal["format", "on"]
    value: str
    line: int


class Doubt(NamedTuple):
    """What of a file may be meant otherwise than it is read; ``subject`` tells two doubts apart."""

    line: int
    message: str
    subject: str


class DeckList(NamedTuple):
    """What a codec reads: lines, not yet cards.

    ``headings`` are those of files that people write. ``comments``: lines that say nothing about
    the deck. ``doubts``: what may be meant otherwise, whatever the cards are. ``tags``: by the
    names that the deck gives them, sets of its cards; their entries are in no section.
    """

    codec: str
    name: str | None
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()
    directives: tuple[Directive, ...] = ()
    headings: tuple[Heading, ...] = ()
    comments: int = 0
    doubts: tuple[Doubt, ...] = ()
    tags: Mapping[str, tuple[Entry, ...]] = MappingProxyType({})


# --- cards and the deck made of them ----------------------------------------------------------


RELEASE_SOURCE = "release dates of sets from Yugipedia and YGOJSON"


class Release(NamedTuple):
    """A card's first release anywhere in a region. ``day`` is None where no date is known.

    ``by_month``: only the month is certain. ``maybe_earlier``: an undated earlier set may exist.
    ``released``: whether it is out at all, for a card without a date.
    """

    day: Day | None
    by_month: bool
    maybe_earlier: bool
    released: bool

    def is_out(self, on: Day) -> bool:
        """Whether the card is out on the day, by what is known."""
        return self.released if self.day is None else self.day <= on


class CardRef(NamedTuple):
    """A card as a report names it."""

    passcode: int | None
    konami_id: int | None
    name: str


class Card(NamedTuple):
    """One card: all its artworks and old ids are this card.

    ``key`` is internal to one index. ``name`` is in the language the index was asked for.
    ``section`` is where it belongs: "main", "extra", or "none" for tokens. ``frame`` is the words
    of its kind (effect, link; quick-play), ``flags`` what is special of it (legend).
    ``name_groups`` are the keys of the cards whose name it counts as, its own included where it
    keeps that.
    """

    key: int
    passcode: int | None
    konami_id: int | None
    name: str
    kind: str
    frame: tuple[str, ...]
    section: str
    flags: tuple[str, ...]
    playable: bool
    released: Mapping[str, Release]
    name_groups: tuple[int, ...]

    @property
    def ref(self) -> CardRef:
        """The card as a report names it."""
        return CardRef(self.passcode, self.konami_id, self.name)


IdKind = Literal[
    "passcode",
    "artwork",
    "prerelease",
    "superseded",
    "pre-errata",
    "goat",
    "unofficial",
    "name",
    "konami-id",
]
"""What a deck line names a card by: its passcode, another id of it, its Konami id, or its name."""

OUT_OF_DATE: tuple[IdKind, ...] = ("prerelease", "superseded")
"""Ids that a card had before its passcode."""


class Copy(NamedTuple):
    """One copy of a card in a deck; ``card`` is None where ``written`` could not be resolved.

    ``near`` are then the cards it may have meant; ``ambiguous``: each of them bears that name;
    ``elsewhere``: another game that has such a card, and its name.
    ``place`` is the copy's number in its section, from 1. ``otherwise``: what else the line may
    mean, so many copies and their card. ``beside``: an id that stands beside its name and is none
    that is known. ``moved_from``: the section the file has it in, where it is judged in another.
    """

    section: Section
    line: int
    place: int
    written: str
    card: Card | None
    id_kind: IdKind = "passcode"
    near: tuple[Card, ...] = ()
    ambiguous: bool = False
    elsewhere: tuple[str, str] | None = None
    otherwise: tuple[int, Card] | None = None
    beside: str | None = None
    moved_from: Section | None = None

    @property
    def identity(self) -> int | str:
        """What tells the card from others, whatever its artwork: its key, or how it is written."""
        return self.card.key if self.card else self.written


class Deck(NamedTuple):
    """A deck list with its cards. ``bases``: by key, every card whose name a copy counts as."""

    codec: str
    name: str | None
    copies: tuple[Copy, ...]
    problems: tuple[Problem, ...]
    bases: Mapping[int, Card]
    headings: tuple[Heading, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    def size(self, section: Section) -> int:
        """Cards in the section as written, unreadable lines that count included."""
        return sum(copy.section == section for copy in self.copies) + sum(
            problem.section == section for problem in self.problems
        )


# --- what a deck is judged by -----------------------------------------------------------------


STATUSES = {"forbidden": 0, "limited": 1, "semi-limited": 2}
"""What a limit list may say of a card, and the copies each allows."""

STATUS_WORDS = {allowed: status.title() for status, allowed in STATUSES.items()}
"""How people read the copies that a limit list allows: Forbidden, Limited, Semi-Limited."""


class Limit(NamedTuple):
    """Copies a limit list allows, and the first day of the unbroken time it has allowed so many.

    ``put_by``: the format that says so in place of its list.
    """

    allowed: int
    since: Day | None
    put_by: str | None = None


def group_title(name: str) -> str:
    """What players call a group of a list: ``Limited 1`` for ``limited-1``, else its name."""
    return name.replace("limited-", "Limited ", 1) if name.startswith("limited-") else name


class LimitGroup(NamedTuple):
    """So many copies of all the cards together, by their keys.

    ``put_by``: the format that says so in place of its list.
    """

    name: str
    allowed: int
    cards: frozenset[int]
    put_by: str | None = None

    @property
    def title(self) -> str:
        """What players call it."""
        return group_title(self.name)


class LimitList(NamedTuple):
    """A dated limit list, by card keys. A list from a file has a path and no region.

    ``limits`` are of single cards; ``points`` of each copy; ``skills``, by the keys of skill cards,
    are 0 where forbidden, or the name of a group; ``skill_only`` are cards that only a skill brings
    into a deck; ``whitelist`` is the card pool, None where the list is none. ``name`` is what
    messages call a list that was made of others.
    """

    region: str | None
    effective: Day | None
    path: str | None
    title: str
    sources: tuple[str, ...]
    limits: Mapping[int, Limit]
    points: Mapping[int, int] = MappingProxyType({})
    groups: tuple[LimitGroup, ...] = ()
    skills: Mapping[int, str] = MappingProxyType({})
    skill_only: frozenset[int] = frozenset()
    whitelist: frozenset[int] | None = None
    name: str | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """What the list has beside the statuses of single cards."""
        parts = {"points": self.points, "groups": self.groups, "skills": self.skills,
                 "a whitelist": self.whitelist is not None}  # fmt: skip
        return tuple(name for name, part in parts.items() if part)

    @property
    def source(self) -> str | None:
        """Who says the list: its first source, or its path."""
        return next(iter(self.sources), self.path)

    @property
    def label(self) -> str:
        """How messages name the list: ``tcg 2026-05-18`` or its path."""
        if self.name:
            return self.name
        return f"{self.region} {self.effective}" if self.region else str(self.path)


class SizeRange(NamedTuple):
    """Sizes from ``least`` to ``most`` cards, both included; no ``most``, no maximum."""

    least: int
    most: int | None

    def __contains__(self, size: object) -> bool:
        return (
            isinstance(size, int)
            and self.least <= size
            and (self.most is None or size <= self.most)
        )

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


class DoubtfulSize(NamedTuple):
    """Sizes that a ruleset lets pass with a warning, and why."""

    sizes: SizeRange
    why: str


class SectionRule(NamedTuple):
    """How large a section may be. ``name`` is what players called it then (Fusion Deck).

    ``put_by``: the format that says so in place of its ruleset.
    """

    name: str
    sizes: tuple[SizeRange, ...]
    doubtful: tuple[DoubtfulSize, ...]
    put_by: str | None = None


class LegendRule(NamedTuple):
    """How many LEGEND cards a deck may hold, from a day on: in all, or of each kind."""

    since: Day
    allowed: int
    of_each_kind: bool
    sections: tuple[Section, ...]


class OpeningHand(NamedTuple):
    """Cards seen before the first play, with those drawn in the first turn, by who goes first."""

    first: int
    second: int


class Ruleset(NamedTuple):
    """Numbers for building a deck.

    ``counted``: groups of cards, by the section they belong in, whose copies of a name are
    counted together, wherever in the deck they stand.
    ``stands_in``: for cards that belong in main or extra, the sections they may stand in.
    ``since``: first day in force, by region. ``siding``: sections exchanged with the side deck.
    ``opening_hand``: what ``hand`` and ``odds`` draw; no rule of deck building depends on it.
    ``doubtful_copies``: numbers of copies past ``copies`` that pass with a warning, and why.
    ``legends``: how many LEGEND cards, from a day on. ``skills``: how many skill cards, None where
    the ruleset knows none. ``advice``: ids of the rules that it asks for as notes.
    ``copies_put_by``: the format that says how many copies in its place.
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    since: Mapping[str, Day]
    sections: Mapping[Section, SectionRule]
    copies: int
    doubtful_copies: DoubtfulSize | None
    counted: tuple[tuple[Section, ...], ...]
    stands_in: Mapping[str, tuple[Section, ...]]
    siding: tuple[Section, ...]
    opening_hand: OpeningHand
    legends: tuple[LegendRule, ...]
    skills: SizeRange | None
    advice: tuple[str, ...]
    sources: tuple[str, ...]
    confidence: str
    note: str | None
    copies_put_by: str | None = None


GAME_TITLES = {"ocg-tcg": "OCG/TCG", "rush": "Rush Duel", "skill": "Speed Duel skill"}
"""How people call the games whose cards are kept apart."""


class Pool(NamedTuple):
    """The cards that a deck may hold: a whitelist, or those released in regions by the day.

    ``every``: released in each of the regions, not just in one. ``name`` is what messages call a
    whitelist. ``added`` and ``removed`` are exceptions, by card key, with a reason.
    ``source``: who says so, and of the exceptions.
    """

    regions: tuple[str, ...]
    every: bool
    whitelist: frozenset[int] | None
    name: str | None
    added: Mapping[int, str]
    removed: Mapping[int, str]
    source: str | None
    exceptions_source: str | None


class BanlistSource(NamedTuple):
    """Which limit list a format uses.

    The list of a region in force on the day, or the one of ``day`` where that is fixed; of several
    regions the stricter entry of each card; none where there are no regions. ``forbidden_as``:
    copies of a forbidden card, where that is not none. ``none_before``: there was no list before
    the first one that is known.
    """

    regions: tuple[str, ...]
    day: Day | None
    forbidden_as: int | None
    none_before: bool


class PoolSource(NamedTuple):
    """Which card pool a format uses; None for one of its parts where it has no such part."""

    regions: tuple[str, ...]
    every: bool
    whitelist: str | None
    added: Mapping[int, str]
    removed: Mapping[int, str]


class Format(NamedTuple):
    """A way of playing: whose cards, which lists, deck-building rules and cards count.

    ``day``: the only day it is played as of, None for any; ``since``: the first one, where lists
    and rules do not say it. ``ruleset`` is a region or the name of
    a ruleset; ``sizes`` and ``copies`` change it. ``limits``, ``groups`` and ``points`` are put
    over the list's. ``cap``: points of a deck at most. ``barred``: kinds and frames of cards that
    may not be used. ``origins``: where each part comes from, a format or a file.
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    game: str
    day: Day | None
    since: Day | None
    banlist: BanlistSource
    ruleset: str
    pool: PoolSource | None
    sizes: Mapping[Section, tuple[SizeRange, ...]]
    copies: int | None
    limits: Mapping[int, int]
    groups: tuple[LimitGroup, ...]
    points: Mapping[int, int]
    cap: int | None
    barred: tuple[str, ...]
    notes: tuple[str, ...]
    sources: tuple[str, ...]
    confidence: str | None
    origins: Mapping[str, str]

    def source_of(self, part: str) -> str | None:
        """Who says a part of the format: its first source, or the file that the part is from."""
        origin = self.origins.get(part)
        is_cited = self.sources and origin == self.origins.get("source")
        return self.sources[0] if is_cited else origin


class Terms(NamedTuple):
    """What one deck is judged by, settled before any rule runs.

    ``pool`` is None where no card pool is judged. ``cap``: points of the deck at most, None where
    there are no points. ``newest_list``: the first day of the region's newest list, None where the
    list was named rather than found by the day. ``elsewhere``: the terms in the territories of the
    region whose list of that day is another one, when no territory was named.
    """

    format: Format
    on: Day
    ruleset: Ruleset
    banlist: LimitList | None
    pool: Pool | None
    cap: int | None
    newest_list: Day | None
    territory: str | None
    elsewhere: tuple["Terms", ...]


# --- what comes out ---------------------------------------------------------------------------


class Member(NamedTuple):
    """A card of the deck that a finding counts, with its copies."""

    passcode: int | None
    name: str
    copies: int


class Finding(NamedTuple):
    """What one rule says about one deck. ``lines`` has one 1-based line per copy.

    ``subject``: what it is about, where it is no card, in words that no other list or data changes;
    it tells two findings of a rule apart, and outputs do not show it.
    """

    rule: str
    severity: Severity
    message: str
    card: CardRef | None = None
    members: tuple[Member, ...] = ()
    sections: tuple[Section, ...] = ()
    copies: int | None = None
    allowed: int | None = None
    lines: tuple[int, ...] = ()
    source: str | None = None
    subject: str = ""


class CardPoints(NamedTuple):
    """The points of a card's copies in a deck, together."""

    card: CardRef
    copies: int
    points: int


class Points(NamedTuple):
    """The points of a deck, the most a deck may have, and the cards that have some, most first."""

    total: int
    cap: int
    cards: tuple[CardPoints, ...]


class Report(NamedTuple):
    """All findings of one deck. ``sizes`` is None where the file could not be read at all.

    ``points`` is None but in point formats. ``known``: further findings, which a baseline has;
    ``passes``: whether the others let a run pass.
    """

    path: str
    name: str | None
    codec: str | None
    verdict: Verdict
    terms: Terms
    sizes: Mapping[Section, int] | None
    points: Points | None
    findings: tuple[Finding, ...]
    known: int = 0
    passes: bool = True
