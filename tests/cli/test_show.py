"""``deckcheck show`` as a process: what people, Markdown and programs get."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from decktext import times, ydk
from judging import TODAY

DECK = """\
#main
55144522
55144522
14558127
46986414
46986414
46986414
44095762
12345678
1x
#extra
44508094
!side
14558127
hello
"""

TABLE = """\
-
  tcg on 2026-06-01, banlist tcg 2026-05-18
  main 9 (4 monsters, 2 spells, 1 trap, 2 unknown), extra 1, side 1

Main Deck (9)
  Monsters (4)
               1 Ash Blossom & Joyous Spring
               3 Dark Magician
  Spells (2)
    Forbidden  2 Pot of Greed
  Traps (1)
               1 Mirror Force
  Unknown (2)
               1 unknown passcode 12345678 (line 9)
               1 '1x' is not a passcode; write digits only, one card a line (line 10)

Extra Deck (1)
               1 Stardust Dragon

Side Deck (1)
  Monsters (1)
               1 Ash Blossom & Joyous Spring

Lines that count as no card
  line 15: 'hello' is no passcode, section header or # comment
"""

MARKDOWN = r"""# my\_deck.ydk

tcg on 2026-06-01, banlist tcg 2026-05-18

main 9 (4 monsters, 2 spells, 1 trap, 2 unknown), extra 1, side 1

## Main Deck (9)

### Monsters (4)

- 1 Ash Blossom & Joyous Spring
- 3 Dark Magician

### Spells (2)

- 2 Pot of Greed *(Forbidden)*

### Traps (1)

- 1 Mirror Force

### Unknown (2)

- 1 unknown passcode 12345678 (line 9)
- 1 '1x' is not a passcode; write digits only, one card a line (line 10)

## Extra Deck (1)

- 1 Stardust Dragon

## Side Deck (1)

### Monsters (1)

- 1 Ash Blossom & Joyous Spring

## Lines that count as no card

- line 15: 'hello' is no passcode, section header or \# comment
"""

HOSTILE = r"""
name: "a|b *c* _d_ `e` <script>f</script> [x](y) \e[31m \u202E\n# g &lt; https://h"
main: ["Maliss <P> Dormouse", "1 *x* `y`"]
"""


def run(
    *arguments: str, stdin: str | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck show``."""
    return subprocess.run([sys.executable, "-m", "deckcheck", "show", *arguments],
                          capture_output=True, encoding="utf-8", check=False, input=stdin,
                          env={**os.environ, **(env or {})})  # fmt: skip


