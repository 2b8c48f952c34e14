"""JSON decks of many makers."""

import pytest

from deckcheck import codecs
from deckcheck.errors import ParseError
from deckcheck.model import DeckList
from judging import only, report


def parse(text: str) -> DeckList:
    return codecs.parse(text.encode(), suffix=".json")


def cards(deck: DeckList) -> list[tuple[str | None, int, str]]:
    return [(entry.section, *entry.readings[0][:2]) for entry in deck.entries]


TWO = [("main", 2, "89631139"), ("extra", 1, "44508094")]
ONE_BY_ONE = [("main", 1, "89631139"), ("main", 1, "89631139"), ("extra", 1, "44508094")]
NAMES = [("main", 2, "Sangan"), ("side", 1, "Raigeki")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"main": [89631139, 89631139], "extra": [44508094], "side": []}', ONE_BY_ONE),
        ('{"main": ["89631139", "89631139"], "extra": ["44508094"]}', ONE_BY_ONE),
        ('{"mainDeck": [89631139, 89631139], "extra_deck": [44508094]}', ONE_BY_ONE),
        ('{"deck": {"Main": [89631139, 89631139], "EXTRA": [44508094], "side": null}}', ONE_BY_ONE),
        ('{"data": {"deck": {"main": [89631139, 89631139], "extra": [44508094]}}}', ONE_BY_ONE),
        ('{"main": [{"id": 89631139, "count": 2}], "extra": [{"id": "44508094"}]}', TWO),
        ('{"main": [{"passcode": 89631139, "amount": "2"}], "extra": [{"code": 44508094}]}', TWO),
        ('{"main": {"89631139": 2}, "extra": {"44508094": 1}}', TWO),
        ('{"main": [{"card": {"_id": "60c2b", "name": "Sangan"}, "amount": 2}], '
         '"side": [{"card": "Raigeki", "quantity": 1}]}', NAMES),
        ('{"main": [{"name": "Sangan", "copies": 2}], "side": ["Raigeki"]}', NAMES),
        ('{"main": {"Sangan": 2, "Kuriboh": 0}, "side": ["Raigeki"]}', NAMES),
        ('["Sangan", 89631139]', [(None, 1, "Sangan"), (None, 1, "89631139")]),
        ('{"cards": ["Sangan"], "side": ["Raigeki"]}',
         [("side", 1, "Raigeki"), (None, 1, "Sangan")]),
        ('{"deck": [{"name": "Sangan"}]}', [(None, 1, "Sangan")]),
        ('{"deck": "My deck", "main": ["Sangan"], "cards": 3}', [("main", 1, "Sangan")]),
        ('{"main": [{"card": {"id": 26202165, "count": 3}}]}', [("main", 3, "26202165")]),
        ('{"main": [{"id": 26202165, "n": 3}]}', [("main", 3, "26202165")]),
        ('{"cards": [{"name": "Sangan", "section": "Side Deck"}]}', [("side", 1, "Sangan")]),
        ('{"main": ["Sangan (3)"], "side": ["2x Raigeki"]}',
         [("main", 3, "Sangan"), ("side", 2, "Raigeki")]),
        ('{"deck": {"main": ["Sangan"]}, "side": ["Raigeki"], "extra": []}',
         [("side", 1, "Raigeki"), ("main", 1, "Sangan")]),
        ('{"main": ["Sangan"], "sideboard": ["Raigeki"]}',
         [("main", 1, "Sangan"), ("side", 1, "Raigeki")]),
        ('{"deck": [{"name": "Raigeki", "section": "Side"}]}', [("side", 1, "Raigeki")]),
    ],
)  # fmt: skip
def test_shapes(text: str, expected: list[tuple[str | None, int, str]]) -> None:
    assert cards(parse(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        '{"contents": {"m": {"ids": [4007, 4007], "r": [1]}, "e": {"ids": []}, "s": {"ids": []}}}',
        '{"Main": {"CardIds": [4007, 4007], "Rare": [1, 1]}}',
        '{"main": [{"konami_id": 4007, "count": 2}]}',
    ],
)
def test_konami_ids(text: str) -> None:
    found = report(text, suffix=".json")
    assert found.sizes == {"main": 2, "extra": 0, "side": 0}
    assert [f.rule for f in found.findings] == ["section-size"]


