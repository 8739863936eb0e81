"""Registries of plug-ins, shipped and third-party alike: each is an entry point of its distribution.

Nothing is imported before it is asked for by name, and what cannot be imported is told, with its package,
where things are listed; everything else goes on working. What ships in a package of its own is named by the
group with `.apart` after it, so that whoever asks for it is told what to install.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, EntryPoints, entry_points
from importlib.util import find_spec
from typing import Any, Generic, TypeVar, cast

from parlour.errors import BrokenPlugin, ParlourError, PluginFailed, UnknownPlugin, UsageError

SHIPPED = "parlour"
"""The distribution whose names no other can take."""
DEFAULTS = "parlour.defaults"
"""The group of entry points that say, of each noun, which one is taken where nobody names one."""
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Registry(Generic[T]):
    """The installed things of one sort.

    Attributes:
        protocol: the version of the contract that they must be written for, and say that they are; 0 where
            they state none.
        check: what else must be right with one of them, or raises.
        is_named: whether each bears its own name, which then must be that of its entry point.
        registered: what this process has beside what is installed, by name (`register`).
    """

    group: str
    noun: str
    kind: type[T]
    protocol: int = 0
    verb: str = ""
    unknown: type[UsageError] = UnknownPlugin
    check: Callable[[T], object] | None = None
    is_named: bool = False
    registered: dict[str, T] = field(default_factory=dict[str, T], compare=False, repr=False)
    _usable: dict[int, tuple[EntryPoint, T]] = field(
        default_factory=dict[int, tuple[EntryPoint, T]], init=False, compare=False, repr=False
    )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of everything that is installed, ours first; nothing is imported for it."""
        return (*_points(self.group), *self.registered)

    def register(self, name: str, thing: T) -> None:
        """Lets something be found in this process as if it were installed, in place of its former self.

        Raises:
            UsageError: if something installed has that name, or it is not what it should be.
        """
        if name in _points(self.group):
            raise UsageError(f"{self.owner(name)} has a {self.noun} {name!r} already; take another name")
        if wrong := self._unfit(name, thing):
            raise UsageError(f"the {self.noun} {name!r} cannot be registered: {wrong}")
        self.registered[name] = thing

    @property
    def default(self) -> str:
        """Returns the name of the default; imports nothing.

        It is the one whose entry point stands in `parlour.defaults` too, under what such a thing is called:
        ours, where more than one package says so; the first that there is, where none does.

        Raises:
            UsageError: if none is installed.
        """
        default_point, points = _points(DEFAULTS).get(self.noun), _points(self.group)
        named = (
            name for name, point in points.items() if default_point and point.value == default_point.value
        )
        default = next(named, next(iter(points), None))
        if default is None:
            raise self.unknown(f"no {self.noun} is installed")
        return default

    def find(self, name: str) -> T:
        """Returns the plug-in of that name.

        Raises:
            UsageError: naming the nearest ones, if there is none; or the package to install, if one of ours
                that ships apart brings it.
            BrokenPlugin: naming its package, if it cannot be used.
        """
        points = _points(self.group)
        if name in points:
            return self._load_once(points[name])
        if name in self.registered:
            return self.registered[name]
        raise self.unknown(self.missing(name) or self._unknown(name))

    def missing(self, name: str) -> str:
        """Returns what to install for a plug-in of ours that ships apart, or the empty string."""
        apart = _points(f"{self.group}.apart").get(name)
        if apart is None or name in _points(self.group):
            return ""
        package = apart.module.partition(".")[0].replace("_", "-")
        return f"the {self.noun} {name!r} is not installed: pip install {package}"

    def owner(self, name: str) -> str:
        """Returns the package of the plug-in of that name; ours if it was never installed."""
        point = _points(self.group).get(name)
        if point is None and name in self.registered:
            return "this process"
        return _owner(point) if point else SHIPPED

    def guard(self, name: str) -> PluginGuard:
        """Returns a guard for code of that plug-in; it turns foreign exceptions into `PluginFailed`.

        Raises:
            PluginFailed: naming its package, from within.
        """
        return PluginGuard(self, name)

    def load_all(self) -> Mapping[str, T]:
        return {name: plugin for name, plugin in self._try_to_load() if not isinstance(plugin, BrokenPlugin)}

    def broken(self) -> tuple[BrokenPlugin, ...]:
        """Returns the installed plug-ins that cannot be used, each with a sentence that names its package."""
        tried = (plugin for _, plugin in self._try_to_load() if isinstance(plugin, BrokenPlugin))
        chosen = _points(self.group)
        clashes = (
            self._broken(point, f"{_owner(chosen[point.name])} has one of that name already")
            for point in sorted_points(self.group)
            if chosen[point.name] is not point
        )
        return (*tried, *clashes)

    def _try_to_load(self) -> Iterator[tuple[str, T | BrokenPlugin]]:
        for name, point in _points(self.group).items():
            try:
                yield name, self._load_once(point)
            except BrokenPlugin as error:
                yield name, error
        yield from self.registered.items()

    def _load_once(self, point: EntryPoint) -> T:
        """Loads the object of an entry point; cached, since every entry of a journal needs it."""
        if id(point) not in self._usable:
            self._usable[id(point)] = point, self._load(point)
        return self._usable[id(point)][1]

    def _load(self, point: EntryPoint) -> T:
        try:
            plugin: object = point.load()
        except Exception as error:
            raise self._broken(point, in_one_line(error)) from error
        if wrong := self._unfit(point.name, plugin, point.value):
            raise self._broken(point, wrong)
        return cast("T", plugin)

    def _unfit(self, name: str, plugin: object, subject: str = "it") -> str:
        """Returns the reason why a plug-in cannot be used under a name; empty if it can."""
        if not isinstance(plugin, self.kind):
            lacks = [member for member in _members(self.kind) if not hasattr(plugin, member)]
            is_close = lacks and len(lacks) < len(_members(self.kind))
            why = f": it has no {' and no '.join(lacks)}" if is_close else ""
            return f"{subject} is no {self.noun}{why}"
        stated = getattr(plugin, "protocol", None) if self.protocol else 0
        if stated is None:
            return f"it states no version of the contract, which is {self.protocol}"
        if stated != self.protocol:
            return f"it is written for version {stated} of the contract, not {self.protocol}"
        if self.is_named and (own := getattr(plugin, "name", None)) != name:
            return f"it calls itself {own!r}"
        try:
            if self.check:
                self.check(plugin)
        except Exception as error:  # noqa: BLE001 - the boundary to other packages' code
            return in_one_line(error)
        return ""

    def _broken(self, point: EntryPoint, why: str) -> BrokenPlugin:
        return BrokenPlugin(f"the {self.noun} {point.name!r} of {_owner(point)} cannot be used: {why}")

    def _unknown(self, name: str) -> str:
        near = difflib.get_close_matches(name, self.names, n=3) or list(self.names) or ["none"]
        listed = f" (see `{self.verb}`)" if self.verb else ""
        return f"no {self.noun} {name!r}; there are: {', '.join(near)}{listed}"


