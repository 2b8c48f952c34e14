"""``new``, ``add``, ``remove``, ``move`` and ``sort`` as a user runs them."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from deckcheck import codecs
from decktext import ydk

KURIBOH, RAIGEKI, POT, ASH = "40640057", "12580477", "55144522", "14558127"
DRAGON, ARTWORK, UTOPIA = "89631139", "89631146", "84013237"
DAY = ("-f", "tcg@2026-06-01")
TCG = "(tcg on 2026-06-01)"
SMALL = "#main\n40640057\n#extra\n!side\n"


def run(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
) -> tuple[int, str, list[str]]:
    """Run ``deckcheck``; exit code, stdout, lines on stderr."""
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", *map(str, arguments)],
        input=stdin, capture_output=True, cwd=cwd, check=False, env={**os.environ, **(env or {})},
    )  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode().splitlines()


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A legal deck of 40 cards, with three of one in its side deck."""
    path = tmp_path / "my.ydk"
    path.write_bytes(ydk([KURIBOH, KURIBOH], side=[RAIGEKI]).encode())
    return path


# --- what is said -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "2", "Ash Blossom & Joyous Spring", "1", "s:p little knight"),
         "added 2 Ash Blossom & Joyous Spring to main, 1 S:P Little Knight to extra; main 42, "
         f"extra 1, side 1; still legal {TCG}"),
        (("add", POT),
         f"added 1 Pot of Greed to main; main 41, extra 0, side 1; now illegal {TCG}: Pot of "
         "Greed: 1 copy, 0 allowed (Forbidden since 2005-10-01, tcg 2026-05-18)"),
        (("add", "3 Kuriboh"),
         f"added 3 Kuriboh to main; main 43, extra 0, side 1; now illegal {TCG}: Kuriboh: 5 "
         "copies, 3 allowed"),
        (("remove", "all", "kuriboh", "1", RAIGEKI),
         "removed 2 Kuriboh from main, 1 Raigeki from side; main 38, extra 0, side 0; now illegal "
         f"{TCG}: Main Deck: 38 of at least 40 cards (Master Rule (April 2020))"),
        (("move", "2", "栗子球", "--to", "side"),
         "moved 2 Kuriboh from main to side; main 38, extra 0, side 3; now illegal "
         f"{TCG}: Main Deck: 38 of at least 40 cards (Master Rule (April 2020))"),
        (("move", "raigeki", "--to", "main", "--from", "side"),
         f"moved 1 Raigeki from side to main; main 41, extra 0, side 0; still legal {TCG}"),
    ],
)  # fmt: skip
def test_one_line_says_the_sizes_and_what_became_illegal(
    deck: Path, arguments: tuple[str, ...], said: str
) -> None:
    command, *cards = arguments
    assert run(command, "my.ydk", *cards, *DAY, cwd=deck.parent) == (0, f"my.ydk: {said}\n", [])


def test_what_is_legal_again_is_said(deck: Path) -> None:
    run("add", deck, POT, "4", "Sangan", *DAY)
    code, out, _ = run("remove", deck, POT, *DAY)
    assert code == 0
    assert "; still illegal (tcg on 2026-06-01): Sangan: 4 copies, 3 allowed; no longer: " in out
    assert "; no longer: Pot of Greed: 1 copy, 0 allowed" in out
    _, out, _ = run("remove", deck, "Sangan", *DAY)
    assert out.endswith("; now legal (tcg on 2026-06-01); no longer: Sangan: 4 copies, 3 allowed\n")
    run("remove", deck, "all", "Sangan", *DAY)
    _, out, _ = run("remove", deck, "Kuriboh", "Kuriboh", *DAY)
    assert "; now illegal (tcg on 2026-06-01): Main Deck: 38 of at least 40 cards" in out
    _, out, _ = run("add", deck, "Sangan", *DAY)
    assert out.endswith(
        "; main 39, extra 0, side 1; still illegal (tcg on 2026-06-01): Main Deck: 39 of at least "
        "40 cards (Master Rule (April 2020))\n"
    )


def test_of_many_faults_some_are_told(deck: Path) -> None:
    _, out, _ = run("add", deck, "4", "Raigeki", "Dark Hole", "Jinzo", "Pot of Greed", *DAY)
    assert (out.count(" allowed"), "; and 1 more\n" in out) == (3, True)
    _, out, _ = run("add", deck, "4 Ash Blossom & Joyous Spring", *DAY)
    assert out.endswith("& Joyous Spring: 4 copies, 3 allowed; 4 faults as before\n")
    _, out, _ = run("remove", deck, "Kuriboh", *DAY)
    assert (out.count(" allowed"), "; and 2 more\n" in out) == (3, True)
    found = json.loads(run("remove", deck, "Kuriboh", *DAY, "-o", "json")[1])
    assert (len(found["worse"]), len(found["left"])) == (0, 5)


def test_all_cards_that_there_are_not_are_said(deck: Path) -> None:
    before = deck.read_bytes()
    code, out, err = run("add", deck, "xyzzyqqq", "Sangan", "qqqxyzzy", *DAY)
    assert (code, out, deck.read_bytes()) == (2, "", before)
    assert [line.partition("no card ")[2][:10] for line in err] == ["'xyzzyqqq'", "'qqqxyzzy'"]
    code, _, err = run("remove", deck, "Jinzo", "Kuriboh", "Sangan", *DAY)
    assert [line.partition("not in the deck: ")[2][:5] for line in err] == ["Jinzo", "Sanga"]


