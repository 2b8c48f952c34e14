"""The one path, for one deck: bytes, deck list, deck, findings, report."""

import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from deckcheck import codecs, formats, rules
from deckcheck.cards import CardIndex, resolve
from deckcheck.errors import DeckcheckError, DirectiveError, ParseError
from deckcheck.formats import Choice
from deckcheck.model import SECTIONS, Day, DeckList, Directive, LimitList, Report, Terms
from deckcheck.rules import parse as parse_rule


class Asked(NamedTuple):
    """A format and a day as one place asks for them: the options, the deck file, the defaults."""

    format: str | None
    on: str | None


class Checker:
    """Judges decks by one set of options. Terms and cards once looked up are kept.

    ``choice`` is what the options say, its format empty where they name none; ``default_format``
    is what then counts where the deck names none either.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        cards: CardIndex,
        choice: Choice,
        *,
        default_format: str,
        today: Day,
        read_list: Callable[[str], LimitList],
    ) -> None:
        self._db = db
        self._cards = cards
        self._choice = choice
        self._default = Asked(default_format, None)
        self._today = today
        self._read_list = read_list
        self._terms: dict[Choice, Terms] = {}

    def check(self, path: str, data: bytes, *, suffix: str, codec: str | None = None) -> Report:
        """The report on a deck in the bytes of a file, which reports call ``path``.

        A deck that cannot be read has a report too. DirectiveError, with path and line, where
        the deck asks for what it cannot be judged by; DeckcheckError where the options do.
        """
        try:
            listed = codecs.parse(data, suffix=suffix, name=codec)
        except ParseError as error:
            return self.unreadable(path, error, codec or codecs.SUFFIXES.get(suffix))
        return self._judge(path, listed)

    def unreadable(self, path: str, error: ParseError, codec: str | None = None) -> Report:
        """The report on a deck that cannot be read at all."""
        finding = parse_rule.of_error(error)
        return Report(path, None, codec, "undecided", self.terms(()), None, (finding,))

    def _judge(self, path: str, listed: DeckList) -> Report:
        try:
            terms = self.terms(listed.directives)
        except DeckcheckError as error:
            if not listed.directives:
                raise
            raise DirectiveError(f"{path}:{listed.directives[0].line}: {error}") from error
        deck = resolve(self._cards, listed)
        findings = rules.run(deck, terms)
        sizes = {section: deck.size(section) for section in SECTIONS}
        verdict = rules.verdict(findings)
        return Report(path, deck.name, deck.codec, verdict, terms, sizes, findings)

    def terms(self, directives: tuple[Directive, ...]) -> Terms:
        """What a deck with these directives is judged by: options first, then it, then defaults."""
        said = {directive.key: directive.value for directive in directives}
        options = Asked(self._choice.format or None, self._choice.on)
        choice = _settle(self._choice, (options, Asked(said.get("format"), said.get("on")),
                                        self._default))  # fmt: skip
        if choice not in self._terms:
            self._terms[choice] = formats.terms(
                self._db, choice, today=self._today, read_list=self._read_list
            )
        return self._terms[choice]


def _settle(choice: Choice, places: tuple[Asked, ...]) -> Choice:
    """The choice with the format and the day of the first place that asks for each.

    The day in ``NAME@DAY`` counts as asked for by the place of that format, so one place that
    asks for two days still contradicts itself.
    """
    place = next(place for place in places if place.format)
    name, _, day = str(place.format).partition("@")
    for asked in places:
        if asked is place and day:
            return choice._replace(format=f"{name}@{day}", on=asked.on)
        if asked.on:
            return choice._replace(format=name, on=asked.on)
    return choice._replace(format=name, on=None)
