"""Parts that are found by name, shipped and third-party alike: each is an entry point of its distribution.

Nothing is imported before it is asked for by name, and what cannot be imported is told, with its package,
where things are listed; everything else goes on working.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from parlour.errors import BrokenPlugin, ParlourError, PluginFailed, UnknownPlugin, UsageError

SHIPPED = "parlour"
"""The distribution whose names no other can take."""
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Registry(Generic[T]):
    """The installed things of one sort.

    Attributes:
        group: of their entry points.
        noun: what one of them is, in messages.
        kind: what an entry point must name.
        protocol: the version of the contract that they are written for; 0 where they state none.
        verb: the command that lists them.
        unknown: the error for a name that nothing has.
    """

    group: str
    noun: str
    kind: type[T]
    protocol: int = 0
    verb: str = ""
    unknown: type[UsageError] = UnknownPlugin

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everything that is installed, ours first; nothing is imported for it."""
        return tuple(_points(self.group))

    def find(self, name: str) -> T:
        """The thing of that name.

        Raises:
            UsageError: naming the nearest ones, if there is none.
            BrokenPlugin: naming its package, if it cannot be used.
        """
        points = _points(self.group)
        if name not in points:
            near = difflib.get_close_matches(name, points, n=3) or list(points) or ["none"]
            listed = f" (see `{self.verb}`)" if self.verb else ""
            raise self.unknown(f"no {self.noun} {name!r}; there are: {', '.join(near)}{listed}")
        return self._loaded(points[name])

    def owner(self, name: str) -> str:
        """The package that brings the thing of that name; ours for what was never installed."""
        point = _points(self.group).get(name)
        return _owner(point) if point else SHIPPED

    def guarded(self, name: str) -> PluginGuard:
        """Within it runs code of the thing of that name; what it raises that is no error of ours becomes one.

        Raises:
            PluginFailed: naming its package, from within.
        """
        return PluginGuard(self, name)

    def installed(self) -> Mapping[str, T]:
        """Everything that is installed and works, by name."""
        return {name: found for name, found in self._tried() if not isinstance(found, BrokenPlugin)}

    def broken(self) -> tuple[BrokenPlugin, ...]:
        """What is installed and cannot be used, each with a sentence that names its package."""
        tried = (found for _, found in self._tried() if isinstance(found, BrokenPlugin))
        return (*tried, *map(self._clash, _clashes(self.group)))

    def _tried(self) -> Iterator[tuple[str, T | BrokenPlugin]]:
        for name, point in _points(self.group).items():
            try:
                yield name, self._loaded(point)
            except BrokenPlugin as error:
                yield name, error

    def _loaded(self, point: EntryPoint) -> T:
        try:
            found: object = point.load()
        except Exception as error:
            raise self._broken(point, in_one_line(error)) from error
        if not isinstance(found, self.kind):
            raise self._broken(point, f"{point.value} is no {self.noun}")
        stated = getattr(found, "protocol", self.protocol) if self.protocol else 0
        if stated != self.protocol:
            raise self._broken(
                point, f"it is written for version {stated} of the contract, not {self.protocol}"
            )
        return found

    def _broken(self, point: EntryPoint, why: str) -> BrokenPlugin:
        return BrokenPlugin(f"the {self.noun} {point.name!r} of {_owner(point)} cannot be used: {why}")

    def _clash(self, point: EntryPoint) -> BrokenPlugin:
        owner = _owner(_points(self.group)[point.name])
        return self._broken(point, f"{owner} has one of that name already")


class PluginGuard:
    """Within it, an error that is none of ours becomes one that names the plug-in and its package.

    It holds nothing, so that one guard serves every call of a match, nested ones too.
    """

    __slots__ = ("_name", "_registry")

    def __init__(self, registry: Registry[Any], name: str) -> None:
        self._registry, self._name = registry, name

    def __enter__(self) -> None:
        """Begins to watch."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Passes on what is ours, and what is no error but an interruption.

        Raises:
            PluginFailed: in the place of everything else.
        """
        if isinstance(error, Exception) and not isinstance(error, ParlourError):
            what = f"the {self._registry.noun} {self._name!r} of {self._registry.owner(self._name)} failed"
            raise PluginFailed(f"{what}: {in_one_line(error)}") from error


def _points(group: str) -> Mapping[str, EntryPoint]:
    """One entry point per name: ours first, then others in the order of their distributions' names."""
    first: dict[str, EntryPoint] = {}
    for point in sorted_points(group):
        first.setdefault(point.name, point)
    return first


def _clashes(group: str) -> Iterator[EntryPoint]:
    """Those whose names others before them have."""
    chosen = _points(group)
    return (point for point in sorted_points(group) if chosen[point.name] is not point)


@cache
def sorted_points(group: str) -> tuple[EntryPoint, ...]:
    """All of a group; what is installed while the process runs is not found by it."""
    return tuple(
        sorted(entry_points(group=group), key=lambda point: (_owner(point) != SHIPPED, _owner(point)))
    )


def _owner(point: EntryPoint) -> str:
    """The distribution that brings an entry point; its package where the distribution has no name."""
    found: str | None = point.dist.name if point.dist else None  # a damaged one has none
    return found or point.value.partition(":")[0].partition(".")[0]


def in_one_line(error: Exception) -> str:
    """An error of somebody else's code in one line."""
    return ": ".join(part for part in (type(error).__name__, " ".join(str(error).split())) if part)