def test_lines_of_standard_input_are_cards_as_lists_have_them(deck: Path) -> None:
    lines = b"# mine\n3 Droll & Lock Bird\n2x Sangan\nJinzo x3\n1 x Raigeki  # yes\n\n"
    code, out, _ = run("add", deck, "-", *DAY, stdin=lines)
    assert (code, "added 3 Droll & Lock Bird to main, 2 Sangan to main, 3 Jinzo to main, 1 "
                  "Raigeki to main;" in out) == (0, True)  # fmt: skip
    for stdin, message in ((b"Sangan\n3\n", "no card stands behind 3; it goes before the card"),
                           (b"\n", "standard input names no card"),
                           (b"38120068  Trade-In\n", "'deckcheck search -o ids' writes ids"),
                           (b"side\n", "an option names the section")):  # fmt: skip
        code, out, (error,) = run("add", deck, "-", *DAY, stdin=stdin)
        assert (code, out, message in error) == (2, "", True), error
    for command in (("add",), ("remove",), ("move", "--to", "side")):
        code, out, (error,) = run(*command, "-", "-", stdin=SMALL.encode())
        assert (code, "either the deck or the cards, not both" in error) == (2, True)
        code, out, (error,) = run(*command, "-", RAIGEKI, "-o", "json", stdin=SMALL.encode())
        assert (code, out, "and so does JSON" in error) == (2, "", True)


def test_the_deck_comes_first(deck: Path) -> None:
    code, _, (error,) = run("add", RAIGEKI, "my.ydk", cwd=deck.parent)
    assert (code, error) == (
        2, "deckcheck: error: 12580477: no such file; the deck comes first: my.ydk"
    )  # fmt: skip


def test_skill_cards_are_told_from_cards_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text("# deckcheck: format=speed\n#main\n")
    _, out, _ = run("add", "a.ydk", "300201002", "Destiny Draw", cwd=tmp_path)
    assert "added 1 Destiny Draw (skill card) to main, 1 Destiny Draw to main; main 1" in out


def test_data_of_ones_own_that_may_not_be_seen(tmp_path: Path, deck: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    for home in (tmp_path / "data", tmp_path / "loop"):
        if home.name == "loop":
            home.symlink_to("loop")
        code, out, err = run("check", deck, *DAY, env={"DECKCHECK_DATA_DIR": str(home)})
        assert (code, out.startswith(f"{deck}: legal")) == (0, True)
        assert ["the data of the package is used" in line for line in err] == (
            [] if home.name == "data" else [True]
        )


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    script = "import os, sys; os.mkdir(sys.argv[1]); os.chdir(sys.argv[1]); os.rmdir(sys.argv[1]); "
    script += "sys.argv[1:2] = ['add']; from deckcheck.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "gone"), "-", RAIGEKI],
        capture_output=True, text=True, check=False, input=SMALL,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "deckcheck: error: the folder that this runs in is no longer there\n"


def test_under_strict_warnings_count(tmp_path: Path) -> None:
    # released in November 2004, the day is not known
    (tmp_path / ".deckcheck.yaml").write_text("format: tcg\non: 2004-11-15\nstrict: true\n")
    (tmp_path / "a.ydk").write_text(ydk([], size=45))
    code, out, _ = run("add", "a.ydk", "242146", "--check", cwd=tmp_path)
    assert (code, "now illegal (tcg on 2004-11-15): Ballista of Rampart" in out) == (1, True)
    run("add", "a.ydk", "242146", cwd=tmp_path)
    code, out, _ = run("fix", "a.ydk", cwd=tmp_path)
    assert (code, out.splitlines()[0]) == (
        1, "a.ydk: illegal; none of it an error, and warnings are not repaired"
    )  # fmt: skip
    found = json.loads(run("fix", "a.ydk", "-o", "json", cwd=tmp_path)[1])
    assert (found["outcome"], found["changes"]) == ("none", [])


def test_a_patch_is_one(tmp_path: Path) -> None:
    if not shutil.which("git"):
        pytest.skip("git applies the patches of this test")
    texts = (SMALL, "\ufeff" + SMALL, SMALL.rstrip(), SMALL.replace("\n", "\r\n"), "#main\n1",
             "#main\n40640057 # \u2028 \xe9\n", "main: [Kuriboh]")  # fmt: skip
    for at, text in enumerate(texts):
        name = f"a {at}.{'yaml' if text[0] == 'm' else 'ydk'}"
        old = text.encode("latin-1" if "\xe9" in text and "\u2028" not in text else "utf-8")
        (tmp_path / name).write_bytes(old)
        for command in (("add", f"./{name}", RAIGEKI), ("add", name, "S:P Little Knight"),
                        ("add", name, RAIGEKI, "--section", "side"), ("sort", name)):  # fmt: skip
            code, out, _ = run(*command, "--dry-run", cwd=tmp_path)
            assert (code, (tmp_path / name).read_bytes()) == (0, old)
            run(*command, cwd=tmp_path)
            new = (tmp_path / name).read_bytes()
            (tmp_path / name).write_bytes(old)
            if new != old:
                patch = ["git", "apply", "-p0", "--whitespace=nowarn"]
                done = subprocess.run(patch, cwd=tmp_path, input=out.encode(), capture_output=True,
                                      check=False)  # fmt: skip
                assert (done.returncode, done.stderr) == (0, b"")
                assert (tmp_path / name).read_bytes() == new
                (tmp_path / name).write_bytes(old)


def test_json_of_bytes_that_are_no_text(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_bytes(b"#main\n# caf\xe9\n40640057\n")
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "add", "a.ydk", RAIGEKI, "--dry-run", "-o", "json"],
        cwd=tmp_path, capture_output=True, check=True,
    )  # fmt: skip
    assert " # caf\udce9\n" in json.loads(done.stdout.decode())["diff"]


