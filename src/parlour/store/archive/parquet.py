"""Tables as Parquet, for data frames and data sets; what has no fixed shape is JSON text in its column."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Union, cast, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from parlour.core import plain_json
from parlour.errors import ArchiveError, MissingExtra
from parlour.store.archive.files import Place, Rows
from parlour.store.archive.rows import CHECK, Exported

_ROWS = 2000
"""Rows per group: what is held in memory at once."""
MOST_GROUP = 1 << 30
"""Bytes of a group of rows, which is read as a whole."""


def arrow() -> ModuleType:
    """The library that reads and writes Parquet.

    Raises:
        MissingExtra: if it is not installed.
    """
    try:
        import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtra("Parquet needs pyarrow: pip install 'parlour[data]'") from error
    return import_module("pyarrow")


class ParquetTable:
    """Writes a table."""

    def __init__(self, path: Path, row: type[Exported]) -> None:
        self._arrow = arrow()
        self._name, self._row = path.name, row
        self._json = _json_columns(row)
        self._schema = self._arrow.schema([*_fields(self._arrow, row), (CHECK, self._arrow.string())])
        self._writer = self._arrow.parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._kept: list[dict[str, object]] = []

    def write(self, row: Mapping[str, object]) -> None:
        told = {name: json.dumps(row[name], ensure_ascii=False) for name in self._json}
        self._kept.append({**row, **told})
        if len(self._kept) == _ROWS:
            self._flush()

    def close(self) -> None:
        try:
            self._flush()
        finally:
            self._writer.close()

    def _flush(self) -> None:
        kept, self._kept = self._kept, []
        try:
            table = self._arrow.Table.from_pylist(kept, schema=self._schema)
        except UnicodeEncodeError as error:
            raise ArchiveError(
                f"{self._name}: a text holds half of a surrogate pair, which Parquet cannot:"
                " use --format jsonl"
            ) from error
        self._writer.write_table(table)


def read_parquet(place: Place, file: str, row: type[Exported]) -> Rows:
    """The rows of a table, a group at a time.

    Raises:
        ArchiveError: naming the row that cannot be read.
        MissingExtra: if pyarrow is not installed.
    """
    library = arrow()
    columns, number = _json_columns(row), 0
    with place.open(file) as opened:
        try:
            held = library.parquet.ParquetFile(opened)
            groups = (held.metadata.row_group(n).total_byte_size for n in range(held.num_row_groups))
            if max(groups, default=0) > MOST_GROUP:
                raise ArchiveError(f"{place.name(file)}: a group of rows has more than {MOST_GROUP:,} bytes")
            for batch in held.iter_batches(batch_size=_ROWS):
                for told in cast("list[dict[str, object]]", batch.to_pylist()):
                    number += 1
                    yield number, _with_json(told, columns)
        except (library.ArrowException, ValueError, OSError) as error:
            words = " ".join(str(error).split())
            raise ArchiveError(f"{place.name(file)} cannot be read after row {number}: {words}") from error


def _with_json(row: dict[str, object], columns: tuple[str, ...]) -> dict[str, object]:
    return {**row, **{name: plain_json(str(row[name])) for name in columns}}


def _json_columns(row: type[BaseModel]) -> tuple[str, ...]:
    return tuple(name for name, told in get_type_hints(row).items() if get_origin(told) is Mapping)


def _fields(library: ModuleType, row: type[BaseModel]) -> list[tuple[str, object]]:
    hints = get_type_hints(row)
    return [(name, _type(library, hints[name])) for name in row.model_fields]


def _type(library: ModuleType, told: object) -> object:
    origin, inner = get_origin(told), get_args(told)
    if origin in (Union, UnionType):
        return _type(library, next(each for each in inner if each is not NoneType))
    if origin is tuple:
        return library.list_(_type(library, inner[0]))
    if isinstance(told, type) and issubclass(told, BaseModel):
        return library.struct(_fields(library, told))
    if told is bool:
        return library.bool_()
    if told is int:
        return library.int64()
    return library.float64() if told is float else library.string()
