"""What is shown of a deck: rows, groups, counts, and the status of each card."""

import sqlite3

import pytest

from deckcheck import codecs, formats
from deckcheck.cards import CardIndex
from deckcheck.decks.listing import Listing, Row, groups, listing
from deckcheck.model import Limit, LimitGroup, LimitList, Section, Terms
from deckcheck.resolve import Resolver
from decktext import times
from judging import TODAY


def terms_of(db: sqlite3.Connection, format_: str) -> Terms:
    """What a format is on the pinned day, or on its own."""
    return formats.terms(db, formats.Choice(format_), today=TODAY, read_list=formats.no_list)


def shown(
    db: sqlite3.Connection, text: str, by: str | Terms = "tcg", suffix: str = ".ydk"
) -> Listing:
    """The listing of a deck text, for a format or for terms."""
    terms = terms_of(db, by) if isinstance(by, str) else by
    listed = codecs.parse(text.encode(), suffix=suffix)
    return listing(Resolver(db, "en").deck(listed, terms.format.game), terms)


def rows(found: Listing, section: Section = "main") -> tuple[Row, ...]:
    """The rows of a section."""
    return next(part.rows for part in found.parts if part.section == section)


def names(found: Listing, section: Section = "main") -> list[str | None]:
    """The cards of a section's rows."""
    return [row.card and row.card.name for row in rows(found, section)]


def ydk(*main: object) -> str:
    """A main deck."""
    return "".join(f"{line}\n" for line in ("#main", *main))


def test_copies_are_one_row_in_the_order_of_the_file_whatever_their_artwork(
    db: sqlite3.Connection,
) -> None:
    found = shown(db, ydk(89631139, 46986414, 89631140, 89631139))
    assert names(found) == ["Blue-Eyes White Dragon", "Dark Magician"]
    dragon, _ = rows(found)
    assert (dragon.copies, dragon.written, dragon.lines) == (
        3, ("89631139", "89631140"), (2, 4, 5),
    )  # fmt: skip


def test_a_row_stays_within_its_section(db: sqlite3.Connection) -> None:
    found = shown(db, "#main\n89631139\n#extra\n!side\n89631139\n")
    assert names(found) == names(found, "side") == ["Blue-Eyes White Dragon"]
    assert [row.copies for row in (*rows(found), *rows(found, "side"))] == [1, 1]


def test_groups_are_in_the_order_of_players(db: sqlite3.Connection) -> None:
    text = "#main\n44095762\n\n11111112\n55144522\n46986414\n-5\n73915052\n"
    main, extra, side = shown(db, f"{text}#extra\n44508094\n99999\n!side\n44508094\n55144522").parts
    assert [(group.kind, group.size) for group in groups(main)] == [
        ("monster", 1), ("spell", 1), ("trap", 1), ("token", 1), ("unknown", 2),
    ]  # fmt: skip
    assert [(group.kind, group.size) for group in groups(extra)] == [(None, 1), ("unknown", 1)]
    assert [(group.kind, group.size) for group in groups(side)] == [("monster", 1), ("spell", 1)]
    assert (main.size, extra.size, side.size) == (6, 2, 2)


def test_sections_are_called_as_the_ruleset_calls_them(db: sqlite3.Connection) -> None:
    assert [part.name for part in shown(db, ydk(), "goat").parts] == [
        "Main Deck", "Fusion Deck", "Side Deck",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("format_", "card", "allowed", "status", "points", "in_pool", "marks"),
    [
        ("tcg", 89631139, 3, None, None, True, ()),
        ("tcg", 55144522, 0, "forbidden", None, True, ("Forbidden",)),
        ("tcg", 83764718, 1, "limited", None, True, ("Limited",)),
        ("goat", 55144522, 1, "limited", None, True, ("Limited",)),
        ("goat", 14558127, 0, None, None, False, ("not in the pool",)),
        ("traditional", 55144522, 1, "limited", None, True, ("Limited",)),
        ("genesys", 89631139, 3, None, 0, True, ()),
        ("genesys", 14558127, 3, None, 20, True, ("20 points",)),
        ("genesys", 1861629, 0, None, 0, True, ("barred kind",)),
        ("master-duel", 89631139, 3, None, None, None, ()),
        ("tcg", 73915052, 0, None, None, None, ("not a deck card",)),
        ("ocg@2000-04-01", 55144522, 1, "limited", None, True, ("Limited",)),
    ],
)
def test_the_status_of_a_card(
    db: sqlite3.Connection, format_: str, card: int, allowed: int, status: str | None,
    points: int | None, in_pool: bool | None, marks: tuple[str, ...],
) -> None:  # fmt: skip
    (row,) = rows(shown(db, ydk(card), format_))
    assert (row.allowed, row.status, row.points, row.in_pool, row.marks) == (
        allowed, status, points, in_pool, marks,
    )  # fmt: skip


