"""The one path, for one deck: bytes, deck list, deck, findings, report."""

import sqlite3
from collections.abc import Callable, Iterable
from typing import NamedTuple

from deckcheck import codecs, formats, rules
from deckcheck.cards import CardIndex
from deckcheck.decks.natural_sections import in_their_sections
from deckcheck.errors import DeckcheckError, DirectiveError, ParseError, UnknownNameError
from deckcheck.findings import section_size
from deckcheck.formats import Choice, ReadFormat, ReadList
from deckcheck.model import SECTIONS, Day, Deck, DeckList, Directive, Report, Terms
from deckcheck.points import points_of
from deckcheck.resolve import Resolver
from deckcheck.rules import parse as parse_rule


class Checker:
    """Judges decks by one set of options. Terms and cards once looked up are kept.

    ``choice`` is what the options say; ``default`` counts, its format and all else of it that they
    leave open, where neither they nor the deck name a format.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        choice: Choice,
        *,
        language: str,
        default: Choice,
        today: Day,
        read_list: ReadList,
        read_format: ReadFormat,
        read_own_format: ReadFormat = formats.no_format,
        chosen: rules.Chosen = rules.ALL,
        repair_sections: bool = False,
    ) -> None:
        """DeckcheckError for an option that is wrong whatever the decks are.

        ``read_own_format`` reads the formats that a deck may name beside those that ship.
        ``chosen``: the rules that are run. ``repair_sections``: judge cards that stand where they
        may not as if they had been moved.
        """
        formats.check_choice(db, choice, read_list, read_format)
        self._db = db
        self._resolver = Resolver(db, language)
        self._read_format = read_format
        self._choice = choice
        self._default = default
        self._read_own_format = read_own_format
        self.chosen = chosen
        self._today = today
        self._read_list = read_list
        self._repair_sections = repair_sections
        self._terms: dict[_Asked, Terms] = {}

    def check(self, path: str, data: bytes, *, suffix: str, codec: str | None = None) -> Report:
        """The report on a deck in the bytes of a file, which reports call ``path``.

        A deck that cannot be read has a report too. DirectiveError, with path and line, where
        the deck asks for what it cannot be judged by; DeckcheckError where the options do.
        """
        try:
            listed = codecs.parse(data, suffix=suffix, name=codec)
        except ParseError as error:
            return self.unreadable(path, error, codec or codecs.SUFFIXES.get(suffix))
        return self.judge(path, listed)

    def unreadable(self, path: str, error: ParseError, codec: str | None = None) -> Report:
        """The report on a deck that cannot be read at all."""
        finding = parse_rule.of_error(error)
        terms = self._terms_of(())
        return Report(path, None, codec, "undecided", terms, None, None, (finding,), passes=False)

    def deck(self, path: str, listed: DeckList) -> tuple[Deck, Terms]:
        """The deck of a deck list, and what it is judged by; errors as those of ``check``."""
        try:
            terms = self._terms_of(listed.directives)
        except DeckcheckError as error:
            if not listed.directives:
                raise
            line = _line_at_fault(self._choice, listed.directives, error)
            raise DirectiveError(path, line, str(error)) from error
        deck = self._resolver.deck(listed, terms.format.game)
        if self._repair_sections:
            deck = in_their_sections(deck, terms.ruleset)
        return deck, terms

    def cards(self, game: str) -> CardIndex:
        """What finds the cards of decks of the game."""
        return self._resolver.index(game)

    def judge(self, path: str, listed: DeckList) -> Report:
        """The report on a deck list; errors as those of ``check``."""
        return self.report(path, *self.deck(path, listed))

    def report(self, path: str, deck: Deck, terms: Terms) -> Report:
        """The report on a deck that ``deck`` gave."""
        findings = rules.run(deck, terms, self.chosen)
        sizes = {section: section_size(deck, terms, section) for section in SECTIONS}
        verdict = rules.verdict(findings, self.chosen)
        points = points_of(deck, terms)
        return Report(
            path, deck.name, deck.codec, verdict, terms, sizes, points, findings,
            passes=verdict == "legal",
        )  # fmt: skip

    def _terms_of(self, directives: Iterable[Directive]) -> Terms:
        """What a deck with these directives is judged by."""
        said = {directive.key: directive.value for directive in directives}
        asked = _Asked(said.get("format"), said.get("on"))
        if asked not in self._terms:
            self._terms[asked] = self._settled(asked)
        return self._terms[asked]

    def _name(self, asked: str) -> str:
        """What the format of a name or alias is called, without its day."""
        name = asked.partition("@")[0].strip()
        try:
            return formats.named(self._db, name, self._read_format).name.casefold()
        except DeckcheckError:
            return name.casefold()

    def _split_default(self) -> Choice:
        """The default with the day of its format as its own, unless it has another."""
        name, at, day = (self._default.format or "").partition("@")
        if not at:
            return self._default
        return self._default._replace(format=name, on=self._default.on or day)

    def _settled(self, by_deck: "_Asked") -> Terms:
        # a deck may be a stranger's: it names formats that ship, or the user's own, and opens no
        # other file
        from_deck = self._choice.format is None and by_deck.format is not None
        read_format = self._read_own_format if from_deck else self._read_format

        def has_a_day(name: str) -> bool:
            try:
                return formats.named(self._db, name, read_format).day is not None
            except UnknownNameError:
                return False

        asked = self._choice.format or by_deck.format
        default = self._split_default()
        if asked is not None and self._name(asked) != self._name(default.format or ""):
            default = Choice(default.format)
        places = (
            _Asked(self._choice.format, self._choice.on),
            by_deck,
            _Asked(default.format, default.on),
        )
        return formats.terms(
            self._db,
            _settle(_over(self._choice, default), places, has_a_day),
            today=self._today,
            read_list=self._read_list,
            read_format=read_format,
        )


def _over(choice: Choice, default: Choice) -> Choice:
    """The choice, and where it says nothing, the default one."""
    said = {key: value for key, value in choice._asdict().items() if value is not None}
    return default._replace(**said)


class _Asked(NamedTuple):
    """A format and a day as one place asks for them: the options, the deck file, the default."""

    format: str | None
    on: str | None


def _settle(choice: Choice, places: tuple[_Asked, ...], has_a_day: Callable[[str], bool]) -> Choice:
    """The choice with the format and the day of the first place that asks for each.

    The day in ``NAME@DAY`` counts as asked for by the place of that format, so one place that
    asks for two days still contradicts itself. Of a format with a day of its own, later places
    have no say in the day.
    """
    place = next(place for place in places if place.format is not None)
    name, at, _ = str(place.format).partition("@")
    if has_a_day(name):
        places = places[: places.index(place) + 1]
    for asked in places:
        if asked is place and at:
            return choice._replace(format=place.format, on=asked.on)
        if asked.on is not None:
            return choice._replace(format=name, on=asked.on)
    return choice._replace(format=name, on=None)


def _line_at_fault(
    choice: Choice, directives: tuple[Directive, ...], error: DeckcheckError
) -> int | None:
    """The line that asks for what an error of the terms is about; None if an option does.

    The options have been found right in themselves, so an unknown name is the deck's format, and
    any other error lies with the day.
    """
    lines = {directive.key: directive.line for directive in directives}
    if isinstance(error, UnknownNameError):
        return lines.get("format")
    if choice.on is not None or "@" in (choice.format or ""):
        return None
    return lines.get("on") or lines.get("format")
