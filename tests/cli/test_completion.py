"""Completion: what may follow, that the program takes it, and how each shell is told."""

import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import typer
from typer.core import TyperGroup, TyperOption

from deckcheck import codecs, formats, rulesets
from deckcheck.banlists import dated
from deckcheck.cards import GAMES, LANGUAGES, CardIndex
from deckcheck.catalog import beginnings
from deckcheck.catalog.find import find
from deckcheck.cli import COMMANDS, app, completing
from deckcheck.cli.completing import FILES, FOLDERS, Takes, taken_by
from deckcheck.cli.completion import QUOTED, SCRIPTS, Completion, answer, complete, read_line
from deckcheck.errors import DataError
from deckcheck.reports import RENDERERS
from deckcheck.rules import DOCUMENTED, check_names

GROUP = typer.main.get_group(app)
BREAKS = " \t\n\"'@><=;|&(:"
"""At what bash ends a word unless it is told otherwise."""


def completed(line: str) -> Completion:
    """What the last word of a line may become."""
    return complete(GROUP, read_line(line).words[1:])


def texts(line: str) -> list[str]:
    """The values that the last word of a line may become."""
    return [value.text for value in completed(line).values]


def ask(line: str, shell: str = "bash", cwd: Path | None = None, **environment: str) -> list[str]:
    """What a process says to a shell, line by line; it ends well and complains of nothing."""
    asked = {"_DECKCHECK_COMPLETE": f"complete_{shell}", "COMP_WORDS": line}
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck"],
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **asked, **environment},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


