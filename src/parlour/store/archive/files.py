"""An export at rest: a folder or zip with a JSON Lines or Parquet file per table and a manifest."""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import IO, Literal, Union, cast, get_args, get_origin, get_type_hints
from zipfile import BadZipFile, ZipFile

from pydantic import BaseModel, Field, ValidationError

from parlour.core import plain_json
from parlour.errors import ArchiveError, MissingExtra
from parlour.store import spell
from parlour.store.archive.rows import CHECK, NAME, VERSION, Exported

MANIFEST, SCHEMA = "manifest.json", "schema.json"
FORMAT = "parlour-export"
Form = Literal["jsonl", "parquet"]
FORMS: tuple[Form, ...] = ("jsonl", "parquet")
MOST_MANIFEST = 1 << 20
"""Bytes of a manifest."""
MOST_UNPACKED, MOST_RATIO = 8 << 30, 200
"""Bytes to which a file of a zip may come, and how many times as many as it has in the zip."""
_CHUNK = 1 << 20
_DAMAGED = (zlib.error, EOFError, NotImplementedError, struct.error)
"""Errors of reading a zip besides `BadZipFile`, unknown compression among them."""
_ENCRYPTED = 0x1
"""The flag of a file in a zip that a password locks."""
_WANTED = f"name the folder of an export, its {MANIFEST} or a zip of it"


class TableFile(BaseModel, frozen=True, extra="forbid"):
    """A file of an export.

    Attributes:
        file: its name, beside the manifest: no path that leads elsewhere.
        sha256: of its bytes.
    """

    file: str = Field(pattern=r"^\w[\w.-]*$")
    rows: int
    sha256: str


class Manifest(BaseModel, frozen=True, extra="ignore"):
    """The manifest of an export.

    Attributes:
        run: the run that was exported; empty for a match.
    """

    format: Literal["parlour-export"] = FORMAT
    version: int = VERSION
    form: Form
    parlour: str
    run: str = Field(default="", pattern=f"^$|{NAME}")
    matches: int
    tables: Mapping[str, TableFile]


class Folder:
    """Files in a folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def name(self, file: str) -> str:
        return str(self._path / file)

    def open(self, file: str) -> IO[bytes]:
        path = self._path / file
        if path.exists() and not path.is_file():
            raise ArchiveError(f"{path} is no regular file")
        return path.open("rb")


class Zipped:
    """Files in a zip, at its top or all in one folder of it."""

    def __init__(self, path: Path, files: ZipFile) -> None:
        self._path, self._files = path, files
        manifests = (name for name in files.namelist() if name.rpartition("/")[2] == MANIFEST)
        self._top = min(manifests, key=len, default=MANIFEST).removesuffix(MANIFEST)

    def name(self, file: str) -> str:
        return f"{self._path}/{self._top}{file}"

    def open(self, file: str) -> IO[bytes]:
        """The file; raises `ArchiveError` if a password locks it."""
        info = self._files.getinfo(f"{self._top}{file}")
        if info.flag_bits & _ENCRYPTED:
            raise ArchiveError(f"{self.name(file)} has a password: unpack the zip, and name the folder")
        if info.file_size > MOST_UNPACKED or info.file_size > MOST_RATIO * info.compress_size + _CHUNK:
            raise ArchiveError(
                f"{self.name(file)} comes to {info.file_size:,} bytes from {info.compress_size:,}: "
                "no export is packed so tightly; if it is one, unpack the zip, and name the folder"
            )
        return self._files.open(info)


Place = Folder | Zipped
"""A place from which the files of an export are read, by names that a person is told of."""


@contextmanager
def place_of(path: Path) -> Generator[Place]:
    """Opens an export: a folder, its manifest, or a zip of it."""
    if path.is_dir():
        yield Folder(path)
    elif path.name == MANIFEST:
        yield Folder(path.parent)
    elif path.is_file():
        try:
            with ZipFile(path) as files:
                yield Zipped(path, files)
        except BadZipFile as error:
            raise ArchiveError(f"{path} is no export: {_WANTED}") from error
        except _DAMAGED as error:
            raise ArchiveError(f"{path} is damaged or packed as no export is: {error}") from error
    else:
        raise ArchiveError(f"{path} is not there: {_WANTED}")


def read_manifest(place: Place) -> Manifest:
    """Reads the manifest of an export."""
    name = place.name(MANIFEST)
    try:
        with place.open(MANIFEST) as file:
            text = file.read(MOST_MANIFEST + 1)
        if len(text) > MOST_MANIFEST:
            raise ArchiveError(f"{name} has more than {MOST_MANIFEST:,} bytes")
        content = plain_json(text)
    except (KeyError, FileNotFoundError) as error:
        raise ArchiveError(f"{name} is not there: is this what parlour export wrote?") from error
    except (ValueError, OSError) as error:
        raise ArchiveError(f"{name} cannot be read: {error}") from error
    version = cast("dict[str, object]", content).get("version") if isinstance(content, dict) else None
    if version != VERSION:
        raise ArchiveError(
            f"{name}: another version of Parlour wrote it (export version {version!r}; this version reads"
            f" {VERSION}): import it with that version"
        )
    try:
        return Manifest.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        raise ArchiveError(f"{name}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def digest_of(place: Place, file: str) -> str:
    """SHA-256 of a file's bytes."""
    digest = hashlib.sha256()
    try:
        with place.open(file) as stream:
            for chunk in iter(lambda: stream.read(_CHUNK), b""):
                digest.update(chunk)
    except (KeyError, OSError) as error:
        raise ArchiveError(f"{place.name(file)} is not there, though {MANIFEST} names it") from error
    return digest.hexdigest()


