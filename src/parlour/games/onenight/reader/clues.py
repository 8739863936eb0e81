"""Statements at a table of One Night as evidence on sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.games.onenight.setup import Role
from parlour.language.facts import (
    Fellow,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    RoleClaim,
    Suspicion,
    Trust,
    Word,
)
from parlour.reader import LEVEL_WEIGHTS, PlayerClue, Said

VILLAGE, WOLF, MINION, TANNER = range(4)
"""The sides of a player in a world."""
SIDES: Mapping[Word, int] = {"werewolf": WOLF, "minion": MINION, "tanner": TANNER}
NEVER = 1e-4
Row = tuple[float, float, float]
"""The likelihood of a statement if its subjects are all of the village, include the werewolf, or neither;
up to a factor, above 0."""

_ALIKE: Row = (1.0, 1.0, 1.0)
_CELLS: Mapping[str, tuple[Row, Row, Row, Row]] = {
    "suspects": ((0.9, 1.3, 1.1), _ALIKE, (1.1, 0.6, 1.0), _ALIKE),
    "trusts": ((1.05, 0.8, 0.9), _ALIKE, (1.0, 1.1, 1.0), _ALIKE),
    "found_pair": ((NEVER, 1.0, NEVER), (0.5, 0.1, 0.5), (0.4, 0.2, 0.4), (0.4, 0.1, 0.4)),
    "clear_pair": ((1.0, NEVER, 1.0), (0.4, 0.1, 0.4), (0.2, 0.2, 0.2), (0.1, 0.1, 0.1)),
    "rivals": ((NEVER, 1.0, 1.0), _ALIKE, _ALIKE, _ALIKE),
    "vouches": ((1.0, NEVER, NEVER), (0.1, 0.1, 0.1), (0.1, 0.1, 0.1), (0.1, 0.1, 0.1)),
}
"""By the speaker's side: village, werewolf, minion, tanner. The village does not lie about the night; the
others do, and the minion may well name its own werewolf, which it does not know."""
_ALONE: Mapping[str, tuple[float, float, float, float]] = {
    "claims_seer": (1.0, 0.5, 1.2, 1.2),
    "claims_mason": (1.0, 0.3, 0.3, 0.3),
    "claims_villager": (1.0, 1.8, 1.2, 1.4),
    "claims_wolf": (0.02, 1.0, 0.3, 1.0),
    "claims_nothing": (0.4, 1.0, 1.0, 1.0),
    "wavers": (0.03, 0.25, 0.25, 1.0),
}
"""The same for statements about oneself. Two in five of the village are villagers, and nearly all liars
claim to be; only a tanner gains by calling itself the werewolf, or by being caught in a lie, but a player who
does so is not of the village. The village has no reason to conceal its roles."""
CLAIMS: Mapping[Word, str] = {
    "seer": "claims_seer",
    "mason": "claims_mason",
    "villager": "claims_villager",
    "werewolf": "claims_wolf",
}


@dataclass(frozen=True, kw_only=True)
class Clue(PlayerClue):
    """Evidence from one player's statement, about others or about itself.

    Attributes:
        about: its subjects; empty if it is about the speaker alone.
    """

    about: tuple[Name, ...] = ()

    @property
    def subjects(self) -> tuple[Name, ...]:
        return self.about

    @property
    def cells(self) -> tuple[Row, Row, Row, Row]:
        """Its likelihood, by the speaker's side and by the sides of its subjects."""
        rows = _CELLS[self.kind] if self.about else tuple(map(_alike, _ALONE[self.kind]))
        village, wolf, minion, tanner = map(self._scale, rows)
        return village, wolf, minion, tanner

    def _scale(self, row: Row) -> Row:
        village, wolf, neither = map(self.scale, row)
        return village, wolf, neither


def _alike(likely: float) -> Row:
    return likely, likely, likely


def claimants(prompt: OneNightPrompt, role: Word) -> tuple[Name, ...]:
    """Returns the players who claimed a role, in order; only a seer knows of two, only a mason of one."""
    return tuple(dict.fromkeys(by for by, claim in _claims(prompt) if claim == role))


def clues(prompt: OneNightPrompt) -> tuple[Clue, ...]:
    """Returns all public evidence on sides, in order; each thing once."""
    evidence = (*_clues_from_talk(prompt), *_silence_clues(prompt))
    return tuple(dict.fromkeys(clue for clue in evidence if clue.by in prompt.table.players))


def _claims(prompt: OneNightPrompt) -> Iterator[tuple[Name, Word]]:
    for statement in prompt.statements:
        if role := _claim(statement):
            yield statement.by, role


def _claim(statement: Said) -> Word | None:
    match statement.fact:
        case RoleClaim(who=who, role=role) if who == statement.by:
            return role
        case OneOfTwo(by=by) | NeitherOfTwo(by=by) if by == statement.by:
            return "seer"
        case Fellow(by=by, role="mason") if by == statement.by:
            return "mason"
        case _:
            return None


def _clues_from_talk(prompt: OneNightPrompt) -> Iterator[Clue]:
    claims: list[tuple[Name, Word]] = []
    for statement in prompt.statements:
        role = _claim(statement)
        if role and (statement.by, role) not in claims:
            yield from _of_claim(statement.by, role, claims)
            claims.append((statement.by, role))
        yield from _of_words(statement)


def _of_claim(by: Name, role: Word, before: Sequence[tuple[Name, Word]]) -> Iterator[Clue]:
    """Yields the clues of a new claim; of two seers at least one is not of the village."""
    if role in CLAIMS:
        yield Clue(kind=CLAIMS[role], by=by)
        if role != "werewolf" and any(name == by and other in CLAIMS for name, other in before):
            yield Clue(kind="wavers", by=by)
    for name, other in before:
        if role == other == "seer":
            yield Clue(kind="rivals", by=name, about=(by,))


def _silence_clues(prompt: OneNightPrompt) -> Iterator[Clue]:
    claimers = prompt.left_out.union(name for name, _ in _claims(prompt))  # a claim may have been left out
    for by in dict.fromkeys(line["actor"] for line in prompt.of("spoke", "passed")):
        if by not in claimers:
            yield Clue(kind="claims_nothing", by=by)


def _of_words(statement: Said) -> Iterator[Clue]:
    match statement.fact:
        case OneOfTwo(by=by, whom=one, other=other, role=Role.WEREWOLF) if by == statement.by:
            yield Clue(kind="found_pair", by=by, about=(one, other))
        case NeitherOfTwo(by=by, whom=one, other=other, role=Role.WEREWOLF) if by == statement.by:
            yield Clue(kind="clear_pair", by=by, about=(one, other))
        case Fellow(by=by, whom=whom, role="mason") if by == statement.by != whom:
            yield Clue(kind="vouches", by=by, about=(whom,))
        case Suspicion(by=by, whom=whom, level=level) if by == statement.by != whom:
            yield Clue(kind="suspects", by=by, about=(whom,), weight=LEVEL_WEIGHTS[level])
        case Trust(by=by, whom=whom, level=level) if by == statement.by != whom:
            yield Clue(kind="trusts", by=by, about=(whom,), weight=LEVEL_WEIGHTS[level])
        case _:
            pass