# --- what may follow --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("deckcheck ", set(COMMANDS)),
        ("deckcheck ba", {"banlist"}),
        ("deckcheck BANL", {"banlist"}),
        ("deckcheck legalin", {"legal-in"}),
        ("deckcheck --", {"--version", "--help"}),
        ("deckcheck banlist ", {"list", "show", "diff", "lint", "convert"}),
        ("deckcheck format s", {"show"}),
        ("deckcheck check --forma", {"--format"}),
        ("deckcheck check -", {"-f", "--format", "--strict", "--no-strict", "-o", "--help"}),
        ("deckcheck check a.ydk --lan", {"--lang"}),
        ("deckcheck check --format ", {"tcg", "ocg", "goat", "genesys", "dm5"}),
        ("deckcheck check --format GO", {"goat", "gouki"}),
        ("deckcheck check --format april", {"april 2005", "april 2014"}),
        ("deckcheck check --format 'april 2005", {"april 2005"}),
        ("deckcheck check --format=edi", {"--format=edison"}),
        ("deckcheck check -fedi", {"-fedison"}),
        ("deckcheck check -qf edi", {"edison"}),
        ("deckcheck check -qfedi", {"-qfedison"}),
        ("deckcheck when -f edi", {"edison"}),
        ("deckcheck format show goa", {"goat"}),
        ("deckcheck check --ruleset master-rule-3", {"master-rule-3"}),
        ("deckcheck check --ruleset 大师规则3", {"大师规则3"}),
        ("deckcheck check --ruleset masterrule20", {"master-rule-2020"}),
        ("deckcheck ruleset show ", {"master-rule-2020", "tcg", "ocg", "rush"}),
        ("deckcheck check --banlist ", {"tcg", "ocg", "none"}),
        ("deckcheck check --banlist tcg", {"tcg", "tcg@2026-05-18", "tcg@2005-04-01"}),
        ("deckcheck check --banlist TCG@2005", {"tcg@2005-04-01"}),
        ("deckcheck banlist show tcg@2026", {"tcg@2026-05-18", "tcg@2026-02-02"}),
        ("deckcheck banlist diff tcg@2026-02-02 tcg@2026-0", {"tcg@2026-05-18"}),
        ("deckcheck banlist convert tcg --to ", {"yaml", "lflist", "json"}),
        ("deckcheck banlist list oc", {"ocg", "ocg-cn"}),
        ("deckcheck check --select li", {"limit", "limit-group"}),
        ("deckcheck check --ignore limit,co", {"limit,copy-limit"}),
        ("deckcheck rule copy", {"copy-limit"}),
        ("deckcheck schema ", {"report", "deck", "config"}),
        ("deckcheck check -o ", set(RENDERERS)),
        ("deckcheck show -o ", {"table", "markdown", "json"}),
        ("deckcheck card x -o ", {"table", "json"}),
        ("deckcheck check --codec y", {"yaml", "ydk", "ydke"}),
        ("deckcheck convert a.ydk --to y", {"yaml", "ydk", "ydke"}),
        ("deckcheck check --lang z", {"zh-CN", "zh-TW"}),
        ("deckcheck search x --game r", {"rush"}),
        ("deckcheck check --territory a", {"amer"}),
        ("deckcheck check --undecided ", {"fail", "warn"}),
        ("deckcheck check --color a", {"auto", "always"}),
        ("deckcheck completion ", {"bash", "zsh", "fish"}),
        ('deckcheck card "pot of gr', {"Pot of Greed"}),
        ("deckcheck card pot\\ of\\ gr", {"Pot of Greed"}),
        ("deckcheck card pot of gr", {"Greed"}),
        ('deckcheck when --card "pot of gr', {"Pot of Greed"}),
        ("deckcheck card 強欲な壺", {"強欲な壺"}),
        ("deckcheck card 'Topf der G", {"Topf der Gier"}),
        ("deckcheck card 'blue eyes white d", {"Blue-Eyes White Dragon"}),
        ('deckcheck card \'"A" Cell I', {'"A" Cell Incubator'}),
        ("deckcheck card 'S-F", {"S-Force Bridgehead"}),
        ("deckcheck card 'clara and", {"Clara & Rushka, the Ventriloduo"}),
        ("deckcheck card 'number 39: utopia b", {"Number 39: Utopia Beyond"}),
        ("deckcheck when -f rush --card 'blue-eyes wh", {"Blue-Eyes White Dragon"}),
        ("deckcheck when -f tcg@2005-04-01 --card Sang", {"Sangan"}),
        ("deckcheck hand --going ", {"first", "second"}),
        ("deckcheck card --game rush 'blue-eyes wh", {"Blue-Eyes White Dragon"}),
        ("deckcheck card 5514452", {"55144522"}),
        ("deckcheck card 0537023", {"05370235"}),
        ("deckcheck card 537023", {"5370235"}),
    ],
)
def test_what_may_follow(line: str, expected: set[str]) -> None:
    found = texts(line)
    assert expected <= set(found), found
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    "line",
    [
        "deckcheck nonsense ",
        "deckcheck format show goat ",
        "deckcheck check --lang xx",
        "deckcheck check --on 20",
        "deckcheck check --points ",
        "deckcheck card ",
        "deckcheck card 'S-Fx",
        "deckcheck card 123456789012",
        f"deckcheck card {'x' * 1000}",
        "deckcheck check --banlist none@",
        "deckcheck check -- --form",
    ],
)
def test_nothing_may_follow(line: str) -> None:
    assert texts(line) == []


def test_what_is_given_is_not_offered_again_unless_it_may_be() -> None:
    assert "--format" not in texts("deckcheck check -f tcg --")
    assert "--strict" not in texts("deckcheck check --no-strict --")
    assert "--select" in texts("deckcheck check --select limit --")


def test_other_names_are_offered_when_some_of_one_is_typed() -> None:
    assert "april 2005" not in texts("deckcheck check --format ")
    assert "anime" not in texts("deckcheck check --ruleset ")


