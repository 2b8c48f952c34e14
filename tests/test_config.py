"""The config file: what it may say, and what is wrong in one."""

import pytest

from deckcheck.cards import LANGUAGES
from deckcheck.config import Config, Settings, fits, read_config, settings_for
from deckcheck.errors import DataError
from deckcheck.rules import DOCUMENTED

RULES = [rule.ID for rule in DOCUMENTED]


def config(text: str) -> Config:
    return read_config("x/.deckcheck.yaml", text, RULES, LANGUAGES)


def test_everything_it_may_say() -> None:
    found = config(
        "format: tcg\non: 2026-06-01\nterritory: emea\nruleset: master-rule-2020\n"
        "banlist: none\npoints: 90\nselect: [limit]\nignore: mixed-region\nstrict: true\n"
        "include: ['*.txt']\nexclude: drafts/\nlang: ja\nundecided: warn\n"
        "baseline: b.json\nformats-dir: formats\nbanlists-dir: lists\n"
        "overrides:\n  - path: goat/**\n    format: goat\n    strict: false\n"
    )
    assert found.settings == Settings(
        "tcg", "2026-06-01", "emea", "master-rule-2020", "none", 90, ("limit",),
        ("mixed-region",), True,
    )  # fmt: skip
    assert found[2:-1] == (
        ("*.txt",), ("drafts/",), "ja", "warn", "b.json", "formats", "lists",
    )  # fmt: skip
    assert found.overrides[0].settings == Settings(format="goat", strict=False)
    assert (found.lines["banlist"], found.overrides[0].lines["format"]) == (5, 19)
    assert config("") == Config(lines={})


def test_later_overrides_win_over_earlier_ones_and_all_over_the_default() -> None:
    found = config(
        "format: tcg\nignore: [limit]\noverrides:\n  - {path: old/, format: goat}\n"
        "  - {path: old/new/*.ydk, format: edison, ignore: []}\n"
    )
    assert settings_for(found, "a.ydk") == Settings(format="tcg", ignore=("limit",))
    assert settings_for(found, "old/a.ydk") == Settings(format="goat", ignore=("limit",))
    assert settings_for(found, "old/new/a.ydk") == Settings(format="edison", ignore=())


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("goat/**", "goat/below/a.ydk", True),
        ("goat/**", "other/a.ydk", False),
        ("*.txt", "below/a.txt", True),
        ("/a.ydk", "below/a.ydk", False),
        ("drafts/", "x/drafts/a.ydk", True),
        ("a [1].ydk", "a [1].ydk", False),
    ],
)
def test_patterns_are_those_of_gitignore(pattern: str, path: str, expected: bool) -> None:
    assert fits(path, [pattern]) is expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fromat: tcg\n", "x/.deckcheck.yaml:1: unknown key 'fromat' in a config; did you mean "
         "'format'?"),
        ("format: tcg\nignore: [mixed-regoin]\n", "x/.deckcheck.yaml:2: unknown rule "
         "'mixed-regoin'; did you mean: mixed-region"),
        ("\nlang: jp\n", ":2: unknown language 'jp'"),
        ("undecided: maybe\n", ":1: unknown word for undecided decks 'maybe'; known: fail, warn"),
        ("points: many\n", ":1: points must be a whole number, not 'many'"),
        ("strict: yes\n", ":1: strict must be true or false, not 'yes'"),
        ("overrides:\n  - format: goat\n", ":2: an override needs path"),
        ("overrides:\n  - path: x\n    fromat: goat\n", ":3: unknown key 'fromat'"),
        ("- format\n", ":1: a config must be a mapping"),
        ("exclude: ['!']\n", ":1: exclude: '!' is no pattern"),
        ("\ninclude: ['[z-a].ydk']\n", ":2: include: '[z-a].ydk' is no pattern"),
        ("overrides:\n  - {path: '!', format: goat}\n", ":2: path: '!' is no pattern"),
        ("format: [tcg]\n", ":1: format must be text, not a list"),
        ("format: tcg\nformat: ocg\n", ":2: duplicate key 'format'"),
        ("format: 'tcg\n", "not valid YAML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        config(text)
    assert message in str(caught.value)