def test_an_unknown_konami_id_is_said_to_be_one() -> None:
    (finding,) = only(report('{"main": {"ids": [3]}}', suffix=".json"), "unknown-card")
    assert finding.message == "unknown Konami id 3"


def test_lines_names_and_what_is_asked_for() -> None:
    deck = parse('{\n"schema": "deckcheck/deck/1",\n"format": "ocg@2005-01-01", "name": " Mine ",'
                 '\n"main": [\n"Sangan",\n\n{"id": 5,\n"name": "x"}]}')  # fmt: skip
    assert [entry.line for entry in deck.entries] == [5, 7]
    assert (deck.name, deck.comments) == ("Mine", 0)
    assert [(d.key, d.value, d.line) for d in deck.directives] == [
        ("format", "ocg", 3), ("on", "2005-01-01", 3),
    ]  # fmt: skip
    assert parse('{"format": "Master Duel", "main": []}').directives == ()
    assert parse('{"deck": {"name": "Mine", "main": []}}').name == "Mine"


def test_an_id_counts_before_a_name_and_a_quarrel_of_both_is_said() -> None:
    found = report('{"main": [{"id": 26202165, "name": "Raigeki"}]}', suffix=".json")
    (doubt,) = only(found, "ambiguous-name")
    assert doubt.message == (
        "Sangan: 1 copy, read from '26202165'; the line may also mean 1x Raigeki"
    )
    assert doubt.severity == "warning"
    agreed = report('{"main": [{"id": 26202165, "name": "Sangan"}]}', suffix=".json")
    assert only(agreed, "ambiguous-name") == []
    internal = report('{"main": [{"id": 17, "name": "Sangan"}]}', suffix=".json")
    assert only(internal, "unknown-card") == []
    (doubt,) = only(internal, "ambiguous-name")
    assert "17 beside it is no id that is known" in doubt.message
    accessory = parse('{"main": ["Sangan"], "accessory": {"box": 1080024, "sleeve": 1070001}}')
    assert accessory.doubts == ()
    export = report('{"main": [{"card": {"_id": "60c2b3aba0e24f2d", "name": "Sangan"}}]}',
                    suffix=".json")  # fmt: skip
    assert only(export, "ambiguous-name") == []