def test_values_have_a_line_about_them() -> None:
    helped = {value.text: value.help for value in completed("deckcheck check -f goat").values}
    assert helped == {"goat": "Goat Format"}
    assert dict(completed("deckcheck ").values)["check"] == COMMANDS["check"].help
    assert dict(completed("deckcheck card 強欲な壺").values)["強欲な壺"] == "Pot of Greed"
    assert dict(completed("deckcheck card 55144522").values)["55144522"] == "Pot of Greed"
    commands = completed("deckcheck banlist ").values
    options = completed("deckcheck check --").values
    assert all(value.help for value in (*commands, *options))


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("deckcheck check de", FILES),
        ("deckcheck check a.ydk de", FILES),
        ("deckcheck check -- de", FILES),
        ("deckcheck check --config ", FILES),
        ("deckcheck check --output-file=", FILES),
        ("deckcheck check --format ./", FILES),
        ("deckcheck check --banlist ./", FILES),
        ("deckcheck show ", FILES),
        ("deckcheck convert --out-dir ", FOLDERS),
        ("deckcheck convert -o ", FILES),
        ("deckcheck annotate ", FILES),
        ("deckcheck banlist lint ", FILES),
        ("deckcheck check --lang ", ""),
        ("deckcheck check --on ", ""),
        ("deckcheck card ", ""),
        ("deckcheck ", ""),
    ],
)
def test_paths_are_completed_where_they_are_expected(line: str, paths: str) -> None:
    assert completed(line).paths == paths


def test_own_formats_and_lists_of_a_config_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = "formats-dir: ways\nbanlists-dir: lists\n"
    (tmp_path / ".deckcheck.yaml").write_text(config)
    for folder, file in (("ways", "house.yaml"), ("lists/house", "2026-01-01.yaml")):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / file).write_text("")
    monkeypatch.chdir(tmp_path)
    assert texts("deckcheck check -f hou") == ["house"]
    assert texts("deckcheck check --isolated -f hou") == []
    assert texts("deckcheck check --banlist hou") == ["house@2026-01-01"]
    (tmp_path / "other.yaml").write_text("formats-dir: .\n")
    assert texts("deckcheck check --config other.yaml -f oth") == ["other"]


# --- the program takes what is offered --------------------------------------------------------


def _parameters() -> Iterator[tuple[str, Any]]:
    """The path of every command, and each of its parameters that take a value."""
    for name in COMMANDS:
        command: Any = GROUP.get_command(typer.Context(GROUP), name)
        found = command.commands if isinstance(command, TyperGroup) else {"": command}
        for sub, one in found.items():
            for param in one.params:
                if not isinstance(param, TyperOption) or not (param.is_flag or param.count):
                    yield f"{name} {sub}".strip(), param


PARAMETERS = list(_parameters())
FREE = {"DAY", "N", "SECONDS", "REV", "WORDS...", "KIND", "WANT", "TEXT"}
"""Metavars of what only the user knows."""


def test_every_value_is_completed_or_free() -> None:
    assert len(PARAMETERS) > 60
    left = {
        f"{path} {param.opts[0]} {param.metavar}"
        for path, param in PARAMETERS
        if taken_by(path, param) == Takes() and param.metavar not in FREE
    }
    assert left <= {"search --attribute NAME", "search --race NAME"}


NAMED = [
    (path, param)
    for path, param in PARAMETERS
    if {"--output", "--to", "--codec"} & {*param.opts} and param.metavar in ("NAME", "CODEC")
]


@pytest.mark.parametrize(("path", "param"), NAMED, ids=lambda value: str(value))
def test_what_is_offered_is_what_help_names(path: str, param: Any) -> None:
    names = re.findall(r"\w+", param.help.rpartition(":")[2].removeprefix("To "))
    names = [name for name in names if name != "or"]
    assert texts(f"deckcheck {path} {param.opts[0]} ") == names


def _accepts_format(db: sqlite3.Connection, name: str) -> None:
    formats.load_format(db, name)


def _accepts_ruleset(db: sqlite3.Connection, name: str) -> None:
    formats.check_choice(db, formats.Choice(None, ruleset=name))


def _accepts_list(db: sqlite3.Connection, name: str) -> None:
    formats.check_choice(db, formats.Choice(None, banlist=name))


def _accepts_territory(db: sqlite3.Connection, name: str) -> None:
    formats.check_choice(db, formats.Choice(None, territory=name))


def _accepts_shown_ruleset(db: sqlite3.Connection, name: str) -> None:
    assert name in rulesets.regions(db) or rulesets.load_ruleset(db, name)


def _accepts_rule(_: sqlite3.Connection, name: str) -> None:
    check_names(name.split(","))


