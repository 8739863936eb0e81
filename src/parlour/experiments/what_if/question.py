"""The question of a counterfactual: a played match with another method, or another decision."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from parlour.core import Player
from parlour.errors import UsageError
from parlour.evaluation import MatchScore
from parlour.llm import ChosenSettings, settled

QUESTION = "question"
"""The key under which the store holds what was asked, beside its forks."""
OWN, EVERYBODY = "own", "everybody"
"""Seats by no name: those of an arm's own method, and all of them."""


class WhatIf(BaseModel):
    """A change to one seat of a match from some step on; all others react as they would.

    Attributes:
        who: a seat, a role, a side, `own` or `everybody`: of several seats, each in a fork of its own.
        method: the method of the seat from there on, with its options; empty where it stays.
        model: the model of that method; empty for the seat's former model.
        at: the step from which on; `each` for every step at which the seat decides, one fork for each.
        says: the seat's speech at that step, which replaces the recorded one; None to keep it.
        chooses: its choice there, which replaces the recorded one; None to keep it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    who: str
    method: str = ""
    model: str = ""
    at: int | Literal["each"] = 0
    repeats: int = 1
    says: str | None = None
    chooses: tuple[str, ...] | None = None

    @property
    def is_deed(self) -> bool:
        """True if the change is a single decision, not a method."""
        return not self.method

    @property
    def summary(self) -> str:
        """The change in a few words."""
        if self.is_deed:
            choice = [", ".join(self.chooses) or "nobody"] if self.chooses is not None else []
            speech = [f"“{self.says}”"] if self.says is not None else []
            return f"{self.who} at {self.at}: {', '.join((*choice, *speech))}"
        mind = "@".join(filter(None, (self.method, self.model)))
        return f"{self.who}={mind} from {self.at}"


class AskedMatches(BaseModel):
    """A question and its matches: the same command finds it again and resumes it.

    Attributes:
        arms: the arm of a run that each match is of, by match; empty where they are of none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    question: WhatIf
    arms: Mapping[str, str]
    own: Mapping[str, tuple[str, ...]] = {}

    @property
    def id(self) -> str:
        """Its name in the store, such as `what-if-1f3a9c2e`."""
        return f"what-if-{hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:8]}"


class PlayedFork(BaseModel):
    """A fork as the store holds it.

    Attributes:
        repeat: which time, from 0.
        score: what it came to; None while it is not finished, and then it is gone on with.
        reward: of the seat; None where nothing is scored.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    origin: str
    player: Player
    step: int
    repeat: int
    is_placebo: bool
    match: str = ""
    score: MatchScore | None = None
    reward: float | None = None

    @property
    def key(self) -> str:
        """Its name among the forks of the question."""
        kind = "placebo" if self.is_placebo else "fork"
        return f"{kind}|{self.origin}|{self.player}|{self.step}|{self.repeat}"


def read_change(told: str) -> tuple[str, str, str]:
    """Reads `WHO=METHOD[@MODEL]`.

    Raises:
        UsageError: if it is nothing of the kind.
    """
    who, equals, mind = told.partition("=")
    if not equals or not who.strip() or not mind.strip():
        raise UsageError(f"--seat {told}: write it as NAME=METHOD or ROLE=METHOD@MODEL")
    method, _, model = mind.strip().partition("@")
    return who.strip(), method, model


def read_question(told: str) -> WhatIf:
    """Reads `WHO=METHOD[@MODEL] from STEP`; from the first step where none is named.

    Raises:
        UsageError: if it is nothing of the kind.
    """
    change, _, step = told.partition(" from ")
    who, method, model = read_change(change)
    return WhatIf(who=who, method=method, model=model, at=read_step(step.strip() or "0"))


def with_model(question: WhatIf, chosen: ChosenSettings) -> WhatIf:
    """Returns a question whose model has its settings, those of a command line and of its entry."""
    model = question.model and settled(chosen.on(question.model))
    return question.model_copy(update={"model": model})


def read_step(told: str) -> int | Literal["each"]:
    """Reads a step, or `each`.

    Raises:
        UsageError: if it is neither.
    """
    if told == "each":
        return "each"
    if not told.isdecimal():
        raise UsageError(f"--from {told}: a step is a number, or each: `parlour what-if MATCH` lists them")
    return int(told)


def read_deed(told: str, option: str) -> tuple[str, int, str]:
    """Reads `NAME@STEP=WORDS`.

    Raises:
        UsageError: if it is nothing of the kind.
    """
    place, equals, words = told.partition("=")
    who, _, step = place.rpartition("@")
    if not equals or not who.strip() or not step.strip().isdecimal():
        raise UsageError(f"{option} {told}: write it as NAME@STEP=…")
    return who.strip(), int(step), words.strip()
