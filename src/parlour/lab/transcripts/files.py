"""Files of a corpus, read so that whatever is wrong with one is told with file, line and field."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar, cast

from pydantic import BaseModel, ValidationError

from parlour.core import plain_json
from parlour.errors import TranscriptError
from parlour.lab.transcripts.form import FORM, VERSION, GameTranscript

Form = TypeVar("Form", bound=BaseModel)
_CHUNK = 1 << 20
_LONGEST_HEADER = 500
"""So many characters of a header are told where it is not the one that is wanted."""
_HEAD, _MOST_HEADS = 1 << 16, 20
_MOST_BYTES = 64 << 20
"""The most bytes of a file, or a line of games, that is read whole; ten thousand games have fewer."""


def read_text(path: Path) -> str:
    """A text file in UTF-8, with a byte order mark or without.

    Raises:
        TranscriptError: naming the line of the first byte that is none, or why it cannot be read; also of a
            file that is too large to be read whole.
    """
    try:
        if (size := path.stat().st_size) > _MOST_BYTES:
            raise _too_large(path, f"it has {size / 1e6:.0f} MB")
        return decode(path.read_bytes(), path)
    except OSError as error:
        raise TranscriptError(f"it cannot be read: {error.strerror or error}", file=str(path)) from error


def decode(content: bytes, path: Path, line: int = 1) -> str:
    """Bytes of a file as text; `line` is where they begin."""
    try:
        return content.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError as error:
        at = line + content[: error.start].count(b"\n")
        message = f"byte {content[error.start]:#04x} is not UTF-8: save the file in that encoding"
        raise TranscriptError(message, file=str(path), line=at) from error


def read_json(path: Path) -> object:
    """A JSON file.

    Raises:
        TranscriptError: naming the line at which it is none.
    """
    return parse_json(read_text(path), path)


def parse_json(text: str, path: Path, line: int = 1) -> object:
    """A text of a file as JSON; `line` is where it begins."""
    try:
        return plain_json(text)
    except json.JSONDecodeError as error:
        at = line + error.lineno - 1
        raise TranscriptError(f"this is no JSON: {error.msg}", file=str(path), line=at) from error
    except ValueError as error:
        raise TranscriptError(f"this JSON cannot be read: {error}", file=str(path), line=line) from error


def as_mapping(value: object, path: Path, name: str) -> Mapping[str, object]:
    """A JSON object, or an error that names the field."""
    if not isinstance(value, dict):
        raise TranscriptError("it is no JSON object", file=str(path), field=name)
    return cast("dict[str, object]", value)


def as_form(form: type[Form], value: object, path: Path, layout: str, name: str = "") -> Form:
    """Returns a JSON value as a pydantic model of a collection's layout.

    Raises:
        TranscriptError: naming the first field that is not in this layout.
    """
    try:
        return form.model_validate(value)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        field = ".".join(filter(None, (name, *map(str, wrong["loc"]))))
        raise TranscriptError(f"{wrong['msg']} ({layout})", file=str(path), field=field) from error


def read_csv(path: Path, columns: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """The rows of a CSV file, each with the line on which it ends.

    Raises:
        TranscriptError: naming the missing column, or the row that has too few or too many cells.
    """
    reader = csv.DictReader(io.StringIO(read_text(path), newline=""), strict=True)
    try:
        lacking = [column for column in columns if column not in (reader.fieldnames or ())]
        if lacking:
            had = ", ".join(filter(None, reader.fieldnames or ())) or "none"
            header = had if len(had) <= _LONGEST_HEADER else f"{had[:_LONGEST_HEADER]}…"
            message = f"there is no such column; the columns are {header}"
            raise TranscriptError(message, file=str(path), line=1, field=lacking[0])
        rows: list[tuple[int, dict[str, str]]] = []
        for row in reader:
            if None in row or None in row.values():
                raise TranscriptError(
                    "the row has more or fewer cells than there are columns",
                    file=str(path),
                    line=reader.line_num,
                )
            rows.append((reader.line_num, row))
    except csv.Error as error:
        raise TranscriptError(f"this is no CSV: {error}", file=str(path), line=reader.line_num) from error
    return rows


def digest_of(paths: Iterable[Path]) -> str:
    """Which state of some files was read: `sha256:` and the first 16 digits, over them in order."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as opened:
            while chunk := opened.read(_CHUNK):
                digest.update(chunk)
    return f"sha256:{digest.hexdigest()[:16]}"