def _accepts_codec(_: sqlite3.Connection, name: str) -> None:
    codecs.codec(name)


def _accepts_language(db: sqlite3.Connection, name: str) -> None:
    CardIndex(db, name)


def _accepts_card(db: sqlite3.Connection, name: str) -> None:
    assert find(CardIndex(db), name)


@pytest.mark.parametrize(
    ("lines", "fewest", "accepts"),
    [
        # a letter of each other name of a format, and nothing for the names themselves
        ([f"deckcheck check -f '{text}" for text in ("", *"acdglmnptw", "简", "动")], 95,
         _accepts_format),
        ([f"deckcheck check --ruleset {text}" for text in ("", *"amno", "大", "新", "マ")], 36,
         _accepts_ruleset),
        (["deckcheck ruleset show "], 22, _accepts_shown_ruleset),
        (["deckcheck check --banlist ", *(f"deckcheck check --banlist {region}@" for region in
          ("tcg", "ocg", "worlds", "rush", "sample", "genesys"))], 200, _accepts_list),
        (["deckcheck check --territory "], 2, _accepts_territory),
        (["deckcheck check --select ", "deckcheck check --select limit,"], 42, _accepts_rule),
        (["deckcheck check --codec "], 6, _accepts_codec),
        (["deckcheck check --lang "], 10, _accepts_language),
        ([f"deckcheck card '{text}" for text in (*"abcdefghijklmnopqrstuvwxyz1234567890",
          "blue-eyes", "dark ma", "the ", "é", "青", "ブラ", "블루", "«", '"', "pot of")], 1500,
         _accepts_card),
    ],
)  # fmt: skip
def test_every_value_offered_is_accepted(
    db: sqlite3.Connection,
    lines: list[str],
    fewest: int,
    accepts: Callable[[sqlite3.Connection, str], None],
) -> None:
    offered = {text for line in lines for text in texts(line)}
    assert len(offered) >= fewest
    for text in offered:
        accepts(db, text)


def test_all_of_the_tables_is_offered(db: sqlite3.Connection) -> None:
    assert texts("deckcheck check -f ") == formats.known(db)
    assert texts("deckcheck check --ruleset ") == rulesets.known(db)
    assert set(texts("deckcheck banlist list ")) == set(dated.regions(db))
    assert texts("deckcheck rule ") == [rule.ID for rule in DOCUMENTED]
    assert texts("deckcheck check -o ") == list(RENDERERS)
    assert texts("deckcheck check --codec ") == list(codecs.CODECS)
    assert texts("deckcheck card x --lang ") == list(LANGUAGES)
    assert texts("deckcheck card x --game ") == list(GAMES)
    for region in dated.regions(db):
        days = {f"{region}@{found.day}" for found in dated.RegionLists(db, region).lists}
        assert set(texts(f"deckcheck banlist show {region}@")) == days


def _shared(names: Iterable[str]) -> str:
    """What all the names begin with."""
    first, *_, last = sorted(names) * 2
    letters = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(letter for letter, _ in letters)


@pytest.mark.parametrize("typed", [*"abdeghkmsuxyz", "da", "dar", "red", "the", "S-", "青", "ブ"])
def test_no_more_names_are_offered_than_can_be_read_and_what_they_share_all_share(
    db: sqlite3.Connection, typed: str
) -> None:
    offered = [name for name, _ in beginnings.names(db, typed, GAMES[0], "en")]
    every = [
        name
        for (name,) in db.execute("SELECT name FROM lookup WHERE game = 'ocg-tcg' AND sure")
        if name.casefold().startswith(typed.casefold())
    ]
    assert 0 < len(offered) <= 50
    literal = [name for name in offered if name.casefold().startswith(typed.casefold())]
    shared = _shared(name.casefold() for name in literal)
    assert all(name.casefold().startswith(shared) for name in every)


