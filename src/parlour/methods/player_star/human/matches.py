"""Finished mysteries that one person played with agents of one method, and what the person said of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.agents import MethodSpec
from parlour.arena import HUMAN, OUTSIDE, Seat, SeatAssignment, Setup, Status
from parlour.core import Player
from parlour.evaluation import SHEET, MatchScore, Survey, score_match
from parlour.games.mystery import MysterySetup, Script
from parlour.store import Store

COLUMNS: Mapping[str, str] = {
    "werewolf": "Werewolf",
    "o-cot": "O-CoT",
    "think-thrice": "ThinkThrice",
    "player-star": "PLAYER*",
}
"""What the paper calls a method."""
OTHERWISE = "other tables"
_SEATS = 4


@dataclass(frozen=True, kw_only=True)
class HumanMatch:
    """One match.

    Attributes:
        match: its id.
        method: how the agents played, as the paper calls it.
        models: what they thought with.
        score: of the agents' seats alone.
        survey: what the person said, if anything.
        script: what was played.
        unlike: in what it was not as in the paper's study (appendix B); empty where it was.
    """

    match: str
    method: str
    models: tuple[str, ...]
    score: MatchScore
    survey: Survey | None
    script: Script
    unlike: tuple[str, ...] = ()

    @property
    def condition(self) -> str:
        """The row of a table that it counts in: those that were not as in the study stand apart."""
        return f"{self.method} ({OTHERWISE})" if self.unlike else self.method


def read_human_matches(store: Store) -> Iterator[HumanMatch]:
    """All of them, oldest first. Where two people play, or agents of two methods, it says nothing of one."""
    for summary in reversed(store.matches()):
        if summary.game == "mystery" and summary.status is Status.FINISHED:
            setup = store.setup(summary.match)
            people = [seat.player for seat in setup.seats if HUMAN in _methods(seat)]
            methods = {
                method for seat in setup.seats if HUMAN not in _methods(seat) for method in _methods(seat)
            }
            if len(people) == 1 and len(methods) == 1 and not methods & OUTSIDE:
                yield _read(store, summary.match, setup, people[0], methods.pop())


def _read(store: Store, match: str, setup: Setup, person: Player, method: str) -> HumanMatch:
    sheet = store.hosting.sheets(match, SHEET).get(person)
    script = MysterySetup.of(setup.game).script
    models = {seat.holder.model for seat in setup.seats if seat.player != person and seat.holder.model}
    return HumanMatch(
        match=match,
        method=_called(method),
        models=tuple(sorted(models)),
        score=score_match(store.record(match), leaving_out=[person]),
        survey=Survey.model_validate_json(sheet) if sheet else None,
        script=script,
        unlike=tuple(_unlike(MysterySetup.of(setup.game), person)),
    )


def _unlike(game: MysterySetup, person: Player) -> Iterator[str]:
    if len(game.players) != _SEATS:
        yield f"not {_SEATS} players"
    if not game.script.victims_of(person):
        yield "the person was no murderer"


def _called(method: str) -> str:
    """A method as the paper calls it, with its options if it has any."""
    spec = MethodSpec.read(method)
    name, (_, colon, options) = COLUMNS.get(spec.name, spec.name), method.partition(":")
    return f"{name} ({options})" if colon else name


def _methods(seat: Seat) -> list[str]:
    holders: tuple[SeatAssignment, ...] = (seat, *seat.then)
    return [holder.method for holder in holders]
