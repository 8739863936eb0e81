"""The times of posts, as people and programs write them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_EPOCH = re.compile(r"\d{9,10}(?:\.\d+)?")
_EPOCH_MILLISECONDS = re.compile(r"\d{12,13}")
_SLASHES = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})(.*)", re.DOTALL)
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
    """How a column writes dates with slashes.

    Attributes:
        is_day_first: 14/05/2031 and not 05/14/2031.
        is_guessed: whether nothing in the column settles it.
    """

    is_day_first: bool
    is_guessed: bool

    @staticmethod
    def of(column: Iterable[str]) -> Calendar:
        """What a column settles: a number above 12 can be no month. The month comes first where none does."""
        dates = [match for told in column if (match := _SLASHES.fullmatch(told.strip()))]
        first, second = (any(int(date[place]) > _MONTHS for date in dates) for place in (1, 2))
        return Calendar(is_day_first=first, is_guessed=bool(dates) and not first and not second)

    def read(self, told: str) -> datetime:
        """The moment that is written; of UTC where no zone is.

        Raises:
            ValueError: if it is none that is known.
        """
        ways: Sequence[Callable[[str], datetime]] = (_iso, _epoch, self._slashed, _formatted, _of_mail)
        for way in ways:
            try:
                moment = way(told.strip())
                return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            except (ValueError, OverflowError):
                continue
        raise ValueError(f"{told.strip()[:40]!r} is no time that is known; write {EXAMPLE}")

    def _slashed(self, told: str) -> datetime:
        match = _SLASHES.fullmatch(told)
        if not match:
            raise ValueError(told)
        first, second, year, clock = match.groups()
        day, month = (first, second) if self.is_day_first else (second, first)
        date = datetime(int(year), int(month), int(day))
        at = _clocked(clock.strip(" ,"))
        return date.replace(hour=at.hour, minute=at.minute, second=at.second)


def has_zone(told: str) -> bool:
    """Whether a time says its zone, as far as can be seen from its end."""
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


def _formatted(told: str) -> datetime:
    return _by(told, _FORMATS)


def _clocked(told: str) -> datetime:
    return _by(told, _CLOCKS)


def _by(told: str, formats: Iterable[str]) -> datetime:
    for form in formats:
        try:
            return datetime.strptime(told, form)
        except ValueError:
            continue
    raise ValueError(told)


def _of_mail(told: str) -> datetime:
    return parsedate_to_datetime(told)