def test_an_entry_on_a_name_is_one_on_every_card_that_counts_as_it(db: sqlite3.Connection) -> None:
    (harpie,) = CardIndex(db).by_name("Harpie Lady")
    listed = LimitList("tcg", TODAY, None, "", (), {harpie.key: Limit(2, None)})
    terms = terms_of(db, "tcg")._replace(banlist=listed)
    found = shown(db, "main: [Harpie Lady 1, Harpie Lady, Kuriboh]\n", terms, ".yaml")
    assert [row.status for row in rows(found)] == ["semi-limited", "semi-limited", None]
    assert [row.allowed for row in rows(found)] == [2, 2, 3]


def test_a_limit_without_a_word_and_a_card_that_only_a_skill_brings(db: sqlite3.Connection) -> None:
    one, other = CardIndex(db).by_name("Kuriboh") + CardIndex(db).by_name("Raigeki")
    listed = LimitList(
        "tcg", TODAY, None, "", (), {one.key: Limit(3, None)}, skill_only=frozenset({other.key})
    )
    found = shown(db, ydk(40640057, 12580477), terms_of(db, "tcg")._replace(banlist=listed))
    assert [(row.allowed, row.status, row.marks) for row in rows(found)] == [
        (3, None, ()), (0, None, ("only by a skill",)),
    ]  # fmt: skip


def test_pooled_groups_and_skills(db: sqlite3.Connection) -> None:
    (kuriboh,) = CardIndex(db).by_name("Kuriboh")
    terms = terms_of(db, "speed")
    text = "main: [Kuriboh, Switcheroo]\n"
    switcheroo = rows(shown(db, text, terms, ".yaml"))[1].card
    assert terms.banlist
    assert switcheroo
    group = LimitGroup("limited-2", 2, frozenset({kuriboh.key}))
    listed = terms.banlist._replace(groups=(group,), skills={switcheroo.key: "limited-2"})
    found = shown(db, text, terms._replace(banlist=listed), ".yaml")
    assert [(row.kind, row.groups, row.allowed, row.status) for row in rows(found)] == [
        ("monster", ("limited-2",), 2, None), ("skill", ("limited-2",), 2, None),
    ]  # fmt: skip
    assert rows(found)[1].marks == ("Limited 2",)
    forbidden = listed._replace(skills={switcheroo.key: "0"})
    found = shown(db, text, terms._replace(banlist=forbidden), ".yaml")
    assert (rows(found)[1].allowed, rows(found)[1].marks) == (0, ("Forbidden",))


def test_skills_count_in_no_size_where_the_ruleset_has_them(db: sqlite3.Connection) -> None:
    text = "main: [Kuriboh, Switcheroo]\n"
    found = shown(db, text, "speed", ".yaml")
    assert (found.skills, found.parts[0].size, found.parts[0].count("skill")) == (1, 1, 1)
    assert (rows(found)[1].allowed, rows(found)[1].marks) == (None, ())
    found = shown(db, text, "tcg", ".yaml")
    assert (found.skills, found.parts[0].size) == (0, 2)
    assert rows(found)[1].marks == ("not a deck card",)


def test_legend_cards_of_rush_duel(db: sqlite3.Connection) -> None:
    found = shown(db, ydk(160204049, 160001028), "rush")
    assert [row.marks for row in rows(found)] == [("LEGEND",), ()]


def test_points_are_those_of_the_deck(db: sqlite3.Connection) -> None:
    found = shown(db, ydk(*times(3, 14558127)), "genesys")
    assert found.points
    assert (found.points.total, found.points.cap, rows(found)[0].points) == (60, 100, 20)
    assert shown(db, ydk(14558127)).points is None


def test_nothing_is_dropped(db: sqlite3.Connection) -> None:
    found = shown(db, ydk(99999999, 46986414, "1x", 99999999, 0, "hello"))
    (main, _, _) = found.parts
    assert [(row.kind, row.written, row.lines) for row in main.rows] == [
        ("unknown", ("99999999",), (2, 5)),
        ("monster", ("46986414",), (3,)),
        ("unknown", ("0",), (6,)),
    ]
    assert main.rows[0].unknown == "unknown passcode 99999999"
    assert [problem.line for problem in main.problems] == [4]
    assert [problem.line for problem in found.problems] == [7]
    assert (main.size, main.count("unknown"), main.count("monster")) == (5, 4, 1)
