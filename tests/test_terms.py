"""What a deck is judged by: formats, days, lists, rulesets, territories."""

import sqlite3
from pathlib import Path

import pytest

from deckcheck import formats
from deckcheck.errors import DataError, DeckcheckError, MissingFileError
from deckcheck.formats import Choice
from deckcheck.model import Day, LimitList, Terms
from decktext import ydk
from judging import report


def terms(
    db: sqlite3.Connection,
    format_: str | None = None,
    on: str | None = None,
    territory: str | None = None,
    ruleset: str | None = None,
    banlist: str | None = None,
    *,
    today: str = "2026-06-01",
) -> Terms:
    def read_list(path: str) -> LimitList:
        raise MissingFileError(path)

    return formats.terms(
        db, Choice(format_, on, territory, ruleset, banlist), today=Day(today), read_list=read_list
    )


@pytest.mark.parametrize(
    ("format_", "day", "ruleset"),
    [
        ("ocg", "1999-07-08", "official-rules"),
        ("ocg", "2000-04-19", "official-rules"),
        ("ocg", "2000-04-20", "new-expert-rules"),
        ("ocg", "2008-03-14", "new-expert-rules"),
        ("ocg", "2008-03-15", "master-rule-1"),
        ("ocg", "2011-03-19", "master-rule-2"),
        ("ocg", "2014-03-21", "master-rule-3"),
        ("ocg", "2017-03-25", "master-rule-4"),
        ("ocg", "2020-04-01", "master-rule-2020"),
        ("tcg", "2002-05-07", "tcg-fusion-deck"),
        ("tcg", "2008-08-12", "tcg-fusion-deck"),
        ("tcg", "2008-08-13", "tcg-rulebook-7"),
        ("tcg", "2009-10-22", "master-rule-1"),
        ("tcg", "2011-07-07", "master-rule-1"),
        ("tcg", "2011-07-08", "master-rule-2"),
        ("tcg", "2014-07-14", "master-rule-3"),
        ("tcg", "2017-07-20", "master-rule-4"),
        ("tcg", "2020-04-01", "master-rule-2020"),
    ],
)
def test_the_ruleset_of_the_day(
    db: sqlite3.Connection, format_: str, day: str, ruleset: str
) -> None:
    found = terms(db, format_, day).ruleset
    assert found.name == ruleset
    assert found.sources
    assert found.confidence


