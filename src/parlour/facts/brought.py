"""Roles that games bring to the lexicon: `words/lexicon.yaml` of the package in which one registers itself.

The controlled language is one, whatever is played, and a role that two games have is one id of it. So what a
game brings is added to what those before it brought, ours first; nothing of a game is imported for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from parlour.facts.fact import Word
from parlour.facts.files import LANGUAGES, read_yaml

Row = Mapping[str, Any]
"""What stands behind an id: words by language, separated by `|`."""
GROUP = "parlour.games"
"""Of the entry points of games."""
FILE = Path("words", "lexicon.yaml")
SECTION = "role"
"""The one kind of word that a game may bring: stories are made of the others, and must not change with what
else is installed."""
_SHIPPED = "parlour"


@cache
def brought_roles() -> Mapping[Word, Row]:
    """The roles of all installed games by id, ours first; a file that cannot be read brings none."""
    roles: dict[Word, dict[str, str]] = {}
    for package in dict.fromkeys(map(_package, _points())):
        try:
            found = roles_of(package)
        except ValueError:
            continue  # told where games are listed
        for word, row in found.items():
            told = roles.setdefault(word, {})
            told.update({each: " | ".join(filter(None, (told.get(each), row[each]))) for each in LANGUAGES})
    return MappingProxyType(roles)


@cache
def roles_of(package: str) -> Mapping[Word, Row]:
    """The roles that a game's package brings, by id; none where it has no such file.

    Raises:
        ValueError: saying what is wrong with the file.
    """
    for folder in _folders(package):
        if (file := folder / FILE).is_file():
            return _checked(read_yaml(file.read_text(encoding="utf-8")))
    return {}


def _checked(told: object) -> Mapping[Word, Row]:
    """What a file says, if it is in the form."""
    sections = cast("Mapping[str, Mapping[Word, Row]]", told)
    try:
        if set(sections) - {SECTION}:
            raise ValueError(f"{FILE} can bring words under {SECTION!r} alone, not {', '.join(sections)}")
        for word, row in sections[SECTION].items():
            if not all(row[each].strip() for each in LANGUAGES):
                raise ValueError(f"{FILE}: {word} has no words")
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(
            f"{FILE}: every id under {SECTION!r} needs words in {' and '.join(LANGUAGES)}"
        ) from error
    return sections[SECTION]


def _points() -> tuple[EntryPoint, ...]:
    def owner(point: EntryPoint) -> str:
        return point.dist.name if point.dist else ""

    return tuple(sorted(entry_points(group=GROUP), key=lambda each: (owner(each) != _SHIPPED, owner(each))))


def _package(point: EntryPoint) -> str:
    """The package in which the module lies that an entry point names; the module where it lies in none."""
    module = point.value.partition(":")[0]
    return module.rpartition(".")[0] or module


def _folders(package: str) -> Iterator[Path]:
    """Where a package lies, without importing it; nowhere if it is not there."""
    try:
        found = find_spec(package)
    except (ImportError, ValueError):
        return
    yield from map(Path, (found and found.submodule_search_locations) or ())
