"""What options and arguments may be given, for shells that complete them: ``VALUES`` is the table.

It is read only when a shell asks, so that no other run pays for it.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from deckcheck.cards import GAMES, LANGUAGES
from deckcheck.catalog import beginnings
from deckcheck.catalog.beginnings import spelling
from deckcheck.cli.options import OUTPUTS
from deckcheck.errors import DeckcheckError, UnknownNameError
from deckcheck.index import open_newest
from deckcheck.model import SECTIONS, Format, Ruleset
from deckcheck.userdata import user_index_file

FILES, FOLDERS = "files", "folders"


class Value(NamedTuple):
    """What a word may become, and a line about it where there is one."""

    text: str
    help: str = ""


class Asked(NamedTuple):
    """A value that is asked for: what is typed of it, and what is given before it.

    ``earlier``: the words of the same argument; ``given``: those of each option by its name.
    """

    typed: str
    earlier: Sequence[str]
    given: Mapping[str, Sequence[str]]


def _nothing(_: Asked) -> Iterable[Value]:
    return ()


class Takes(NamedTuple):
    """The values that an option or argument takes, and which paths: ``FILES``, ``FOLDERS``, none.

    DeckcheckError, or an error of SQLite, where the card data cannot be asked.
    """

    values: Callable[[Asked], Iterable[Value]] = _nothing
    paths: str = ""


def fitting(values: Iterable[Value], typed: str) -> list[Value]:
    """The values that begin with what is typed, in any case; else those that do but for signs.

    Shells write what all values have in common in the place of what is typed. So that nothing of
    it is lost, all spell it alike: as it is typed where names differ in case, which may be.
    """
    found = list(values)
    size, same = len(typed), typed.casefold()
    literal = [value for value in found if value.text[:size].casefold() == same]
    if len({value.text[:size] for value in literal}) > 1:
        spelled = {typed + value.text[size:]: value.help for value in literal}
        return list(map(Value._make, spelled.items()))
    if literal:
        return literal
    head = next(filter(None, (spelling(value.text, typed) for value in found)), None)
    return [value for value in found if head and value.text.startswith(head)]


def _data() -> sqlite3.Connection:
    return open_newest(user_index_file(), lambda message: None)  # noqa: ARG005 - nothing is said


def _words(*names: str) -> Takes:
    return Takes(lambda asked: map(Value, names))  # noqa: ARG005 - whatever is asked


def _table(module: str, name: str) -> Takes:
    """The names of a table, whose module is loaded when they are asked for."""
    return Takes(lambda asked: map(Value, getattr(import_module(module), name)))  # noqa: ARG005


def _formats(asked: Asked) -> Iterator[Value]:
    """The formats that ship, and before them those of the config's folder."""
    from deckcheck import formats

    db = _data()
    yield from (Value(path.stem, str(path)) for path in _own(asked, "formats_dir", "*.yaml"))
    yield from _with_aliases(asked, (formats.load_format(db, n) for n in formats.known(db)))


def _rulesets(asked: Asked) -> Iterator[Value]:
    from deckcheck import rulesets

    db = _data()
    return _with_aliases(asked, (rulesets.load_ruleset(db, name) for name in rulesets.known(db)))


def _with_aliases(asked: Asked, found: Iterable[Format | Ruleset]) -> Iterator[Value]:
    """The names of all, and names that are quite another when some of one is typed."""
    for one in found:
        yield Value(one.name, one.title)
        others = one.aliases if asked.typed else ()
        quite = (name for name in others if spelling(name, one.name) != name)
        yield from (Value(name, one.title) for name in quite)


def _own(asked: Asked, folder: str, pattern: str) -> list[Path]:
    """The files of a folder that the config here names; none where something is wrong in it."""
    from deckcheck.cli.configs import Configs

    named = asked.given.get("config", [None])[-1]
    try:
        place = Configs(named, isolated="isolated" in asked.given).of(None)
    except DeckcheckError:
        return []
    name = getattr(place.config, folder)
    return sorted(Path(place.path(name)).glob(pattern)) if name else []


def _rulesets_and_regions(asked: Asked) -> Iterator[Value]:
    from deckcheck import rulesets

    db = _data()
    yield from _rulesets(asked)
    for region in sorted(set(rulesets.regions(db)) - set(rulesets.known(db))):
        yield Value(region, "the one in force there today")


def _regions(_: Asked) -> Iterator[Value]:
    from deckcheck.banlists import dated

    db = _data()
    for region in dated.regions(db):
        yield Value(region, f"newest list {dated.RegionLists(db, region).lists[-1].day}")


def _lists(asked: Asked) -> Iterator[Value]:
    """The regions, and the lists of the one that is typed, newest first."""
    from deckcheck.banlists import dated

    db = _data()
    yield from _regions(asked)
    region = asked.typed.partition("@")[0].casefold()
    if region in dated.regions(db):
        for found in reversed(dated.RegionLists(db, region).lists):
            yield Value(f"{region}@{found.day}", found.title)


