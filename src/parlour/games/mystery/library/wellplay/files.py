"""The authors' folders on disk: the games, and their files as typed data."""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from parlour.core import plain_json
from parlour.errors import ScriptError

INFO = "script_info.json"
GATHERED = frozenset({"fsa", "gm"})
"""Files with all questions once more, for the omniscient reader; they do not always agree."""
COLUMNS = ("value", "type", "question", "a", "b", "c", "d", "e", "truth")
DEEPEST = 4


def _as_list(value: object) -> object:
    if value is None or value == "":
        return []
    return cast(object, value) if isinstance(value, list) else [value]


Texts = Annotated[list[str], BeforeValidator(_as_list)]


class Info(BaseModel):
    """The content of `script_info.json`."""

    model_config = ConfigDict(extra="ignore")
    script_name: str = ""
    character_name: Texts = []


class CharacterFile(BaseModel):
    """The content of `<character>.json`."""

    model_config = ConfigDict(extra="ignore")
    script: Texts
    acts_goal: Texts = []
    secrets: Texts = []
    victims: Texts = []
    kill_by_me: Annotated[list[int], BeforeValidator(_as_list)] = []
    is_murderer: int = 0

    @property
    def killed(self) -> list[bool]:
        """A flag per victim that this character killed; the only one, if a murderer's file is silent."""
        told = [bool(did_it) for did_it in self.kill_by_me[: len(self.victims)]]
        if len(self.victims) == 1 and not told:
            return [bool(self.is_murderer)]
        return told + [False] * (len(self.victims) - len(told))


@dataclass(frozen=True, kw_only=True)
class CsvTable:
    """One CSV file: its header and its rows, each with its line; blank rows are left out."""

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


@dataclass(frozen=True, kw_only=True)
class WellplayGame:
    """One game's folder as it lies on disk, nothing repaired yet."""

    path: Path
    info: Info
    parts: dict[str, CharacterFile]
    tables: dict[str, CsvTable]
    gathered: CsvTable | None


def find(root: Path) -> list[Path]:
    """Returns the games in a folder: the folder itself, a language's games, or all of them.

    Raises:
        ScriptError: if there is none.
    """
    if not root.is_dir():
        raise ScriptError("there is no such folder", file=str(root))
    infos = [found for depth in range(DEEPEST) for found in root.glob("*/" * depth + INFO)]
    games = {_game_of(info) for info in infos if info.is_file()}
    if not games:
        raise ScriptError(
            f"holds no game: looked for json/{INFO} in it and the folders in it", file=str(root)
        )
    return sorted(games)


def _game_of(info: Path) -> Path:
    return info.parent.parent if info.parent.name == "json" else info.parent


def read(game: Path) -> WellplayGame:
    """Reads all files of one game.

    Raises:
        ScriptError: if a file cannot be read or lacks what a script needs.
    """
    folder = game / "json" if (game / "json").is_dir() else game
    parts = {
        path.stem: _model(path, CharacterFile) for path in sorted(folder.glob("*.json")) if path.name != INFO
    }
    if not parts:
        raise ScriptError("holds no characters: looked for <character>.json", file=str(folder))
    tables = {path.stem: _table(path) for path in sorted((game / "final_result").glob("*.csv"))}
    gathered = [tables.pop(name) for name in list(tables) if name.lower() in GATHERED]
    info = _model(folder / INFO, Info)
    return WellplayGame(path=game, info=info, parts=parts, tables=tables, gathered=next(iter(gathered), None))


_Form = TypeVar("_Form", Info, CharacterFile)


def _model(path: Path, form: type[_Form]) -> _Form:
    try:
        return form.model_validate(plain_json(_text(path), is_strict=False))
    except json.JSONDecodeError as error:
        raise ScriptError(f"is not JSON: {error.msg}", file=str(path), line=error.lineno) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ScriptError(first["msg"], file=str(path), field=place) from error
    except ValueError as error:
        raise ScriptError(f"cannot be read: {error}", file=str(path)) from error


def _table(path: Path) -> CsvTable:
    """Reads a CSV file; one without a header has the authors' usual columns."""
    text = _text(path)
    separator = max(",;\t", key=text.split("\n", 1)[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [
            (reader.line_num, tuple(cell.strip() for cell in row))
            for row in reader
            if any(map(str.strip, row))
        ]
    except csv.Error as error:
        raise ScriptError(f"is not CSV: {error}", file=str(path), line=reader.line_num) from error
    header = tuple(cell.lower() for cell in rows[0][1]) if rows else COLUMNS
    if "question" not in header:
        return CsvTable(header=COLUMNS, rows=tuple(rows))
    return CsvTable(header=header, rows=tuple(rows[1:]))


def _text(path: Path) -> str:
    """Reads a file's text: UTF-8, or what spreadsheets write instead."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ScriptError(f"cannot be read: {error.strerror}", file=str(path)) from error
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "gb18030"):
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode(encoding)
    raise ScriptError("is neither in UTF-8 nor in UTF-16 or GB 18030", file=str(path))
