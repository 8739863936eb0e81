"""Versions: of Python, of Parlour, of what it needs, and of what its extras bring."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata, requires, version

from packaging.requirements import Requirement

from parlour import __version__

PARLOUR = "parlour"
_FOR_DEVELOPERS = ("dev", "docs")
"""Extras with which nobody who uses Parlour has to do."""


@dataclass(frozen=True, kw_only=True)
class Package:
    """A package that Parlour or one of its extras wants.

    Attributes:
        name: of its distribution.
        wanted: which versions would do; empty for any.
        version: of what is installed; empty where nothing is.
    """

    name: str
    wanted: str
    version: str

    @property
    def is_wrong(self) -> bool:
        """Whether it is installed in a version that will not do."""
        return bool(self.version) and not Requirement(f"{self.name}{self.wanted}").specifier.contains(
            self.version, prereleases=True
        )


@dataclass(frozen=True, kw_only=True)
class Extra:
    """A part of Parlour that is installed by asking for it.

    Attributes:
        name: as it is asked for.
        packages: that it wants.
        lacks: those of them that are not installed.
    """

    name: str
    packages: tuple[Package, ...]
    lacks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Software:
    """What runs here.

    Attributes:
        parlour: its version.
        python: which Python, and its version.
        system: operating system and machine.
        packages: that Parlour cannot do without.
        extras: that it can.
        troubles: what is missing, or of a version that will not do.
    """

    parlour: str
    python: str
    system: str
    packages: tuple[Package, ...]
    extras: tuple[Extra, ...]
    troubles: tuple[str, ...]


def look_at_software() -> Software:
    """What is installed, by its metadata; nothing is imported."""
    told = [Requirement(each) for each in requires(PARLOUR) or ()]
    names = sorted({*(metadata(PARLOUR).get_all("Provides-Extra") or ())} - {*_FOR_DEVELOPERS})
    needed = _packages(told, "")
    extras = tuple(_extra(name, _packages(told, name)) for name in names)
    everything = {each.name: each for each in (*(one for extra in extras for one in extra.packages), *needed)}
    troubles = [f"{each.name} is not installed" for each in needed if not each.version]
    troubles += [
        f"{each.name} {each.version} will not do, {each.wanted} would"
        for _, each in sorted(everything.items())
        if each.is_wrong
    ]
    return Software(
        parlour=__version__,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=platform.platform(),
        packages=needed,
        extras=extras,
        troubles=tuple(f"{each}: pip install --upgrade parlour" for each in troubles),
    )


def _extra(name: str, packages: tuple[Package, ...]) -> Extra:
    return Extra(
        name=name, packages=packages, lacks=tuple(each.name for each in packages if not each.version)
    )


def _packages(told: list[Requirement], extra: str) -> tuple[Package, ...]:
    """What an extra wants beyond what is needed without it; what is needed, of none."""
    found: dict[str, Package] = {}
    for each in told:
        is_needed = each.marker is None or each.marker.evaluate({"extra": ""})
        if (_is_of(each, extra) if extra else is_needed) and each.name != PARLOUR:
            for package in _with_its_extras(each):
                found.setdefault(package.name, package)
    return tuple(found[name] for name in sorted(found, key=str.casefold))


def _with_its_extras(requirement: Requirement) -> Iterator[Package]:
    """The package, and what the extras of it that are asked for want."""
    yield _package(requirement)
    for extra in sorted(requirement.extras):
        for told in _required_by(requirement.name):
            if _is_of(told, extra):
                yield _package(told)


def _is_of(requirement: Requirement, extra: str) -> bool:
    """Whether it is wanted for the sake of an extra alone."""
    marker = requirement.marker
    return bool(marker and marker.evaluate({"extra": extra}) and not marker.evaluate({"extra": ""}))


def _required_by(name: str) -> list[Requirement]:
    try:
        return [Requirement(each) for each in requires(name) or ()]
    except PackageNotFoundError:
        return []


def _package(requirement: Requirement) -> Package:
    try:
        found = version(requirement.name)
    except PackageNotFoundError:
        found = ""
    return Package(name=requirement.name, wanted=str(requirement.specifier), version=found)
