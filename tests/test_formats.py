"""Every way of playing: shipped formats, what they allow, and formats of a user's own."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from deckcheck import formats, rulesets
from deckcheck.banlists.dated import RegionLists, regions
from deckcheck.cards import CardIndex
from deckcheck.cli.sources import read_format
from deckcheck.days import last_of_month
from deckcheck.errors import DataError, DeckcheckError
from deckcheck.formats import Choice, load_format, no_list
from deckcheck.model import Day, Report, Terms
from decktext import ydk
from judging import only, report, rules_of


def terms(db: sqlite3.Connection, name: str, on: str | None = None) -> Terms:
    """The terms of a format on a day."""
    return formats.terms(db, Choice(name, on), today=Day("2026-08-22"), read_list=no_list)


def lists(main: Iterable[int] = (), extra: Iterable[int] = (), side: Iterable[int] = ()) -> str:
    """A YDK text of these cards and no others."""
    return ydk(main, extra, side, size=0)


def judged(cards: Iterable[int], format_: str, on: str | None = None, **more: Any) -> Report:
    """The report on a main deck of these cards, whatever its size."""
    return report(lists(cards), format_, on, **more)


def messages(found: Report, rule: str) -> list[str]:
    """What a rule says."""
    return [finding.message for finding in only(found, rule)]


# --- every format resolves --------------------------------------------------------------------


def _all_formats() -> list[str]:
    from deckcheck.index import open_index

    db = open_index()
    try:
        return formats.known(db)
    finally:
        db.close()


@pytest.mark.parametrize("name", _all_formats())
def test_a_format_resolves_on_its_first_day_its_last_and_today(
    db: sqlite3.Connection, name: str
) -> None:
    format_ = load_format(db, name)
    assert format_.sources
    assert format_.confidence or name in ("tcg", "ocg")
    if format_.day:
        days = [format_.day]
    else:
        firsts = [RegionLists(db, region).first_day for region in format_.banlist.regions]
        rules = format_.ruleset if format_.ruleset in rulesets.regions(db) else "ocg"
        query = "SELECT min(day) FROM ruleset_since WHERE region = ?"
        firsts.append(format_.since or Day("1999-01-01"))
        firsts.append(Day(db.execute(query, [rules]).fetchone()[0]))
        days = [max(firsts), Day("2026-08-22"), Day("2030-01-01")]
    for day in days:
        found = terms(db, name, day)
        assert found.on == day
        assert (found.banlist is None) == (not format_.banlist.regions)
        assert found.pool is None or found.pool.whitelist or found.pool.regions
        assert set(format_.origins) >= {"game", "banlist", "ruleset", "pool"}


def test_the_formats_that_are_shipped(db: sqlite3.Connection) -> None:
    known = formats.known(db)
    assert {
        "tcg", "ocg", "ocg-cn", "ocg-ae", "kr", "master-duel", "rush", "speed", "duel-links",
        "traditional", "worlds", "genesys", "ocg-genesys", "dm5", "dm6", "dmi", "anime-zexal",
        "unlimited", "common-charity", "domain",
        "goat", "edison", "hat", "tengu-plant", "teledad", "pepe", "reaper",
    } <= set(known)  # fmt: skip
    historic = [name for name in known if (day := load_format(db, name).day) and day > "2002"
                and not name.startswith("dm")]  # fmt: skip
    assert len(historic) == 55


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        (" GOAT ", "goat"),
        ("Troop Dup", "troop-dup"),
        ("April 2005", "goat"),
        ("march 2010", "edison"),
        ("Trooper", "troop-dup"),
        ("Dragon Ruler", "baby-ruler"),
        ("动画规则", "anime-zexal"),
    ],
)
def test_other_names_of_formats(db: sqlite3.Connection, alias: str, name: str) -> None:
    assert load_format(db, alias).name == name


@pytest.mark.parametrize(
    ("alias", "name"),
    [("大师规则3", "master-rule-3"), ("大师规则4", "master-rule-4"), ("动画规则", "anime-zexal")],
)
def test_chinese_names_of_rulesets(db: sqlite3.Connection, alias: str, name: str) -> None:
    assert rulesets.load_ruleset(db, alias).name == name


def test_a_fixed_format_has_its_own_day(db: sqlite3.Connection) -> None:
    found = terms(db, "goat")
    assert (found.on, found.banlist and found.banlist.label) == ("2005-08-20", "tcg 2005-04-01")
    assert terms(db, "goat", "2005-08").on == "2005-08-20"
    with pytest.raises(DeckcheckError, match="goat is played as of 2005-08-20, 2006-01-01 is an"):
        terms(db, "goat@2006-01-01")
    with pytest.raises(DeckcheckError, match="dm5 is played as of 2001-01-01"):
        terms(db, "dm5", "2026-01-01")


# --- historic formats -------------------------------------------------------------------------

ENVOY = 82301904


def test_goat() -> None:
    found = judged([ENVOY, ENVOY], "goat")
    assert messages(found, "limit") == [
        "Chaos Emperor Dragon - Envoy of the End: 2 copies, 0 allowed "
        "(Forbidden since 2004-10-01, tcg 2005-04-01)"
    ]
    assert messages(judged([70095154], "goat"), "card-pool") == [
        "Cyber Dragon: not on the whitelist goat"
    ]
    simulators = judged([504700144, 511000819], "goat")
    assert "unknown-card" not in rules_of(simulators)
    fusions = report(
        lists([], extra=[45231177] * 3 + [41462083] * 3 + [23995346] * 3), "goat", None
    )
    assert "section-size" not in {f.rule for f in fusions.findings if "extra" in f.sections}


def test_a_fusion_deck_of_20_is_fine_in_goat() -> None:
    extra = [23995346, 41462083, 45231177, 54541900, 63519819, 64631466, 66889139]
    found = report(lists([], extra=(extra * 3)[:20]), "goat", None)
    assert not [f for f in only(found, "section-size") if f.sections == ("extra",)]


def test_edison() -> None:
    found = report(lists([], extra=[44508094, 84013237]), "edison", None)
    assert messages(found, "card-pool") == ["Number 39: Utopia: not on the whitelist edison"]


def test_whitelists_are_whole(db: sqlite3.Connection) -> None:
    for name, size in (("goat", 1698), ("edison", 3673), ("hat", 6162), ("common-charity", 8068)):
        pool = terms(db, name).pool
        assert pool is not None
        assert pool.whitelist is not None
        assert len(pool.whitelist) == size
        lists = RegionLists(db, name)
        assert pool.whitelist == lists.load(lists.lists[-1]).whitelist


@pytest.mark.parametrize("name", ["goat", "edison", "hat"])
def test_the_lists_of_whitelist_formats_are_those_of_their_day(
    db: sqlite3.Connection, name: str
) -> None:
    found = terms(db, name)
    lists = RegionLists(db, name)
    theirs = lists.load(lists.lists[-1])
    assert found.banlist
    assert theirs.whitelist is not None
    ours = {key: limit.allowed for key, limit in found.banlist.limits.items()}
    assert ours == {key: limit.allowed for key, limit in theirs.limits.items()}


def test_historic_formats_have_a_free_side_deck_from_teledad_on() -> None:
    for name in ("teledad", "dark-strike", "lightsworn"):
        found = report(lists([], side=[55144522] * 7), name, None)
        assert not [f for f in only(found, "section-size") if f.sections == ("side",)]
    found = report(lists([], side=[55144522] * 7), "glad-beast", None)
    assert [f.message for f in only(found, "section-size") if f.sections == ("side",)]


# --- other games ------------------------------------------------------------------------------


def test_speed_duel_sizes() -> None:
    found = report(lists([55144522] * 24, [44508094] * 6, [55144522] * 6), "speed")
    sized = {f.sections: f.severity for f in only(found, "section-size")}
    assert sized == {("extra",): "warning", ("side",): "warning"}
    found = report(lists([55144522] * 40), "speed")
    assert messages(found, "section-size") == ["Main Deck: 40 of at most 30 cards (Speed Duel)"]


def test_speed_duel_groups_are_pooled() -> None:
    day = "2022-09-10"
    two = judged([77585513, 79852326], "speed", day)
    (finding,) = only(two, "limit-group")
    assert finding.message.startswith("Limited 1: 2 copies in all, 1 allowed of the whole group (")
    assert (finding.copies, finding.allowed, finding.severity) == (2, 1, "error")
    one = judged([77585513], "speed", day)
    assert not only(one, "limit-group")


def test_speed_duel_skills() -> None:
    none = report(lists([55144522] * 20), "speed")
    assert messages(none, "skill-limit") == ["skill cards: 0 copies, 1 asked for"]
    one = report(lists([55144522] * 20 + [300309006]), "speed")
    assert not only(one, "skill-limit")
    assert one.sizes == {"main": 20, "extra": 0, "side": 0}
    assert not only(one, "not-a-deck-card")
    two = report(lists([300309006, 300309018]), "speed")
    assert messages(two, "skill-limit") == ["skill cards: 2 copies, 1 asked for"]
    forbidden = report(lists([300307012]), "speed", banlist="speed@2026-07-10")
    assert messages(forbidden, "skill-limit") == [
        "My Precious Queen!: a forbidden skill (speed 2026-07-10)"
    ]
    tcg = report(lists([300309006]), "tcg")
    assert messages(tcg, "not-a-deck-card") == [
        "As I Predicted...!: a skill card, which Master Rule (April 2020) does not know"
    ]


def test_a_skill_counts_in_its_group() -> None:
    found = report(lists([83764718, 300309018]), "speed", banlist="speed@2026-07-10")
    (finding,) = only(found, "limit-group")
    assert "1x Monster Reborn, 1x Battle City Bestie" in finding.message


def test_rush_duel_cards_are_of_their_own() -> None:
    found = judged([89631139, 160001000], "rush", "2026-07-01")
    assert messages(found, "unknown-card") == [
        "unknown passcode 89631139: Blue-Eyes White Dragon is a card of another game (OCG/TCG)"
    ]
    tcg = judged([160001000], "tcg")
    assert messages(tcg, "unknown-card") == [
        "unknown passcode 160001000: Blue-Eyes White Dragon is a card of another game (Rush Duel)"
    ]


def test_legends(db: sqlite3.Connection) -> None:
    rows = db.execute(
        "SELECT kind, min(passcode) FROM card WHERE game = 'rush' AND flags = 'legend' "
        "AND passcode IS NOT NULL GROUP BY kind"
    )
    legend = dict(rows.fetchall())
    three = [legend["monster"], legend["spell"], legend["trap"]]
    assert messages(judged(three, "rush", "2022-12-31"), "legend-limit")
    assert not messages(judged(three, "rush", "2023-01-01"), "legend-limit")
    (message,) = messages(judged([legend["spell"]] * 2, "rush", "2023-01-01"), "legend-limit")
    assert message.startswith("LEGEND Spells: 2 copies in main and extra, 1 allowed since 2023-01")
    side = report(lists([], side=three), "rush", "2022-12-31")
    assert not only(side, "legend-limit")


def test_games_without_a_pool_judge_none_and_say_so(db: sqlite3.Connection) -> None:
    for name in ("ocg-cn", "ocg-ae", "kr", "master-duel", "duel-links", "dm5", "dm6", "dmi"):
        assert terms(db, name).pool is None
    assert not only(judged([70095154], "dm5"), "card-pool")


@pytest.mark.parametrize(
    ("card", "allowed"),
    [(55144522, 1), (19613556, 2), (10000000, 0), (10000010, 0), (10000020, 0)],
)
def test_dm5(card: int, allowed: int) -> None:
    assert not only(judged([card] * allowed, "dm5"), "limit")
    assert [f.allowed for f in only(judged([card] * (allowed + 1), "dm5"), "limit")] == [allowed]


def test_duel_links_and_master_duel_have_no_side_deck() -> None:
    for name in ("duel-links", "master-duel"):
        found = report(lists([], side=[55144522]), name, "2022-05-01")
        (size,) = (f for f in only(found, "section-size") if f.sections == ("side",))
        assert size.message.startswith("Side Deck: 1 card, there is none")
    found = report(lists([], [44508094] * 9), "duel-links", "2022-05-01")
    (size,) = (f for f in only(found, "section-size") if f.sections == ("extra",))
    assert size.severity == "warning"


# --- points -----------------------------------------------------------------------------------


def test_genesys_bars_kinds_by_name() -> None:
    found = report(lists([16178681], [1861629]), "genesys", "2025-10-01")
    assert messages(found, "card-kind") == [
        "Odd-Eyes Pendulum Dragon: a Pendulum Monster, which Genesys does not allow",
        "Decode Talker: a Link Monster, which Genesys does not allow",
    ]
    assert not only(found, "limit")


def test_genesys_counts_points_of_all_sections() -> None:
    found = report(lists([55144522], side=[55144522]), "genesys", "2025-10-01")
    assert found.points is not None
    pot = found.points.cards[0]
    assert (pot.card.name, pot.copies) == ("Pot of Greed", 2)
    assert found.points.total == pot.points == 60
    assert not only(found, "point-cap")
    found = report(lists([55144522] * 2, side=[55144522] * 2), "genesys", "2025-10-01")
    (finding,) = only(found, "point-cap")
    assert finding.message == "120 points of at most 100: 4x Pot of Greed 120"
    assert (finding.copies, finding.allowed, len(finding.lines)) == (120, 100, 4)
    zero = report(lists([55144522]), "genesys", "2025-10-01", points=0)
    assert zero.points is not None
    assert (zero.points.total, zero.points.cap) == (30, 0)
    assert only(zero, "point-cap")
    tcg = report(lists([55144522]), "tcg", banlist="genesys@2025-10-01", points=300)
    assert tcg.points is not None
    assert tcg.points.total == 30
    assert report(lists([55144522]), "tcg").points is None


def test_three_copies_in_genesys() -> None:
    found = report(lists([89631139] * 4), "genesys", "2025-10-01")
    assert messages(found, "copy-limit") == ["Blue-Eyes White Dragon: 4 copies, 3 allowed"]


# --- derived lists ----------------------------------------------------------------------------


def test_traditional_limits_what_is_forbidden(db: sqlite3.Connection) -> None:
    assert not only(judged([55144522], "traditional", "2026-06-01"), "limit")
    assert messages(judged([55144522] * 2, "traditional", "2026-06-01"), "limit") == [
        "Pot of Greed: 2 copies, 1 allowed (Limited since 2005-10-01, tcg 2026-05-18)"
    ]
    assert terms(db, "traditional").newest_list == RegionLists(db, "tcg").newest_day


def test_the_derived_traditional_list_and_the_shipped_ones(db: sqlite3.Connection) -> None:
    """They differ on 7 of 22 days, in the cards named here; the derived one is used.

    The shipped lists are dated by months, so the last day of the month tells which list is meant.
    """
    lists = RegionLists(db, "traditional")
    cards = CardIndex(db)
    differing = {}
    for dated in lists.lists:
        shipped = {key: limit.allowed for key, limit in lists.load(dated).limits.items()}
        derived = terms(db, "traditional", last_of_month(dated.day)).banlist
        assert derived is not None
        ours = {key: limit.allowed for key, limit in derived.limits.items()}
        keys = {key for key in {*shipped, *ours} if shipped.get(key, 3) != ours.get(key, 3)}
        if keys:
            differing[dated.day] = sorted(cards.card(key).name for key in keys)
    assert differing == TRADITIONAL_EXCEPTIONS


TRADITIONAL_EXCEPTIONS = {
    "2021-03-01": ["Firewall Dragon"],
    "2021-07-01": ["Firewall Dragon"],
    "2021-10-01": ["Firewall Dragon"],
    "2022-02-01": ["Firewall Dragon"],
    "2022-05-01": [
        "Appointer of the Red Lotus",
        "Chaos Ruler, the Chaotic Magical Dragon",
        "Cyber Angel Benten",
        "Dinomight Knight, the True Dracofighter",
        "Firewall Dragon",
        "Fusion Destiny",
        "Nadir Servant",
        "Ronintoadin",
        "Shooting Riser Dragon",
        "Trickstar Light Stage",
        "Trishula, Dragon of the Ice Barrier",
        "Wall of Revealing Light",
    ],
    "2023-06-01": ["Lyrilusc - Recital Starling"],
    "2023-09-01": ["Lyrilusc - Recital Starling"],
}


def test_worlds_takes_the_stricter_list_and_cards_of_both_regions(db: sqlite3.Connection) -> None:
    found = terms(db, "worlds", "2026-06-01")
    tcg, ocg = terms(db, "tcg", "2026-06-01"), terms(db, "ocg", "2026-06-01")
    assert found.banlist
    assert tcg.banlist
    assert ocg.banlist
    for key, limit in found.banlist.limits.items():
        each = [listed.limits.get(key) for listed in (tcg.banlist, ocg.banlist)]
        assert limit.allowed == min(one.allowed for one in each if one)
    assert {*found.banlist.limits} == {*tcg.banlist.limits, *ocg.banlist.limits}
    assert messages(judged([37301660, 595626, 89631139], "worlds", "2026-06-01"), "card-pool") == [
        "WINDS OF VICTORY: not released in the OCG",
        "Ankuriboh: not released in the TCG",
    ]


# --- rulesets ---------------------------------------------------------------------------------


def test_new_expert_rules() -> None:
    found = report(lists([55144522], side=[55144522] * 14), "ocg", ruleset="new-expert-rules")
    sized = {f.sections[0]: f.severity for f in only(found, "section-size")}
    assert sized == {"main": "error", "side": "error"}
    found = report(lists([55144522] * 75, side=[45231177]), "ocg", ruleset="new-expert-rules")
    assert [f.sections for f in only(found, "placement")] == [("side",)]
    assert [f.severity for f in only(found, "over-minimum")] == ["note"]
    assert not [f for f in only(found, "section-size") if f.sections == ("main",)]
    found = report(lists([55144522] * 40), "ocg", ruleset="new-expert-rules")
    assert [f.severity for f in only(found, "section-size")] == ["warning"]
    assert not only(found, "over-minimum")


def test_master_rule_3_shares_names_only_where_the_rules_say_so() -> None:
    harpies = judged([80316585] * 2 + [76812113] * 2, "tcg", ruleset="大师规则3")
    assert [f.copies for f in only(harpies, "copy-limit")] == [4]
    dragons = judged([59281922] * 3 + [70095154] * 3, "tcg", ruleset="master-rule-3")
    assert not only(dragons, "copy-limit")


def test_a_side_deck_is_illegal_in_the_anime() -> None:
    found = report(lists([89631139] * 3, side=[55144522]), "anime-zexal", "2012-06-01")
    assert "Side Deck: 1 card, there is none (Anime rules (ZEXAL))" in messages(
        found, "section-size"
    )
    assert [f.severity for f in only(found, "singleton-advice")] == ["note"]
    assert not only(found, "card-pool")


def test_cards_of_two_regions_ask_for_sleeves() -> None:
    rules = {"ruleset": "new-expert-rules"}
    only_tcg, only_ocg = 37301660, 595626
    assert not only(
        judged([89631139, only_tcg], "unlimited", "2026-06-01", **rules), "mixed-region"
    )
    found = judged([89631139, only_tcg, only_ocg], "unlimited", "2026-06-01", **rules)
    (note,) = only(found, "mixed-region")
    assert (note.severity, note.lines) == ("note", (4, 3))
    assert note.message == (
        "cards of two regions need opaque sleeves (only in the OCG: Ankuriboh; only in the TCG: "
        "WINDS OF VICTORY)"
    )


def test_copies_and_sizes_of_community_rulesets() -> None:
    trinity = report(lists([89631139] * 2), "unlimited", "2026-06-01", ruleset="trinity")
    assert [f.severity for f in only(trinity, "copy-limit")] == ["warning"]
    trinity = report(lists([89631139] * 4), "unlimited", "2026-06-01", ruleset="trinity")
    assert [f.severity for f in only(trinity, "copy-limit")] == ["error"]
    domain = report(lists([89631139] * 2), "domain", "2026-06-01")
    assert [f.allowed for f in only(domain, "copy-limit")] == [1]


# --- a user's own -----------------------------------------------------------------------------


def own(tmp_path: Path, text: str, name: str = "house.yaml") -> str:
    """The path of a format's file."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


