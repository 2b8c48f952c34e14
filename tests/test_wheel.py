"""The wheel: it has the index, the schemas and none of the text sources, and is small."""

import subprocess
import sys
import zipfile
from pathlib import Path

from deckcheck.cli.schema import SCHEMAS

ROOT = Path(__file__).parent.parent
MEGABYTE = 1024 * 1024


def test_what_is_in_the_wheel(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT],
        check=True, capture_output=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 12 * MEGABYTE
    names = zipfile.ZipFile(wheel).namelist()
    assert "deckcheck/data/index.sqlite" in names
    assert "deckcheck/py.typed" in names
    schemas = {f"deckcheck/schemas/{path.name}" for path in SCHEMAS.values()}
    assert len(schemas) >= 4
    assert schemas <= {*names}
    assert not [name for name in names if name.endswith((".tsv", ".yaml"))]
    assert all(name.startswith(("deckcheck/", "deckcheck-")) for name in names)