def _members(kind: type) -> tuple[str, ...]:
    is_protocol = getattr(kind, "_is_protocol", False)
    return tuple(name for name in vars(kind) if is_protocol and not name.startswith("_"))


class PluginGuard:
    """Within it, an error that is none of ours becomes one that names the plug-in and its package.

    It holds nothing, so that one guard serves every call of a match, nested ones too.
    """

    __slots__ = ("_name", "_registry")

    def __init__(self, registry: Registry[Any], name: str) -> None:
        self._registry, self._name = registry, name

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Passes on our own errors and interruptions; turns any other exception into `PluginFailed`."""
        if isinstance(error, Exception) and not isinstance(error, ParlourError):
            what = f"the {self._registry.noun} {self._name!r} of {self._registry.owner(self._name)} failed"
            raise PluginFailed(f"{what}: {in_one_line(error)}") from error


def _points(group: str) -> Mapping[str, EntryPoint]:
    """Returns one entry point per name: ours first, then others by their distributions' names."""
    first: dict[str, EntryPoint] = {}
    for point in sorted_points(group):
        first.setdefault(point.name, point)
    return first


@cache
def installed_points() -> EntryPoints:
    """Returns the entry points of all distributions; cached, since reading them is slow."""
    return cast("EntryPoints", entry_points())  # until 3.12 another class, which selects alike


@cache
def sorted_points(group: str) -> tuple[EntryPoint, ...]:
    """Returns the entry points of a group, without packages installed since the process began."""
    points = installed_points().select(group=group)
    return tuple(sorted(points, key=lambda point: (_owner(point) != SHIPPED, _owner(point))))


def _owner(point: EntryPoint) -> str:
    """Returns the distribution of an entry point, or its package if the distribution has no name."""
    name = _name(point.dist) if point.dist else None
    return name or point.value.partition(":")[0].partition(".")[0]


@lru_cache(maxsize=256)
def _name(distribution: Distribution) -> str | None:
    """Its name, for which all that it says of itself is read; a damaged one has none."""
    return distribution.name


def in_one_line(error: Exception) -> str:
    """Formats an error of a plug-in's code in one line."""
    return ": ".join(part for part in (type(error).__name__, " ".join(str(error).split())) if part)


P = TypeVar("P")


def find_part(package: str, part: str, kind: type[P]) -> P | None:
    """Returns a package's part, or None if the package has none.

    A part is named `MODULE.VALUE` where a module holds several, or `MODULE` for that module's value `PART`.

    Raises:
        BrokenPlugin: if it cannot be imported, or is of another kind.
    """
    module, _, value = part.partition(".")
    path = f"{package}.{module}"
    try:
        if find_spec(path) is None:
            return None
        loaded: Any = getattr(import_module(path), value or "PART", None)
    except Exception as error:
        raise BrokenPlugin(f"{path} cannot be used: {in_one_line(error)}") from error
    if value and loaded is None:
        return None
    if not isinstance(loaded, kind):
        raise BrokenPlugin(f"{path}.{value or 'PART'} is no {kind.__name__}")
    return loaded