@pytest.mark.parametrize("typed", ["s", "d", "dark", "青", "1"])
def test_names_are_found_without_reading_all(db: sqlite3.Connection, typed: str) -> None:
    thousands: list[int] = []
    db.set_progress_handler(lambda: thousands.append(1), 1000)
    try:
        assert list(beginnings.names(db, typed, GAMES[0], "en"))
        assert list(beginnings.passcodes(db, "8", GAMES[0]))
    finally:
        db.set_progress_handler(None, 0)
    # to look at each of the 170,000 rows takes some 2,000 thousands
    assert len(thousands) < 600


# --- how each shell is told -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "breaks", "words", "quote", "start"),
    [
        ("", "", [""], "", 0),
        ("a", "", ["a"], "", 0),
        ("a ", "", ["a", ""], "", 0),
        ("a\tb\nc", "", ["a", "b", "c"], "", 0),
        ("a 'b c' d", "", ["a", "b c", "d"], "", 0),
        ("a 'b c", "", ["a", "b c"], "'", 0),
        ('a "b \\"c', "", ["a", 'b "c'], '"', 0),
        ('a "b \\c', "", ["a", "b \\c"], '"', 0),
        ("a 'b\\", "", ["a", "b\\"], "'", 0),
        ("a b\\ c", "", ["a", "b c"], "", 0),
        ("a b\\", "", ["a", "b"], "", 0),
        ("a '' b", "", ["a", "", "b"], "", 0),
        ("a b'c'd", "", ["a", "bcd"], "", 0),
        ("a --b=c", "=", ["a", "--b=c"], "", 4),
        ("a --b=c", "", ["a", "--b=c"], "", 0),
        ("a --b='c d", "=", ["a", "--b=c d"], "'", 4),
        ("a b:c:d", ":", ["a", "b:c:d"], "", 4),
        ("a b\\:c", ":", ["a", "b:c"], "", 0),
        ("a 'b:c", ":", ["a", "b:c"], "'", 0),
        ("a tcg@20", "@", ["a", "tcg@20"], "", 3),
        ("a=b c", "=", ["a=b", "c"], "", 0),
    ],
)
def test_a_line_is_read_as_the_shell_does(
    line: str, breaks: str, words: list[str], quote: str, start: int
) -> None:
    assert read_line(line, breaks) == (words, quote, start)


@pytest.mark.parametrize(
    ("line", "shell", "expected"),
    [
        ("deckcheck check -f goa", "bash", ["goat"]),
        ("deckcheck check -f goa", "zsh", ["goat:Goat Format"]),
        ("deckcheck check -f goa", "fish", ["goat\tGoat Format"]),
        ("deckcheck check -f 'april 2005", "bash", ["april 2005"]),
        ("deckcheck check -f april\\ 2005", "bash", ["april\\ 2005"]),
        ("deckcheck check -f april\\ 2005", "fish", ["april 2005\tGoat Format"]),
        ("deckcheck card number\\ 39:\\ utopia\\ b", "zsh", ["Number 39\\: Utopia Beyond"]),
        ("deckcheck card number\\ 39:\\ utopia\\ b", "fish", ["Number 39: Utopia Beyond"]),
        ("deckcheck card 'ash bl", "bash", ["Ash Blossom & Joyous Spring"]),
        ("deckcheck card ash\\ bl", "bash", ["Ash\\ Blossom\\ \\&\\ Joyous\\ Spring"]),
        ("deckcheck check ", "bash", ["\tfiles"]),
        ("deckcheck check ", "zsh", ["\tfiles"]),
        ("deckcheck check ", "fish", ["\tfiles"]),
        ("deckcheck convert --out-dir ", "bash", ["\tfolders"]),
        ("deckcheck completion z", "zsh", ["zsh"]),
        ("deckcheck nonsense ", "fish", []),
        ("deckcheck", "bash", []),
        ("", "bash", []),
        ("deckcheck ", "powershell", []),
        ("deckcheck check -f goa", "source_bash", []),
    ],
)
def test_each_shell_is_told_in_its_way(line: str, shell: str, expected: list[str]) -> None:
    assert ask(line, shell) == expected


def test_the_place_of_the_word_may_be_given() -> None:
    assert ask("deckcheck check --lang", COMP_CWORD="3") == list(LANGUAGES)
    assert ask("deckcheck check --lang z", COMP_CWORD="3") == ["zh-CN", "zh-TW"]
    assert ask("deckcheck check --lang z", COMP_CWORD="x") == ["zh-CN", "zh-TW"]


