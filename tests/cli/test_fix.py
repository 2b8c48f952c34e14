"""``deckcheck fix`` as a user runs it, on decks of every codec."""

import json
import os
import subprocess
import sys
import tarfile
import time
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckcheck import formats
from deckcheck.cli import app, inputs, judged
from deckcheck.cli.in_place import Document, Edit, Run
from deckcheck.cli.mending import fixed_deck
from deckcheck.cli.repairs import Fixed
from deckcheck.codecs import omega, ydke
from deckcheck.errors import DeckcheckError
from deckcheck.model import DeckList, Entry, Reading, Section
from deckcheck.text import lines
from decktext import FILLERS, times, ydk

POT, ASH, STARDUST, MAXX_C = 55144522, 14558127, 44508094, 23434538
OLD, NEW = 100200175, 29374928  # Armored Bitron
TCG = ("-f", "tcg@2026-06-01")
FAULTS = [POT, POT, STARDUST, OLD, *times(4, ASH)]
FILLER_NAMES = ("Aqua Madoor", "Armaill", "Armored Starfish", "Basic Insect", "Beaver Warrior",
                "Celtic Guardian", "Curse of Dragon", "Dark King of the Abyss", "Darkworld Thorns",
                "Dissolverock", "Drooling Lizard", "Enchanting Mermaid", "Firegrass")  # fmt: skip


def run(*arguments: str | Path, stdin: bytes = b"") -> tuple[int, str, str]:
    """Run ``deckcheck fix`` in this process; exit code, stdout, stderr."""
    done = CliRunner().invoke(app, ["fix", *map(str, arguments)], input=stdin)
    if done.exception and not isinstance(done.exception, SystemExit):
        if not isinstance(done.exception, DeckcheckError):
            raise done.exception
        return 2, done.stdout, str(done.exception)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the program runs in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- what is said -----------------------------------------------------------------------------


def test_what_is_said_of_a_repair() -> None:
    Path("a.ydk").write_text(ydk(FAULTS, [STARDUST], [MAXX_C], size=50))
    before = Path("a.ydk").read_bytes()
    assert run("a.ydk", *TCG) == (
        0,
        """\
a.ydk: illegal; legal after 4 removals, 1 move, 1 new id
  tcg on 2026-06-01, banlist tcg 2026-05-18, ruleset master-rule-2020
  main 50 -> 46, extra 1 -> 2, side 1 -> 0

limit: Pot of Greed: 2 copies, 0 allowed (Forbidden since 2005-10-01, tcg 2026-05-18)
  line 2: remove Pot of Greed from main
  line 3: remove Pot of Greed from main

placement: Stardust Dragon: 1 copy in the Main Deck, belongs in the Extra Deck or Side Deck
  line 4: move Stardust Dragon from main to extra

copy-limit: Ash Blossom & Joyous Spring: 4 copies, 3 allowed
  line 9: remove Ash Blossom & Joyous Spring from main

limit: Maxx "C": 1 copy, 0 allowed (Forbidden since 2018-02-05, tcg 2026-05-18)
  line 55: remove Maxx "C" from side

old-id: ids that are out of date
  line 5: replace 100200175 by 29374928 Armored Bitron

--- a.ydk
+++ a.ydk
@@ -1,9 +1,5 @@
 #main
-55144522
-55144522
-44508094
-100200175
-14558127
+29374928
 14558127
 14558127
 14558127
@@ -51,5 +47,5 @@
 71407486
 #extra
 44508094
+44508094
 !side
-23434538

nothing is written; --apply writes it
""",
        "",
    )
    assert Path("a.ydk").read_bytes() == before


def test_nothing_to_repair() -> None:
    Path("a.ydk").write_text(ydk())
    assert run("a.ydk", *TCG, "--apply") == (0, (
        "a.ydk: legal; nothing to repair\n"
        "  tcg on 2026-06-01, banlist tcg 2026-05-18, ruleset master-rule-2020\n"
        "  main 40, extra 0, side 0\n"
    ), "")  # fmt: skip
    assert Path("a.ydk").read_text() == ydk()


