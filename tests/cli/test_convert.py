"""Decks in another file format, by the command as a user runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck import codecs
from deckcheck.codecs import CODECS

ARTWORK, DRAGON, SYNCHRO, SPELL = "89631146", "89631139", "44508094", "24094653"
YDK = (
    f"# deckcheck: format=tcg\n#main\n{DRAGON}\n{DRAGON}\n{ARTWORK}\n#extra\n{SYNCHRO}\n!side\n"
    "5318639\n"
)


def run(*arguments: str | Path, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run the command with the arguments."""
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", *map(str, arguments)],
        input=stdin if isinstance(stdin, bytes) else stdin.encode(),
        capture_output=True, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def converted(text: str, to: str, *options: str) -> str:
    """The text on standard output; nothing was left out but what may be."""
    done = run("convert", "-", "--to", to, *options, stdin=text)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ids(ydk: str) -> list[str]:
    return [line for line in ydk.splitlines() if not line.startswith("# ")]


@pytest.mark.parametrize("codec", CODECS)
def test_there_and_back_keeps_sections_order_and_artworks(codec: str) -> None:
    assert ids(converted(converted(YDK, codec), "ydk")) == ids(YDK)


@pytest.mark.parametrize("codec", ["text", "json", "yaml", "ydk"])
def test_what_the_deck_asks_for_is_kept_where_it_can_be(codec: str) -> None:
    assert converted(converted(YDK, codec), "ydk") == YDK


def test_people_read_names_and_artworks_stay() -> None:
    assert converted(YDK, "text") == (
        "# deckcheck: format=tcg\n\nMain Deck (3)\n2x Blue-Eyes White Dragon\n"
        f"1x {ARTWORK} (Blue-Eyes White Dragon)\n\nExtra Deck (1)\n1x Stardust Dragon\n\n"
        "Side Deck (1)\n1x Mystical Space Typhoon\n"
    )
    assert "3x Blue-Eyes White Dragon\n" in converted(YDK, "text", "--canonical")
    assert "2x 青眼の白龍\n" in converted(YDK, "text", "--lang", "ja")
    assert f"  - {ARTWORK}  # Blue-Eyes White Dragon\n" in converted(YDK, "yaml")
    assert json.loads(converted(YDK, "json"))["main"] == [
        {"id": 89631139, "name": "Blue-Eyes White Dragon", "count": 2},
        {"id": 89631146, "name": "Blue-Eyes White Dragon", "count": 1},
    ]


def test_a_pipe() -> None:
    link = run("convert", "-", "--to", "ydke", stdin=YDK)
    assert link.stdout.startswith("ydke://")
    assert link.stderr == ("deckcheck: warning: -: left out: that it asks for format=tcg\n")
    assert ids(run("convert", link.stdout.strip(), "--to", "ydk").stdout) == ids(YDK)


def test_what_the_target_cannot_hold_is_said() -> None:
    text = "name: Mine\nformat: ocg\n# a remark\nmain: [Sangan]\nextra: [Raigeki]\n"
    done = run("convert", "-", "--to", "omega", stdin=text)
    assert done.returncode == 0
    for what in ("the deck's name 'Mine'", "format=ocg", "that Raigeki stands in extra (line 5)"):
        assert what in done.stderr


@pytest.mark.parametrize(
    ("text", "to", "message"),
    [
        ("#main\n8963113O\n", "ydke", "-:2: '8963113O' is not a passcode; write digits only, one "
         "card a line; mend the line first"),
        ("#main\nnone\n", "text", "-:2: 'none' is no passcode"),
        ("3 Sangann\n", "ydk", "-:1: 'Sangann' is no known card"),
        ('{"main": {"ids": [3]}}', "ydk", "-:1: '3' is no known card"),
        ("ydke://o6!!!", "ydk", "-:1: ydke link is damaged"),
        ("#main\n" + "5318639\n" * 256, "omega", "-:1: 256 cards; an omega code counts 255"),
    ],
)  # fmt: skip
def test_nothing_is_lost_and_nothing_is_mended(text: str, to: str, message: str) -> None:
    done = run("convert", "-", "--to", to, stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_unknown_cards_go_with_the_deck_where_they_can() -> None:
    assert ids(converted("#main\n101999999\n", "ydk")) == ["#main", "101999999", "#extra", "!side"]
    assert "3x Sangann\n" in converted("3 Sangann\n", "text")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "decks" / "below").mkdir(parents=True)
    (tmp_path / "decks" / "a.ydk").write_text(YDK)
    (tmp_path / "decks" / "below" / "Joey's #1 [x] & y!.ydk").write_text(YDK)
    return tmp_path


