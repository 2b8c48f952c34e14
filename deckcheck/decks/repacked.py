"""Texts with a ``ydke://`` link or an Omega code, in which that is packed anew."""

import re
from urllib.parse import quote

from deckcheck import codecs
from deckcheck.codecs.ydke import LINK
from deckcheck.model import DeckList

_LETTER = re.compile(r"%[0-9a-fA-F]{2}|.", re.DOTALL)


def repacked(text: str, before: DeckList, after: DeckList) -> str:
    """The text of a deck with the code of another one in its place, and all around as it was.

    The same text where its code is not written as the program would write it.
    """
    dump = codecs.codec(before.codec).dump
    old, new = dump(before).strip(), dump(after).strip()
    if before.codec == "omega":
        # the same deck may be packed in several ways, and nothing but spaces is around it
        return text.replace(text.strip(), new)
    return LINK.sub(lambda link: _with_link(link[0], old, new), text)


def _with_link(written: str, old: str, new: str) -> str:
    """A link that begins with the old one, in whatever letters, with the new one in its place."""
    letters: list[str] = _LETTER.findall(written)[: len(old)]
    plain = "".join(chr(int(one[1:], 16)) if one[1:] else one for one in letters)
    scheme = len("ydke://")
    if (plain[:scheme].casefold(), plain[scheme:]) != (old[:scheme], old[scheme:]):
        return written
    spelled = dict(zip(plain, letters, strict=True))
    coded = any(one[1:] for one in letters)
    lower = any(one[1:] and one != one.upper() for one in letters)

    def spell(letter: str) -> str:
        code = quote(letter, safe="") if coded else letter
        return spelled.get(letter, code.lower() if lower and code != letter else code)

    behind = written[sum(map(len, letters)) :]
    return "".join((*letters[:scheme], *map(spell, new[scheme:]), behind))
