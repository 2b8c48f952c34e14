"""The cards that a text may name, where people and sites write what they like around it."""

import re
from collections.abc import Iterator
from unicodedata import normalize

from deckcheck.model import Reading
from deckcheck.passcodes import FEWEST_DIGITS

DIGITS = "[0-9０-９]"
"""A digit as keyboards of the West and of the East write it."""

_ID_AND_NAME = re.compile(
    rf"(?P<id>{DIGITS}{{{FEWEST_DIGITS},10}})(?:\s*[(（\[](?P<name>.+)[)）\]]|\s*[-:]?\s(?P<bare>.+))"
)
_ID_BEHIND = re.compile(rf"[(（\[](?P<id>{DIGITS}{{{FEWEST_DIGITS},10}})[)）\]]$")
_NOTE_BEHIND = re.compile(r"\s*[(（\[【<].*|\s+(?:#\s|//).*")


def named(copies: int, text: str) -> Iterator[Reading]:
    """A name or passcode, whole and then without what stands behind it in brackets.

    ``12345678 (Name)`` is the passcode, then the name. What stands behind a dash may be the rest of
    a name, and is never dropped.
    """
    if text.isdigit():
        text = normalize("NFKC", text)
    yield Reading(copies, text)
    match = _ID_AND_NAME.fullmatch(text)
    shorter = _NOTE_BEHIND.sub("", text)
    if match:
        yield Reading(copies, normalize("NFKC", match["id"]))
        yield Reading(copies, match["name"] or match["bare"])
    elif shorter and shorter != text:
        yield Reading(copies, shorter)
        behind = _ID_BEHIND.search(text)
        if behind:
            yield Reading(copies, normalize("NFKC", behind["id"]))
