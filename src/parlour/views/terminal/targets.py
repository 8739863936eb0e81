"""Where a command writes what comes of it: looked at before anything is asked, paid or played."""

from __future__ import annotations

import os
from pathlib import Path

from parlour.errors import UsageError


def check_file(file: Path) -> None:
    """Makes sure that a file can be written in the end.

    Raises:
        UsageError: naming it, if not.
    """
    folder = file.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"{file} cannot be written: there is no folder {file.parent}")
    if file.is_dir():
        raise UsageError(f"{file} cannot be written: it is a folder")
    _check_open(file, file if file.exists() else folder)


def check_folder(folder: Path) -> None:
    """Makes sure that files can be written into a folder in the end, which need not be there yet.

    Raises:
        UsageError: naming it, if not.
    """
    whole = folder.absolute()
    there = next(each for each in (whole, *whole.parents) if each.exists())
    if not there.is_dir():
        raise UsageError(f"{folder} cannot be written: {there} is a file")
    _check_open(folder, there)


def _check_open(asked: Path, there: Path) -> None:
    if not os.access(there, os.W_OK):
        raise UsageError(f"{asked} cannot be written: {there} may not be changed by you")
