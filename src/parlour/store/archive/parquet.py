"""Tables as Parquet, for data frames and data sets; what has no fixed shape is JSON text in its column."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
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
    kept: list[dict[str, object]] = []

    def flush() -> None:
        try:
            table = library.Table.from_pylist(kept, schema=schema)
        except UnicodeEncodeError as error:
            raise ArchiveError(
                f"{path.name}: a text holds half of a surrogate pair, which Parquet cannot:"
                " use --format jsonl"
            ) from error
        writer.write_table(table)
        kept.clear()

    def write(row: Mapping[str, object]) -> None:
        kept.append({**row, **{name: json.dumps(row[name], ensure_ascii=False) for name in columns}})
        if len(kept) == _ROWS:
            flush()

    with library.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        yield write
        flush()


def read_parquet(place: Place, file: str, row: type[Exported]) -> Rows:
    """The rows of a table, a group at a time."""
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
                    yield number, {**told, **{name: plain_json(str(told[name])) for name in columns}}
        except (library.ArrowException, ValueError, OSError) as error:
            words = " ".join(str(error).split())
            raise ArchiveError(f"{place.name(file)} cannot be read after row {number}: {words}") from error


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
