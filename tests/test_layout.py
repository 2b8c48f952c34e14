"""The structure of the project, held to what it says of itself."""

import ast
import importlib
from pathlib import Path

import pytest

import deckcheck
from deckcheck.cli import COMMANDS
from deckcheck.codecs import CODECS, SUFFIXES
from deckcheck.index.sources import CHECKOUT
from deckcheck.reports import RENDERERS
from deckcheck.rules import DOCUMENTED, RULES

PACKAGE = Path(deckcheck.__file__).parent

MAY_IMPORT = {
    "model": set(),
    "errors": set(),
    "passcodes": set(),
    "names": set(),
    "days": {"model", "errors"},
    "text": {"errors"},
    "yamltext": {"model", "errors", "days", "text"},
    "jsontext": {"errors", "text"},
    "codecs": {"model", "errors", "passcodes", "names", "text", "yamltext", "jsontext"},
    "bodies": {"errors"},
    "cards": {"model", "errors", "names"},
    "near": {"model", "cards", "names"},
    "resolve": {"model", "cards", "near", "passcodes"},
    "findings": {"model"},
    "rulesets": {"model", "errors", "days", "text", "bodies", "yamltext"},
    "banlists": {"model", "errors", "cards", "near", "passcodes", "text", "yamltext"},
    "formats": {
        "model", "errors", "bodies", "days", "cards", "banlists", "rulesets", "yamltext",
    },
    "catalog": {
        "model", "errors", "days", "passcodes", "names", "cards", "near", "rulesets", "banlists",
    },
    "caps": {"model", "findings"},
    "points": {"model", "findings"},
    "rules": {"model", "errors", "days", "findings", "caps", "points", "text"},
    "timeline": {
        "model", "errors", "days", "findings", "resolve", "banlists", "rulesets", "formats",
        "rules",
    },
    "decks": {
        "model", "errors", "passcodes", "names", "text", "cards", "near", "codecs", "findings",
        "yamltext", "catalog", "points", "resolve", "rules",
    },
    "checker": {
        "model", "errors", "findings", "points", "cards", "resolve", "codecs", "formats", "rules",
        "decks",
    },
    "config": {"errors", "yamltext"},
    "reports": {"model", "errors", "text"},
    "baseline": {"model", "errors", "reports"},
    "index": {
        "model", "errors", "passcodes", "names", "days", "text", "bodies", "cards", "yamltext",
        "rulesets", "banlists", "formats",
    },
    "userdata": {"model", "index"},
    "library": {
        "model", "errors", "text", "codecs", "resolve", "formats", "rules", "checker", "index",
        "userdata",
    },
    "published": {
        "model", "errors", "passcodes", "names", "days", "text", "cards", "banlists", "index",
    },
    "cli": {
        "resolve", "rules", "decks", "timeline", "config", "baseline", "userdata",
        "published",
        "rulesets",
        "model", "errors", "days", "text", "cards", "codecs", "banlists", "catalog", "formats",
        "checker", "reports", "index", "findings", "names", "near", "passcodes",
    },
}  # fmt: skip
"""For each room, the other rooms it may import from; all arrows point down this table's order."""


def _imports(path: Path) -> set[str]:
    """What a module imports, anywhere in it, in dotted names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative imports hide where they point"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def _room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _modules() -> list[Path]:
    found = sorted(PACKAGE.rglob("*.py"))
    assert len(found) > 30
    return [path for path in found if path.parent != PACKAGE or not path.stem.startswith("__")]


def test_the_table_names_every_room_and_has_no_circles() -> None:
    assert {_room(path) for path in _modules()} == set(MAY_IMPORT)
    order = list(MAY_IMPORT)
    for room, others in MAY_IMPORT.items():
        assert all(order.index(other) < order.index(room) for other in others), room


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_follow_the_table(path: Path) -> None:
    rooms = {name.split(".")[1] for name in _imports(path) if name.startswith("deckcheck.")}
    assert rooms - {_room(path), "__version__"} <= MAY_IMPORT[_room(path)]


def test_only_the_command_line_meets_typer_today_and_the_environment() -> None:
    for path in _modules():
        text = path.read_text(encoding="utf-8")
        outside = {name.split(".")[0] for name in _imports(path)} & {"typer"}
        outside |= {word for word in ("os.environ", "date.today", "isatty") if word in text}
        doors = ("cli", "userdata") if outside <= {"os.environ", "date.today"} else ("cli",)
        assert not outside or _room(path) in doors, path


def test_every_rule_is_in_the_table_and_named_as_its_module() -> None:
    modules = {path.stem for path in (PACKAGE / "rules").glob("*.py")} - {"__init__"}
    assert {rule.ID.replace("-", "_") for rule in DOCUMENTED} == modules
    assert {rule.ID for rule in DOCUMENTED} - {rule.ID for rule in RULES} == {"territory"}
    for rule in DOCUMENTED:
        assert rule.__doc__
        assert len(rule.__doc__.splitlines()) > 2


def test_every_codec_is_in_the_table() -> None:
    codecs = [importlib.import_module(module) for module in CODECS.values()]
    assert [codec.NAME for codec in codecs] == list(CODECS)
    assert {suffix: codec.NAME for codec in codecs for suffix in codec.SUFFIXES} == SUFFIXES
    with_parse = {path.stem for path in (PACKAGE / "codecs").glob("*.py")
                  if "\ndef parse(" in path.read_text(encoding="utf-8")} - {"__init__"}  # fmt: skip
    assert with_parse == set(CODECS)


def test_every_output_and_command_is_in_its_table() -> None:
    modules = {path.stem for path in (PACKAGE / "reports").glob("*.py")}
    outputs = modules - {"__init__", "where", "words"}
    assert outputs == set(RENDERERS)
    assert all(name == importlib.import_module(m).NAME for name, m in RENDERERS.items())
    commands = {path.stem.replace("_", "-") for path in (PACKAGE / "cli").glob("*.py")
                if "\napp = " in path.read_text(encoding="utf-8")} - {"--init--"}  # fmt: skip
    assert commands == set(COMMANDS)


def test_data_folders_are_not_empty() -> None:
    assert len(list(CHECKOUT.rulesets.glob("*.yaml"))) >= 9
    assert len(list(CHECKOUT.formats.glob("*.yaml"))) >= 75
