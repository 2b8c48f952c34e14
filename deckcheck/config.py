"""``.deckcheck.yaml``: what the decks of a repository are judged by, so that nobody has to say it.

```yaml
format: tcg
ignore: [mixed-region]
overrides:
  - path: goat/**
    format: goat
baseline: .deckcheck-baseline.json
```

Paths are relative to the folder of the file, and patterns are those of ``.gitignore``.
"""

import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from deckcheck.errors import DataError, ParseError, UnknownNameError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from deckcheck.yamltext import Node

FILE = ".deckcheck.yaml"


_OF_FORMAT = ("on", "territory", "ruleset", "banlist", "points")


class Settings(NamedTuple):
    """What decks are judged by, as far as it is said; None where it is not.

    The names are those of the options of ``check``. ``select`` and ``ignore`` are ids of rules.
    """

    format: str | None = None
    on: str | None = None
    territory: str | None = None
    ruleset: str | None = None
    banlist: str | None = None
    points: int | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    strict: bool | None = None

    def over(self, other: "Settings") -> "Settings":
        """These settings, and where they say nothing, the other ones.

        What the other ones say of their format is not for another format.
        """
        if self.format is not None and _name(self.format) != _name(other.format):
            other = other._replace(**dict.fromkeys(_OF_FORMAT))
        said = {key: value for key, value in self._asdict().items() if value is not None}
        return other._replace(**said)


def _name(asked: str | None) -> str:
    """The name of a format without its day, in one case."""
    return (asked or "").partition("@")[0].strip().casefold()


class Override(NamedTuple):
    """Settings for the decks below the config's folder that a pattern fits.

    ``lines``: where in the file each of its keys stands.
    """

    pattern: str
    settings: Settings
    lines: Mapping[str, int] = MappingProxyType({})


class Config(NamedTuple):
    """What a config file says. Folders and files are as it names them, None where it does not.

    ``include``: further files in folders, which are no decks by their suffix. ``exclude``: what is
    passed over in folders. ``lines``: where each key stands.
    """

    settings: Settings = Settings()
    overrides: tuple[Override, ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    lang: str | None = None
    undecided: str | None = None
    baseline: str | None = None
    formats_dir: str | None = None
    banlists_dir: str | None = None
    lines: Mapping[str, int] = MappingProxyType({})


NOTHING = Config()
"""A config that says nothing."""

UNDECIDED = ("fail", "warn")
KEYS = (*(name for name in Settings._fields), "overrides", "include", "exclude", "lang",
        "undecided", "baseline", "formats-dir", "banlists-dir")  # fmt: skip


def read_config(path: str, text: str, rules: Iterable[str], languages: Iterable[str]) -> Config:
    """The config in the text of a file; DataError, with path and line, for what is wrong in it.

    ``rules`` and ``languages`` are the names that there are.
    """
    from deckcheck.yamltext import read

    known = {"rule": tuple(rules), "language": tuple(languages)}
    try:
        return _config(read(text), known)
    except ParseError as error:
        raise DataError(f"{path}:{error.line}: {error.reason}") from error


def settings_for(config: Config, below: str) -> Settings:
    """The settings for a deck at a path below the config's folder; later overrides win."""
    found = config.settings
    for override in config.overrides:
        if fits(below, [override.pattern]):
            found = override.settings.over(found)
    return found


def fits(below: str, patterns: Sequence[str]) -> bool:
    """Whether the patterns, read as those of a ``.gitignore``, fit the path; a folder ends in /."""
    return bool(patterns) and _spec(tuple(patterns)).match_file(below)


@lru_cache(maxsize=100)
def _spec(patterns: tuple[str, ...]) -> "GitIgnoreSpec":
    from pathspec import GitIgnoreSpec

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return GitIgnoreSpec.from_lines(patterns)
    except (re.error, FutureWarning) as error:
        raise ValueError(str(error)) from error


def _config(root: "Node", known: Mapping[str, tuple[str, ...]]) -> Config:
    keys = root.mapping("a config", KEYS)
    text = {key: _text(keys, key) for key in ("lang", "undecided", "baseline", "formats-dir",
                                               "banlists-dir")}  # fmt: skip
    _check_name("language", keys.get("lang"), known["language"])
    _check_name("word for undecided decks", keys.get("undecided"), UNDECIDED)
    overrides = keys["overrides"].items("overrides") if "overrides" in keys else []
    return Config(
        _settings(keys, known),
        tuple(_override(node, known) for node in overrides),
        _patterns(keys, "include"),
        _patterns(keys, "exclude"),
        text["lang"],
        text["undecided"],
        text["baseline"],
        text["formats-dir"],
        text["banlists-dir"],
        _lines(keys),
    )


def _override(node: "Node", known: Mapping[str, tuple[str, ...]]) -> Override:
    keys = node.required("an override", ("path", *Settings._fields), Settings._fields)
    keys["path"].text("path")
    (pattern,) = _patterns(keys, "path")
    return Override(pattern, _settings(keys, known), _lines(keys))


def _patterns(keys: Mapping[str, "Node"], key: str) -> tuple[str, ...]:
    """Patterns of paths; ParseError for one that is none."""
    if key not in keys:
        return ()
    node = keys[key]
    patterns = node.texts(key)
    for pattern in patterns or ("",) * (key == "path"):
        try:
            _spec((pattern,))
        except ValueError as error:
            raise ParseError(node.line, f"{key}: {pattern!r} is no pattern: {error}") from error
        if not pattern.strip(" /") or (key == "path" and pattern[0] in "!#"):
            raise ParseError(node.line, f"{key}: {pattern!r} fits nothing")
    return patterns


def _lines(keys: Mapping[str, "Node"]) -> dict[str, int]:
    return {key: node.key_line for key, node in keys.items()}


def _settings(keys: Mapping[str, "Node"], known: Mapping[str, tuple[str, ...]]) -> Settings:
    values: dict[str, Any] = {
        key: _text(keys, key) for key in ("format", "on", "territory", "ruleset", "banlist")
    }
    for key in ("select", "ignore"):
        if key in keys:
            values[key] = _rules(key, keys[key], known["rule"])
    if "points" in keys:
        values["points"] = _number(keys["points"])
    if "strict" in keys:
        values["strict"] = keys["strict"].flag("strict")
    return Settings(**values)


def _rules(key: str, node: "Node", known: tuple[str, ...]) -> tuple[str, ...] | None:
    """The ids of rules; ParseError for one that is none, and for a selection of nothing."""
    if node.is_nothing:
        return None
    if key == "select" and node.value == []:
        raise ParseError(node.line, f"{key} names no rule; leave it out")
    for item in node.items(key) if isinstance(node.value, list) else [node]:
        if item.is_nothing:
            raise ParseError(item.line, f"{key} names a rule without a name")
        _check_name("rule", item, known)
    return node.texts(key)


def _text(keys: Mapping[str, "Node"], key: str) -> str | None:
    return keys[key].text(key) if key in keys and not keys[key].is_nothing else None


def _number(node: "Node") -> int:
    text = node.text("points")
    if not (text.isascii() and text.isdigit() and len(text) < len("1000000")):
        raise ParseError(node.line, f"points must be a whole number, not {text!r}")
    return int(text)


def _check_name(what: str, node: "Node | None", names: Iterable[str]) -> None:
    if node is not None and not node.is_nothing:
        name = node.text(what)
        if name not in names:
            raise ParseError(node.line, str(UnknownNameError(what, name, names)))
