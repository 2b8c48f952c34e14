"""Cards that a misspelled name or a mistyped passcode may have meant."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from deckcheck.cards import LANGUAGES, CardIndex
from deckcheck.model import Card

_MOST = 3
_MOST_KEPT = 1_000
"""Names that are kept once looked for; what a deck has wrong is asked for whenever it is judged."""
_LATIN = ("en", "de", "fr", "it", "es", "pt")
"""Languages whose folded names are ASCII letters; the others have their own scripts."""
_WITH_HAN = ("zh-CN", "zh-TW", "ja")
_HANGUL = (("\uac00", "\ud7a3"), ("\u1100", "\u11ff"))
_KANA = (("\u3041", "\u30ff"),)
"""The first and last letters of scripts; as an expression they would slow each start down."""
_ALIKE_ENOUGH = 75
"""How alike two names must be, of 100: below it suggestions are guesses."""
_FEWEST_LETTERS = 3
_LARGEST_RANDOM_PASSCODE = 99_999_999


class NearNames:
    """Finds names near a misspelled one. The names of a language are read once."""

    def __init__(self, index: CardIndex, *, languages: int | None = None) -> None:
        """``languages``: look through so many of them, all where None."""
        self._index = index
        self._most_languages = languages
        self._names: dict[str, dict[str, int]] = {}
        self._kept = lru_cache(maxsize=_MOST_KEPT)(self._near)

    def find(self, name: str) -> tuple[Card, ...]:
        """The cards it may be a name of; often none.

        A name that is not sure comes first, then names that begin with it, then those spelled most
        like it. The index's own language is looked through first, then English, then the others;
        the cards bear their names in the language that was found.
        """
        return self._kept(name)

    def _near(self, name: str) -> tuple[Card, ...]:
        from rapidfuzz import fuzz, process

        from deckcheck.names import LONGEST, fold

        if len(name) > LONGEST:
            return ()
        folded = fold(name)
        unsure = self._unsure(folded)
        if unsure:
            return unsure
        for language in self._languages(folded):
            names = self._of(language)
            near = _longer(folded, names) or [
                match
                for match, _, _ in process.extract(
                    folded, names.keys(), scorer=fuzz.ratio, limit=_MOST, score_cutoff=_ALIKE_ENOUGH
                )
            ]
            if near:
                keys = dict.fromkeys(names[match] for match in near)
                return tuple(self._named(key, language) for key in keys)
        return ()

    def _languages(self, folded: str) -> list[str]:
        """The languages that the text may be in by its script, the likeliest first."""
        if folded.isascii():
            order = dict.fromkeys((self._index.language, "en", *LANGUAGES))
            fitting = [code for code in order if code in _LATIN]
        elif _is_in(folded, _HANGUL):
            fitting = ["ko"]
        elif _is_in(folded, _KANA):
            fitting = ["ja"]
        else:
            order = dict.fromkeys((self._index.language, *_WITH_HAN))
            fitting = [code for code in order if code in _WITH_HAN]
        return fitting[: self._most_languages]

    def _unsure(self, folded: str) -> tuple[Card, ...]:
        """The cards that players may call so, for all that is known."""
        query = "SELECT DISTINCT card FROM lookup WHERE folded = ? AND game = ? AND NOT sure"
        found = self._index.db.execute(query, [folded, self._index.game])
        keys = sorted(key for (key,) in found)
        return tuple(self._index.card(key) for key in keys[:_MOST])

    def _of(self, language: str) -> dict[str, int]:
        """The keys of cards by their folded names in the language."""
        if language not in self._names:
            query = (
                "SELECT folded, card FROM lookup WHERE lang = ? AND game = ? "
                "ORDER BY kind = 'official'"
            )
            found = self._index.db.execute(query, [language, self._index.game])
            self._names[language] = dict(found)
        return self._names[language]

    def _named(self, key: int, language: str) -> Card:
        query = "SELECT name FROM name WHERE card = ? AND lang = ?"
        row = self._index.db.execute(query, [key, language]).fetchone()
        card = self._index.card(key)
        return card._replace(name=row[0]) if row else card


def _is_in(text: str, script: Iterable[tuple[str, str]]) -> bool:
    return any(first <= letter <= last for letter in text for first, last in script)


def _longer(folded: str, names: Iterable[str]) -> list[str]:
    """The shortest names that begin with the text; a few letters begin too many."""
    if len(folded) < _FEWEST_LETTERS and folded.isascii():
        return []
    return sorted((name for name in names if name.startswith(folded)), key=len)[:_MOST]


def near_passcodes(index: CardIndex, passcode: int) -> tuple[Card, ...]:
    """The cards one slip of the finger away: a digit wrong, missing, doubled or swapped.

    None for ids past 8 digits: those are given in sequence, and a neighbour means nothing.
    """
    if not 0 < passcode <= _LARGEST_RANDOM_PASSCODE:
        return ()
    found = index.by_passcodes({int(text) for text in _slips(str(passcode))})
    cards = {known.card.key: known.card for _, known in sorted(found.items())}
    return tuple(cards.values())[:_MOST]


def _slips(digits: str) -> Iterator[str]:
    for at in range(len(digits) + 1):
        head, tail = digits[:at], digits[at:]
        if tail:
            yield head + tail[1:] or "0"
            yield from (head + digit + tail[1:] for digit in "0123456789")
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        yield from (head + digit + tail for digit in "0123456789")
