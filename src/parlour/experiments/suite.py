"""What an experiment is: conditions that play the same stories, and what was published of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from parlour.games.mystery import MysterySetup, Script
from parlour.llm import Language

Figure = Literal["bars", "boxes", "curves", "costs", "dialogues"]
"""The form in which a paper shows a result: bars by method with PP and OP, box plots with a line of costs,
curves over rounds, bars of time and cost, dialogues side by side."""


@dataclass(frozen=True, kw_only=True)
class Condition:
    """One arm of an experiment.

    Attributes:
        name: as its table calls it.
        method: how the seats play, with options.
        murderers: how murderers play instead; empty where all seats play alike. The papers fix it across
            conditions, so that a better score is not a weaker opponent.
        rounds: rounds of questions.
        questions: per victim and round; 0 means everybody else, once.
        is_played: False for a table that only reads, votes and answers (PP, OP).
        omniscient: whether everybody reads everybody's script (OP).
        language: of the scripts; None for whatever the run is asked for.
        note: what a reader of its rows should know.
    """

    name: str
    method: str = "player-star"
    murderers: str = ""
    rounds: int = 3
    questions: int = 1
    is_played: bool = True
    omniscient: bool = False
    language: Language | None = None
    note: str = ""

    def setup(self, script: Script, evaluations: int) -> MysterySetup:
        """The game that this condition plays on a script."""
        return MysterySetup(
            script=script,
            rounds=self.rounds if self.is_played else 0,
            questions=self.questions or len(script.players) - 1,
            introductions=self.is_played,
            omniscient=self.omniscient,
            evaluations=self.evaluations(evaluations),
        )

    def evaluations(self, asked: int) -> int:
        """How often a match puts the questions; where nothing is played, each evaluation is a match."""
        return asked if self.is_played else 1


@dataclass(frozen=True, kw_only=True)
class Measured:
    """On what a paper's numbers were measured, which tells whether ours can be set beside them.

    Attributes:
        source: the table they stand in.
        model: what played.
        same_model: what the names of that model contain, in lower case.
        language: of the scripts.
        stories: how many of WellPlay's twelve games they are over.
        evaluations: how often the questions were put.
    """

    source: str
    model: str
    same_model: tuple[str, ...]
    language: Language
    stories: int
    evaluations: int = 3


@dataclass(frozen=True, kw_only=True)
class Published:
    """A number that a paper prints.

    Attributes:
        value: the number; None where the paper's own numbers disagree and none can be believed.
        deviation: what stands behind its ±, if anything.
        note: what is wrong with it, or why it cannot be compared.
    """

    value: float | None
    deviation: float | None = None
    note: str = ""


PublishedKey = tuple[str, str, str]
"""Condition, script (empty for all of them together) and metric."""


@dataclass(frozen=True, kw_only=True)
class Suite:
    """One published table or figure, as something that can be run.

    Attributes:
        name: as it is asked for.
        title: what it shows, in one line.
        source: which table or figure of which paper.
        conditions: its arms, in the order of its rows or columns.
        metrics: what is measured, by the names of `evaluation`.
        stories: what it is played on unless asked otherwise: `wellplay`, `shipped`, `generated` or ids.
        games: matches per story and condition, or generated stories in all, unless asked otherwise.
        by_script: whether the table has rows per script.
        figure: the form of the paper's figure, if it has one.
        published: the paper's numbers, by condition, script and metric.
        measured: on what they were measured; None where nothing is published.
        reference: the condition with which the others are compared by a t-test; empty for none.
        not_comparable: why ours and theirs cannot be compared, whatever was run; empty if they can.
    """

    name: str
    title: str
    source: str
    conditions: tuple[Condition, ...]
    metrics: tuple[str, ...]
    stories: str = "wellplay"
    games: int = 1
    by_script: bool = False
    figure: Figure | None = None
    published: Mapping[PublishedKey, Published]
    measured: Measured | None = None
    reference: str = ""
    not_comparable: str = ""
