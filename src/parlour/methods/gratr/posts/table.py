"""A table of cells out of a file of posts (CSV in its dialects, a JSON array, JSON Lines), and its times."""

from __future__ import annotations

import codecs
import csv
import json
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Literal, cast

from parlour.core import plain_json
from parlour.errors import PostsError

DELIMITERS = ",;\t|"
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_FOREIGN: Mapping[bytes, str] = {
    b"PK\x03\x04": "a workbook or a ZIP archive: save the sheet as CSV UTF-8, or unpack it",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook: save the sheet as CSV UTF-8",
    b"\x1f\x8b": "compressed by gzip: unpack it",
    b"PAR1": "Parquet: save it as CSV or JSON Lines",
    b"SQLite format 3\0": "an SQLite database: save the table as CSV or JSON Lines",
    b"%PDF": "a PDF: save the table as CSV",
}
"""What files that are no text begin with, and what to do about each."""
_SEPARATOR = re.compile(r"\s*\"?sep=(.)\"?\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,\[\]]*")
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_LONGEST_CELL = 10_000_000
_Quoting = Literal[0, 1, 2, 3]


@dataclass(frozen=True, kw_only=True)
class CellTable:
    """The cells of a file.

    Attributes:
        header: the names of the columns; empty where the file has none.
    """

    header: tuple[str, ...]
    rows: list[tuple[int, Sequence[str]]]
    line: int = 1


def read_bytes(path: Path) -> bytes:
    """Returns the bytes of a file.

    Raises:
        PostsError: saying why it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise PostsError(f"{path}: cannot be read: {error.strerror}") from error


def decode(content: bytes, file: str) -> str:
    """Returns the text of bytes in UTF-8 or UTF-16.

    Raises:
        PostsError: naming the first line that is not, or what the file is instead of text.
    """
    if kind := next((kind for mark, kind in _FOREIGN.items() if content.startswith(mark)), None):
        raise PostsError(f"{file}: is no text but {kind}")
    encoding = next((name for mark, name in _BOMS if content.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\0" in content[:200]:
        encoding = "utf-16-le" if content[1:2] == b"\0" else "utf-16-be"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PostsError(f"{file}:{line}: is not {encoding}; save the file as UTF-8") from error


def read_table(text: str, file: str, *, has_header: bool) -> CellTable:
    """Returns the cells of a text; blank lines are skipped.

    Raises:
        PostsError: naming the line that is in none of the forms.
    """
    start = text.lstrip()
    if start.startswith(("[", "{")):
        return _json_table(text, file)
    if start[:15].casefold().startswith(("<!doctype", "<html", "<?xml")):
        raise PostsError(f"{file}:1: is a page of HTML or XML; save the posts as CSV or JSON Lines")
    return _csv_table(text, file, has_header=has_header)


def _json_table(text: str, file: str) -> CellTable:
    rows = [(line, dict(_flat(item))) for line, item in _json_objects(text, file)]
    header = tuple(dict.fromkeys(name for _, cells in rows for name in cells))
    return CellTable(
        header=header, rows=[(line, [cells.get(name, "") for name in header]) for line, cells in rows]
    )


def _json_objects(text: str, file: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    if text.lstrip().startswith("["):
        _parse_json(text, file)  # a file that was cut within its array is refused
    decoder, at, line, counted = json.JSONDecoder(), 0, 1, 0
    while (at := _end_of_gap(text, at)) < len(text):
        line, counted = line + text.count("\n", counted, at), at
        try:
            item, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise PostsError(f"{file}:{error.lineno}: is not JSON: {error.msg}") from error
        except RecursionError as error:
            raise PostsError(f"{file}:{line}: is JSON that is nested too deeply") from error
        if not isinstance(item, dict):
            raise PostsError(f"{file}:{line}: {item!r:.40} stands where a post should: an object with fields")
        fields = cast("dict[str, object]", item)
        for row in _only_list(fields) or [fields]:
            yield line, row


def _end_of_gap(text: str, at: int) -> int:
    gap = _BETWEEN.match(text, at)
    return gap.end() if gap else at


def _parse_json(text: str, file: str) -> object:
    try:
        return plain_json(text)
    except json.JSONDecodeError as error:
        raise PostsError(f"{file}:{error.lineno}: is not JSON: {error.msg}") from error
    except ValueError as error:
        raise PostsError(f"{file}:1: is JSON that cannot be read: {error}") from error


def _only_list(fields: Mapping[str, object]) -> list[Mapping[str, object]]:
    lists = [
        cast("list[Mapping[str, object]]", value)
        for value in fields.values()
        if isinstance(value, list)
        and value
        and all(isinstance(item, dict) for item in cast("list[object]", value))
    ]
    has_text = any(isinstance(value, str) for value in fields.values())
    return lists[0] if len(lists) == 1 and not has_text else []


def _flat(fields: Mapping[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from _flat(cast("dict[str, object]", value), f"{above}{name}.")
        elif value is None:
            yield f"{above}{name}", ""
        else:
            yield f"{above}{name}", value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _csv_table(text: str, file: str, *, has_header: bool) -> CellTable:
    first = text.split("\n", 1)[0]
    match = _SEPARATOR.fullmatch(first)
    delimiter = match[1] if match else _delimiter(text)
    body, passed = (text[len(first) + 1 :], 1) if match else (text, 0)
    try:
        rows = list(_rows(body, file, delimiter, csv.QUOTE_MINIMAL, passed))
    except _BadQuotes as error:
        if delimiter != "\t":
            raise PostsError(
                f"{error}: double each quotation mark within a text that stands between quotation marks, or "
                "save the table with tabs between its cells"
            ) from error
        rows = list(_rows(body, file, delimiter, csv.QUOTE_NONE, passed))
    if not rows:
        raise PostsError(f"{file}: is empty")
    if not has_header:
        return CellTable(header=(), rows=rows)
    (line, header), *rest = rows
    return CellTable(header=tuple(header), rows=rest, line=line)


class _BadQuotes(PostsError):
    """A cell is quoted in part."""


def _rows(
    text: str, file: str, delimiter: str, quoting: _Quoting, passed: int
) -> Iterator[tuple[int, Sequence[str]]]:
    reader = csv.reader(_lines(text), delimiter=delimiter, quoting=quoting, strict=True)
    line = passed + 1
    with _long_cells():
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield line, cells
                line = passed + reader.line_num + 1
        except csv.Error as error:
            raise _BadQuotes(f"{file}:{line}: is not CSV") from error


def _lines(text: str) -> Iterator[str]:
    """Yields the lines with their ends; a `StringIO` or a list of them would take several times the text."""
    return (match[0] for match in _LINE.finditer(text))


@contextmanager
def _long_cells() -> Generator[None]:
    usual = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(usual)


def _delimiter(text: str) -> str:
    parts = (part for line in _lines(text) for part in line.splitlines())
    first = next((part for part in parts if part.strip()), "")
    return max(DELIMITERS, key=first.count)


DateOrder = Literal["dmy", "mdy", "ymd", "excel"]
"""How dates are written: in which order day, month and year stand, or as Excel's count of days."""

_EPOCH = re.compile(r"\d{9,10}(?:\.\d+)?")
_EPOCH_MILLISECONDS = re.compile(r"\d{12,13}")
_SLASHES = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})(.*)", re.DOTALL)
_ORDERED = re.compile(r"(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})(?!\d)(.*)", re.DOTALL)
_SHORT_YEAR = re.compile(r"\d{1,2}[/.-]\d{1,2}[/.-]\d{1,2}(?!\d).*", re.DOTALL)
_SERIAL = re.compile(r"\d{1,6}(?:[.,]\d+)?")
_EXCEL_EPOCH = datetime(1899, 12, 30)
_CENTURY = 100
_FORMATS = (
    "%Y/%m/%d",
    "%Y/%m/%d %H:%M",
    "%Y/%m/%d %H:%M:%S",
    "%Y-%m-%d %H:%M:%S %z",
    "%Y-%m-%d %H:%M:%S UTC",
    "%a %b %d %H:%M:%S %z %Y",
    "%b %d, %Y",
    "%b %d, %Y %H:%M",
    "%b %d, %Y %I:%M %p",
    "%b %d, %Y · %I:%M %p UTC",
    "%d %b %Y",
    "%d %b %Y %H:%M",
    "%d %B %Y",
    "%d %B %Y %H:%M",
    "%Y年%m月%d日",
    "%Y年%m月%d日 %H:%M",
)
_CLOCKS = ("", "%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M:%S %p")
EXAMPLE = "2031-05-14T21:30:00Z"
_MONTHS = 12


@dataclass(frozen=True, kw_only=True)
class Calendar:
    """The form of the dates in a column."""

    is_day_first: bool
    is_guessed: bool
    order: DateOrder | None = None

    @staticmethod
    def of(column: Iterable[str], order: DateOrder | None = None) -> Calendar:
        """Returns the form of a column's dates: day first if a first number is above 12, else month first."""
        if order:
            return Calendar(is_day_first=order == "dmy", is_guessed=False, order=order)
        dates = [match for cell in column if (match := _SLASHES.fullmatch(cell.strip()))]
        first, second = (any(int(date[place]) > _MONTHS for date in dates) for place in (1, 2))
        return Calendar(is_day_first=first, is_guessed=bool(dates) and not first and not second)

    def read(self, cell: str) -> datetime:
        """Returns the time that a text gives, in UTC if it has no zone.

        Raises:
            ValueError: if it is none that is known.
        """
        ways: Sequence[Callable[[str], datetime]] = (
            _iso,
            _epoch,
            self._with_slashes,
            lambda text: _by(text, _FORMATS),
            parsedate_to_datetime,
        )
        if self.order:
            ways = (_excel if self.order == "excel" else self._in_order, *ways)
        for way in ways:
            try:
                moment = way(cell.strip())
                return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            except (ValueError, OverflowError):
                continue
        raise ValueError(f"{cell.strip()[:40]!r} {_unread(cell.strip())}")

    def _with_slashes(self, text: str) -> datetime:
        match = _SLASHES.fullmatch(text)
        if not match:
            raise ValueError(text)
        first, second, year, clock = match.groups()
        day, month = (first, second) if self.is_day_first else (second, first)
        return _date_of(year, month, day, clock)

    def _in_order(self, text: str) -> datetime:
        match = _ORDERED.fullmatch(text)
        if not match:
            raise ValueError(text)
        parts = dict(zip(self.order or "", match.groups(), strict=False))
        return _date_of(parts["y"], parts["m"], parts["d"], match[4])


def _date_of(year: str, month: str, day: str, clock: str) -> datetime:
    number = int(year)
    date = datetime(number + 2000 if number < _CENTURY else number, int(month), int(day))
    at = _by(clock.strip(" ,T"), _CLOCKS)
    return date.replace(hour=at.hour, minute=at.minute, second=at.second)


def _excel(text: str) -> datetime:
    if not _SERIAL.fullmatch(text):
        raise ValueError(text)
    seconds = round(float(text.replace(",", ".")) * 86_400)
    return _EXCEL_EPOCH + timedelta(seconds=seconds)


def _unread(text: str) -> str:
    if _SHORT_YEAR.fullmatch(text):
        return "has a year of two digits: say --dates dmy, mdy or ymd"
    if _SERIAL.fullmatch(text):
        return "is a number: if it is Excel's count of days, say --dates excel"
    return f"is no time that is known; write {EXAMPLE}"


def has_zone(text: str) -> bool:
    """Returns True if a time ends with a zone."""
    return bool(re.search(r"(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\s*(?:\d{4})?$", text.strip()[8:]))


def _iso(text: str) -> datetime:
    if text.isdecimal():
        raise ValueError(text)
    return datetime.fromisoformat(text)


def _epoch(text: str) -> datetime:
    if _EPOCH.fullmatch(text):
        return datetime.fromtimestamp(float(text), UTC)
    if _EPOCH_MILLISECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(text) / 1000, UTC)
    raise ValueError(text)


def _by(text: str, formats: Iterable[str]) -> datetime:
    for form in formats:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    raise ValueError(text)