@pytest.mark.parametrize(
    ("choice", "on", "effective"),
    [
        (("tcg",), "2026-06-01", "2026-05-18"),
        (("TCG", "2026-05-17"), "2026-05-17", "2026-02-02"),
        (("tcg@2026-05-18",), "2026-05-18", "2026-05-18"),
        (("tcg@2026-05-18", "2026-05-18"), "2026-05-18", "2026-05-18"),
        (("ocg@2026-07",), "2026-07-01", "2026-07-01"),
        (("ocg", "2026-06"), "2026-06-01", "2026-04-01"),
        (("tcg", "2004-09-30"), "2004-09-30", "2004-04-19"),
        (("tcg", "2024-04-18", "emea"), "2024-04-18", "2024-01-01"),
        (("tcg", None, None, None, "tcg@2004-08-01"), "2026-06-01", "2004-08-01"),
        (("tcg", None, None, None, "tcg@2004-08"), "2026-06-01", "2004-08-01"),
        (("tcg", None, None, None, "tcg@2004-08-05"), "2026-06-01", "2004-04-19"),
        (("tcg", None, None, None, "OCG@2006-03"), "2026-06-01", "2006-03-01"),
        (("tcg", None, None, None, "ocg"), "2026-06-01", "2026-04-01"),
    ],
)
def test_day_and_list(
    db: sqlite3.Connection, choice: tuple[str | None, ...], on: str, effective: str
) -> None:
    found = terms(db, *choice)
    assert found.on == on
    assert found.banlist is not None
    assert found.banlist.effective == effective


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (("tgc",), "unknown format 'tgc'; did you mean: tcg"),
        (("tcg@2026-05-18", "2026-05-17"), "two different days"),
        (("tcg", "2026-05"), "the tcg list changed within 2026-05, on 2026-05-18; name a day"),
        (("tcg", "2024-04"), "on 2024-04-15 and 2024-04-22"),
        (("tcg", "2026-02-30"), "'2026-02-30' is not a day; write YYYY-MM-DD"),
        (("tcg", "2026-13"), "not a day"),
        (("tcg", "yesterday"), "not a day"),
        (("tcg", "２０２６-01-01"), "not a day"),
        (("tcg", "2002-05-06"), "use --banlist none"),
        (("ocg", "1999-07-07"), "ocg has no list before 1999-07-08"),
        (("tcg", "2002-03-07", None, None, "none"), "begin on 2002-03-08"),
        (("tcg", None, "asia"), "unknown territory 'asia'"),
        (("tcg", None, None, "master-rule-33"), "did you mean: master-rule-3"),
        (("tcg", None, None, None, "tgc@2020-01-01"), "unknown banlist 'tgc@2020-01-01'"),
        (("tcg", None, None, None, "ocg@1999-01-01"), "no list before"),
        (("tcg", None, None, None, "tcg@2026-03"), "in force then: tcg@2026-02-02"),
        (("tcg", None, None, None, "ocg@2021-02-30"), "not a day"),
        (("tcg", None, None, None, "tcg@2003-05@"), "not a day"),
    ],
)
def test_what_cannot_be_settled_says_the_way_out(
    db: sqlite3.Connection, choice: tuple[str | None, ...], message: str
) -> None:
    with pytest.raises(DeckcheckError) as caught:
        terms(db, *choice)
    assert message in str(caught.value)


def test_a_month_in_which_two_lists_took_effect_is_no_name(db: sqlite3.Connection) -> None:
    """No real month has two lists of a region: a copy of the index is given one."""
    copy = sqlite3.connect(":memory:")
    db.backup(copy)
    copy.execute("UPDATE limit_list SET day = '2000-04-15' WHERE day = '2000-05-15'")
    message = "2 ocg lists took effect in 2000-04: ocg@2000-04-01 and ocg@2000-04-15"
    with pytest.raises(DeckcheckError, match=message):
        terms(copy, "tcg", None, None, None, "ocg@2000-04")
    copy.close()


@pytest.mark.parametrize(
    ("banlist", "message"),
    [
        ("genesys@2025-10-01", "gives points, and tcg has no cap for them; give one with --points"),
        ("rush@2026-07-01", "is about rush cards, tcg is played with ocg-tcg cards"),
    ],
)
def test_a_list_that_does_not_go_with_the_format_is_refused(
    db: sqlite3.Connection, banlist: str, message: str
) -> None:
    with pytest.raises(DeckcheckError, match=message):
        terms(db, "tcg", None, None, None, banlist)


def test_a_list_of_another_region_may_be_named(db: sqlite3.Connection) -> None:
    found = terms(db, "ocg", None, None, None, "master-duel@2022-01-19").banlist
    assert found is not None
    assert (found.label, len(found.limits)) == ("master-duel 2022-01-19", 86 + 66 + 18)


def test_a_day_before_the_first_list_is_judged_without_one(db: sqlite3.Connection) -> None:
    found = terms(db, "tcg", "2002-03-08", None, None, "none")
    assert (found.banlist, found.newest_list, found.ruleset.name) == (
        None, None, "tcg-fusion-deck",
    )  # fmt: skip


def test_a_month_is_asked_of_the_lists_that_the_day_picks_from(db: sqlite3.Connection) -> None:
    with pytest.raises(DeckcheckError, match="the ocg list changed within 2003-04, on 2003-04-10"):
        terms(db, "tcg", "2003-04", None, None, "ocg")
    assert terms(db, "tcg", "2026-05", None, None, "none").on == "2026-05-01"
    assert terms(db, "tcg", "2026-05", None, None, "tcg@2010-03-01").on == "2026-05-01"


