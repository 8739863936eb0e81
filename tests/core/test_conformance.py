"""That the conformance check itself notices a game that breaks its contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest
from pydantic import TypeAdapter

from parlour.core import (
    PASS,
    Action,
    Case,
    CaseOutcome,
    Event,
    Outcome,
    Player,
    Request,
    event_kinds,
    request_kinds,
)
from parlour.core.conformance import check_game, check_secrecy
from parlour.errors import IllegalAction
from tests.cases import cases


@dataclass(frozen=True, kw_only=True)
class Coin:
    """A game of one throw, with a fault of one's choice."""

    seed: int
    flaw: str = ""
    step: int = 0

    @property
    def players(self) -> tuple[Player, ...]:
        return ("Ann",)

    @property
    def is_over(self) -> bool:
        return self.step > 0 and self.flaw != "endless"

    @property
    def outcome(self) -> Outcome | None:
        closed = CaseOutcome(case="coin", eliminated=None, truth=(), winner=None)
        return Outcome(cases=(closed,)) if self.is_over and self.flaw != "no outcome" else None

    def cases(self, player: Player) -> Sequence[Case]:
        return []

    def teams(self) -> Mapping[Player, str]:
        return {"Ann": "one"}

    def requests(self) -> Sequence[Request]:
        request = Request(id=f"{self.step}.throw", step=self.step, player="Ann", kind=request_kinds.PREPARE)
        asks = {"twin ids": [request, request], "nothing to do": []}
        return asks.get(self.flaw, [request])

    def fallback(self, request: Request) -> Action:
        return Action(speech="heads") if self.flaw == "illegal fallback" else PASS

    def apply(self, actions: Mapping[str, Action]) -> tuple[Coin, Sequence[Event]]:
        for request in self.requests():
            request.check(actions[request.id])
        number = 7 if self.flaw == "wrong number" else 0
        told = (
            []
            if self.flaw in ("nothing to do", "endless")
            else [Event(number=number, kind=event_kinds.ROUND)]
        )
        return replace(self, step=self.step + (self.flaw != "nothing to do")), told


@cases(
    ("flaw", "problem"),
    [
        ("endless", "no end after"),
        ("no outcome", "ended without an outcome"),
        ("twin ids", "two requests share an id"),
        ("nothing to do", "asked nobody and told nothing"),
        ("wrong number", r"step 0 counts \[7\]"),
        ("illegal fallback", "nothing may be said here"),
    ],
)
def test_a_game_that_breaks_its_contract_is_noticed(flaw: str, problem: str):
    check_game(lambda seed: Coin(seed=seed), TypeAdapter(Coin), seeds=[1])
    with pytest.raises((AssertionError, IllegalAction), match=problem):
        check_game(lambda seed: Coin(seed=seed, flaw=flaw), TypeAdapter(Coin), seeds=[1])


@cases("seen_by", [None, frozenset({"Bo"}), frozenset({"Ann", "Bo"}), frozenset[str]()])
def test_papers_that_others_see_are_noticed(seen_by: frozenset[str] | None):
    shown = Event(number=3, kind=event_kinds.SECRET, text="the blue vase", visible_to=seen_by)
    check_secrecy([replace(shown, visible_to=frozenset({"Ann"}))], {"Ann": "vase", "Bo": "dagger"})
    with pytest.raises(AssertionError, match="event 3 shows Ann's papers"):
        check_secrecy([shown], {"Ann": "vase"})