def _lists_or_none(asked: Asked) -> Iterator[Value]:
    yield Value("none", "judge without a list")
    for path in _own(asked, "banlists_dir", "*/*.yaml"):
        yield Value(f"{path.parent.name}@{path.stem}", str(path))
    yield from _lists(asked)


def _territories(_: Asked) -> Iterator[Value]:
    from deckcheck.banlists import dated

    return map(Value, dated.territories(_data()))


def _rules(asked: Asked) -> Iterator[Value]:
    """The rules, behind a comma too."""
    from deckcheck.rules import DOCUMENTED

    before = "".join(asked.typed.rpartition(",")[:2])
    for rule in DOCUMENTED:
        yield Value(before + rule.ID, (rule.__doc__ or "").partition("\n")[0])


def _cards(asked: Asked) -> Iterator[Value]:
    """Names that go on as all words typed so far; for digits, passcodes too."""
    db = _data()
    before = " ".join([*asked.earlier, ""])
    typed = before + asked.typed
    game = _game(db, asked.given)
    for name, meaning in beginnings.names(
        db, typed, game, asked.given.get("lang", LANGUAGES[:1])[-1]
    ):
        if name[: len(before)].casefold() == before.casefold():
            yield Value(name[len(before) :], meaning)
    if typed.isascii() and typed.isdigit():
        yield from map(Value._make, beginnings.passcodes(db, typed, game))


def _each_card(asked: Asked) -> Iterator[Value]:
    """Of several cards, each a word of its own, the last."""
    return _cards(asked._replace(earlier=()))


def _game(db: sqlite3.Connection, given: Mapping[str, Sequence[str]]) -> str:
    """Whose cards are meant: those of the game, or of the format, that is given."""
    from deckcheck import formats

    try:
        named = given.get("format_", [""])[-1].partition("@")[0]
        return formats.load_format(db, named).game
    except UnknownNameError:
        return given.get("game", GAMES[:1])[-1].casefold()


VALUES: dict[str, Takes] = {
    "--legal-in": Takes(_formats, FILES),
    "search --output": _words("table", "ids", "json"),
    "--going": _words("first", "second"),
    "--format": Takes(_formats, FILES),
    "format show NAME": Takes(_formats, FILES),
    "--ruleset": Takes(_rulesets),
    "ruleset show NAME": Takes(_rulesets_and_regions),
    "--banlist": Takes(_lists_or_none, FILES),
    "LIST": Takes(_lists, FILES),
    "REGION": Takes(_regions),
    "REGION@DATE": Takes(_lists),
    "--territory": Takes(_territories),
    "RULE": Takes(_rules),
    "rule ID": Takes(_rules),
    "schema NAME": _table("deckcheck.cli.schema", "SCHEMAS"),
    "--codec": _table("deckcheck.codecs", "CODECS"),
    "--to CODEC": _table("deckcheck.codecs", "CODECS"),
    "banlist convert --to": _words("yaml", "lflist", "json"),
    "--output NAME": _words(*OUTPUTS),
    "check --output": _table("deckcheck.reports", "RENDERERS"),
    "show --output": _words("table", "markdown", "json"),
    "--lang": _words(*LANGUAGES),
    "--game": _words(*GAMES),
    "--card": Takes(_cards),
    "QUERY": Takes(_cards),
    "CARD": Takes(_each_card),
    "--section": _words(*SECTIONS),
    "--from NAME": _words(*SECTIONS),
    "--to NAME": _words(*SECTIONS),
    "SHELL": _table("deckcheck.cli.completion", "SCRIPTS"),
    "DECK": Takes(paths=FILES),
    "DECKS": Takes(paths=FILES),
    "FILE": Takes(paths=FILES),
    "FILES": Takes(paths=FILES),
    "PATH": Takes(paths=FILES),
    "PLACE": Takes(paths=FILES),
    "FOLDER": Takes(paths=FOLDERS),
}
"""What is taken by an option or an argument, called by its metavar; a command may stand before."""


def taken_by(path: str, param: Any) -> Takes:
    """What a parameter of the command at that path takes."""
    choices: Sequence[str] = getattr(param.type, "choices", ())
    if choices:
        return _words(*choices)
    # [N] CARD... is CARD
    metavar = re.sub(r"[\[\].]|.* ", "", param.metavar or "")
    options = [name for name in param.opts if name.startswith("-")]
    keys = [f"{path} {name}" for name in options or [metavar]]
    keys += [key for name in options for key in (f"{name} {metavar}", name)]
    return next((VALUES[key] for key in (*keys, metavar) if key in VALUES), Takes())
