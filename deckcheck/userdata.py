"""Where a user's own card data is, and what day it is for them.

The command line and the library ask here; everything else is told.
"""

import os
import sys
from datetime import date
from pathlib import Path

from deckcheck.index import INDEX_FILE
from deckcheck.model import Day


def user_index_file() -> Path:
    """Where an update writes the user's own card data, and whence it is read.

    In the folder that ``DECKCHECK_DATA_DIR`` names, or the platform's folder for a user's data.
    """
    named = os.environ.get("DECKCHECK_DATA_DIR")
    if named:
        return Path(named) / INDEX_FILE.name
    return _data_folder() / INDEX_FILE.name


def _data_folder() -> Path:
    """The platform's folder for data of a user's.

    On Linux the XDG Base Directory Specification is followed here: to import platformdirs for one
    variable takes a twentieth of each start.
    """
    if sys.platform == "linux":
        named = Path(os.environ.get("XDG_DATA_HOME", ""))
        usual = os.path.expanduser("~/.local/share")  # noqa: PTH111 - Path raises without a home
        return (named if named.is_absolute() else Path(usual)) / "deckcheck"
    from platformdirs import user_data_path

    return user_data_path("deckcheck", appauthor=False)


def today() -> Day:
    """The user's own today."""
    return Day(date.today().isoformat())  # noqa: DTZ011 - the user's own today is meant
