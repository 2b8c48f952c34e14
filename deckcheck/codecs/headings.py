"""Headings of pasted lists, in the languages in which cards have names.

What each word means is how players of that language call the sections. 副卡组 is the Side Deck to
most; a text that calls the Extra Deck so is doubtful, and what stands below it tells.
"""

import re
from typing import NamedTuple

from deckcheck.model import Section
from deckcheck.names import fold

_MAIN = """
main | main deck | deck principal | deck principale | mazo principal | hauptdeck | baralho principal
メインデッキ | メイン | 主卡组 | 主卡組 | 主牌组 | 主牌組 | 主卡 | 主组 | 主組 | 메인 덱 | 메인
"""
_EXTRA = """
extra | extra deck | deck extra | mazo extra | mazzo extra | deck adicional | baralho adicional
fusion deck | fusionsdeck | エクストラデッキ | エクストラ | 融合デッキ | 融合卡组 | 融合卡組
额外卡组 | 額外卡組 | 额外牌组 | 額外牌組 | 额外 | 額外 | 엑스트라 덱 | 엑스트라 | 융합 덱
"""
_SIDE = """
side | side deck | sideboard | deck secondaire | mazo secundario | nebendeck | baralho secundario
サイドデッキ | サイド | 副卡组 | 副卡組 | 副牌组 | 副牌組 | 备牌 | 備牌 | 备用卡组 | 備用卡組
사이드 덱 | 사이드
"""
_KINDS = """
deck | decklist | cards | monster | monsters | monster cards | effect monsters | normal monsters
ritual monsters
pendulum monsters | spell | spells | spell cards | magic | magic cards | trap | traps | trap cards
spells and traps | spell and trap cards | monsterkarten | zauber | zauberkarten | fallen
fallenkarten | monstre | monstres | cartes monstre | magie | magies | cartes magie | piege | pieges
cartes piege | mostri | trappole | monstruos | magicas | cartas magicas | trampas | monstros
magias | armadilhas | 怪兽 | 怪獸 | 怪兽卡 | 怪獸卡 | 魔法 | 魔法卡 | 陷阱 | 陷阱卡
モンスター | モンスターカード | 魔法カード | 罠 | 罠カード | トラップ | 몬스터 | 마법 | 함정
"""


def _folded(words: str) -> set[str]:
    return {fold(word) for word in re.split(r"[|\n]", words) if word.strip()}


_SECTION_OF: dict[str, Section | None] = {
    **dict.fromkeys(_folded(_KINDS)),
    **dict.fromkeys(_folded(_MAIN), "main"),
    **dict.fromkeys(_folded(_EXTRA), "extra"),
    **dict.fromkeys(_folded(_SIDE), "side"),
}
WORDS = frozenset(_SECTION_OF)
"""Every heading as ``fold`` gives it; a test holds that no card is called like one."""

_SIGNS = " \t=-_*~#!:：[]【】<>「」『』|•·"
_COUNTED = re.compile(
    r"(?P<words>.*?)[\s:：\-]*[(（\[]?\s*(?P<cards>[0-9]{1,4})(?:\s*/\s*[0-9]+)?"
    r"\s*(?:cards?|枚|张|張|장|karten|cartes|carte|cartas)?\s*[)）\]]?",
    re.IGNORECASE,
)
_LONGEST = 60


class Found(NamedTuple):
    """A heading: its words, and how many cards it announces, None where it does not say.

    ``section`` is the one it begins; None for a kind of cards, which goes on with the section.
    """

    words: str
    section: Section | None
    cards: int | None


def heading(line: str) -> Found | None:
    """The heading that a line is, None if it is none."""
    if len(line) > _LONGEST:
        return None
    words = line.strip(_SIGNS)
    if fold(words) in _SECTION_OF:
        return Found(words, _SECTION_OF[fold(words)], None)
    match = _COUNTED.fullmatch(words)
    if match and fold(match["words"]) in _SECTION_OF:
        words = match["words"].strip(_SIGNS)
        return Found(words, _SECTION_OF[fold(words)], int(match["cards"]))
    return None