HOUSE = """\
title: House rules
based-on: tcg
limits: {Pot of Greed: 1, 26202165: 0}
sizes: {main: 20-30, side: [0, 15]}
copies: 2
barred: [link]
pool: {with: {54577949: our promo}, without: {Raigeki: too loud}}
groups:
  pots: {allowed: 1, cards: [Pot of Duality, Pot of Desires]}
"""


def test_a_format_of_ones_own_builds_on_another(tmp_path: Path) -> None:
    house = own(tmp_path, HOUSE)
    found = report(
        lists([55144522, 26202165, 12580477, 98645731, 35261759], [1861629], [89631139] * 3), house
    )
    assert messages(found, "limit") == [
        f"Sangan: 1 copy, 0 allowed (Forbidden, {house})",
    ]
    assert messages(found, "card-pool") == ["Raigeki: not in the pool: too loud"]
    assert messages(found, "card-kind") == [
        "Decode Talker: a Link Monster, which House rules does not allow"
    ]
    assert messages(found, "limit-group")[0].startswith("pots: 2 copies in all, 1 allowed")
    assert messages(found, "copy-limit") == ["Blue-Eyes White Dragon: 3 copies, 2 allowed"]
    assert messages(found, "section-size") == [
        "Main Deck: 5 of at least 20 cards (House rules)",
        "Side Deck: 3 of exactly 0 or 15 cards (House rules)",
    ]