def test_names_are_found_again_by_those_who_read_the_file(tmp_path: Path) -> None:
    # in Italian and Portuguese these cards have names that are other cards' in English
    for code, lang in (("88032456", "it"), ("45939841", "pt"), ("45653036", "ja")):
        for name, text in (("a.yaml", "main:\n  - 2 Sangan\n"), ("a.txt", "2 Sangan\n")):
            (tmp_path / name).write_text(text)
            exit_code, _, err = run("add", name, code, "--lang", lang, cwd=tmp_path)
            assert (exit_code, err) == (0, [])
            found = json.loads(run("show", name, "-o", "json", cwd=tmp_path)[1])
            assert f'"passcode": {code}' in json.dumps(found)
            assert run("remove", name, code, cwd=tmp_path)[0] == 0


def test_the_json_of_an_edit(deck: Path) -> None:
    code, out, err = run("move", deck, "Kuriboh", "--to", "side", *DAY, "-o", "json")
    assert (code, err) == (0, [])
    whole = json.loads(out)
    worse = whole.pop("worse")
    assert [finding["rule"] for finding in worse] == ["section-size"]
    assert whole == {
        "path": str(deck),
        "written": True,
        "changes": [{"passcode": int(KURIBOH), "name": "Kuriboh", "copies": 1, "from": "main",
                     "to": "side"}],
        "format": "tcg",
        "on": "2026-06-01",
        "sizes": {"before": {"main": 40, "extra": 0, "side": 1},
                  "after": {"main": 39, "extra": 0, "side": 2}},
        "verdict": {"before": "legal", "after": "illegal"},
        "gone": [],
        "left": [],
        "diff": None,
    }  # fmt: skip


