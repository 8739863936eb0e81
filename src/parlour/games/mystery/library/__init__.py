"""Stored scripts: the YAML form, importers, the scripts that ship."""

from parlour.games.mystery.library.form import hidden, load, loads, save, saves
from parlour.games.mystery.library.review import advise, describe, repairs
from parlour.games.mystery.library.shelf import (
    SUFFIXES,
    Language,
    Shelf,
    ShelfEntry,
    add,
    find,
    flags,
    folder,
    shelf,
)
from parlour.games.mystery.library.strangers import smallest
from parlour.games.mystery.library.wellplay import import_folder

__all__ = [
    "SUFFIXES",
    "Language",
    "Shelf",
    "ShelfEntry",
    "add",
    "advise",
    "describe",
    "find",
    "flags",
    "folder",
    "hidden",
    "import_folder",
    "load",
    "loads",
    "repairs",
    "save",
    "saves",
    "shelf",
    "smallest",
]
