"""Rendered outputs: golden files of one run, and the schema of the contract."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from deckcheck.model import Report
from deckcheck.reports import RENDERERS, Setting, Tally, render, renderer
from deckcheck.reports.words import line_ranges, printable
from decktext import times, ydk
from judging import report

GOLDEN = Path(__file__).parent / "golden"
PLAIN = Setting("1.2.3", "2026-08-22", "sha256:00", color=False, width=None, quiet=False)


@pytest.fixture(scope="module")
def reports() -> list[Report]:
    illegal = report(ydk([*times(2, 55144522), "8963113O", 101999999], extra=[84815190]), "ocg",
                     "2026-07-01")  # fmt: skip
    named = report("name: Mine\nmain: [3 Sangan, 3 Sangan]\n", suffix=".yaml")
    unreadable = report(b"\0\1\2")
    return [report(ydk()), illegal, named, unreadable, report(ydk(), banlist="none")]


def rendered(output: str, some: list[Report], setting: Setting = PLAIN) -> str:
    def lazily() -> Iterator[Report]:
        yield from some

    return "".join(render(renderer(output), lazily(), Tally(), setting))


@pytest.mark.parametrize("output", RENDERERS)
def test_golden(reports: list[Report], output: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{output}.txt"
    text = rendered(output, reports)
    if request.config.getoption("--write-golden"):
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_bytes().decode()


def test_no_key_of_the_json_is_ever_missing(reports: list[Report]) -> None:
    whole = json.loads(rendered("json", reports))
    assert list(whole) == ["schema", "tool", "data", "summary", "decks"]
    assert whole["schema"] == "deckcheck/report/1"
    for deck in whole["decks"]:
        assert list(deck) == [
            "path", "name", "codec", "verdict", "format", "ruleset", "on", "banlist", "sizes",
            "points", "findings", "known",
        ]  # fmt: skip
        for finding in deck["findings"]:
            assert list(finding) == [
                "rule", "severity", "message", "card", "members", "sections", "copies", "allowed",
                "lines", "source",
            ]  # fmt: skip


def test_a_list_from_a_file_has_only_a_path(tmp_path: Path) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text("limited: []\n")
    whole = json.loads(rendered("json", [report(ydk(), banlist=str(listed))]))
    assert whole["decks"][0]["banlist"] == {
        "region": None, "effective": None, "path": str(listed),
    }  # fmt: skip
    none = json.loads(rendered("json", [report(ydk(), banlist="none")]))
    assert none["decks"][0]["banlist"] is None


@pytest.mark.parametrize("output", RENDERERS)
def test_every_output_says_how_many_decks_were_judged(output: str) -> None:
    text = rendered(output, [report(ydk())] * 3)
    if output == "gitlab":  # an array of findings, with no place for it
        assert text == "[]\n"
    elif output == "csv":  # a deck without findings has a row too
        assert text.count("deck.ydk,legal,") == 3
    else:
        assert "3 decks judged" in text or '"decks": 3' in text


@pytest.mark.parametrize("output", RENDERERS)
def test_quiet_shows_only_decks_with_findings(reports: list[Report], output: str) -> None:
    text = rendered(output, [report(ydk())._replace(path="fine.ydk"), *reports],
                    PLAIN._replace(quiet=True))  # fmt: skip
    assert "fine.ydk" not in text
    assert "Pot of Greed" in text
    assert "judged" not in text
    if output == "json":
        assert json.loads(text)["summary"] == {
            "decks": 6, "legal": 3, "illegal": 2, "undecided": 1,
        }  # fmt: skip


def test_the_table_fits_the_terminal(reports: list[Report]) -> None:
    text = rendered("table", reports, PLAIN._replace(width=100))
    assert max(map(len, text.splitlines())) <= 100
    chinese = report(ydk(times(4, 84013237)), lang="zh-CN")
    lines = rendered("table", [chinese], PLAIN._replace(width=90)).splitlines()
    assert all(len(line) + sum(ord(c) > 0x2E00 for c in line) <= 92 for line in lines)


def test_a_long_link_is_shortened_in_the_table_only(reports: list[Report]) -> None:
    link = "ydke://" + "o6lXBQ==" * 60 + "!!!"
    some = [reports[0]._replace(path=link)]
    assert "ydke://o6lXBQ==" in rendered("table", some)
    assert link not in rendered("table", some)
    assert link in rendered("json", some)


@pytest.mark.parametrize(
    ("lines", "text"),
    [((), ""), ((4, 5, 6, 61), "4-6, 61"), ((3, 3, 3), "3"), ((2, 1), "1-2"), ((1, 3), "1, 3")],
)
def test_line_ranges(lines: tuple[int, ...], text: str) -> None:
    assert line_ranges(lines) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a b 青眼", "a b 青眼"), ("a\nb", r"a\nb"), ("\x1b[31m", r"\x1b[31m"), ("\u202e", r"\u202e")],
)
def test_what_a_terminal_would_act_on_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown
