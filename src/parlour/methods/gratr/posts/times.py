"""The times of posts, as people and programs write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Literal

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
        dates = [match for told in column if (match := _SLASHES.fullmatch(told.strip()))]
        first, second = (any(int(date[place]) > _MONTHS for date in dates) for place in (1, 2))
        return Calendar(is_day_first=first, is_guessed=bool(dates) and not first and not second)

    def read(self, told: str) -> datetime:
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
                moment = way(told.strip())
                return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            except (ValueError, OverflowError):
                continue
        raise ValueError(f"{told.strip()[:40]!r} {_unread(told.strip())}")

    def _with_slashes(self, told: str) -> datetime:
        match = _SLASHES.fullmatch(told)
        if not match:
            raise ValueError(told)
        first, second, year, clock = match.groups()
        day, month = (first, second) if self.is_day_first else (second, first)
        return _date_of(year, month, day, clock)

    def _in_order(self, told: str) -> datetime:
        match = _ORDERED.fullmatch(told)
        if not match:
            raise ValueError(told)
        parts = dict(zip(self.order or "", match.groups(), strict=False))
        return _date_of(parts["y"], parts["m"], parts["d"], match[4])


def _date_of(year: str, month: str, day: str, clock: str) -> datetime:
    number = int(year)
    date = datetime(number + 2000 if number < _CENTURY else number, int(month), int(day))
    at = _by(clock.strip(" ,T"), _CLOCKS)
    return date.replace(hour=at.hour, minute=at.minute, second=at.second)


def _excel(told: str) -> datetime:
    if not _SERIAL.fullmatch(told):
        raise ValueError(told)
    seconds = round(float(told.replace(",", ".")) * 86_400)
    return _EXCEL_EPOCH + timedelta(seconds=seconds)


def _unread(told: str) -> str:
    if _SHORT_YEAR.fullmatch(told):
        return "has a year of two digits: say --dates dmy, mdy or ymd"
    if _SERIAL.fullmatch(told):
        return "is a number: if it is Excel's count of days, say --dates excel"
    return f"is no time that is known; write {EXAMPLE}"


def has_zone(told: str) -> bool:
    """Returns True if a time ends with a zone."""
    return bool(re.search(r"(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})\s*(?:\d{4})?$", told.strip()[8:]))


def _iso(told: str) -> datetime:
    if told.isdecimal():
        raise ValueError(told)
    return datetime.fromisoformat(told)


def _epoch(told: str) -> datetime:
    if _EPOCH.fullmatch(told):
        return datetime.fromtimestamp(float(told), UTC)
    if _EPOCH_MILLISECONDS.fullmatch(told):
        return datetime.fromtimestamp(int(told) / 1000, UTC)
    raise ValueError(told)


def _by(told: str, formats: Iterable[str]) -> datetime:
    for form in formats:
        try:
            return datetime.strptime(told, form)
        except ValueError:
            continue
    raise ValueError(told)
