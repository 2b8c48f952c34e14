"""Card names as people type them."""

import unicodedata

_WRITTEN_AS = {"×": "x", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i"}


LONGEST = 300
"""Letters of a text that may be a name; to fold a longer one can take very long."""


def exact(name: str) -> str:
    """The name without differences that no keyboard makes on purpose: width and case."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def fold(name: str) -> str:
    """What two spellings of one name have in common.

    Width, case, Latin accents, punctuation, symbols and spaces go; ``&`` is ``and``; Greek
    letters are spelled out; the sign of ``×3`` is an x, lest a count become part of a name. The
    marks of kana stay, for ハ and バ are two letters. A name of nothing but symbols is kept as
    ``exact`` gives it.
    """
    plain = exact(name)
    if plain.isascii():
        letters = "".join(filter(str.isalnum, plain.replace("&", "and")))
    else:
        letters = "".join(map(_fold_letter, plain.replace("&", "and")))
    return letters or plain.encode("utf-8", "replace").decode()


def _fold_letter(letter: str) -> str:
    if letter in _WRITTEN_AS:
        return _WRITTEN_AS[letter]
    if not letter.isalnum():
        return ""
    base = unicodedata.normalize("NFD", letter)[0]
    if base.isascii():
        return base
    title = unicodedata.name(base, "")
    if title.startswith("GREEK SMALL LETTER "):
        return title.removeprefix("GREEK SMALL LETTER ").removeprefix("FINAL ").lower()
    return letter