def test_findings_cite_who_says_so(tmp_path: Path) -> None:
    house = own(tmp_path, HOUSE)
    found = report(lists([12580477], [1861629], [89631139] * 3), house)
    cited = {finding.rule: finding.source for finding in found.findings}
    assert cited["section-size"] == cited["copy-limit"] == cited["card-pool"] == house
    assert cited["card-kind"] == house
    worlds = judged([1475311] * 3, "worlds", "2026-08-01")
    assert messages(worlds, "limit") == [
        "Allure of Darkness: 3 copies, 2 allowed (Semi-Limited since 2025-01-01, ocg 2026-07-01)"
    ] or messages(worlds, "limit")[0].endswith(", ocg 2026-07-01)")
    goat = judged([70095154], "tcg", banlist="goat")
    (pool,) = only(goat, "card-pool")
    assert "GOAT" in str(pool.source)


def test_points_are_for_formats_with_points() -> None:
    with pytest.raises(DeckcheckError, match="--points is for formats with points, and tcg has"):
        report(ydk(), "tcg", points=5)


def test_a_rush_card_with_a_twin_that_no_deck_may_have() -> None:
    found = report("main: [Monster Reborn, Card Destruction]\n", "rush", suffix=".yaml")
    assert not only(found, "unknown-card")


