"""A mapping that is a value, and of which a version with one entry more costs O(1)."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping
from enum import Enum
from typing import Generic, TypeVar

from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from parlour.core import Player

V = TypeVar("V")


class _Absent(Enum):
    ABSENT = "absent"


class _Change(Generic[V]):
    """How one version differs from a later one: an entry that was other, or absent."""

    __slots__ = ("key", "later", "value")

    def __init__(self, key: Player, value: V | _Absent, later: Versions[V]) -> None:
        self.key, self.value, self.later = key, value, later


class Versions(Mapping[Player, V]):
    """One version of a table by player; none ever changes for whoever holds it.

    All versions that grew from one share a single dict (H. Baker, "Shallow binding makes functional arrays
    fast", 1991): it is with the version that was touched last, and the others hold what is different there.
    So the latest version is as quick as a dict, and an older one is first led back, change by change. The
    entries stand in the order in which they came. It is not for several threads at once.

    Copying the dict instead would cost an item of evidence O(n) for a table of n.
    """

    __slots__ = ("_at",)

    def __init__(self, entries: Mapping[Player, V]) -> None:
        self._at: dict[Player, V] | _Change[V] = dict(entries)

    def having(self, key: Player, value: V) -> Versions[V]:
        """The version with this entry."""
        table = self._table()
        later = Versions[V]({})
        later._at, self._at = table, _Change(key, table.get(key, _Absent.ABSENT), later)
        table[key] = value
        return later

    def __getitem__(self, key: Player) -> V:
        return self._table()[key]

    def __iter__(self) -> Iterator[Player]:
        return iter(tuple(self._table()))

    def items(self) -> ItemsView[Player, V]:
        """The entries of this version, whatever becomes of others while they are walked through."""
        return dict(self._table()).items()

    def __len__(self) -> int:
        return len(self._table())

    def __repr__(self) -> str:
        return repr(self._table())

    def __reduce__(self) -> tuple[type[Versions[V]], tuple[dict[Player, V]]]:
        return Versions, (dict(self._table()),)

    def _table(self) -> dict[Player, V]:
        """The dict, led back to this version."""
        at = self._at
        return at if isinstance(at, dict) else self._led_back()

    def _led_back(self) -> dict[Player, V]:
        way: list[tuple[Versions[V], _Change[V]]] = []
        here = self
        while isinstance(here._at, _Change):
            way.append((here, here._at))
            here = here._at.later
        table = here._at
        for version, change in reversed(way):
            change.later._at = _Change(change.key, table.get(change.key, _Absent.ABSENT), version)
            if change.value is _Absent.ABSENT:
                del table[change.key]
            else:
                table[change.key] = change.value
            version._at = table
        return table


def versions(entries: Mapping[Player, V]) -> Versions[V]:
    """The mapping as a version; itself, if it is one."""
    return entries if isinstance(entries, Versions) else Versions(entries)


def _as_dict(entries: Mapping[Player, object], write: SerializerFunctionWrapHandler) -> object:
    return write(dict(entries))


AS_DICT = WrapSerializer(_as_dict)
"""Marks a field that may hold versions, so that pydantic writes them as it writes a dict."""
