"""What is installed beside Parlour and by it: games, methods and the rest, and what cannot be used."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from parlour.agents import METHODS
from parlour.core import GAMES, RECORDED_GAMES, SHIPPED, Registry
from parlour.evaluation import METRIC_FAMILIES
from parlour.experiments import SUITES
from parlour.experiments.report import REPORTS
from parlour.lab.transcripts import CORPORA
from parlour.llm import MODELS

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
    """A package from elsewhere that brings something.

    Attributes:
        package: its distribution.
        version: of it; empty where it does not say.
        brings: what it brings, sort and name.
    """

    package: str
    version: str
    brings: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Plugins:
    """Everything that is found by name.

    Attributes:
        working: how many of each sort can be used, ours among them.
        packages: those from elsewhere.
        troubles: what cannot be used, with its package and why.
    """

    working: dict[str, int]
    packages: tuple[Plugin, ...]
    troubles: tuple[str, ...]


def look_at_plugins() -> Plugins:
    """Loads everything that is installed, as whoever uses it would."""
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
