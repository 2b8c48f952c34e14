"""The structure of the project, held to what it says of itself."""

import ast
import importlib
from pathlib import Path

import pytest

import deckcheck
from deckcheck.cli import COMMANDS
from deckcheck.codecs import CODECS, SUFFIXES
from deckcheck.index.sources import FORMATS, RULESETS
from deckcheck.reports import RENDERERS
from deckcheck.rules import RULES

PACKAGE = Path(deckcheck.__file__).parent

LAYERS = (
    ("errors", "model"),
    ("days", "names", "yamltext"),
    ("codecs",),
    ("cards",),
    ("banlists", "rulesets"),
    ("formats",),
    ("caps",),
    ("rules",),
    ("checker",),
    ("reports", "index"),
    ("cli",),
)
"""Rooms from the bottom up; a room may import itself and the layers below its own."""


def _imports(path: Path) -> set[str]:
    """The rooms that a module imports from, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {n.split(".")[1] for n in names if n.startswith("deckcheck.")}
    return found - {"__version__"}


def _modules() -> list[Path]:
    found = sorted(PACKAGE.rglob("*.py"))
    assert len(found) > 30
    return [path for path in found if path.parent != PACKAGE or not path.stem.startswith("__")]


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    level = {room: number for number, layer in enumerate(LAYERS) for room in layer}
    room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    above = {other for other in _imports(path) if other != room and level[other] >= level[room]}
    assert not above


def test_only_the_command_line_imports_typer() -> None:
    users = {path.relative_to(PACKAGE).parts[0] for path in _modules()
             if "typer" in path.read_text(encoding="utf-8").split()}  # fmt: skip
    assert users == {"cli"}


def test_every_rule_is_in_the_table_and_named_as_its_module() -> None:
    modules = {path.stem for path in (PACKAGE / "rules").glob("*.py")} - {"__init__"}
    assert {rule.ID.replace("-", "_") for rule in RULES} == modules
    for rule in RULES:
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
    outputs = {path.stem for path in (PACKAGE / "reports").glob("*.py")} - {"__init__", "words"}
    assert outputs == set(RENDERERS)
    assert all(name == importlib.import_module(m).NAME for name, m in RENDERERS.items())
    commands = {path.stem for path in (PACKAGE / "cli").glob("*.py")
                if "\napp = " in path.read_text(encoding="utf-8")} - {"__init__"}  # fmt: skip
    assert commands == set(COMMANDS)


def test_data_folders_are_not_empty() -> None:
    assert len(list(RULESETS.glob("*.yaml"))) >= 9
    assert len(list(FORMATS.glob("*.yaml"))) >= 2