def shown(*arguments: str, stdin: str | None = None) -> str:
    """What is shown; there is nothing to complain of."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def as_json(*arguments: str, stdin: str | None = None) -> Any:
    """What a program is shown."""
    return json.loads(shown(*arguments, "-o", "json", stdin=stdin))


def test_the_table() -> None:
    assert shown("-", "--on", TODAY, stdin=DECK) == TABLE


def test_a_terminal_is_not_overrun(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="no terminals of this kind on this system")
    deck = tmp_path / "x.ydk"
    deck.write_text(DECK, encoding="utf-8")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "deckcheck", "show", deck.name],
        stdout=theirs, cwd=tmp_path, env={**os.environ, "COLUMNS": "60"},
    )  # fmt: skip
    os.close(theirs)
    said = b""
    with suppress(OSError):  # a terminal that is closed
        while piece := os.read(ours, 4096):
            said += piece
    os.close(ours)
    assert process.wait() == 0
    text = said.decode().replace("\r\n", "\n")
    assert max(map(len, text.splitlines())) <= 60
    assert (
        "               1 '1x' is not a passcode; write digits only,\n"
        "                 one card a line (line 10)\n"
    ) in text


def test_markdown(tmp_path: Path) -> None:
    deck = tmp_path / "my_deck.ydk"
    deck.write_text(DECK, encoding="utf-8")
    assert shown(str(deck), "--on", TODAY, "-o", "markdown") == MARKDOWN


def test_json() -> None:
    found = as_json("-", "-f", "genesys", "--on", TODAY, stdin=DECK)
    sections = found.pop("sections")
    assert found.pop("counts")["main"] == {
        "monster": 4, "spell": 2, "trap": 1, "skill": 0, "token": 0, "unknown": 2,
    }  # fmt: skip
    assert found.pop("problems") == [
        {"line": 10, "section": "main",
         "message": "'1x' is not a passcode; write digits only, one card a line"},
        {"line": 15, "section": None,
         "message": "'hello' is no passcode, section header or # comment"},
    ]  # fmt: skip
    points = found.pop("points")
    assert (points["total"], points["cap"]) == (100, 100)
    assert [card["name"] for card in points["cards"]] == [
        "Pot of Greed", "Ash Blossom & Joyous Spring",
    ]  # fmt: skip
    banlist = found.pop("banlist")
    assert (banlist["region"], banlist["path"]) == ("genesys", None)
    assert found == {
        "path": "-", "name": None, "codec": "ydk", "format": "genesys", "on": TODAY,
        "ruleset": "master-rule-2020", "sizes": {"main": 9, "extra": 1, "side": 1},
    }  # fmt: skip
    assert [row["copies"] for row in sections["main"]] == [2, 1, 3, 1, 1]
    assert sections["side"] == [{
        "passcode": 14558127, "konami_id": 12950, "name": "Ash Blossom & Joyous Spring",
        "kind": "monster", "copies": 1, "written": ["14558127"], "lines": [14], "allowed": 3,
        "status": None, "points": 20, "in_pool": True, "groups": [], "marks": ["20 points"],
        "unknown": None,
    }]  # fmt: skip
    assert sections["main"][-1] == {
        "passcode": None, "konami_id": None, "name": None, "kind": "unknown", "copies": 1,
        "written": ["12345678"], "lines": [9], "allowed": None, "status": None, "points": None,
        "in_pool": None, "groups": [], "marks": [], "unknown": "unknown passcode 12345678",
    }  # fmt: skip


def test_no_name_breaks_the_table_or_markdown(tmp_path: Path) -> None:
    deck = tmp_path / "x.yaml"
    deck.write_text(HOSTILE, encoding="utf-8")
    table = shown(str(deck))
    assert all(line.isprintable() for line in table.splitlines())
    first, *_, maliss, unknown = shown(str(deck), "-o", "markdown", "-f", "unlimited").splitlines()
    assert first == (
        r"# a\|b \*c\* \_d\_ \`e\` \<script\>f\</script\> \[x\](y) \\x1b\[31m \\u202e\\n\# g "
        r"\&lt; https\://h"
    )
    assert "- 1 Maliss \\<P\\> Dormouse" in shown(str(deck), "-o", "markdown", "-f", "unlimited")
    assert unknown == r"- 1 unknown card '\*x\* \`y\`' (line 3)"
    assert not maliss


def test_a_deck_asks_for_its_format_and_an_option_for_another(tmp_path: Path) -> None:
    deck = tmp_path / "goat.ydk"
    deck.write_text("# deckcheck: format=goat\n#main\n55144522\n#extra\n44508094\n")
    assert "\n  goat on 2005-08-20, banlist tcg 2005-04-01\n" in shown(str(deck))
    assert "\nFusion Deck (1)\n    not in the pool  1 Stardust Dragon\n" in shown(str(deck))
    assert "\n  ocg on 2026-06-01, " in shown(str(deck), "-f", "ocg", "--on", TODAY)
    environment = {"DECKCHECK_FORMAT": "ocg"}
    assert "\n  goat on " in run(str(deck), env=environment).stdout
    assert "\n  ocg on " in run("-", env=environment, stdin="#main\n").stdout


def test_skills_and_formats_without_a_pool() -> None:
    deck = "1 Switcheroo\n2 Kuriboh\n"
    assert shown("-", "-f", "speed", "--on", TODAY, stdin=deck).splitlines()[2] == (
        "  main 2 (2 monsters), extra 0, side 0, 1 skill"
    )
    assert "no card pool of Duel Links is known" in shown("-", "-f", "duel-links", stdin=deck)
    assert "main 0, extra 0, side 0" in shown("-", stdin="#main\n")


def test_other_lists_and_caps_for_points() -> None:
    deck = ydk(times(2, 14558127))
    found = shown("-", "--banlist", "genesys", "--points", "30", "--on", TODAY, stdin=deck)
    assert "points 40 of 30" in found
    assert "20 points  2 Ash Blossom & Joyous Spring" in found
    assert "banlist none" in shown("-", "--banlist", "none", stdin=deck)


def test_names_in_another_language() -> None:
    assert " 1 灰流丽\n" in shown("-", "--lang", "zh-CN", stdin="#main\n14558127\n")


def test_a_link_is_shown_short_and_is_no_name() -> None:
    link = "ydke://" + "r0wDA69MAwOvTAMD" * 8 + "!!!"
    assert shown(link).splitlines()[0] == f"{link[:57]}..."
    assert shown(link, "-o", "markdown").startswith("# Deck\n")
    assert as_json(link)["path"] == link


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("missing.ydk",), "missing.ydk: No such file"),
        ((".",), ". is a folder; name one deck"),
        (("-", "-o", "tabel"), "unknown output 'tabel'; did you mean: table"),
        (("-", "--codec", "ydl"), "unknown codec 'ydl'; did you mean: ydk"),
        (("-", "--lang", "xx"), "unknown language 'xx'"),
        (("-", "-f", "tgc"), "unknown format 'tgc'; did you mean: tcg"),
        (("-", "--codec", "ydke"), "-:1: "),
        (("-",), "-:1: unknown format 'nope'"),
    ],
)
def test_what_cannot_be_shown(arguments: tuple[str, ...], complaint: str) -> None:
    done = run(*arguments, stdin="# deckcheck: format=nope\n#main\n55144522\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


def test_the_environment_is_named_where_it_is_wrong() -> None:
    done = run("-", stdin="#main\n", env={"DECKCHECK_FORMAT": "tgc"})
    assert done.returncode == 2
    assert "DECKCHECK_FORMAT: unknown format 'tgc'" in done.stderr
