"""The examination behind `parlour doctor`: software, plug-ins, folders, fonts, the database and models."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from platformdirs import user_cache_path, user_data_path

from parlour import __version__
from parlour.agents import METHODS
from parlour.cli.model_inventory import Models, look_at_models
from parlour.core import GAMES, RECORDED_GAMES, SHIPPED, Registry
from parlour.evaluation import METRIC_FAMILIES
from parlour.experiments import SUITES
from parlour.experiments.report import REPORTS
from parlour.lab.transcripts import CORPORA
from parlour.llm import MODELS, models_folder
from parlour.store import DatabaseState, examine
from parlour.views import chinese_fonts


@dataclass(frozen=True, kw_only=True)
class ChineseFonts:
    """The fonts for Chinese text in figures."""

    is_drawn: bool
    fonts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Checkup:
    """The state of Parlour on this machine."""

    is_well: bool
    troubles: tuple[str, ...]
    software: Software
    database: DatabaseState
    models: Models
    plugins: Plugins
    chinese: ChineseFonts
    folders: tuple[UserFolder, ...]


def check_up(db: str | None, model: str | None) -> Checkup:
    """Examines everything without creating, changing or fetching anything.

    Raises:
        UsageError: if `db` names no database.
    """
    database, software, plugins = examine(db), look_at_software(), look_at_plugins()
    folders, models = look_at_folders(), look_at_models(model)
    troubles = (
        *software.troubles,
        *((f"the database: {database.trouble}",) if database.trouble else ()),
        *models.troubles,
        *plugins.troubles,
        *(folder.trouble for folder in folders if folder.trouble),
    )
    return Checkup(
        is_well=not troubles,
        troubles=tuple(dict.fromkeys(troubles)),
        software=software,
        database=database,
        models=models,
        plugins=plugins,
        chinese=_chinese(),
        folders=folders,
    )


def _chinese() -> ChineseFonts:
    if find_spec("matplotlib") is None:
        return ChineseFonts(is_drawn=False, fonts=())
    return ChineseFonts(is_drawn=True, fonts=chinese_fonts())


PARLOUR = "parlour"
_FOR_DEVELOPERS = ("dev", "docs")
"""Extras for the development of Parlour, which are not listed."""


@dataclass(frozen=True, kw_only=True)
class Package:
    """A package that Parlour or one of its extras requires."""

    name: str
    wanted: str
    version: str

    @property
    def is_wrong(self) -> bool:
        """True if the installed version is not one of the required versions."""
        return bool(self.version) and not Requirement(f"{self.name}{self.wanted}").specifier.contains(
            self.version, prereleases=True
        )


@dataclass(frozen=True, kw_only=True)
class Extra:
    """An optional part of Parlour."""

    name: str
    packages: tuple[Package, ...]
    lacks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Software:
    """The installed versions of Python, Parlour and its dependencies."""

    parlour: str
    python: str
    system: str
    packages: tuple[Package, ...]
    extras: tuple[Extra, ...]
    troubles: tuple[str, ...]


def look_at_software() -> Software:
    """Reads the installed versions from the packages' metadata, without importing them."""
    requirements = [Requirement(line) for line in requires(PARLOUR) or ()]
    names = sorted({*(metadata(PARLOUR).get_all("Provides-Extra") or ())} - {*_FOR_DEVELOPERS})
    needed = _packages(requirements, "")
    extras = tuple(_extra(name, _packages(requirements, name)) for name in names)
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


def _packages(requirements: list[Requirement], extra: str) -> tuple[Package, ...]:
    """Returns the packages that only an extra requires, or with an empty `extra` those always required."""
    packages: dict[str, Package] = {}
    for requirement in requirements:
        is_needed = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if (_is_for_extra(requirement, extra) if extra else is_needed) and requirement.name != PARLOUR:
            for package in _with_its_extras(requirement):
                packages.setdefault(package.name, package)
    return tuple(packages[name] for name in sorted(packages, key=str.casefold))


def _with_its_extras(requirement: Requirement) -> Iterator[Package]:
    yield _package(requirement)
    for extra in sorted(requirement.extras):
        for other in _required_by(requirement.name):
            if _is_for_extra(other, extra):
                yield _package(other)


def _is_for_extra(requirement: Requirement, extra: str) -> bool:
    marker = requirement.marker
    return bool(marker and marker.evaluate({"extra": extra}) and not marker.evaluate({"extra": ""}))


def _required_by(name: str) -> list[Requirement]:
    try:
        return [Requirement(each) for each in requires(name) or ()]
    except PackageNotFoundError:
        return []


def _package(requirement: Requirement) -> Package:
    try:
        installed = version(requirement.name)
    except PackageNotFoundError:
        installed = ""
    return Package(name=requirement.name, wanted=str(requirement.specifier), version=installed)


REGISTRIES: tuple[Registry[Any], ...] = (
    GAMES,
    RECORDED_GAMES,
    METHODS,
    SUITES,
    METRIC_FAMILIES,
    MODELS,
    CORPORA,
    REPORTS,
)


@dataclass(frozen=True, kw_only=True)
class Plugin:
    """A package of another author that adds games, methods or the like."""

    package: str
    version: str
    brings: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Plugins:
    """Everything that is registered under a name."""

    working: dict[str, int]
    packages: tuple[Plugin, ...]
    troubles: tuple[str, ...]


def look_at_plugins() -> Plugins:
    """Loads every registered game, method and the like, as their use would."""
    brings: dict[str, list[str]] = {}
    for registry in REGISTRIES:
        for name in registry.names:
            if (owner := registry.owner(name)) != SHIPPED:
                brings.setdefault(owner, []).append(f"{registry.noun} {name}")
    return Plugins(
        working={registry.noun: len(registry.installed()) for registry in REGISTRIES},
        packages=tuple(
            Plugin(package=owner, version=_version(owner), brings=tuple(things))
            for owner, things in sorted(brings.items())
        ),
        troubles=tuple(str(error) for registry in REGISTRIES for error in registry.broken()),
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


@dataclass(frozen=True, kw_only=True)
class UserFolder:
    """A folder that Parlour uses; it is created when it is first needed."""

    holds: str
    path: str
    is_made: bool
    free: int
    trouble: str


def look_at_folders() -> tuple[UserFolder, ...]:
    """Returns the folders of this user without creating them."""
    return tuple(_user_folder(holds, path) for holds, path in _folders())


def _folders() -> Iterator[tuple[str, Path]]:
    yield "matches, scripts", user_data_path("parlour", appauthor=False)
    yield "cache", user_cache_path("parlour")
    yield "models", models_folder()


def _user_folder(holds: str, path: Path) -> UserFolder:
    there = next(folder for folder in (path.absolute(), *path.absolute().parents) if folder.exists())
    may_write = there.is_dir() and os.access(there, os.W_OK)
    return UserFolder(
        holds=holds,
        path=str(path),
        is_made=path.is_dir(),
        free=shutil.disk_usage(there).free,
        trouble="" if may_write else f"{path} ({holds}): {there} is no folder that may be written",
    )