def test_a_list_found_by_the_day_may_be_stale_and_a_named_one_not(db: sqlite3.Connection) -> None:
    assert terms(db, "tcg", None, None, None, "ocg").newest_list == "2026-07-01"
    assert terms(db, "tcg", None, None, None, "ocg@2026-11-30").newest_list == "2026-07-01"
    assert terms(db, "tcg", None, None, None, "ocg@2026-07-01").newest_list is None


def test_a_territory_that_the_region_does_not_tell_apart_is_none(db: sqlite3.Connection) -> None:
    assert terms(db, "ocg", "2024-04-18", "emea").territory is None
    assert terms(db, "tcg", "2024-04-18", "emea").territory == "emea"


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (Choice("tgc"), "unknown format"),
        (Choice(""), "unknown format"),
        (Choice("tcg@"), "'' is not a day"),
        (Choice(None, ""), "'' is not a day"),
        (Choice(None, "2026-13"), "not a day"),
        (Choice(None, None, ""), "unknown territory"),
        (Choice(None, None, None, ""), "unknown ruleset"),
        (Choice(None, None, None, None, ""), "unknown banlist ''"),
        (Choice(None, None, None, None, "./x"), "./x"),
        (Choice(None, None, None, None, "tcg@foo"), "'foo' is not a day"),
        (Choice(None, None, None, None, "tcg@"), "'' is not a day"),
        (Choice(None, None, None, None, "tcg@1999-01-01"), "no list before"),
        (Choice(None, None, None, None, "tcg@2024-05"), "no tcg list took effect in 2024-05"),
    ],
)
def test_an_option_that_is_wrong_whatever_the_deck(
    db: sqlite3.Connection, choice: Choice, message: str
) -> None:
    def read_list(path: str) -> LimitList:
        raise MissingFileError(path)

    with pytest.raises(DeckcheckError) as caught:
        formats.check_choice(db, choice, read_list)
    assert message in str(caught.value)
    formats.check_choice(db, Choice(None), read_list)


@pytest.mark.parametrize("name", ["new-master-rule", "NEW-MASTER-RULE", "大师规则4"])
def test_other_names_of_a_ruleset(db: sqlite3.Connection, name: str) -> None:
    assert terms(db, "tcg", None, None, name).ruleset.name == "master-rule-4"


def test_a_ruleset_says_how_siding_works(db: sqlite3.Connection) -> None:
    assert terms(db, "ocg", "2005-01-01").ruleset.siding == ("main",)
    assert terms(db, "ocg", "2010-01-01").ruleset.siding == ("main", "extra")


# --- what a deck file asks for ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "on", "directive", "default", "format_", "day"),
    [
        (None, None, "", "tcg", "tcg", "2026-06-01"),
        (None, None, "", "ocg@2005-01-01", "ocg", "2005-01-01"),
        (None, None, "format=ocg", "tcg", "ocg", "2026-06-01"),
        (None, None, "format=ocg@2005-01-01", "tcg", "ocg", "2005-01-01"),
        (None, None, "format=ocg on=2005-01-01", "tcg", "ocg", "2005-01-01"),
        (None, None, "on=2005-01-01", "ocg@2006-01-01", "ocg", "2005-01-01"),
        ("tcg", None, "format=ocg on=2005-01-01", "tcg", "tcg", "2005-01-01"),
        ("tcg@2006-01-01", None, "format=ocg on=2005-01-01", "tcg", "tcg", "2006-01-01"),
        (None, "2006-01-01", "format=ocg@2005-01-01", "tcg", "ocg", "2006-01-01"),
        (None, "2006-01-01", "", "ocg@2005-01-01", "ocg", "2006-01-01"),
    ],
)
def test_options_come_before_the_deck_file_and_it_before_the_default(
    option: str | None, on: str | None, directive: str, default: str, format_: str, day: str
) -> None:
    deck = (f"# deckcheck: {directive}\n" if directive else "") + ydk()
    found = report(deck, option, on, default_format=default).terms
    assert (found.format.name, found.on) == (format_, day)


