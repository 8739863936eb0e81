"""Rows as frames of pandas, where it is installed; Parlour itself needs none of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from parlour.errors import MissingExtra

if TYPE_CHECKING:
    import pandas as pd


def frame(rows: Iterable[Mapping[str, object]], columns: Sequence[str]) -> pd.DataFrame:
    """A frame of these rows, with its columns even where there are no rows.

    Raises:
        MissingExtra: if pandas is not installed.
    """
    try:
        found = import_module("pandas")
    except ImportError as error:
        raise MissingExtra("frames need pandas: pip install 'parlour[frames]'") from error
    return found.DataFrame(list(rows), columns=list(columns))
