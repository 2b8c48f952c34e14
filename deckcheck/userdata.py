"""Where a user's own card data is, and what day it is for them.

The command line and the library ask here; everything else is told.
"""

import os
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
    from platformdirs import user_data_path

    return user_data_path("deckcheck", appauthor=False) / INDEX_FILE.name


def today() -> Day:
    """The user's own today."""
    return Day(date.today().isoformat())  # noqa: DTZ011 - the user's own today is meant
