"""Rulesets and formats in YAML: what their readers take, and how they refuse the rest."""

import pytest

from deckcheck.errors import ParseError
from deckcheck.index.sources import CHECKOUT
from deckcheck.rulesets import read_ruleset

RULESET = (CHECKOUT.rulesets / "new-expert-rules.yaml").read_text(encoding="utf-8")


def test_a_ruleset_as_its_file_says_it() -> None:
    ruleset = read_ruleset("x", RULESET)
    assert [str(size) for size in ruleset.sections["main"].sizes] == ["40 or more"]
    assert 39 not in ruleset.sections["main"].sizes[0]
    assert 10_000 in ruleset.sections["main"].sizes[0]
    assert [str(size) for size in ruleset.sections["side"].sizes] == ["15"]
    assert [str(doubt.sizes) for doubt in ruleset.sections["side"].doubtful] == ["0"]
    assert ruleset.counted == (("main",), ("extra",))
    assert (ruleset.copies, ruleset.siding) == (3, ("main",))
    assert ruleset.opening_hand == (6, 6)
    assert ruleset.stands_in == {"main": ("main", "side"), "extra": ("extra",)}


def test_a_ruleset_that_says_nothing_of_hands_has_todays() -> None:
    text = "".join(line for line in RULESET.splitlines(True) if "opening-hand" not in line)
    assert read_ruleset("x", text).opening_hand == (5, 6)
    assert read_ruleset(
        "x", RULESET.replace("{first: 6, second: 6}", "{second: 5, first: 4}")
    ).opening_hand == (4, 5)


@pytest.mark.parametrize(
    "path", sorted(CHECKOUT.rulesets.glob("*.yaml")), ids=lambda path: path.stem
)
def test_every_shipped_ruleset_has_source_and_confidence(path: object) -> None:
    ruleset = read_ruleset("x", CHECKOUT.rulesets.joinpath(str(path)).read_text(encoding="utf-8"))
    assert all(source for source in ruleset.sources)
    assert ruleset.confidence


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("2000-04-20", "2000-13-20", "since: '2000-13-20' is not a day"),
        ("sizes: [15]", "sizes: [16-15]", "'16-15': the least is more than the most"),
        ("sizes: [15]", "sizes: []", "at least one is needed"),
        ("sizes: [15]", "sizes: [many]", "'many' is no number of cards"),
        ("    name: Side Deck\n", "", "a section needs name"),
        ("  main: [main, side]\n", "", "stands-in needs main"),
        ("extra: [extra]", "extra: [fusion]", "sections are main, extra, side, not fusion"),
        ("copies: 3", "copies: three", "'three' is no number of cards"),
        ("copies: 3\n", "", "a ruleset needs copies"),
        ("{first: 6, second: 6}", "{first: 6}", "opening-hand needs second"),
        ("{first: 6, second: 6}", "{first: 6, second: few}", "'few' is no number of cards"),
        ("copies: 3", "copys: 3", "unknown key 'copys' in a ruleset; did you mean 'copies'"),
    ],
)
def test_a_ruleset_out_of_shape_is_refused_at_its_line(old: str, new: str, reason: str) -> None:
    assert old in RULESET
    with pytest.raises(ParseError) as caught:
        read_ruleset("x", RULESET.replace(old, new, 1))
    assert reason in caught.value.reason
    assert 1 <= caught.value.line <= len(RULESET.splitlines())
