"""Cards by the beginning of a name or passcode, for shells that complete them."""

import re
import sqlite3
from collections.abc import Iterator

from deckcheck.names import LONGEST, fold

_MOST = 50
_MOST_DIGITS = 10
_PRINTED_DIGITS = 8

# only the range of the key is read. The names that are spelled as what is typed come first, and of
# these one for each letter that may follow, so that what the fifty have in common all have
_NAMES = """
SELECT found.name, card.name FROM (
  SELECT name, card, folded, name LIKE :like ESCAPE '!' AS literal, row_number() OVER (
    PARTITION BY name LIKE :like ESCAPE '!', substr(folded, 1, :letters + 1)
    ORDER BY lang != :lang, folded
  ) AS place
  FROM lookup
  WHERE folded >= :folded AND folded < :folded || char(0x10ffff)
    AND game = :game AND kind = 'official' AND sure
    AND (lang = :lang OR name LIKE :elsewhere ESCAPE '!')
) AS found JOIN card ON card.key = found.card
ORDER BY literal DESC, place, folded LIMIT :rows
"""
_PASSCODES = """
SELECT found.text, card.name FROM (
  SELECT printf(:form, passcode) AS text, card, row_number() OVER (
    PARTITION BY substr(printf(:form, passcode), 1, :digits + 1) ORDER BY passcode
  ) AS place
  FROM passcode WHERE game = :game AND ({ranges})
) AS found JOIN card ON card.key = found.card
ORDER BY place, text LIMIT :rows
"""


def names(db: sqlite3.Connection, typed: str, game: str, lang: str) -> Iterator[tuple[str, str]]:
    """Official names that begin with what is typed, and what the card is called in English.

    Fifty at most, those of the language first; the second is "" where it is the same.
    """
    if not typed or len(typed) > LONGEST:
        return
    folded = fold(typed)
    like = re.sub("[%_!]", "!\\g<0>", typed) + "%"
    # one Latin letter begins 8,000 names in all languages
    elsewhere = "%" if len(folded) > 1 or not folded.isascii() else like * (len(typed) > 1)
    values = {
        "like": like,
        "folded": folded,
        "letters": len(folded),
        "lang": lang,
        "elsewhere": elsewhere,
        "game": game,
        # one name may be that of several languages
        "rows": _MOST * 3,
    }
    for name, english in list(dict(db.execute(_NAMES, values)).items())[:_MOST]:
        yield name, english if english != name else ""


def passcodes(db: sqlite3.Connection, digits: str, game: str) -> Iterator[tuple[str, str]]:
    """Ids that begin with the ASCII digits, and whose they are; fifty at most.

    They are written as on cards, in eight digits, where the digits begin with 0.
    """
    is_printed = digits.startswith("0")
    form, least, most = "%d", len(digits), _MOST_DIGITS
    if is_printed:
        form, least, most = f"%0{_PRINTED_DIGITS}d", _PRINTED_DIGITS, _PRINTED_DIGITS
    if len(digits) > most:
        return
    ranges = " OR ".join(
        f"passcode BETWEEN {digits.ljust(width, '0')} AND {digits.ljust(width, '9')}"
        for width in range(least, most + 1)
    )
    values = {"form": form, "digits": len(digits), "game": game, "rows": _MOST}
    yield from db.execute(_PASSCODES.format(ranges=ranges), values)


def spelling(text: str, typed: str) -> str:
    """How the text spells what is typed, in which signs may be missing; "" if it does not."""
    folded = fold(typed)
    if not fold(text).startswith(folded):
        return ""
    ends = range(1, len(text) + 1)
    head = next(text[:end] for end in ends if fold(text[:end]).startswith(folded))
    return head if _signs(head) >= _signs(typed) else ""


def _signs(text: str) -> int:
    return len(re.findall(r"\W+", text.replace("&", "and")))