def test_no_repair_where_cards_are_missing() -> None:
    text = ydk([POT, POT, -5], [], [MAXX_C])
    Path("a.ydk").write_text(text)
    exit_code, out, _ = run("a.ydk", *TCG, "--apply")
    assert (exit_code, out.splitlines()[0]) == (1, "a.ydk: illegal; no repair exists")
    assert out.splitlines()[2:] == [
        "  main 40, extra 0, side 1",
        "",
        "  Main Deck: 2 cards are missing after 3 removals",
        "  'deckcheck add' adds cards; fix repairs what else is wrong then",
        "",
        "what else has to change:",
        "",
        "limit: Pot of Greed: 2 copies, 0 allowed (Forbidden since 2005-10-01, tcg 2026-05-18)",
        "  line 2: remove Pot of Greed from main",
        "  line 3: remove Pot of Greed from main",
        "",
        'limit: Maxx "C": 1 copy, 0 allowed (Forbidden since 2018-02-05, tcg 2026-05-18)',
        '  line 44: remove Maxx "C" from side',
        "",
        "found:",
        "  parse: '-5' is not a passcode; write digits only, one card a line (counted as one card) "
        "(line 4)",
        "  limit: Pot of Greed: 2 copies, 0 allowed (Forbidden since 2005-10-01, tcg 2026-05-18)",
        '  limit: Maxx "C": 1 copy, 0 allowed (Forbidden since 2018-02-05, tcg 2026-05-18)',
        "",
        "nothing is written",
    ]
    assert Path("a.ydk").read_text() == text


def test_what_cannot_be_judged_stays_and_keeps_the_deck_undecided() -> None:
    text = ydk([POT, 99_999_991, -5], [], ["none"], size=45)
    Path("a.ydk").write_text(text)
    exit_code, out, _ = run("a.ydk", *TCG, "--apply")
    assert (exit_code, out.splitlines()[0]) == (0, "a.ydk: illegal; undecided after 1 removal")
    assert "cannot be judged, and stays as it is:\n  parse: '-5' is not a passcode" in out
    assert "\n  unknown-card: unknown passcode 99999991" in out
    assert Path("a.ydk").read_text() == text.replace(f"{POT}\n", "")
    exit_code, out, _ = run("a.ydk", *TCG)
    assert (exit_code, out.splitlines()[0]) == (0, "a.ydk: undecided; nothing to repair")


def test_other_cards_that_would_do_as_well_are_spoken_of() -> None:
    Path("a.ydk").write_text(ydk(size=62))
    exit_code, out, _ = run("a.ydk", *TCG)
    assert exit_code == 0
    said = "other cards would do as well in place of some; the later ones were taken (lines 62-63)"
    assert said in out.splitlines()
    assert (
        "section-size: Main Deck: 62 of at most 60 cards (Master Rule (April 2020))\n  line" in out
    )
    Path("b.ydk").write_text(ydk(FAULTS, size=50))
    assert "other cards" not in run("b.ydk", *TCG)[1]


def test_json() -> None:
    Path("a.ydk").write_text(ydk(FAULTS, [], [MAXX_C], size=50))
    exit_code, out, _ = run("a.ydk", *TCG, "-o", "json")
    found = json.loads(out)
    assert (exit_code, found["outcome"], found["written"]) == (0, "repaired", False)
    changes = [(c["change"], c["line"], c["from"], c["to"], c["new_id"]) for c in found["changes"]]
    assert changes == [
        ("remove", 2, "main", None, None), ("remove", 3, "main", None, None),
        ("move", 4, "main", "extra", None), ("remove", 9, "main", None, None),
        ("remove", 54, "side", None, None), ("replace", 5, "main", None, NEW),
    ]  # fmt: skip
    reasons = [[reason["rule"] for reason in change["reasons"]] for change in found["changes"]]
    assert reasons == [["limit"], ["limit"], ["placement"], ["copy-limit"], ["limit"], ["old-id"]]
    assert found["changes"][2]["card"]["name"] == "Stardust Dragon"
    assert found["changes"][0]["reasons"][0]["lines"] == [2, 3]
    assert (found["before"]["verdict"], found["after"]["verdict"]) == ("illegal", "legal")
    assert found["diff"].startswith("--- a.ydk\n+++ a.ydk\n@@ ")
    exit_code, out, _ = run("a.ydk", *TCG, "-o", "json", "--apply")
    assert json.loads(out)["written"]
    assert json.loads(run("a.ydk", *TCG, "-o", "json")[1])["outcome"] == "nothing"


