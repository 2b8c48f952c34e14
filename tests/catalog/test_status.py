"""What the lists allow of a card, on a day and over time."""

import sqlite3
from itertools import pairwise

import pytest

from deckcheck.cards import CardIndex
from deckcheck.catalog.status import CardLimits, Interval, Status, card_limits
from deckcheck.model import Day

TODAY = Day("2026-08-22")


def limits_of(db: sqlite3.Connection, name: str, game: str = "ocg-tcg") -> CardLimits:
    """What the lists say of the card of that name."""
    cards = CardIndex(db, game=game)
    (card,) = cards.by_name(name)
    return card_limits(cards, card, TODAY)


def on(db: sqlite3.Connection, name: str, day: str, game: str = "ocg-tcg") -> dict[str, Status]:
    """The status of the card in each region on a day."""
    return {status.region: status for status in limits_of(db, name, game).on(Day(day))}


@pytest.mark.parametrize(
    ("name", "region", "times"),
    [
        ("Chaos Emperor Dragon - Envoy of the End", "tcg",
         [(3, None), (1, "2004-04-19"), (0, "2004-10-01"), (1, "2019-01-28"), (2, "2019-07-15"),
          (3, "2019-10-14")]),
        ("Pot of Greed", "ocg", [(3, None), (1, "2000-04-01"), (0, "2006-03-01")]),
        ("Pot of Greed", "tcg", [(1, "2002-05-07"), (0, "2005-10-01")]),
        ("Baronne de Fleur", "tcg", [(3, None), (0, "2024-04-15")]),
        ("Pot of Greed", "rush", None),
        ("Blue-Eyes White Dragon", "tcg", [(3, None)]),
    ],
)  # fmt: skip
def test_history(
    db: sqlite3.Connection, name: str, region: str, times: list[tuple[int, str | None]] | None
) -> None:
    found = limits_of(db, name).history().get(region)
    assert (found and [(time.allowed, time.first) for time in found]) == times


def test_intervals_of_every_card_on_a_list_follow_each_other(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    query = "SELECT DISTINCT card FROM limit_entry WHERE card % 13 = 0 AND card <= 14520"
    keys = [key for (key,) in db.execute(query)]
    assert len(keys) > 20
    for key in keys:
        for region, times in card_limits(cards, cards.card(key), TODAY).history().items():
            assert times[-1].last is None or region == "tcg-adjusted"
            for before, after in pairwise(times):
                assert before[:3] != after[:3]
                assert (before.last or "") < (after.first or "")
                assert after.holds(Day(after.first or ""))
                assert not after.holds(Day(before.last or ""))


@pytest.mark.parametrize(
    ("name", "region", "day", "allowed", "effective"),
    [
        ("Pot of Greed", "tcg", "2026-06-01", 0, "2026-05-18"),
        ("Pot of Greed", "ocg", "2005-01-01", 1, "2004-09-01"),
        ("Primal Seed", "ocg", "2014-07-01", 1, "2014-07-01"),
        ("Bottomless Trap Hole", "ocg", "2014-07-01", 2, "2014-07-01"),
        ("Archnemeses Protos", "tcg", "2025-10-27", 0, "2025-10-27"),
        ("Raigeki", "tcg", "2026-06-01", 3, "2026-05-18"),
        # the optional list of August 2004 is in force only where it is named
        ("Pot of Greed", "tcg", "2004-08-15", 1, "2004-04-19"),
    ],
)
def test_status_on_a_day(
    db: sqlite3.Connection, name: str, region: str, day: str, allowed: int, effective: str
) -> None:
    status = on(db, name, day)[region]
    assert (status.interval.allowed, status.effective) == (allowed, effective)


def test_regions_without_a_list_that_day_are_left_out(db: sqlite3.Connection) -> None:
    assert set(on(db, "Pot of Greed", "2000-01-01")) == {"ocg"}
    assert on(db, "Pot of Greed", "1999-01-01") == {}
    assert "tcg-adjusted" in on(db, "Pot of Greed", "2016-04-10")
    assert "tcg-adjusted" not in on(db, "Pot of Greed", "2016-04-11")


@pytest.mark.parametrize(
    ("name", "region", "said"),
    [
        ("Pot of Greed", "genesys", (3, 30, ())),
        ("Baronne de Fleur", "genesys", (3, 80, ())),
        ("Blue-Eyes White Dragon", "genesys", (3, 0, ())),
        ("Blue-Eyes White Dragon", "tcg", (3, None, ())),
        ("Woodland Sprite", "duel-links",
         (1, None, ("together with the other cards of its group limited-1",))),
        ("Raigeki", "duel-links", (0, None, ("only a skill brings it into a deck",))),
        ("Baronne de Fleur", "goat", (0, None, ("not in the card pool",))),
        ("Pot of Greed", "goat", (1, None, ())),
    ],
)  # fmt: skip
def test_lists_with_points_groups_and_whitelists(
    db: sqlite3.Connection, name: str, region: str, said: tuple[object, ...]
) -> None:
    assert on(db, name, "2026-08-22")[region].interval[:3] == said


def test_an_entry_on_the_base_of_a_name_group_counts_for_its_members(
    db: sqlite3.Connection,
) -> None:
    changed = sqlite3.connect(":memory:")
    db.backup(changed)
    query = (
        "INSERT INTO limit_entry SELECT limit_list.key, card.key, 1, day FROM limit_list, card "
        "WHERE region = 'tcg' AND day >= '2026' AND passcode = 76812113"
    )
    changed.execute(query)
    said = [
        on(changed, name, "2026-08-22")["tcg"].interval[:3]
        for name in ("Harpie Lady", "Harpie Lady 2", "Harpie Lady Sisters")
    ]
    changed.close()
    assert said == [(1, None, ()), (1, None, ("as Harpie Lady",)), (3, None, ())]


def test_territories_and_days_that_are_months(db: sqlite3.Connection) -> None:
    tcg = limits_of(db, "Baronne de Fleur").history()["tcg"][-1]
    assert tcg.territories == {"amer": "2024-04-15", "emea": "2024-04-22"}
    assert limits_of(db, "Pot of Greed").history()["kr"][-1].precision == "month"


def test_games_are_kept_apart(db: sqlite3.Connection) -> None:
    assert set(on(db, "Pot of Greed", "2026-08-22", "rush")) == {"rush"}
    assert "rush" not in on(db, "Pot of Greed", "2026-08-22")
    assert on(db, "Peak Performance", "2026-08-22", "skill") == {}


def test_tokens_have_no_status(db: sqlite3.Connection) -> None:
    cards = CardIndex(db)
    (key,) = db.execute("SELECT min(key) FROM card WHERE kind = 'token'").fetchone()
    limits = card_limits(cards, cards.card(key), TODAY)
    assert (limits.on(TODAY), limits.history()) == ((), {})


def test_an_interval_holds_its_last_day() -> None:
    time = Interval(1, None, (), None, Day("2004-04-18"), None, {})
    assert time.holds(Day("1999-01-01"))
    assert time.holds(Day("2004-04-18"))
    assert not time.holds(Day("2004-04-19"))