def test_a_format_says_where_each_part_is_from(db: sqlite3.Connection, tmp_path: Path) -> None:
    house = own(tmp_path, HOUSE)
    second = own(tmp_path, "based-on: house.yaml\ncap: 30\npoints: {Raigeki: 20}\n", "two.yaml")
    format_ = read_format(db, second)
    assert format_.origins["cap"] == second
    assert format_.origins["copies"] == house
    assert format_.origins["banlist"] == "tcg"
    assert format_.title == second
    found = report(lists([12580477, 12580477]), second)
    assert messages(found, "point-cap") == ["40 points of at most 30: 2x Raigeki 40"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("based-on: gaot\n", r":1: based-on: unknown format 'gaot'; did you mean: goat"),
        ("based-on: house.yaml\n", "formats are based on each other"),
        (
            "based-on: tcg\nlimit: {}\n",
            r":2: unknown key 'limit' in a format; did you mean 'limits'",
        ),
        ("title: x\n", r":1: a format needs game, banlist, ruleset, pool, or based-on"),
        ("based-on: tcg\nlimits: {Pot of Gred: 1}\n", r":2: no card 'Pot of Gred'; did you mean"),
        ("based-on: tcg\nlimits: {Raigeki: x}\n", r":2: limits: 'x' is no number"),
        ("based-on: tcg\nbanlist: tgc\n", r":2: unknown banlist region 'tgc'; did you mean"),
        ("based-on: tcg\nbanlist: tcg@2026-05-17\n", r":2: banlist: there is no list tcg@2026-05"),
        ("based-on: tcg\nruleset: master\n", r":2: unknown ruleset 'master'"),
        ("based-on: tcg\npool: mars\n", r":2: no releases of the region 'mars' are known"),
        ("based-on: tcg\npool: {whitelist: mars}\n", r":2: there is no whitelist 'mars'"),
        ("based-on: tcg\nbarred: [linc]\n", r":2: unknown kind of card 'linc'; did you mean: link"),
        ("based-on: tcg\nsizes: {main: []}\n", r":2: at least one is needed"),
        ("based-on: tcg\nsizes: {main: }\n", r":2: at least one is needed"),
        ("based-on: tcg\nsizes: {main: 40-}\n", r":2: '' is no number of cards"),
        (f"based-on: tcg\nsizes: {{main: '{'9' * 5000}'}}\n", r":2: '999.* is no number of cards"),
        (f"based-on: {'x' * 300}\n", r":1: based-on: unknown format 'xxx"),
        ("based-on: tcg\npool:\n", r":2: a pool needs a region, or none, or a whitelist"),
        ("based-on: tcg\npool: {released-in: []}\n", r":2: a pool needs a region"),
        ("based-on: tcg\npool: {with: {Raigeki: a}, without: {Raigeki: b}}\n", "both with and wi"),
        ("based-on: tcg\npool: {whitelist: rush}\n", ":2: the whitelist rush is of rush cards"),
        ("based-on: tcg\nbanlist: {stricter-of: []}\n", r":2: stricter-of takes two regions or"),
        (
            "based-on: tcg\nbanlist: {forbidden-as-limited: [tcg, ocg]}\n",
            "takes one region",
        ),
        (
            "based-on: tcg\nbanlist: {stricter-of: [tcg, rush]}\n",
            r":2: lists of rush are about rush",
        ),
        (
            "based-on: tcg\nbanlist: {stricter-of: [tcg, speed]}\n",
            r":2: lists of speed have",
        ),
        ("based-on: tcg\nbanlist: rush\n", r":2: lists of rush are about rush cards"),
        ("based-on: tcg\ngame: skill\n", r":2: unknown game 'skill'"),
        ("based-on: tcg\npoints: {Raigeki: 3}\n", r":2: points need a cap"),
        ("based-on: tcg\nsizes: {main: 60-40}\n", r":2: '60-40': the least is more than the most"),
        ("based-on: tcg\nday: soon\n", r":2: day: 'soon' is not a day"),
        ("based-on: tcg\ngame: chess\n", r":2: unknown game 'chess'"),
        ("- a list\n", ":1: "),
    ],
)
def test_a_wrong_format_is_one_clear_error(
    db: sqlite3.Connection, tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(DataError, match=message) as caught:
        read_format(db, own(tmp_path, text))
    assert str(tmp_path / "house.yaml") in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_child_takes_out_what_its_base_put_in(db: sqlite3.Connection, tmp_path: Path) -> None:
    own(tmp_path, "based-on: goat\npool: {with: {Stardust Dragon: ok}}\n")
    second = own(
        tmp_path, "based-on: house.yaml\npool: {without: {Stardust Dragon: no}}\n", "b.yaml"
    )
    found = report(lists(extra=[44508094]), second, None)
    assert messages(found, "card-pool") == ["Stardust Dragon: not in the pool: no"]
    chinese = own(tmp_path, "based-on: tcg\nruleset: 大师规则3\nbanlist: TCG\n", "c.yaml")
    assert read_format(db, chinese).ruleset == "master-rule-3"


def test_another_list_leaves_what_the_format_puts_over_it(tmp_path: Path) -> None:
    text = (
        "based-on: tcg\nlimits: {Pot of Greed: 3}\n"
        "groups: {p: {allowed: 1, cards: [Pot of Greed, Dark Magician]}}\n"
    )
    house = own(tmp_path, text)
    for banlist in (None, "none", "tcg@2026-05-18"):
        found = judged([55144522, 46986414], house, banlist=banlist)
        assert messages(found, "limit") == []
        assert messages(found, "limit-group") == [
            f"p: 2 copies in all, 1 allowed of the whole group (1x Pot of Greed, 1x Dark Magician; "
            f"{house})"
        ]


def test_a_deck_opens_no_format_file(tmp_path: Path) -> None:
    house = own(tmp_path, HOUSE)
    with pytest.raises(DeckcheckError, match="unknown format"):
        report(f"# deckcheck: format={house}\n" + lists([55144522]), None, None)


def test_duel_links_cards_that_only_a_skill_brings() -> None:
    found = judged([191749], "duel-links", "2022-05-01")
    assert "Hero Flash!!: only a skill brings it into a deck (duel-links 2022-04-01)" in messages(
        found, "limit"
    )


def test_skills_that_are_called_like_cards() -> None:
    text = "main: [Cocoon of Ultra Evolution (Skill Card)]\n"
    found = report(text, "speed", suffix=".yaml")
    assert not only(found, "skill-limit")
    assert found.sizes == {"main": 0, "extra": 0, "side": 0}


def test_an_unknown_card_may_be_the_skill() -> None:
    assert not only(judged([300999999], "speed"), "skill-limit")


def test_every_region_with_lists_has_a_format_or_is_one_of_the_sources(
    db: sqlite3.Connection,
) -> None:
    used = {region for name in formats.known(db)
            for region in load_format(db, name).banlist.regions}  # fmt: skip
    whitelists = {pool.whitelist for name in formats.known(db)
                  if (pool := load_format(db, name).pool)}  # fmt: skip
    derived = {"traditional", "worlds"}
    assert set(regions(db)) - used - whitelists - derived == {"sample"}