def test_json_of_no_repair() -> None:
    Path("a.ydk").write_text(ydk([POT]))
    exit_code, out, _ = run("a.ydk", *TCG, "-o", "json", "--apply")
    found = json.loads(out)
    assert (exit_code, found["outcome"], found["changes"]) == (1, "none", [])
    assert (found["written"], found["diff"], found["missing"]) == (False, None, {"main": 1})
    assert found["lacks"] == ["Main Deck: 1 card is missing after 1 removal"]


# --- texts ------------------------------------------------------------------------------------


def fillers(form: str, number: int = 13) -> str:
    """So many cards, three of each."""
    return "".join(form.format(name) for name in FILLER_NAMES[:number])


YAML = """\
name: X # my deck
format: tcg
main:
  - 4 Ash Blossom & Joyous Spring # hand trap
{0}  - Stardust Dragon
  - {{card: Pot of Greed, copies: 2}}
  - {1}
side: [Raigeki, Pot of Greed]
"""
TEXT = """\
Deck name: X

Main Deck (47)
4x Ash Blossom & Joyous Spring
{0}Stardust Dragon
2 Pot of Greed
1 {1}

// my notes
Side Deck (2)
1 Raigeki
1 Pot of Greed
"""
YDK = "# mine\n\n" + ydk(
    [-5, POT, f"{OLD} # x", *times(4, ASH), "# above", STARDUST], size=49
).replace("#extra\n!side\n", "!side\n12 34\n")


@pytest.mark.parametrize(
    ("name", "text", "changes"),
    [
        (
            "a.yaml",
            YAML.format(fillers("  - 3 {}\n"), OLD),
            [
                ("  - 4 Ash", "  - 3 Ash"), ("  - Stardust Dragon\n", ""),
                ("  - {card: Pot of Greed, copies: 2}\n", ""), (str(OLD), str(NEW)),
                ("side: [Raigeki, Pot of Greed]", "extra: [Stardust Dragon]\nside: [Raigeki]"),
            ],
        ),
        (
            "a.txt",
            TEXT.format(fillers("3 {}\n"), OLD),
            [
                ("4x Ash", "3x Ash"), ("Stardust Dragon\n2 Pot of Greed\n", ""), ("(47)", "(43)"),
                (str(OLD), f"{NEW}\n\nExtra Deck (1)\n1 Stardust Dragon"),
                ("(2)\n1 Raigeki\n1 Pot of Greed\n", "(1)\n1 Raigeki\n"),
            ],
        ),
        (
            "a.ydk",
            YDK,
            [
                (f"{POT}\n", ""), (str(OLD), str(NEW)), (f"{ASH}\n# above\n{STARDUST}", "# above"),
                ("!side", f"#extra\n{STARDUST}\n!side"),
            ],
        ),
    ],
)  # fmt: skip
def test_all_else_in_a_text_stays(name: str, text: str, changes: list[tuple[str, str]]) -> None:
    text = text.replace("\n", "\r\n")
    Path(name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    Path(name).chmod(0o640)
    run(name, *TCG, "--apply")
    expected = text.replace("\r\n", "\n")
    for old, new in changes:
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    written = Path(name).read_bytes().decode("utf-8-sig")
    assert written == expected.replace("\n", "\r\n")
    assert Path(name).read_bytes().startswith(b"\xef\xbb\xbf")
    assert Path(name).stat().st_mode & 0o777 == 0o640


def deck_list(codec: str, cards: list[tuple[Section | None, int]]) -> DeckList:
    """A deck of these ids."""
    entries = [Entry(section, 1, (Reading(1, str(card), "passcode"),)) for section, card in cards]
    return DeckList(codec, None, tuple(entries))


KEPT = [card for card in FILLERS[:14] for _ in "123"]


def test_a_link_and_a_code_are_written_anew() -> None:
    main: list[tuple[Section | None, int]] = [("main", card) for card in (POT, *KEPT)]
    bad = ydke.dump(deck_list("ydke", [*main, ("main", STARDUST)])).strip()
    good = ydke.dump(deck_list("ydke", [*main[1:], ("extra", STARDUST)])).strip()
    Path("a.ydke").write_text(f"My deck: {bad} ok?\n")
    assert run("a.ydke", *TCG, "--apply")[0] == 0
    assert Path("a.ydke").read_text() == f"My deck: {good} ok?\n"
    exit_code, out, error = run(bad, *TCG, "--apply")
    assert (exit_code, out) == (0, f"{good}\n")
    assert error.splitlines()[0].endswith("...: illegal; legal after 1 removal, 1 move")
    codes = [omega.dump(deck_list("omega", [(None, card) for card in deck]))
             for deck in ((POT, *KEPT), KEPT)]  # fmt: skip
    Path("a.omega").write_text(codes[0])
    assert run("a.omega", *TCG, "--apply")[0] == 0
    assert Path("a.omega").read_text() == codes[1]


def test_json_decks_are_repaired_where_they_stand() -> None:
    cards = "".join(f'  {{"id": {card}, "art": "x"}},\n' for card in KEPT)
    text = f'{{"main": [\n{cards}  {{"id": {POT}}},\n  {{"id": {OLD}, "count": 2}}\n], "x": 1}}\n'
    Path("a.json").write_text(text)
    assert run("a.json", *TCG, "--apply")[0] == 0
    assert Path("a.json").read_text() == text.replace(f'  {{"id": {POT}}},\n', "").replace(
        str(OLD), str(NEW)
    )


def test_a_deck_on_standard_input() -> None:
    text = ydk([POT], size=50)
    exit_code, out, error = run("-", *TCG, "--apply", stdin=text.encode())
    assert (exit_code, out) == (0, text.replace(f"{POT}\n", ""))
    assert error.startswith("-: illegal; legal after 1 removal\n")
    exit_code, out, error = run("-", *TCG, stdin=text.encode())
    assert (exit_code, error, "--- -\n+++ -\n" in out) == (0, "", True)


def test_a_text_that_cannot_be_changed_is_left_as_it_is() -> None:
    text = "main:\n" + fillers("  - 3 {}\n") + f'  - "\\x31{str(OLD)[1:]}"\n'
    Path("a.yaml").write_text(text)
    exit_code, out, error = run("a.yaml", *TCG, "--apply")
    assert (exit_code, out, Path("a.yaml").read_text()) == (2, "", text)
    assert "'deckcheck convert' writes the deck anew" in error


# --- what decks are judged by -----------------------------------------------------------------


def changes(*arguments: str) -> list[str]:
    """What happens to which cards of a deck."""
    found = json.loads(run("a.ydk", *arguments, "-o", "json")[1])
    return [f"{c['change']} {c['card']['name']} {c['to'] or ''}".strip() for c in found["changes"]]


def test_options_and_directives() -> None:
    Path("a.ydk").write_text(ydk([POT], size=62))
    assert changes(*TCG, "--banlist", "none") == [
        "move Hinotama Soul side", "move Hitotsu-Me Giant side"
    ]  # fmt: skip
    Path("a.ydk").write_text("# deckcheck: format=goat\n" + ydk([POT, 14558127], size=42))
    assert changes() == ["remove Ash Blossom & Joyous Spring"]
    assert changes(*TCG) == ["remove Pot of Greed"]
    assert changes(*TCG, "--ruleset", "trinity", "--banlist", "none") == []


def test_the_fewest_cards_with_points_go() -> None:
    # Pot of Greed 30, Graceful Charity 40, Change of Heart 3 and so on: see the list of that day
    Path("a.ydk").write_text(ydk([POT, POT, POT, 79571449, 79571449], size=50))
    assert len(changes("-f", "genesys@2025-10-01")) == 2
    assert len(changes("-f", "genesys@2025-10-01", "--points", "0")) == 5


def test_rules_that_a_config_ignores_ask_for_nothing() -> None:
    Path("a.ydk").write_text(ydk(FAULTS, size=50))
    Path(".deckcheck.yaml").write_text("format: tcg@2026-06-01\nignore: [limit, old-id]\n")
    assert changes() == ["move Stardust Dragon extra", "remove Ash Blossom & Joyous Spring"]
    Path(".deckcheck.yaml").write_text("format: tcg@2026-06-01\nselect: [section-size]\n")
    assert changes() == []


def test_warnings_that_count_are_said_to_be_left() -> None:
    # released in November 2004, the day is not known
    Path("a.ydk").write_text(ydk([POT, POT, 242146], size=45))
    Path(".deckcheck.yaml").write_text("format: tcg\non: 2004-11-15\nstrict: true\n")
    exit_code, out, _ = run("a.ydk")
    assert (exit_code, out.splitlines()[0]) == (1, "a.ydk: illegal; illegal after 1 removal")
    assert "warnings, which make a deck illegal here:\n  release-date: Ballista" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing.ydk",), "missing.ydk: No such file or directory"),
        ((".",), ". is a folder; name one deck"),
        (("*.ydk",), "*.ydk: 3 decks; name one"),
        (("*.yml",), "*.yml: no such file"),
        (("asks.ydk",), "asks.ydk:2: unknown format 'tgc'"),
        (("broken.ydke",), "broken.ydke:1: no ydke link"),
        (("large.ydk",), "large.ydk: 1,001 cards; a deck to be repaired has up to 1,000"),
        (("asks.ydk", "-o", "xml"), "unknown output 'xml'"),
        (("asks.ydk", "--codec", "x"), "unknown codec 'x'"),
        (("-", "--apply", "-o", "json"), "leave out --apply, or -o json"),
    ],
)
def test_what_cannot_be_done(arguments: tuple[str, ...], message: str) -> None:
    Path("asks.ydk").write_text("#main\n# deckcheck: format=tgc\n")
    Path("broken.ydke").write_text("hello\n")
    Path("large.ydk").write_text(f"{POT}\n" * 1001)
    Path("a.ydk").write_text("#main\n")
    exit_code, out, error = run(*arguments)
    assert (exit_code, out, message in error) == (2, "", True), error