def test_a_folder_into_a_folder(folder: Path) -> None:
    out = folder / "out"
    done = run("convert", folder / "decks", "--to", "text", "--out-dir", out)
    assert (done.returncode, done.stdout) == (0, f"2 decks written to {out}\n")
    assert sorted(p.relative_to(out).as_posix() for p in out.rglob("*.txt")) == [
        "a.txt", "below/Joey's #1 [x] & y!.txt",
    ]  # fmt: skip
    (out / "a.txt").write_text("mine")
    done = run("convert", folder / "decks", "--to", "text", "--out-dir", out)
    assert done.returncode == 2
    assert f"{out}/a.txt: is there already; --force overwrites it" in done.stderr
    assert (out / "a.txt").read_text() == "mine"
    assert (
        run("convert", folder / "decks", "--to", "text", "--out-dir", out, "--force").stderr == ""
    )
    assert (out / "a.txt").read_text() != "mine"


def test_patterns_are_the_programs_where_the_shell_leaves_them(folder: Path) -> None:
    out = folder / "out"
    run("convert", folder / "decks" / "**" / "*.ydk", "--to", "ydke", "--out-dir", out)
    assert len(list(out.rglob("*.ydke"))) == 2
    done = run("convert", folder / "decks" / "*.yaml", "--to", "ydke", "--out-dir", out)
    assert done.returncode == 2
    assert "none that fits it as a pattern" in done.stderr


def test_two_decks_never_end_in_one_file(folder: Path) -> None:
    (folder / "decks" / "a.yaml").write_text("main: [Sangan]\n")
    out = folder / "out"
    done = run("convert", folder / "decks", "--to", "json", "--out-dir", out, "--force")
    assert done.returncode == 2
    assert f"a.ydk: {out}/a.json has {folder}/decks/a.yaml in it already" in done.stderr


def test_the_suffix_of_a_file_says_the_codec(folder: Path) -> None:
    for name, codec in (("a.yaml", "yaml"), ("b.JSON", "json"), ("c.txt", "text")):
        assert run("convert", folder / "decks" / "a.ydk", "-o", folder / name).returncode == 0
        assert codecs.parse((folder / name).read_bytes(), suffix="", name=None).codec == codec