def test_the_format_that_the_deck_asks_for_counts(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(ydk(["# deckcheck: format=goat", KURIBOH], size=41))
    _, out, _ = run("add", "a.ydk", POT, ASH, cwd=tmp_path)
    assert "; now illegal (goat on 2005-08-20): Ash Blossom & Joyous Spring: not on the" in out
    (tmp_path / ".deckcheck.yaml").write_text("format: ocg@2026-07-01\nlang: ja\n")
    (tmp_path / "b.ydk").write_text(SMALL)
    assert "(ocg on 2026-07-01)" in run("add", "b.ydk", RAIGEKI, cwd=tmp_path)[1]


# --- which card -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "added"),
    [
        (("Sangan", "クリッター"), ["26202165"] * 2),
        (("2", "Sangan", "Raigeki"), ["26202165"] * 2 + [RAIGEKI] * 2),
        (("2", "Sangan", "1x", "Raigeki"), ["26202165"] * 2 + [RAIGEKI]),
        (("3 Sangan", "2x Raigeki"), ["26202165"] * 3 + [RAIGEKI] * 2),
        (("7 Colored Fish",), ["23771716"]),
        (("Ash",), [ASH]),
        ((ARTWORK, "089631139"), [ARTWORK, DRAGON]),
        (("100200175",), ["29374928"]),
        (("4007",), [DRAGON]),
    ],
)
def test_cards_by_name_nickname_and_id(
    tmp_path: Path, words: tuple[str, ...], added: list[str]
) -> None:
    (tmp_path / "a.ydk").write_text("#main\n#extra\n!side\n")
    code, _, err = run("add", "a.ydk", *words, cwd=tmp_path)
    assert (code, err) == (0, [])
    assert (tmp_path / "a.ydk").read_text().split() == ["#main", *added, "#extra", "!side"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("add", "Kuribho"), "no card 'Kuribho'; did you mean: Kurib"),
        (("add", "pot of"), "did you mean: Pot of Greed (55144522), "),
        (("add", "1258047"), "no card '1258047'; did you mean: Raigeki (12580477)"),
        (("add", "xyzzyqqq"), "'deckcheck search' finds cards by parts of their names"),
        (("add", "3"), "no card stands behind 3; a card that is called so"),
        (("add", "Sangan", "3"), "no card stands behind 3; it goes before the card: 3 '"),
        (("add", "0", "Sangan"), "0 copies of a card are none"),
        (("add", "all", "Sangan"), "no card 'all'"),
        (("add", " "), "no card is named"),
        (("add", "Kuriboh", "--section", "mian"), "unknown section 'mian'; did you mean: main"),
        (("add", "Kuriboh Token"), "Kuriboh Token is no card of a deck; --section adds it"),
        (("add", "1", "Kuriboh", "-", "Sangan", "--lang", "xx"), "unknown language 'xx'"),
        (("add", "Kuriboh", "-o", "csv"), "unknown output 'csv'"),
        (("add", "Kuriboh", "-f", "tgc"), "unknown format 'tgc'; did you mean: tcg"),
        (("add", "Kuriboh", "--codec", "ydx"), "unknown codec 'ydx'"),
        (("add", "1000", "Kuriboh"), "no card '1000'"),
        (("remove", "Sangan"), "not in the deck: Sangan (26202165)"),
        (("remove", "Kurib"), "no card 'Kurib'; did you mean: Kuriboh (40640057)"),
        (("remove", "毛球"), "'deckcheck search'"),
        (("remove", "3", "Kuriboh"), "'Kuriboh': 2 copies, 3 cannot be taken out"),
        (("remove", "all", "Kuriboh", "--section", "side"), "'Kuriboh': 0 copies in side"),
        (("remove", "Kuriboh", "2", "Kuriboh"), "'Kuriboh': 1 copy, 2 cannot be taken out"),
        (("move", "3", "Kuriboh", "--to", "side"), "'Kuriboh': 2 copies in main, 3 cannot be"),
        (("move", "Raigeki", "--to", "side"), "'Raigeki' stands in side already, and nowhere else"),
        (("move", "Raigeki", "--to", "side", "--from", "side"), "--from and --to are both side"),
        (("move", "Kuriboh"), "Missing option '--to'"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_leaves_the_file_as_it_is(
    deck: Path, arguments: tuple[str, ...], message: str
) -> None:
    before = deck.read_bytes()
    command, *rest = arguments
    code, out, err = run(command, deck, *rest)
    assert (code, out) == (2, "")
    assert message in " ".join(" ".join(err).replace("│", " ").split())
    assert "Traceback" not in " ".join(err)
    assert deck.read_bytes() == before


def test_a_card_that_stands_in_several_sections(deck: Path) -> None:
    run("add", deck, RAIGEKI)
    run("add", deck, RAIGEKI, "--section", "extra")
    code, _, (error,) = run("move", deck, "Raigeki", "--to", "side")
    assert (code, error.partition(": 'Raigeki' ")[2]) == (
        2, "stands in main and extra; say which with --from"
    )  # fmt: skip
    assert run("move", deck, "Raigeki", "--from", "extra", "--to", "side")[0] == 0


def test_the_id_that_is_named_goes_first(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(f"#main\n{ARTWORK}\n{DRAGON}\n{DRAGON}\n")
    run("remove", "a.ydk", ARTWORK, cwd=tmp_path)
    assert (tmp_path / "a.ydk").read_text() == f"#main\n{DRAGON}\n{DRAGON}\n"
    (tmp_path / "a.ydk").write_text(f"#main\n{DRAGON}\n{DRAGON} # b\n{ARTWORK} # c\n")
    run("move", "a.ydk", "2", "Blue-Eyes White Dragon", "--to", "side", cwd=tmp_path)
    assert (
        tmp_path / "a.ydk"
    ).read_text() == f"#main\n{DRAGON}\n!side\n{DRAGON} # b\n{ARTWORK} # c\n"


def test_unknown_cards_can_be_taken_out_and_moved(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text("#main\n99999999\n99999999\n!side\n")
    code, out, _ = run("move", "a.ydk", "99999999", "--to", "side", cwd=tmp_path)
    assert (code, "moved 1 99999999 from main to side" in out) == (0, True)
    assert run("remove", "a.ydk", "all", "099999999", cwd=tmp_path)[0] == 0
    assert (tmp_path / "a.ydk").read_text() == "#main\n!side\n"
    (tmp_path / "a.txt").write_text("2 Nobody\n1 Sangan\n")
    assert run("remove", "a.txt", "nobody", cwd=tmp_path)[0] == 0
    assert (tmp_path / "a.txt").read_text() == "1 Nobody\n1 Sangan\n"


def test_cards_of_the_game_of_the_format(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("format: rush\nmain:\n- Dragon Bat\n")
    assert run("add", "a.yaml", "Sevens Road Magician", cwd=tmp_path)[0] == 0
    assert (tmp_path / "a.yaml").read_text().endswith("- Dragon Bat\n- Sevens Road Magician\n")
    (tmp_path / "b.yaml").write_text("format: speed\nmain: []\n")
    assert run("add", "b.yaml", "Peak Performance", cwd=tmp_path)[0] == 0
    code, _, (error,) = run("add", tmp_path / "b.yaml", "Sevens Road Magician")
    assert (code, "no card 'Sevens Road Magician'" in error) == (2, True)


# --- a person at a terminal is asked ----------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "code", "picked"),
    [("2\n", 0, True), ("x\n9\n2\n", 0, True), ("\n", 2, False), ("\x04", 2, False)],
)
def test_the_card_is_picked_out_of_a_list(deck: Path, typed: str, code: int, picked: bool) -> None:
    pty = pytest.importorskip("pty", reason="no terminals of this kind on this system")
    ours, theirs = pty.openpty()
    arguments = [sys.executable, "-m", "deckcheck", "add", str(deck), "Thousand-Eyes"]
    process = subprocess.Popen(
        arguments, stdin=theirs, stderr=theirs, stdout=subprocess.PIPE, text=True
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    out, _ = process.communicate(timeout=60)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert process.returncode == code
    assert "  2  Thousand-Eyes Restrict (63519819)" in shown
    assert ("added 1 Thousand-Eyes Restrict to extra" in out) == picked
    assert ("63519819" in deck.read_text()) == picked


# --- a trial, and a check ---------------------------------------------------------------------


def test_a_trial_shows_the_difference(deck: Path) -> None:
    before = deck.read_bytes()
    code, out, err = run("add", "my.ydk", POT, "--dry-run", *DAY, cwd=deck.parent)
    assert (code, out.splitlines()[:4]) == (
        0, ["--- my.ydk", "+++ my.ydk", "@@ -39,6 +39,7 @@", " 75376965"],
    )  # fmt: skip
    assert out.splitlines()[-4:] == [f"+{POT}", " #extra", " !side", f" {RAIGEKI}"]
    assert err[0].startswith("deckcheck: my.ydk: would add 1 Pot of Greed to main; main 41")
    whole = json.loads(run("remove", deck, RAIGEKI, "--dry-run", "-o", "json")[1])
    assert (whole["written"], whole["diff"].splitlines()[-1]) == (False, f"-{RAIGEKI}")
    assert deck.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "worse"),
    [
        (("add", POT), True), (("add", "4", "Sangan"), True), (("remove", "Kuriboh"), True),
        (("move", "Kuriboh", "--to", "side"), True), (("add", "Sangan"), False),
        (("remove", RAIGEKI), False),
    ],
)  # fmt: skip
def test_an_edit_that_makes_it_worse_is_refused_if_wanted(
    deck: Path, arguments: tuple[str, ...], worse: bool
) -> None:
    before = deck.read_bytes()
    command, *rest = arguments
    code, out, err = run(command, deck, *rest, "--check", *DAY)
    assert (code, err) == (int(worse), [])
    assert ("nothing is written, for --check: would" in out) == worse
    assert (deck.read_bytes() == before) == worse


def test_what_was_illegal_may_become_less_so(tmp_path: Path) -> None:
    path = tmp_path / "a.ydk"
    path.write_text(f"#main\n{POT}\n{POT}\n")
    assert run("add", path, "Sangan", "--check", *DAY)[0] == 0
    assert run("remove", path, POT, "--check", *DAY)[0] == 1
    assert run("add", path, POT, "--check", *DAY)[0] == 1


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "arguments", "after"),
    [
        ("a.ydk", f"# Kuriboh\n{KURIBOH}\n", ("Raigeki",),
         f"# Kuriboh\n{KURIBOH}\n# Raigeki\n{RAIGEKI}\n"),
        # the language of the names that are there, or the one asked for
        ("a.ydk", f"# 灰流丽\n{ASH}\n", ("Raigeki",), f"# 灰流丽\n{ASH}\n# 雷击\n{RAIGEKI}\n"),
        ("a.ydk", f"# 灰流丽\n{ASH}\n", ("Raigeki", "--lang", "ja"),
         f"# 灰流丽\n{ASH}\n# サンダー・ボルト\n{RAIGEKI}\n"),
        ("a.yaml", "main:\n- 2 クリボー\n", ("2", "Raigeki"),
         "main:\n- 2 クリボー\n- 2 サンダー・ボルト\n"),
        ("a.txt", "2 Kuriboh\r\n", ("2", "雷击"), "2 Kuriboh\r\n2 Raigeki\r\n"),
        ("a.txt", "2 灰流丽\n", ("2", "Raigeki"), "2 灰流丽\n2 雷击\n"),
    ],
)  # fmt: skip
def test_names_are_written_as_the_others_are(
    tmp_path: Path, name: str, text: str, arguments: tuple[str, ...], after: str
) -> None:
    (tmp_path / name).write_bytes(text.encode())
    assert run("add", name, *arguments, cwd=tmp_path)[0] == 0
    assert (tmp_path / name).read_bytes().decode() == after


