"""A small copy of the text sources: few cards, with all that is said of them, and few lists."""

import shutil
from collections.abc import Collection
from pathlib import Path

from deckcheck.index.sources import CHECKOUT, Sources

CARDS = {"55144522", "26202165", "76812113", "27927359", "89631139"}
"""Pot of Greed, Sangan, Harpie Lady and Harpie Lady 2, Blue-Eyes White Dragon."""


def small_sources(root: Path, cards: Collection[str] = CARDS) -> Sources:
    """The text sources of these cards, one ruleset and one format, below the root; no list."""
    texts = Sources(root)
    for folder in ("names", "rush_names", "skill_names"):
        (texts.data / folder).mkdir(parents=True)
    for path in [*CHECKOUT.data.glob("*.tsv"), *CHECKOUT.data.glob("*/*.tsv")]:
        head, *rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
        column = 1 if path.name.endswith("other_passcodes.tsv") else 0
        kept = [row for row in rows if row.split("\t")[column] in cards]
        target = texts.data / path.relative_to(CHECKOUT.data)
        target.write_text(head + "".join(kept), encoding="utf-8")
    for name in ("sources.yaml", "published.yaml"):
        shutil.copy(CHECKOUT.data / name, texts.data)
    for source, target, name in (
        (CHECKOUT.rulesets, texts.rulesets, "master-rule-2020.yaml"),
        (CHECKOUT.formats, texts.formats, "tcg.yaml"),
    ):
        target.mkdir(parents=True)
        shutil.copy(source / name, target)
    return texts


def write_list(texts: Sources, region: str, day: str, text: str) -> Path:
    """Write a limit list; its file."""
    path = texts.banlists / region / f"{day}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