def test_one_file(folder: Path) -> None:
    deck, out = folder / "decks" / "a.ydk", folder / "a.json"
    assert run("convert", deck, "--to", "json", "-o", out).stdout == ""
    assert json.loads(out.read_text())["schema"] == "deckcheck/deck/1"
    assert run("convert", deck, "--to", "json", "-o", out).returncode == 2
    assert run("convert", deck, "--to", "json", "-o", "-").stdout == out.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.ydk", "--to", "pdf"), "unknown codec 'pdf'"),
        (("missing.ydk", "--to", "text"), "missing.ydk: No such file"),
        (
            ("decks", "--to", "text"),
            "--out-dir FOLDER takes the decks of a folder, or more than one",
        ),
        (
            ("decks", "--to", "text", "-o", "x"),
            "--out-dir FOLDER takes the decks of a folder, or more than one",
        ),
        (("decks/a.ydk", "--to", "text", "-o", "no/x"), "cannot be written: there is no folder no"),
        (("decks/a.ydk",), "name the codec to write by with --to: json"),
        (("decks/a.ydk", "-o", "x.pdf"), "name the codec to write by with --to: json"),
        (("decks/a.ydk", "--to", "text", "-o", "x", "--out-dir", "y"), "not both"),
    ],
)
def test_what_cannot_be_done(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(folder)
    done = run("convert", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_codecs_lists_every_codec() -> None:
    table = run("codecs").stdout
    listed = json.loads(run("codecs", "-o", "json").stdout)
    assert [one["name"] for one in listed] == list(CODECS)
    assert all(one["name"] in table and len(one["documentation"]) > 200 for one in listed)


@pytest.mark.parametrize(
    ("text", "to", "left_out"),
    [
        ('{"name": "Foo\\n# deckcheck: format=goat", "main": [89631139]}', "text",
         r"the deck's name 'Foo\n# deckcheck: format=goat'"),
        ('{"name": "Foo\\nBar:", "main": [89631139]}', "text", "the deck's name"),
        ("name: \"Foo\\nSide\"\nmain: [89631139]\n", "text", "the deck's name"),
        ('{"schema": "deckcheck/deck/1", "format": "my house", "main": [89631139]}', "ydk",
         "that it asks for format=my house"),
        ('{"schema": "deckcheck/deck/1", "format": "house,on=2005-01-01", "main": [89631139]}',
         "text", "that it asks for format=house,on=2005-01-01"),
        ("main:\n  - 89631139  # mine\n", "ydk", "1 comment"),
        ("see ydke://o6lXBQ==!!!\nand be well\n", "text", "1 comment"),
    ],
)  # fmt: skip
def test_what_would_be_misread_is_left_out_and_said(text: str, to: str, left_out: str) -> None:
    done = run("convert", "-", "--to", to, stdin=text)
    assert done.returncode == 0, done.stderr
    assert f"left out: {left_out}" in done.stderr.replace("\\\\", "\\")
    again = run("convert", "-", "--to", "ydk", stdin=done.stdout)
    assert ids(again.stdout) == ["#main", DRAGON, "#extra", "!side"]
    assert again.stderr == ""


@pytest.mark.parametrize("to", ["text", "json", "yaml"])
def test_what_is_no_utf_8_is_refused(tmp_path: Path, to: str) -> None:
    (tmp_path / "a.txt").write_bytes(b"Deck name: caf\xe9\n3 Sangan\n")
    for output in ((), ("-o", tmp_path / "b")):
        done = run("convert", tmp_path / "a.txt", "--to", to, *output)
        assert (done.returncode, done.stdout) == (2, "")
        assert "holds what is no UTF-8" in done.stderr or "is no text" in done.stderr


def test_one_bad_deck_does_not_end_a_batch(tmp_path: Path) -> None:
    for name, text in (
        ("a", '{"main": [5]}'),
        ("b", r'{"main": ["\ud800"]}'),
        ("c", '{"main": [5]}'),
    ):
        (tmp_path / f"{name}.json").write_text(text)
    done = run("convert", tmp_path, "--to", "text", "--out-dir", tmp_path / "out")
    assert done.returncode == 2
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.txt", "c.txt"]


def test_a_link_is_a_deck_of_its_own(folder: Path) -> None:
    (folder / "decks" / "link.ydk").symlink_to("a.ydk")
    out = folder / "out"
    run("convert", folder / "decks", "--to", "text", "--out-dir", out)
    assert (out / "link.txt").read_text() == (out / "a.txt").read_text()


def test_a_deck_of_the_run_is_not_overwritten(folder: Path) -> None:
    link = run("convert", "-", "--to", "ydke", stdin="#main\n5318639\n").stdout
    (folder / "decks" / "a.ydke").write_text(link)
    decks = folder / "decks"
    done = run("convert", decks, "--to", "ydke", "--out-dir", decks, "--force")
    assert done.returncode == 2
    assert f"a.ydk: {decks}/a.ydke is itself one of the decks; nothing is written" in done.stderr
    assert (decks / "a.ydke").read_text() == link


def test_a_deck_of_another_game_has_names_of_that_game() -> None:
    found = converted("# deckcheck: format=rush\n#main\n160001000\n", "yaml")
    assert "160001000" not in found
    assert converted(found, "ydk").splitlines()[2] == "160001000"
    skill = "1x Destiny Draw (Skill Card)\n"
    assert skill in converted(skill, "text")


def test_sizes_past_all_bounds_are_usage_errors() -> None:
    for command in (("convert", "-", "--to", "text"), ("check", "-"), ("show", "-")):
        done = run(*command, "--max-bytes", "9" * 19, stdin=YDK)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Traceback" not in done.stderr
    assert run("convert", "-", "--to", "text", "-o", "", stdin=YDK).returncode == 2


def test_tags_go_where_they_can() -> None:
    tagged = "main: [Sangan]\ntags: {starters: [Sangan]}\n"
    assert "starters" in converted(tagged, "yaml")
    assert "left out: the tags starters" in run("convert", "-", "--to", "ydk", stdin=tagged).stderr


def test_nothing_is_no_deck_to_convert() -> None:
    done = run("convert", "-", "--to", "ydk", stdin="\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is nothing in it to convert" in done.stderr


def test_what_is_no_card_is_said_with_what_it_may_mean() -> None:
    done = run("convert", "-", "--to", "ydk", stdin="3 Nobleman of Crosout\n")
    assert "did you mean Nobleman of Crossout" in done.stderr


def test_a_name_of_control_characters_is_left_out() -> None:
    link = "ydke%3A%2F%2Fo6lXBQ%3D%3D%21%21%21A%1B%5B31mRED"
    done = run("convert", "-", "--to", "text", stdin=link)
    assert (done.returncode, "Blue-Eyes White Dragon" in done.stdout) == (0, True)
    assert "left out: the deck's name" in done.stderr