@pytest.mark.parametrize(
    "directive", ["format=tgc", "format=tcg@2026-05", "on=2026-05", "format=ocg on=1999-01-01"]
)
def test_a_directive_that_cannot_be_met_names_its_line(directive: str) -> None:
    with pytest.raises(DeckcheckError, match=r"^deck.ydk:2: "):
        report(f"#x\n# deckcheck: {directive}\n{ydk()}", None, None)


def test_a_day_of_the_options_is_not_blamed_on_a_line() -> None:
    with pytest.raises(DeckcheckError, match=r"^deck.ydk: ocg has no list before"):
        report(f"# deckcheck: format=ocg\n{ydk()}", None, "1999-01-01")


# --- lists of a user's own --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("forbidden: [Pot of Gred]", ":1: no card 'Pot of Gred'; did you mean Pot of Greed"),
        ("forbidden:\n  - 89631193", ":2: no card '89631193'; did you mean 89631139 (Blue-Eyes"),
        ("forbidden: [暴风雨]", ":1: '暴风雨' is the name of 2 cards; give its passcode"),
        ("limited:\n  - 55144522  # Raigeki", ":2: 55144522 is Pot of Greed, its comment"),
        ("limited: []\nskills: {Raigeki: 0}", ":2: no skill 'Raigeki'"),
        ("limited: []\nskills: {My Precious Queen!: x}", ":2: skill 'My Precious Queen!': 'x' is"),
        ("points: {Raigeki: many}", ":1: 'many' is no number"),
        ("groups: {x: {allowed: 1}}", ":1: a group needs cards"),
        ("limited: [Raigeki, 12580477]", ":1: Raigeki stands in the list twice"),
        ("forbiden: []", ":1: unknown key 'forbiden' in a limit list; did you mean 'forbidden'"),
        ("title: x", ":1: no limit list"),
        ("limited: Raigeki", ":1: limited must be a list"),
        ("limited: []\noptional: maybe", ":2: optional must be true or false"),
        ("limited: []\nterritories: {amer: soon}", ":2: amer: 'soon' is not a day"),
    ],
)
def test_a_wrong_list_names_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        report(ydk(), banlist=str(listed))
    assert str(caught.value).startswith(f"{listed}{message}")


@pytest.mark.parametrize(
    ("entry", "passcode"),
    [
        ("Morphing Jar #2", 79106360),
        ("Morphing Jar #2  # flip", 79106360),
        ("Dark Magician  # Girl", 46986414),
        ("33508719 #2", 33508719),
        ("Morphing Jar # not #2", 33508719),
        ('"Morphing Jar" #2', 33508719),
        ("Sangan # see #3", 26202165),
        ("Number 39: Utopia", 84013237),
        ("33508719 # Morphing Jar", 33508719),
        ("Sangan  # not # this", 26202165),
    ],
)
def test_entries_with_signs_in_their_names(tmp_path: Path, entry: str, passcode: int) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text(f"forbidden:\n  - {entry}\n")
    found = report(ydk(side=[passcode]), banlist=str(listed))
    assert [f.card.passcode for f in found.findings if f.card] == [passcode]


def test_a_list_of_ones_own(tmp_path: Path) -> None:
    listed = tmp_path / "mine.yaml"
    listed.write_text(
        "title: House list\nsource: our club\n"
        "forbidden:\n  - 雷击\n  - 55144522  # out since May\nlimited: []\n",
        encoding="utf-8",
    )
    found = report(ydk([12580477, 55144522]), banlist=str(listed))
    assert [(f.rule, f.allowed, f.source) for f in found.findings] == [
        ("limit", 0, "our club"), ("limit", 0, "our club"),
    ]  # fmt: skip
    assert found.terms.banlist is not None
    assert (found.terms.banlist.region, found.terms.banlist.path) == (None, str(listed))
