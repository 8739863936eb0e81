"""The victims of a game, which each character's file names from that character's viewpoint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.games.mystery.library.wellplay.files import CharacterFile
from parlour.games.mystery.library.wellplay.names import bare, bracketed
from parlour.games.mystery.script import Victim

_SHARED = 2
"""How many viewpoints must share a word for a victim ("Madam") for it to be a name and not a kinship."""


@dataclass(kw_only=True)
class _Case:
    """One victim while the files are read.

    Attributes:
        place: its number in the files that name it first.
        whole: names that stand without brackets, and how often.
        inner: names that stand in brackets behind a viewpoint's word, and how often.
        outer: those words, and how often.
        murderers: who says to have killed it.
    """

    place: int
    whole: Counter[str] = field(default_factory=Counter[str])
    inner: Counter[str] = field(default_factory=Counter[str])
    outer: Counter[str] = field(default_factory=Counter[str])
    murderers: list[str] = field(default_factory=list[str])

    def bears(self, names: Iterable[str]) -> bool:
        return any(name in self.whole or name in self.inner for name in names)

    def add(self, written: str) -> None:
        inner = bracketed(written)
        self.inner.update(inner)
        (self.outer if inner else self.whole).update([bare(written)])

    @property
    def name(self) -> str:
        """The commonest name without brackets, else the commonest in brackets."""
        return (self.whole or self.inner).most_common(1)[0][0]


def gather(parts: Mapping[str, CharacterFile]) -> tuple[Victim, ...]:
    """The victims with all their names and murderers.

    Args:
        parts: the characters' files by the characters' names, in seat order.
    """
    cases: list[_Case] = []
    for player, part in parts.items():
        for case, written, did_it in zip(
            _matched(part.victims, cases), part.victims, part.killed, strict=True
        ):
            case.add(written)
            if did_it:
                case.murderers.append(player)
    return tuple(_victim(case, cases) for case in cases)


def _matched(written: Sequence[str], cases: list[_Case]) -> Iterator[_Case]:
    """The case of each name: by what stands in brackets, by the word before, by its place; else a new one."""
    free = list(cases)
    for place, name in enumerate(written):
        inner = bracketed(name)
        case = (
            _first(case for case in free if case.bears(inner or (bare(name),)))
            or _first(case for case in free if case.bears((bare(name),)))
            or _first(case for case in free if inner and case.place == place)
        )
        if case is None:
            case = _Case(place=place)
            cases.append(case)
        else:
            free.remove(case)
        yield case


def _first(cases: Iterator[_Case]) -> _Case | None:
    return next(cases, None)


def _victim(case: _Case, cases: Sequence[_Case]) -> Victim:
    others = {
        name for other in cases if other is not case for name in (*other.whole, *other.inner, *other.outer)
    }
    words = (word for word, count in case.outer.items() if count >= _SHARED or case.bears((word,)))
    names = dict.fromkeys((*case.whole, *case.inner, *words))
    aliases = tuple(name for name in names if name != case.name and name not in others)
    return Victim(name=case.name, aliases=aliases, murderers=tuple(case.murderers))