@pytest.mark.parametrize(
    ("old", "encoding"),
    [
        (b"\xef\xbb\xbf#main\r\n%s#extra", "ascii"), (b"#main\r\n%s!side\r\n", "utf-16-le"),
        (b"#main\n%s!side\n", "utf-16-be"), (b"# \x83\x5c\n#main\n%s", "ascii"),
    ],
)  # fmt: skip
def test_every_other_byte_stays(tmp_path: Path, old: bytes, encoding: str) -> None:
    end = "\r\n" if b"\r\n" in old else "\n"

    def made(card: str) -> bytes:
        text = old.replace(b"%s", f"{card}{end}".encode() if card else b"")
        return text.decode().encode(encoding) if encoding != "ascii" else text

    path = tmp_path / "a.ydk"
    path.write_bytes(made(""))
    assert run("add", path, RAIGEKI)[0] == 0
    assert path.read_bytes() == made(RAIGEKI)
    assert run("remove", path, RAIGEKI)[0] == 0
    assert path.read_bytes() == made("")


def test_a_link_is_followed_and_the_mode_kept(tmp_path: Path) -> None:
    target = tmp_path / "real.ydk"
    target.write_text(SMALL)
    target.chmod(0o640)
    (tmp_path / "a.ydk").symlink_to("real.ydk")
    assert run("add", "a.ydk", RAIGEKI, cwd=tmp_path)[0] == 0
    assert (tmp_path / "a.ydk").is_symlink()
    assert RAIGEKI in target.read_text()
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.ydk", "real.ydk"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.ydk", "none.ydk: no such file; 'deckcheck new' begins one"),
        ("no/none.ydk", "no/none.ydk: no such file"),
        (".", ". is a folder; name one deck"),
        ("*.ydk", "*.ydk: 2 decks; name one"),
        ("bad.yaml", "bad.yaml:1: "),
        ("bin.ydk", "bin.ydk:1: binary data"),
    ],
)
def test_what_is_no_deck_to_edit(tmp_path: Path, name: str, message: str) -> None:
    for file, data in {"a.ydk": b"1", "bin.ydk": b"\x01\x02", "bad.yaml": b"main: {"}.items():
        (tmp_path / file).write_bytes(data)
    for command in (("add",), ("remove",), ("move", "--to", "side")):
        code, out, (error,) = run(*command, name, RAIGEKI, cwd=tmp_path)
        assert (code, out, message in error) == (2, "", True)