def check_of(row: Mapping[str, object]) -> str:
    """Returns the checksum of a row, which does not depend on the file format."""
    fields = {name: value for name, value in row.items() if name != CHECK}
    words = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(words.encode()).hexdigest()[:8]


Rows = Iterator[tuple[int, dict[str, object]]]
"""Rows as they lie in a file, each with its line or number from 1."""


MOST_LINE = 16 << 20
"""Bytes of a row: a setup with a long script has some hundred thousand."""


@contextmanager
def json_lines(path: Path) -> Generator[Callable[[Mapping[str, object]], object]]:
    """Opens the file of a table, and yields what writes a row."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        yield lambda row: file.write(f"{spell(row)}\n")


def read_lines(place: Place, file: str) -> Rows:
    """The rows of a table, one at a time."""
    with place.open(file) as stream:
        for number, line in enumerate(iter(lambda: stream.readline(MOST_LINE + 1), b""), 1):
            if len(line) > MOST_LINE:
                raise ArchiveError(f"{place.name(file)}:{number}: the line has more than {MOST_LINE:,} bytes")
            try:
                row = plain_json(line)
            except ValueError as error:
                cut = "" if line.endswith(b"\n") else ": the file ends in the middle of it"
                raise ArchiveError(f"{place.name(file)}:{number}: the line is no JSON{cut}") from error
            if not isinstance(row, dict):
                raise ArchiveError(f"{place.name(file)}:{number}: the line is no row of a table")
            yield number, cast("dict[str, object]", row)


_ROWS = 2000
"""Rows per group: what is held in memory at once."""
MOST_GROUP = 1 << 30
"""Bytes of a group of rows, which is read as a whole."""


def arrow() -> ModuleType:
    """The library that reads and writes Parquet."""
    try:
        import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtra("Parquet needs pyarrow: pip install 'parlour[data]'") from error
    return import_module("pyarrow")


@contextmanager
def parquet_table(path: Path, row: type[Exported]) -> Generator[Callable[[Mapping[str, object]], None]]:
    """Opens the file of a table whose rows are of that model, and yields what writes a row."""
    library, columns = arrow(), _json_columns(row)
    schema = library.schema([*_fields(library, row), (CHECK, library.string())])
    rows: list[dict[str, object]] = []

    def flush() -> None:
        try:
            table = library.Table.from_pylist(rows, schema=schema)
        except UnicodeEncodeError as error:
            raise ArchiveError(
                f"{path.name}: a text holds half of a surrogate pair, which Parquet cannot:"
                " use --format jsonl"
            ) from error
        writer.write_table(table)
        rows.clear()

    def write(row: Mapping[str, object]) -> None:
        rows.append({**row, **{name: json.dumps(row[name], ensure_ascii=False) for name in columns}})
        if len(rows) == _ROWS:
            flush()

    with library.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        yield write
        flush()


def read_parquet(place: Place, file: str, row: type[Exported]) -> Rows:
    """The rows of a table, a group at a time."""
    library = arrow()
    columns, number = _json_columns(row), 0
    with place.open(file) as stream:
        try:
            parquet_file = library.parquet.ParquetFile(stream)
            groups = (
                parquet_file.metadata.row_group(n).total_byte_size for n in range(parquet_file.num_row_groups)
            )
            if max(groups, default=0) > MOST_GROUP:
                raise ArchiveError(f"{place.name(file)}: a group of rows has more than {MOST_GROUP:,} bytes")
            for batch in parquet_file.iter_batches(batch_size=_ROWS):
                for record in cast("list[dict[str, object]]", batch.to_pylist()):
                    number += 1
                    yield number, {**record, **{name: plain_json(str(record[name])) for name in columns}}
        except (library.ArrowException, ValueError, OSError) as error:
            words = " ".join(str(error).split())
            raise ArchiveError(f"{place.name(file)} cannot be read after row {number}: {words}") from error


def _json_columns(row: type[BaseModel]) -> tuple[str, ...]:
    return tuple(name for name, hint in get_type_hints(row).items() if get_origin(hint) is Mapping)


def _fields(library: ModuleType, row: type[BaseModel]) -> list[tuple[str, object]]:
    hints = get_type_hints(row)
    return [(name, _type(library, hints[name])) for name in row.model_fields]


def _type(library: ModuleType, hint: object) -> object:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _type(library, next(member for member in inner if member is not NoneType))
    if origin is tuple:
        return library.list_(_type(library, inner[0]))
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return library.struct(_fields(library, hint))
    if hint is bool:
        return library.bool_()
    if hint is int:
        return library.int64()
    return library.float64() if hint is float else library.string()