def folder_of(path: Path, wants: str) -> Path:
    """A folder that is there.

    Raises:
        TranscriptError: saying what it is to hold, if there is none.
    """
    if not path.is_dir():
        raise TranscriptError(f"no such folder; name {wants}", file=str(path))
    return path


def files_of(path: Path, suffixes: Sequence[str], wants: str) -> list[Path]:
    """The file itself, or all files below a folder that end so, in order.

    Raises:
        TranscriptError: saying what was to be named, if there is none.
    """
    files = sorted(file for file in path.rglob("*") if file.suffix in suffixes) if path.is_dir() else [path]
    if not files or not files[0].is_file():
        raise TranscriptError(f"there is nothing to import; name {wants}", file=str(path))
    return files


def head_of(path: Path) -> str:
    """The beginning of a file, or of the first files of a folder: what the file looks like."""
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    heads: list[str] = []
    for file in files[:_MOST_HEADS]:
        try:
            with file.open("rb") as opened:
                heads.append(opened.read(_HEAD).decode("utf-8-sig", errors="ignore"))
        except OSError:
            continue
    return "\n".join(heads)


def read_lines(path: Path) -> Iterator[tuple[int, GameTranscript]]:
    """The games of a file of JSON lines, one at a time, each with its line; empty lines are none.

    JSON that goes over several lines and arrays of games are read too, as a whole.

    Raises:
        TranscriptError: naming the line and the field that is not in the form, or too large a line.
    """
    try:
        with path.open("rb") as opened:
            for line, content in enumerate(iter(lambda: opened.readline(_MOST_BYTES + 1), b""), 1):
                if len(content) > _MOST_BYTES:
                    raise _too_large(path, "the line has more", line)
                if content.lstrip().startswith(b"[") or content.strip() == b"{":
                    yield from _read_whole(path, line)
                    return
                if content.strip():
                    yield line, read_game(decode(content, path, line), path, line)
    except OSError as error:
        raise TranscriptError(f"it cannot be read: {error.strerror or error}", file=str(path)) from error


def _read_whole(path: Path, start: int) -> Iterator[tuple[int, GameTranscript]]:
    """The games from a line on, in JSON of any layout: objects one after another, or arrays of them."""
    text = read_text(path)
    at = sum(map(len, text.splitlines(keepends=True)[: start - 1]))
    while at < len(text.rstrip()):
        at += len(text[at:]) - len(text[at:].lstrip())
        line = text.count("\n", 0, at) + 1
        try:
            value, end = json.JSONDecoder().raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise TranscriptError(
                f"this is no JSON: {error.msg}", file=str(path), line=error.lineno
            ) from error
        for game in cast("list[object]", value) if isinstance(value, list) else [value]:
            yield line, read_game(json.dumps(game, ensure_ascii=False), path, line)
        at = end


def _too_large(path: Path, description: str, line: int | None = None) -> TranscriptError:
    limit = f"at most {_MOST_BYTES >> 20} MB are read at once: is this a file of recorded games?"
    return TranscriptError(f"{description}, and {limit}", file=str(path), line=line)


def read_game(text: str, path: Path, line: int) -> GameTranscript:
    """A game in the open form.

    Raises:
        TranscriptError: naming the field that is not as it should be, or the version that is another.
    """
    content = parse_json(text, path, line)
    if not isinstance(content, dict):
        raise TranscriptError("it is no JSON object", file=str(path), line=line)
    fields = cast("dict[str, object]", content)
    if fields.get("form") != FORM:
        raise TranscriptError(f"a game has the form {FORM!r} here", file=str(path), line=line, field="form")
    if fields.get("version") != VERSION:
        message = f"it is {fields.get('version')!r}, and this Parlour reads version {VERSION}"
        raise TranscriptError(message, file=str(path), line=line, field="version")
    try:
        return GameTranscript.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        message = first["msg"].removeprefix("Value error, ")
        raise TranscriptError(message, file=str(path), line=line, field=where) from error
