"""``deckcheck schema``: the schemas say what the program writes, takes and refuses."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from deckcheck import baseline, codecs
from deckcheck.baseline import baseline_text, entry_of, read_baseline
from deckcheck.cards import LANGUAGES
from deckcheck.cli.schema import SCHEMAS
from deckcheck.codecs import json as json_codec
from deckcheck.config import KEYS, UNDECIDED, Settings, read_config
from deckcheck.errors import DataError, ParseError
from deckcheck.model import SECTIONS
from deckcheck.reports import json as json_report
from deckcheck.rules import DOCUMENTED
from decktext import times, ydk
from judging import report

ROOT = Path(__file__).parent.parent.parent
DECKS = ROOT / "tests" / "decks"
RULES = [rule.ID for rule in DOCUMENTED]
SCHEMA = {name: json.loads(path.read_text(encoding="utf-8")) for name, path in SCHEMAS.items()}
OK = {name: Draft202012Validator(schema) for name, schema in SCHEMA.items()}


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "deckcheck", *map(str, arguments)], cwd=ROOT,
                          capture_output=True, encoding="utf-8", check=False)  # fmt: skip


# --- the command ------------------------------------------------------------------------------


def test_without_a_name_they_are_listed() -> None:
    done = run("schema")
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split()[:2] for line in done.stdout.splitlines()[2:]]
    assert rows == [[name, f"deckcheck/{name}/1"] for name in SCHEMAS]


@pytest.mark.parametrize("name", ["report", "deck", "config", "baseline"])
def test_a_schema_is_printed(name: str) -> None:
    done = run("schema", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == SCHEMA[name]


def test_an_unknown_name_is_exit_2_with_the_nearest() -> None:
    done = run("schema", "reprot")
    assert (done.returncode, done.stdout) == (2, "")
    assert "unknown schema 'reprot'; did you mean: report" in done.stderr


# --- what a schema is -------------------------------------------------------------------------


def objects(value: object) -> Iterator[dict[str, Any]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


@pytest.mark.parametrize("name", SCHEMAS)
def test_it_is_a_schema_that_explains_every_key(name: str) -> None:
    schema = SCHEMA[name]
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert schema["$id"] == f"deckcheck/{name}/1"
    assert schema["title"]
    for part in objects(schema):
        for key, value in part.get("properties", {}).items():
            assert value is False or explained(schema, value), (key, value)


def explained(schema: dict[str, Any], part: dict[str, Any]) -> bool:
    """Whether a part has a description, or is one that has."""
    if "description" in part:
        return True
    return "description" in schema["$defs"][part["$ref"].removeprefix("#/$defs/")]


def enums(name: str, key: str) -> list[list[Any]]:
    """The values that a schema has for a key, wherever it is."""
    found = [part["properties"][key] for part in objects(SCHEMA[name])
             if key in part.get("properties", {})]  # fmt: skip
    return [part["enum"] for part in found]


def test_names_are_those_of_the_program() -> None:
    assert SCHEMA["config"]["$defs"]["rule"]["enum"] == RULES
    for name in ("report", "baseline"):
        assert enums(name, "rule") == [RULES]
    assert enums("config", "lang") == [[*LANGUAGES, None]]
    assert enums("config", "undecided") == [[*UNDECIDED, None]]
    assert enums("report", "codec") == [[*codecs.CODECS, None]]
    config = SCHEMA["config"]["properties"]
    assert list(config) == list(KEYS)
    assert list(config["overrides"]["items"]["properties"]) == ["path", *Settings._fields]
    assert list(SCHEMA["deck"]["$defs"]["yaml"]["properties"])[-len(SECTIONS) :] == [*SECTIONS]
    assert SCHEMA["report"]["$id"] == json_report.SCHEMA
    assert SCHEMA["deck"]["$id"] == json_codec.SCHEMA
    assert SCHEMA["baseline"]["$id"] == baseline.SCHEMA
    for name in ("report", "deck", "baseline"):
        marks = [part["properties"]["schema"] for part in objects(SCHEMA[name])
                 if "schema" in part.get("properties", {})]  # fmt: skip
        assert marks
        for mark in marks:
            assert (mark if "const" in mark else SCHEMA[name]["$defs"]["schema"])["const"] == (
                SCHEMA[name]["$id"]
            )


# --- the report -------------------------------------------------------------------------------

TERMS = (
    (),
    ("--on", "2026-06-01", "-f", "genesys"),
    ("--on", "2026-06-01", "-f", "worlds"),
    ("--on", "2026-12-01", "-f", "unlimited", "--ruleset", "new-expert-rules"),
    ("-f", "goat", "--lang", "ja"),
    ("--banlist", "none", "--repair-sections"),
)


def closed(part: Any) -> Any:
    """A schema that refuses the keys it does not name."""
    if isinstance(part, list):
        return [closed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    shut = {key: closed(value) for key, value in part.items()}
    return {**shut, "additionalProperties": False} if "properties" in part else shut


STRICT = Draft202012Validator(closed(SCHEMA["report"]))


@pytest.mark.parametrize("terms", TERMS, ids=" ".join)
def test_reports_have_the_keys_that_are_described_and_no_others(terms: tuple[str, ...]) -> None:
    files = [path for path in sorted(DECKS.rglob("*")) if path.is_file()]
    assert len(files) > 20
    done = run("check", *files, "ydke://x", *terms, "-o", "json")
    STRICT.validate(json.loads(done.stdout))
    assert json.loads(done.stdout)["summary"]["decks"] == len(files) + 1
    lines = run("check", *files, "ydke://x", *terms, "-o", "jsonl").stdout.splitlines()
    assert len(lines) == len(files) + 2
    for line in lines:
        STRICT.validate(json.loads(line))


def test_reports_of_what_is_rare(tmp_path: Path) -> None:
    (tmp_path / "list.yaml").write_text("title: x\nsource: us\nlimited: [Sangan]\n")
    (tmp_path / "a.ydk").write_text(ydk(times(4, 26202165)))
    (tmp_path / "b.ydk").write_bytes(b"\0\1\2")
    (tmp_path / ".deckcheck.yaml").write_text("banlist: list.yaml\nbaseline: known.json\n")
    assert run("check", tmp_path, "--write-baseline").returncode == 0
    OK["baseline"].validate(json.loads((tmp_path / "known.json").read_text()))
    (tmp_path / "c.yaml").write_text("name: x\nmain: [Thoroughbred Elf, Harpie Lady 2: 4]\n")
    whole = json.loads(run("check", tmp_path, "-o", "json").stdout)
    STRICT.validate(whole)
    known, unread, found = whole["decks"]
    assert (known["known"], known["banlist"]["region"]) == (1, None)
    assert (unread["verdict"], unread["sizes"]) == ("undecided", None)
    assert None in [one["card"] and one["card"]["passcode"] for one in found["findings"]]


def test_what_is_no_report() -> None:
    whole = json.loads(run("check", DECKS / "illegal", "-o", "json").stdout)
    for broken in (
        {**whole, "schema": "deckcheck/report/2"},
        {key: value for key, value in whole.items() if key != "decks"} | {"decks": None},
        {**whole, "decks": [{**whole["decks"][0], "verdict": "fine"}]},
        {key: value for key, value in whole["decks"][0].items() if key != "points"},
    ):
        assert not OK["report"].is_valid(broken)
    assert OK["report"].is_valid({**whole, "of a later version": 1})


# --- decks ------------------------------------------------------------------------------------


class Yaml12(yaml.SafeLoader):
    """Reads scalars as YAML 1.2 does, and so most editors: ``on`` and ``no`` and days are text."""


Yaml12.yaml_implicit_resolvers = {
    letter: [
        (tag, pattern) for tag, pattern in resolvers if not tag.endswith((":bool", ":timestamp"))
    ]
    for letter, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Yaml12.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false"), list("tf"))


def loaded(text: str, loader: Any = Yaml12) -> Any:
    """The YAML as JSON has it, with keys that are text."""
    return json.loads(json.dumps(yaml.load(text, loader), default=str))


def readme(language: str, mark: str) -> str:
    blocks: list[str] = re.findall(
        rf"```{language}\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    return next(block for block in blocks if mark in block)


ITEMS = (
    "3 Blue-Eyes White Dragon", "Ash Blossom & Joyous Spring: 3", "89631139", "05370235", "00483",
    "{card: 雷击, copies: 2}", "{card: 89631139}", "{card: Sangan, copies: 3x}",
    "{card: Sangan, copies: x３}", "2x Sangan", "Sangan x2", "Sangan ×2", "no", "true", "3.5", "-5",
    "2026-01-01", "7", "2 05370235", "Number 39: Utopia", "'Number 39: Utopia'", "3: Sangan",
    "Sangan: 3x", "Sangan: '3'", "89631139: 3", "{Sangan: 1, Kuriboh: 2}", '"@Ignister"',
    "Sangan: no",
)  # fmt: skip


@pytest.mark.parametrize("loader", [Yaml12, yaml.SafeLoader], ids=["1.2", "1.1"])
@pytest.mark.parametrize("item", ITEMS)
def test_every_form_of_an_item(item: str, loader: Any) -> None:
    text = f"main:\n  - {item}\n"
    assert codecs.parse(text.encode(), suffix=".yaml").entries
    OK["deck"].validate(loaded(text, loader))


def test_yaml_decks() -> None:
    files = sorted(DECKS.rglob("*.yaml"))
    assert files
    texts = [path.read_text(encoding="utf-8") for path in files]
    texts += [readme("yaml", "main:"), "main:\n", "side: []\nname: 2026\nformat:\non: 2026-06\n",
              "main: [Sangan]\nformat: ocg@2005-01-01\non: ~\nname: no\n"]  # fmt: skip
    for text in texts:
        codecs.parse(text.encode(), suffix=".yaml")
        OK["deck"].validate(loaded(text))


@pytest.mark.parametrize(
    "text",
    [
        "main: []\nmian: []\n", "main: Sangan\n", "main: {}\n", "main:\n  - [a]\n",
        "main:\n  - {card: a, copeis: 2}\n", "main:\n  - {card: a, copies: two}\n",
        "main:\n  - {card: a, copies: 0}\n", "main:\n  - {card: a, copies: }\n",
        "main:\n  - a: 0\n", "main:\n  - a: 2000\n", "main:\n  - a:\n", "main:\n  -\n",
        "main:\n  - {}\n", "main:\n  - ''\n", "main:\n  - {card: ''}\n", "name: x\n", "- a\n", "",
        "main: []\nname: [x]\n", "main: []\nformat: [tcg]\n", "main: []\non: {}\n",
        "main:\n  - " + "a" * 301 + ": 1\n", "main: [" + "Sangan, " * 1001 + "]\n",
    ],
)  # fmt: skip
def test_what_is_no_yaml_deck(text: str) -> None:
    with pytest.raises(ParseError):
        codecs.parse(text.encode(), suffix=".yaml")
    assert not OK["deck"].is_valid(loaded(text))


@pytest.mark.parametrize("codec", ["yaml", "json"])
def test_decks_as_they_are_converted(codec: str) -> None:
    files = [*(DECKS / "legal").iterdir(), *(DECKS / "illegal").iterdir()]
    assert len(files) > 8
    for path in files:
        deck = codecs.parse(path.read_bytes(), suffix=path.suffix)
        text = codecs.codec(codec).dump(deck)
        OK["deck"].validate(loaded(text) if codec == "yaml" else json.loads(text))


OWN = {"schema": "deckcheck/deck/1"}


@pytest.mark.parametrize(
    "deck",
    [
        {"main": [89631139, "89631139", "Sangan"], "extra": [], "side": None},
        {"main": [{"id": 89631139, "name": "Blue-Eyes White Dragon", "count": 3}]},
        {"main": [{"id": "89631139"}, {"konami_id": 4007, "count": "2"}, {"name": "Sangan"}]},
        {"main": [{"card": "Sangan", "copies": 2}, {"passcode": 5, "count": 0, "rarity": "x"}]},
        {"main": {"Sangan": 2, "89631139": "3"}},
        {"cards": ["Sangan"], "name": None, "format": "tcg", "on": "2026-06"},
    ],
)
def test_json_decks(deck: dict[str, Any]) -> None:
    codecs.parse(json.dumps({**OWN, **deck}).encode(), suffix=".json")
    OK["deck"].validate({**OWN, **deck})


@pytest.mark.parametrize(
    "deck",
    [
        {}, {"name": "x"}, {"main": 3}, {"main": [True]}, {"main": [None]}, {"main": [[1]]},
        {"main": [-5]}, {"main": [2**32]}, {"main": [""]}, {"main": ["a" * 301]},
        {"main": [{"count": 3}]}, {"main": [{"name": "Sangan", "count": -1}]},
        {"main": [{"name": "Sangan", "count": 1001}]}, {"main": [{"name": "Sangan", "count": ""}]},
        {"main": [{"name": ""}]}, {"main": {"Sangan": "two"}}, {"main": [], "format": 3},
        {"main": [], "on": 2026}, {"main": [], "author": {}},
    ],
)  # fmt: skip
def test_what_is_no_json_deck(deck: dict[str, Any]) -> None:
    with pytest.raises(ParseError):
        codecs.parse(json.dumps({**OWN, **deck}).encode(), suffix=".json")
    assert not OK["deck"].is_valid({**OWN, **deck})


# --- configs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", "format: tcg\nignore: [mixed-region]\noverrides:\n  - path: goat/**\n    format: goat\n"
        "baseline: .deckcheck-baseline.json\n",
        "format: tcg\non: 2026-06-01\nterritory: emea\nruleset: master-rule-2020\n"
        "banlist: none\npoints: 90\nselect: [limit]\nignore: mixed-region\nstrict: true\n"
        "include: ['*.txt']\nexclude: drafts/\nlang: ja\nundecided: warn\n"
        "baseline: b.json\nformats-dir: formats\nbanlists-dir: lists\n"
        "overrides:\n  - path: goat/**\n    format: goat\n    strict: false\n",
        "format:\non: ~\nterritory: null\nruleset:\nbanlist:\nselect:\nignore:\noverrides:\n"
        "include:\nexclude:\nlang:\nundecided:\nbaseline:\nformats-dir:\nbanlists-dir:\n",
        "points: '90'\nstrict: 'false'\non: 2026-06\nignore: []\ninclude: [2026, no]\n",
        "overrides:\n  - {path: old/, format: goat}\n  - {path: 2026, ignore: [], points: 0}\n",
        "formats-dir: formats\nformat: house@2026-06-01\noverrides:\n"
        "  - {path: x.ydk, format: tcg, on: 2026-06-01, banlist: lists.yaml}\n",
        "lang: zh-CN\n",
    ],
)  # fmt: skip
def test_configs(text: str) -> None:
    read_config(".deckcheck.yaml", text, RULES, LANGUAGES)
    OK["config"].validate(loaded(text))


@pytest.mark.parametrize(
    "text",
    [
        "fromat: tcg\n", "ignore: [mixed-regoin]\n", "select: limits\n", "ignore: {limit: 1}\n",
        "lang: jp\n", "undecided: maybe\n", "points: many\n", "points: -1\n", "points: 1.5\n",
        "points: 1000000\n", "points:\n", "strict: yes\n", "strict:\n", "strict: [true]\n",
        "overrides:\n  - format: goat\n", "overrides:\n  - path: x\n    fromat: goat\n",
        "overrides:\n  - path: x\n    lang: ja\n", "overrides: {path: x}\n", "overrides: [x]\n",
        "overrides:\n  - path: [x]\n", "- format\n", "tcg\n", "format: [tcg]\n", "on: {}\n",
        "banlist: [tcg]\n", "include: {}\n", "exclude: [[x]]\n", "baseline: [x]\n",
        "formats-dir: {}\n",
    ],
)  # fmt: skip
def test_what_is_no_config(text: str) -> None:
    with pytest.raises(DataError):
        read_config(".deckcheck.yaml", text, RULES, LANGUAGES)
    assert not OK["config"].is_valid(loaded(text))


# --- baselines --------------------------------------------------------------------------------


def test_baselines() -> None:
    found = report(ydk([*times(2, 55144522), "8963113O", 101999999], size=39)).findings
    for known in ({}, {"a.ydk": tuple(map(entry_of, found)), "b/ü.ydk": ()}):
        text = baseline_text(known)
        OK["baseline"].validate(json.loads(text))
        assert read_baseline("x", text) == known


KNOWN = {"rule": "limit", "about": "55144522", "over": 2, "message": "x"}


@pytest.mark.parametrize(
    "value",
    [
        [], {}, {"schema": "deckcheck/baseline/2", "decks": {}}, {"schema": "deckcheck/baseline/1"},
        {"schema": "deckcheck/baseline/1", "decks": []},
        {"schema": "deckcheck/baseline/1", "decks": {"a": [{"rule": "limit"}]}},
        {"schema": "deckcheck/baseline/1", "decks": {"a": [{**KNOWN, "over": "two"}]}},
    ],
)  # fmt: skip
def test_what_is_no_baseline(value: Any) -> None:
    with pytest.raises(DataError):
        read_baseline("b.json", json.dumps(value))
    assert not OK["baseline"].is_valid(value)