def test_a_repair_that_is_none_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.ydk").write_text(ydk([POT], size=50))
    monkeypatch.setattr("deckcheck.cli.mending.mended", lambda desk, repair: desk.page.text)  # noqa: ARG005
    with pytest.raises(AssertionError, match="the repair is none"):
        run("a.ydk", *TCG, "--apply")
    assert Path("a.ydk").read_text() == ydk([POT], size=50)


def test_a_deck_with_many_faults_takes_no_time(folder: Path) -> None:
    main = [*times(4, ASH), POT, *times(3, STARDUST), OLD, *times(4, 89631139), -5, 99_999_991]
    text = ydk(main, times(17, STARDUST), [MAXX_C, *times(16, 46986414)], size=70)
    (folder / "a.ydk").write_text(text)
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "fix", "a.ydk", *TCG, "--apply"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    # about 0.15 s; what else the machine does counts too
    assert time.monotonic() - start < 3
    assert done.stdout.startswith("a.ydk: illegal; undecided after ")


def test_real_decks(folder: Path) -> None:
    corpus = os.environ.get("DECKCHECK_CORPUS")
    if not corpus:
        pytest.skip("DECKCHECK_CORPUS is not set to the folder with open.tar.xz")
    checkers = judged.JudgingOptions(formats.Choice(*TCG[1:]), None, None).checkers()
    outcomes: Counter[str] = Counter()
    with tarfile.open(Path(corpus, "open.tar.xz")) as tar:
        for member in list(tar)[::10]:
            file = tar.extractfile(member)
            (folder / "a.ydk").write_bytes(file.read() if file else b"")
            done: list[Fixed] = []

            def edit(document: Document, done: list[Fixed] = done) -> Edit:
                done.append(fixed_deck(document, checkers, is_written=False))
                return Edit(document.text)

            Run(check=True).over([inputs.Input("a.ydk", ".ydk")], None, edit)
            if not done:
                continue
            (fixed,) = done
            outcomes[fixed.outcome] += 1
            before, after = (Counter(map(str.strip, lines(text))) for text in fixed.texts)
            repair = fixed.repair
            removed = sum(change.to is None for change in repair.changes)
            gone = sum(1 for line in (before - after).elements() if line[:1].isdigit())
            assert gone == removed + len(repair.old)
            new = [line for line in (after - before).elements() if line[:1] not in "#!"]
            assert len(new) == len(repair.old)
    assert min(outcomes[outcome] for outcome in ("repaired", "none", "nothing")) > 20