def test_bash_is_told_what_stands_behind_the_signs_at_which_it_ends_a_word() -> None:
    newest = ask("deckcheck check --banlist tcg@2026-05", COMP_WORDBREAKS=BREAKS)
    assert newest == ["@2026-05-18"]
    assert ask("deckcheck check --format=goa", COMP_WORDBREAKS=BREAKS) == ["goat"]
    utopia = "deckcheck card number\\ 39:\\ utopia\\ b"
    assert ask(utopia, COMP_WORDBREAKS=BREAKS) == ["\\ Utopia\\ Beyond"]


def test_names_beyond_the_encoding_of_the_shell_are_told() -> None:
    assert "強欲な壺" in ask("deckcheck card 強欲な", LC_ALL="C")
    assert ask(os.fsdecode(b"deckcheck card \xff")) == []


@pytest.mark.parametrize(
    "line", ["deckcheck check -f ", "deckcheck card Pot", "deckcheck when -f "]
)
def test_damaged_data_completes_nothing_and_complains_of_nothing(line: str, tmp_path: Path) -> None:
    (tmp_path / "index.sqlite").write_bytes(b"no data base, but long enough to be one" * 100)
    assert ask(line, DECKCHECK_DATA_DIR=str(tmp_path)) == []


@pytest.mark.parametrize(
    "error", [DataError("no card index"), sqlite3.OperationalError(), OSError()]
)
def test_missing_data_completes_nothing(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(completing, "open_newest", fail)
    for line in ("deckcheck check -f ", "deckcheck card Pot", "deckcheck banlist show "):
        monkeypatch.setenv("_DECKCHECK_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        assert list(answer(GROUP)) == []


def test_a_broken_config_leaves_what_ships(tmp_path: Path) -> None:
    (tmp_path / ".deckcheck.yaml").write_text("formts-dir: x\n")
    assert ask("deckcheck check -f goa", cwd=tmp_path) == ["goat"]
    (tmp_path / ".deckcheck.yaml").write_text("formats-dir: not-there\n")
    assert ask("deckcheck check -f goa", cwd=tmp_path) == ["goat"]


def test_no_other_run_loads_what_completes() -> None:
    code = "import deckcheck.cli.check, sys; print([m for m in sys.modules if 'complet' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "deckcheck" not in done.stdout


# --- the command ------------------------------------------------------------------------------


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``deckcheck completion`` with the arguments."""
    command = [sys.executable, "-m", "deckcheck", "completion", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_an_unknown_shell_is_named_with_the_known_ones() -> None:
    done = run("powershell")
    assert (done.returncode, done.stdout) == (2, "")
    assert "unknown shell 'powershell'; known: bash, fish, zsh" in done.stderr
    assert run().returncode == 2


def test_help_says_how_to_install_each() -> None:
    shown = " ".join(run("--help").stdout.split())
    assert "bash, in ~/.bashrc: eval" in shown
    assert "zsh, in ~/.zshrc" in shown
    assert "~/.config/fish/completions/deckcheck.fish" in shown


# --- real shells ------------------------------------------------------------------------------


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The environment of a shell that finds the program, whatever it is installed as."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "deckcheck"
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m deckcheck \"$@\"\n")
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "ZDOTDIR": str(tmp_path)}
    return {**os.environ, **home, "PATH": path, "LC_ALL": "C.UTF-8", "TERM": "dumb"}


def the_shell(name: str) -> str:
    """The path of a shell; the test is skipped where it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed, so nothing is completed in it")
    return found


SPECIAL = "'\"&$`!\\:;#(<*?[{|~"


def test_bash_reads_every_name_as_it_was_meant(db: sqlite3.Connection) -> None:
    bash = the_shell("bash")
    every = [name for (name,) in db.execute("SELECT DISTINCT name FROM lookup ORDER BY 1")]
    names = [name for name in every if {*SPECIAL} & {*name}]
    assert len(names) > 5_000
    words = [f"{quote}{quoted(n)}{quote}" for quote, quoted in QUOTED.items() for n in names]
    script = "printf '%s\\0' " + " \\\n".join(words)
    done = subprocess.run([bash], input=script.encode(), capture_output=True, check=True)
    assert done.stdout.decode().split("\0")[:-1] == names * len(QUOTED)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("deckcheck", "ban"), ["banlist"]),
        (("deckcheck", "check", "-f", "goa"), ["goat"]),
        (("deckcheck", "check", "--banlist", "tcg@2026-05"), ["@2026-05-18"]),
        (("deckcheck", "card", "'pot of gr"), ["Pot of Greed"]),
        (("deckcheck", "card", "ash\\ bl"), ["Ash\\ Blossom\\ \\&\\ Joyous\\ Spring"]),
        (("deckcheck", "card", "強欲な壺の"), ["強欲な壺の精霊"]),
        (("deckcheck", "check", ""), []),
    ],
)
def test_bash_without_a_terminal(
    words: tuple[str, ...], expected: list[str], environment: dict[str, str]
) -> None:
    quoted = " ".join(map(shlex.quote, words))
    script = f"""
        eval "$(deckcheck completion bash)"
        COMP_WORDS=({quoted}) COMP_CWORD={len(words) - 1}
        COMP_LINE={shlex.quote(" ".join(words))} COMP_POINT=${{#COMP_LINE}}
        $(complete -p deckcheck | sed 's/.*-F \\([^ ]*\\).*/\\1/') deckcheck
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run([the_shell("bash"), "--norc"], input=script, capture_output=True,
                          text=True, env=environment, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n")[:-1] == (expected or [""])


FISH = [
    ("deckcheck ban", "banlist\tRead the limit lists, and compare them."),
    ("deckcheck check --form", "--format\tWay of playing"),
    ("deckcheck check -f goa", "goat\tGoat Format"),
    ("deckcheck check --format=goa", "--format=goat\tGoat Format"),
    ("deckcheck check --banlist tcg@2026-05", "tcg@2026-05-18\tMay 2026"),
    ("deckcheck card 'pot of gr", "Pot of Greed"),
    ("deckcheck card ash\\ bl", "Ash Blossom & Joyous Spring"),
    ("deckcheck card number\\ 39:\\ utopia\\ b", "Number 39: Utopia Beyond"),
    ("deckcheck card 強欲な壺", "強欲な壺\tPot of Greed"),
    ("deckcheck check a", "a deck.ydk"),
    ("deckcheck check --output-file=a", "--output-file=a deck.ydk"),
    ("deckcheck convert --out-dir b", "bin/"),
]


@pytest.mark.parametrize(("line", "expected"), FISH)
def test_fish(line: str, expected: str, environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a deck.ydk").write_text("")
    script = f"deckcheck completion fish | source\ncomplete -C {shlex.quote(line)}\n"
    done = subprocess.run([the_shell("fish"), "--no-config"], input=script, capture_output=True,
                          text=True, env=environment, cwd=tmp_path, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert [said for said in done.stdout.splitlines() if said.startswith(expected)], done.stdout


def test_zsh_can_read_its_script(environment: dict[str, str]) -> None:
    assert SCRIPTS["zsh"].lstrip().startswith("#compdef deckcheck\n")
    command = [the_shell("zsh"), "-f", "-n", "/dev/stdin"]
    done = subprocess.run(command, input=SCRIPTS["zsh"], capture_output=True, text=True,
                          env=environment, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


SETUP = {
    "bash": ("bash --norc -i", """
        eval "$(deckcheck completion bash)"
        show() { printf '%s\\n' "$READLINE_LINE" >> shown; READLINE_LINE=; }
        bind -x '"\\C-t": show'
    """),
    "zsh": ("zsh -f -i", """
        autoload -Uz compinit && compinit -u -D
        eval "$(deckcheck completion zsh)"
        show() { print -r -- "$BUFFER" >> shown; BUFFER= }
        zle -N show; bindkey '^T' show
    """),
    "zsh from a file": ("zsh -f -i", """
        deckcheck completion zsh > _deckcheck; fpath=($PWD $fpath)
        autoload -Uz compinit && compinit -u -D
        show() { print -r -- "$BUFFER" >> shown; BUFFER= }
        zle -N show; bindkey '^T' show
    """),
}  # fmt: skip
"""How a shell is called, and what makes its ^T write down and forget what stands in its line."""

TYPED = {
    "deckcheck banl": "deckcheck banlist ",
    "deckcheck banlist sh": "deckcheck banlist show ",
    "true && A=1 deckcheck banl": "true && A=1 deckcheck banlist ",
    "deckcheck check -fgoa": "deckcheck check -fgoat ",
    "deckcheck check --format=goa": "deckcheck check --format=goat ",
    "deckcheck check --banlist tcg@2026-05": "deckcheck check --banlist tcg@2026-05-18 ",
    "deckcheck check --banlist=tcg@2026-05": "deckcheck check --banlist=tcg@2026-05-18 ",
    "deckcheck check -f april\\ 2005": "deckcheck check -f april\\ 2005 ",
    "deckcheck card pot of gr": "deckcheck card pot of Greed ",
    "deckcheck card 'pot of gr": "deckcheck card 'Pot of Greed' ",
    'deckcheck card "ash bl': 'deckcheck card "Ash Blossom & Joyous Spring" ',
    "deckcheck card ash\\ bl": "deckcheck card Ash\\ Blossom\\ \\&\\ Joyous\\ Spring ",
    'deckcheck card \'"a" cell b': "deckcheck card '\"A\" Cell Breeding Device' ",
    'deckcheck card "number 39: utopia b': 'deckcheck card "Number 39: Utopia Beyond" ',
    "deckcheck card blue-eyes\\ wh": "deckcheck card Blue-Eyes\\ White\\ Dragon",
    "deckcheck card 'blue eyes wh": "deckcheck card 'Blue-Eyes White Dragon",
    "deckcheck check a": "deckcheck check a\\ deck.ydk ",
    "deckcheck check --output-file=a": "deckcheck check --output-file=a\\ deck.ydk ",
    "deckcheck convert --out-dir bi": "deckcheck convert --out-dir bin/",
    "deckcheck check --lang xx": "deckcheck check --lang xx",
}
"""What is typed, and what stands in the line after a tab, in every shell."""


@contextmanager
def _terminal(
    command: str, environment: dict[str, str], folder: Path
) -> Iterator[Callable[[str], object]]:
    """A shell that runs in a terminal of its own, and what types in it."""
    pty = pytest.importorskip("pty", reason="no terminals of this kind on this system")
    ours, theirs = pty.openpty()
    place = os.ttyname(theirs)
    # the terminal that a session opens first is its own
    process = subprocess.Popen(
        ["sh", "-c", f"exec {command} <{place} >{place} 2>&1"],
        start_new_session=True, cwd=folder, env=environment,
    )  # fmt: skip
    reader = Thread(target=_read_all, args=[ours], daemon=True)
    reader.start()
    try:
        yield lambda text: os.write(ours, text.encode())
    finally:
        process.kill()
        process.wait()
        os.close(theirs)
        reader.join()
        os.close(ours)


def _read_all(terminal: int) -> None:
    """Read what is shown, which nobody looks at, until the terminal is closed."""
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass


def _until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, for half a minute at most."""
    end = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("shell", SETUP)
def test_a_shell_in_a_terminal_writes_what_the_program_takes(
    shell: str, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "a deck.ydk").write_text("")
    command, setup = SETUP[shell]
    the_shell(command.split()[0])
    with _terminal(command, environment, tmp_path) as write:
        for line in setup.strip().splitlines():
            write(line.strip() + "\r")
        shown = tmp_path / "shown"
        write("ready\x14")
        _until(lambda: shown.exists())
        for number, line in enumerate(TYPED, start=2):
            write(f"{line}\t\x14")
            _until(lambda: shown.read_text().count("\n") == number)  # noqa: B023 - called at once
    assert shown.read_text().splitlines()[1:] == list(TYPED.values())