_ON_A_FULL_DISK = """
import resource, sys
from deckcheck.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no resource limits there")
def test_on_a_full_disk_the_old_file_is_as_it_was(deck: Path) -> None:
    before = deck.read_bytes()
    for command in (("add", deck, RAIGEKI), ("remove", deck, RAIGEKI), ("sort", deck),
                    ("move", deck, RAIGEKI, "--to", "main")):  # fmt: skip
        done = subprocess.run([sys.executable, "-c", _ON_A_FULL_DISK, *command],
                              capture_output=True, text=True, check=False)  # fmt: skip
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
        assert f"{deck}: cannot be written: File too large" in done.stderr
        assert "added" not in done.stdout
    assert deck.read_bytes() == before
    assert [path.name for path in deck.parent.iterdir()] == ["my.ydk"]


_CHANGED_MEANWHILE = """
import sys
from pathlib import Path
from deckcheck.cli import main
from deckcheck.cli import card_edits
real = card_edits.open_desk
def open_desk(*arguments):
    Path(sys.argv[2]).write_text("#main\\n")
    return real(*arguments)
card_edits.open_desk = open_desk
main()
"""


def test_a_file_that_changed_meanwhile_is_left_alone(deck: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CHANGED_MEANWHILE, "add", deck, RAIGEKI],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"deckcheck: error: {deck}: has changed meanwhile; nothing is written\n"
    assert deck.read_text() == "#main\n"


def test_a_deck_that_asks_for_what_there_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(f"#main\n# deckcheck: format=gota\n{KURIBOH}\n")
    for command in (("add", "a.ydk", RAIGEKI), ("sort", "a.ydk")):
        code, _, (error,) = run(*command, cwd=tmp_path)
        assert code == 2
        assert error.startswith("deckcheck: error: a.ydk:2: unknown format 'gota'; did you mean")
    assert run("add", "a.ydk", RAIGEKI, "-f", "goat", cwd=tmp_path)[0] == 0


def test_a_file_of_more_copies_than_any_deck_has(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text(f"{KURIBOH}\n" * 2000)
    for command in (("remove",), ("move", "--to", "side")):
        code, _, (error,) = run(*command, "a.ydk", "all", "Kuriboh", cwd=tmp_path)
        assert (code, "'Kuriboh': 2,000 copies, more than any deck has" in error) == (2, True)


def test_standard_input_and_links(tmp_path: Path) -> None:
    code, out, err = run("add", "-", RAIGEKI, *DAY, stdin=SMALL.encode())
    assert (code, out) == (0, f"#main\n{KURIBOH}\n{RAIGEKI}\n#extra\n!side\n")
    assert err[0].startswith("deckcheck: -: added 1 Raigeki to main; main 2, extra 0, side 0")
    code, out, _ = run("remove", "ydke://o6lXBaOpVwU=!!!", DRAGON)
    assert (code, out) == (0, "ydke://o6lXBQ==!!!\n")
    code, out, err = run("remove", "-", KURIBOH, "--check", *DAY, stdin=SMALL.encode())
    assert (code, out, len(err)) == (1, SMALL, 1)
    (tmp_path / "a.ydk").write_text("#main\n")
    cards = f"# of a search\n3 Sangan\n{RAIGEKI} # Raigeki\n\n1\nMorphing Jar #2\n".encode()
    assert run("add", tmp_path / "a.ydk", "2", "-", stdin=cards)[0] == 0
    assert (tmp_path / "a.ydk").read_text().split() == [
        "#main", *["26202165"] * 3, *[RAIGEKI] * 2, "79106360",
    ]  # fmt: skip
    code, _, (error,) = run("add", "-", "-", stdin=cards)
    assert (code, "either the deck or the cards" in error) == (2, True)


def test_a_search_feeds_an_edit(tmp_path: Path) -> None:
    (tmp_path / "a.ydk").write_text("#main\n4206964\n")
    ids = run("search", "trap hole", "--kind", "trap", "--legal-in", "goat", "--not-in", "a.ydk",
              "-o", "ids", cwd=tmp_path)[1]  # fmt: skip
    assert len(ids.split()) == 3
    assert run("add", tmp_path / "a.ydk", "-", stdin=ids.encode())[0] == 0
    assert (tmp_path / "a.ydk").read_text() == f"#main\n4206964\n{ids}"


# --- new --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.ydk", "# deckcheck: format=goat\n#main\n#extra\n!side\n"),
        ("a.yaml", "name: Chaos\nformat: goat\nmain: []\nextra: []\nside: []\n"),
        ("a.txt", "Deck name: Chaos\n# deckcheck: format=goat\nMain Deck (0)\n"),
        ("a.ydke", "ydke://!!!\n"),
    ],
)
def test_a_new_deck(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    code, out, err = run("new", name, "--format", "goat", "--name", "Chaos", cwd=tmp_path)
    codec = codecs.SUFFIXES[path.suffix]
    assert (code, out) == (0, f"{name}: begun as {codec}, without cards\n")
    left_out = {"ydk": "the deck's name 'Chaos'",
                "ydke": "the deck's name 'Chaos', that it asks for format=goat"}  # fmt: skip
    assert err == (
        [f"deckcheck: warning: {name}: left out, for {codec} cannot hold it: {left_out[codec]}"]
        if codec in left_out
        else []
    )
    assert path.read_text() == text
    assert run("new", name, cwd=tmp_path)[0] == 2
    assert path.read_text() == text
    assert run("new", name, "--force", "-f", "ocg@2005-01-01", cwd=tmp_path)[0] == 0
    if codec in ("ydk", "yaml"):
        assert "2005-01-01" in path.read_text()


@pytest.mark.parametrize("suffix", codecs.SUFFIXES)
def test_a_new_deck_of_every_codec_is_filled(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    assert run("new", path, "--name", "My: deck")[0] == 0
    assert run("add", path, "2", "Kuriboh", "Number 39: Utopia", "Morphing Jar #2")[0] == 0
    assert run("add", path, "1", "Kuriboh", ARTWORK, "--section", "side")[0] == 0
    assert run("remove", path, "Number 39: Utopia", "2", "Morphing Jar #2")[0] == 0
    listed = codecs.parse(path.read_bytes(), suffix=suffix)
    assert sum(entry.readings[0].copies for entry in listed.entries) == 5
    assert listed.name == ("My: deck" if codecs.codec(listed.codec).HOLDS.deck_name else None)
    assert run("check", path, "-q")[0] == 1


def test_a_new_deck_asks_for_its_format_by_name(tmp_path: Path) -> None:
    for name, asked in (("a.ydk", "april 2005"), ("a.txt", "April 2005"), ("a.yaml", "goat")):
        assert run("new", name, "-f", asked, cwd=tmp_path)[0] == 0
        found = json.loads(run("check", name, "-o", "json", cwd=tmp_path)[1])
        assert found["decks"][0]["format"] == "goat"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a",), "no codec has the suffix ''; name a file with one of .json, .yaml"),
        (("a.doc",), "no codec has the suffix '.doc'"),
        (("a.ydk", "--codec", "ydx"), "unknown codec 'ydx'"),
        (("a.ydk", "-f", "gota"), "--format: unknown format 'gota'; did you mean: goat"),
        (("a.ydk", "--name", "\x1b[31mred"), "is no name of a deck, which is text on one line"),
        (("a.ydk", "-f", "goat@2010-01-01"), "--format: goat is played as of 2005-08-20"),
        (("no/a.ydk",), "no/a.ydk: cannot be written: there is no folder no"),
        (("a.txt", "--name", "a\nSide"), "'a\\nSide' is no name of a deck"),
    ],
)
def test_what_cannot_be_begun(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    code, out, (error,) = run("new", *arguments, cwd=tmp_path)
    assert (code, out, message in error) == (2, "", True)
    assert not [*tmp_path.iterdir()]


def test_a_codec_that_is_named(tmp_path: Path) -> None:
    assert run("new", "list.deck", "--codec", "yaml", cwd=tmp_path)[0] == 0
    assert (tmp_path / "list.deck").read_text().startswith("main: []")


# --- sort -------------------------------------------------------------------------------------


def test_decks_are_sorted(tmp_path: Path) -> None:
    text = f"#main\n{RAIGEKI}\n# Kuriboh\n{KURIBOH}\n{DRAGON}\n#extra\n!side\n{POT}\n{ASH}\n"
    kinds = f"#main\n{DRAGON}\n# Kuriboh\n{KURIBOH}\n{RAIGEKI}\n#extra\n!side\n{ASH}\n{POT}\n"
    for name in ("a.ydk", "b.ydk"):
        (tmp_path / name).write_text(text)
    code, out, err = run("sort", "a.ydk", "--check", cwd=tmp_path)
    assert (code, err) == (1, [])
    assert out == "would sort a.ydk\n1 file would be sorted, 0 unchanged\n"
    code, out, _ = run("sort", "a.ydk", "--dry-run", cwd=tmp_path)
    assert (code, out.splitlines()[:3]) == (0, ["--- a.ydk", "+++ a.ydk", "@@ -1,9 +1,9 @@"])
    assert (tmp_path / "a.ydk").read_text() == text
    assert run("sort", ".", cwd=tmp_path)[1] == (
        "sorted ./a.ydk\nsorted ./b.ydk\n2 files sorted, 0 unchanged\n"
    )
    assert (tmp_path / "a.ydk").read_text() == (tmp_path / "b.ydk").read_text() == kinds
    assert run("sort", ".", "--check", cwd=tmp_path)[:2] == (
        0, "0 files would be sorted, 2 unchanged\n"
    )  # fmt: skip
    assert run("sort", "a.ydk", "--by", "id", cwd=tmp_path)[0] == 0
    assert (tmp_path / "a.ydk").read_text().split()[1] == RAIGEKI
    code, out, err = run("sort", "-", "--by", "name", "--lang", "ja", stdin=text.encode())
    assert (code, out.split()[1:3], err) == (0, ["#", "Kuriboh"], ["sorted -"])


def test_what_cannot_be_sorted(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(
        '{"m": {"ids": [4343, 4007], "r": [1, 2]}, "e": {"ids": []}, "s": {"ids": []}}'
    )
    (tmp_path / "b.ydk").write_text(f"{RAIGEKI}\n{KURIBOH}\n")
    code, out, (error,) = run("sort", "a.json", "b.ydk", cwd=tmp_path)
    assert (code, out) == (2, "sorted b.ydk\n1 file sorted, 0 unchanged\n")
    assert "a.json: another list stands beside the ids" in error


# --- decks of another game ----------------------------------------------------------------------


@pytest.fixture
def rush(tmp_path: Path) -> Path:
    """A folder of Rush Duel, with a deck in it that does not say so itself."""
    (tmp_path / ".deckcheck.yaml").write_text("format: rush\n")
    (tmp_path / "a.yaml").write_text("main:\n  - Dark Magician\n  - Sevens Road Magician\n")
    return tmp_path


def test_the_game_is_that_of_the_folder(rush: Path) -> None:
    code, out, _ = run("convert", "a.yaml", "--to", "ydk", cwd=rush)
    assert (code, out.split()) == (0, ["#main", "160002000", "160301001", "#extra", "!side"])
    (rush / "a.ydk").write_text(out)
    assert "Sevens Road Magician" in run("convert", "a.ydk", "--to", "text", cwd=rush)[1]
    # git hands over old files in a folder of its own
    (rush.parent / "old.ydk").write_text(out)
    for deck in (rush / "a.ydk", rush.parent / "old.ydk"):
        shown = run("diff", "--textconv", "--", deck)[1]
        assert "1 Dark Magician\n1 Sevens Road Magician\n" in shown
    env = {"DECKCHECK_FORMAT": "rush"}
    _, out, _ = run("convert", "-", "--to", "ydk", stdin=b"main: [Dark Magician]", env=env)
    assert "160002000" in out


def test_a_card_of_another_game_is_said_to_be_one(rush: Path, deck: Path) -> None:
    _, _, (error,) = run("add", "a.yaml", "Ash Blossom & Joyous Spring", cwd=rush)
    assert error.endswith("Spring is a card of OCG/TCG, and the deck's format is not")
    for card in ("Sevens Road Magician", "160301001"):
        _, _, (error,) = run("add", deck, card, *DAY)
        assert error.endswith("Sevens Road Magician is a card of Rush Duel, and the deck's format "
                              "is not")  # fmt: skip


# --- small things -------------------------------------------------------------------------------


def test_how_many_more_cards_may_be_meant_is_said(deck: Path) -> None:
    _, _, (error,) = run("add", deck, "Junk", *DAY)
    found = json.loads(run("search", "Junk", "-o", "json")[1])["total"]
    assert error.endswith(f" and {found - 9} more")


def test_copies_do_not_stand_behind_their_card(deck: Path) -> None:
    _, _, (error,) = run("add", deck, "Sangan", "x3", *DAY)
    assert error.endswith("x3: copies stand before a card, or in one word with it, '3 Sangan' or "
                          "'Sangan x3'")  # fmt: skip


def test_an_empty_file_is_no_list(tmp_path: Path) -> None:
    for name in ("a.txt", "a.yaml", "a.json"):
        (tmp_path / name).write_text("\n")
        code, _, (error,) = run("add", name, "Sangan", cwd=tmp_path)
        assert (code, "the file is empty; 'deckcheck new --force' begins" in error) == (2, True)
    (tmp_path / "a.ydk").write_text("")
    assert run("add", "a.ydk", "Sangan", cwd=tmp_path)[0] == 0


def test_the_odds_of_a_deck_are_no_deck(deck: Path) -> None:
    _, out, _ = run("odds", deck, "-w", "1+ of Kuriboh", "-o", "json", *DAY)
    (deck.parent / "odds.json").write_text(out)
    _, out, _ = run("check", deck.parent, "-o", "json")
    assert len(json.loads(out)["decks"]) == 1


def test_another_deck_may_be_added_whole(deck: Path) -> None:
    cards = b"#created by x\n#main\n26202165\n#extra\n44508094\n!side\n46986414\n"
    _, out, _ = run("add", deck, "-", *DAY, stdin=cards)
    assert "added 1 Sangan to main, 1 Stardust Dragon to extra, 1 Dark Magician to main" in out
