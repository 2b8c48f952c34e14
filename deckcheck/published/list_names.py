"""Keeps the names in limit lists and pools those of their cards.

A list names a card by its passcode, with its name in a comment that is checked; or, if it has none
yet, by its name alone.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from deckcheck.cards import game_of
from deckcheck.index.sources import PREFIXES, Sources
from deckcheck.passcodes import parse_passcode

_BY_PASSCODE = re.compile(r"(?P<head>\s*(?:- )?0*(?P<code>[0-9]+)(?::[^#]*)?  # )(?P<name>.*)")
_REMARK = " | "


def rename_in_lists(texts: Sources, prefix: str, names: Mapping[str, str]) -> None:
    """Write the names of cards, given by their keys, into the comments of a game's lists."""
    if names:
        for path in _files(texts, prefix):
            old = path.read_text(encoding="utf-8")
            new = renamed(old, names)
            if new != old:
                path.write_text(new, encoding="utf-8", newline="\n")


def renamed(text: str, names: Mapping[str, str]) -> str:
    """The text of a list with these names, by passcode, in its comments; remarks stay."""

    def line_of(line: str) -> str:
        match = _BY_PASSCODE.fullmatch(line)
        if not match or match["code"] not in names:
            return line
        _, sign, remark = match["name"].partition(_REMARK)
        return f"{match['head']}{names[match['code']]}{sign}{remark}"

    return "".join(f"{line_of(line)}\n" for line in text.splitlines())


def named_by_name(texts: Sources, prefix: str, old: str, key: str, new: str) -> None:
    """Write the passcode of a card that lists named by its old name, for it had none."""
    quoted = json.dumps(old, ensure_ascii=False)
    line = re.compile(rf"(?m)^([ ]*(?:- )?){re.escape(quoted)}(:[^#\n]*?)?(?:[ ]+#.*)?$")
    reference = key if parse_passcode(key) is not None else json.dumps(new, ensure_ascii=False)
    for path in _files(texts, prefix):
        text = path.read_text(encoding="utf-8")
        if quoted in text:
            changed = line.sub(
                lambda match: f"{match[1]}{reference}{match[2] or ''}  # {new}", text
            )
            path.write_text(changed, encoding="utf-8", newline="\n")


def _files(texts: Sources, prefix: str) -> Iterator[Path]:
    """The lists and pools that are about the cards of a game."""
    for path in (*texts.banlists.glob("*/*.yaml"), *(texts.data / "pools").glob("*.yaml")):
        region = path.stem if path.parent.name == "pools" else path.parent.name
        if PREFIXES[game_of(region)] == prefix:
            yield path