def test_what_looks_like_cards_in_no_section_is_in_doubt() -> None:
    deck = parse(
        '{"main": ["Sangan"],\n"cover": [89631139], "tags": ["a"], "engines": [{"name": "x"}],'
        '\n"cards": [{"name": "Kuriboh", "count": 1}]}'
    )
    assert [(doubt.line, doubt.subject) for doubt in deck.doubts] == [(2, "cover"), (3, "cards")]
    assert deck.comments == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"main": [1,]}', "line 1: no JSON"),
        ('{\n"main": 3}', "line 2: main must be an array of cards, not '3'"),
        ('{"main": [\n{"count": 3}]}', "line 2: no card: an object with 'count' has neither id"),
        ('{"main": [\n[1]]}', "line 2: an array is no card"),
        ('{"main": [\n-5]}', "line 2: '-5' is no passcode"),
        ('{"main": [true]}', "line 1: 'True' is no card"),
        ('{"main": [{"name": "Sangan", "count": -1}]}', "line 1: copies must be 0 to 1000"),
        ('{"main": [{"name": "Sangan", "count": 1e9}]}', "copies must be 0 to 1000, not '1e9'"),
        ('{"main": [{"name": "Sangan", "count": 1001}]}', "1,001 cards, more than the 1,000"),
        ('{"main": [], "main": [5]}', "the key 'main' comes twice"),
        ('{"main": [], "Main": [5]}', "'Main': this key is there already"),
        ('{"main": [], "mainDeck": [5]}', "the section main is there twice"),
        ('[{"main": [5]}, {"main": [6]}]', "2 decks; one file holds one"),
        ('{"x": 1}', "line 1: no deck: none of main"),
        ('3', "line 1: no deck"),
        ('{"cards": [{"name": "Sangan", "section": "sb"}]}', "'sb' is no section; those are main"),
        ('{"m": [5], "e": [], "s": [], "main": [6]}', "the section main is there twice"),
        ('{"schema": "deckcheck/deck/1", "main": [5], "deck": {"side": [6]}}',
         "unknown key 'deck'"),
        ('{"deck": {"main": [5]}, "main": [5]}', "the section main is there twice"),
        ('{"main": {"ids": [4007], "89631139": 3}}', "'89631139' beside a list of Konami ids"),
        ('{"main": [{"id": 89631139, "count": 2, "copies": 3}]}', "two numbers of copies: '2'"),
        ('{"main": [{"name": "Sangan", "section": "side"}]}', "a card of main that says it is of"),
        ('{"main": [{"id": "8963113O", "name": "Sangan"}]}', "'8963113O' is no id of a card"),
        ('{"schema": "deckcheck/deck/1", "main": [], "sied": []}', "unknown key 'sied' in a deck"),
        (r'{"main": ["\ud800"]}', "a name that is no text"),
        (r'{"main": [], "name": "\ud800"}', "a deck name that is no text"),
        ('{"main": [""]}', "a card without a name"),
        ('{"schema": "deckcheck/deck/1", "main": [], "format": 3}', "format must be text"),
        ("[" * 5000 + "]" * 5000, "nested too deep"),
    ],
)  # fmt: skip
def test_what_is_no_deck_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "more",
    [
        '"sides": [{"id": 89631139}]', '"extras": ["Sangan"]', '"sides": [{"card": "Raigeki"}]',
        '"sides": {"Sangan": 3}', '"sides": {"cards": [1]}', '"sides": [[89631139]]',
        '"sides": [89631139, null]', '"decks": [{"main": [89631139]}]', '"cards": [89631139]',
        '"pool": [89631139, "x"]', '"traps": ["Jinzo"]', '"other": {"Kuriboh": 3}',
    ],
)  # fmt: skip
def test_what_may_be_cards_is_never_passed_over_in_silence(more: str) -> None:
    for text in (f'{{"main": [26202165], {more}}}', f'{{"deck": {{"main": [26202165], {more}}}}}'):
        try:
            deck = parse(text)
        except ParseError:
            continue
        assert deck.doubts, text


@pytest.mark.parametrize(
    "card",
    [
        '{"id": 26202165, "passcode": 89631139}', '{"card": {"id": 26202165}, "id": 89631139}',
        '{"card": "Sangan", "id": 89631139}', '{"id": 26202165, "konami_id": 4007}',
        '{"name": "Sangan", "konami_id": 4007}',
    ],
)  # fmt: skip
def test_ids_that_quarrel_are_in_doubt(card: str) -> None:
    found = report(f'{{"main": [{card}]}}', suffix=".json")
    assert len(only(found, "ambiguous-name")) == 1


@pytest.mark.parametrize(
    "card",
    [
        '{"id": 89631139, "main": 3, "side": 1}', '{"id": 89631139, "times": 3}',
        '{"id": 89631139, "nbExemplaires": 3}', '{"id": 89631139, "cards": [5318639]}',
        '{"id": 89631139, "count": 3, "Count": 2}',
    ],
)  # fmt: skip
def test_what_a_card_says_and_is_not_understood_is_said(card: str) -> None:
    try:
        deck = parse(f'{{"cards": [{card}]}}')
    except ParseError:
        return
    assert deck.doubts


def test_the_deck_that_a_card_names_is_its_section() -> None:
    deck = parse('[{"name": "Sangan", "deck": "Side"}, {"name": "Kuriboh", "deck": "Main"}]')
    assert cards(deck) == [("side", 1, "Sangan"), ("main", 1, "Kuriboh")]


def test_keys_that_are_alike_are_refused() -> None:
    for text in ('{"deck": {"main": [5]}, "Deck": {"extra": [6]}}',
                 '{"main": {"ids": [4007], "IDS": [4041]}}'):  # fmt: skip
        with pytest.raises(ParseError, match="spelled alike"):
            parse(text)
    assert cards(parse('{"main": [{"_id": "x1", "id": 5}]}')) == [("main", 1, "5")]
