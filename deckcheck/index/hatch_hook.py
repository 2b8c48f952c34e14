"""The build hook: compiles the card index before a wheel or an editable install is made."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class IndexHook(BuildHookInterface[Any]):
    """Hatchling finds the one hook class of this file by its base."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the index where the wheel, or the editable install, takes it from."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        from deckcheck.index import INDEX_FILE
        from deckcheck.index.build import build_index

        assert INDEX_FILE.is_relative_to(Path(self.root)), "another deckcheck is imported"
        build_index(INDEX_FILE)
