"""Runs made by hand, whose tables can be computed in one's head."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from rich.console import Console, RenderableType

from parlour.evaluation import AnswerCount, MatchScore, Spent, VoteCount
from parlour.experiments import Played, Published, Suite
from parlour.experiments.report import WIDTH, Results
from parlour.experiments.run import Started
from parlour.experiments.suite import Measured
from parlour.games.mystery import Aspect, Category, MysterySetup, Script, Team
from parlour.games.mystery.arms import MysteryArm
from parlour.llm import Language
from tests.arena.mysteries import mystery
from tests.experiments.small import asked_run, kept_cell

ASKED = 10
CONDITIONS = (
    MysteryArm(name="PP", method="plain", is_played=False),
    MysteryArm(name="OP", method="plain", is_played=False, omniscient=True),
    MysteryArm(name="Werewolf", method="werewolf", murderers="plain"),
    MysteryArm(name="PLAYER*", method="player-star", murderers="plain"),
)
MEASURED = Measured(source="table 1", model="GPT-3.5", same_model=("gpt-3.5",), language="en", stories=2)
SUITE = Suite(
    name="made",
    title="Made by hand",
    source="no paper, table 1",
    conditions=CONDITIONS,
    metrics=("win_rate", "overall", "reasoning", "play.calls", "play.dollars"),
    stories="wellplay",
    by_script=True,
    figure="bars",
    proposed="PLAYER*",
    published={
        ("PLAYER*", "", "overall"): Published(value=0.4),
        ("PLAYER*", "sin", "overall"): Published(value=0.5),
        ("PLAYER*", "", "win_rate"): Published(value=None, note="printed .2, which cannot be"),
        ("Llama", "", "overall"): Published(value=0.3),
    },
    measured=MEASURED,
    reference="PLAYER*",
)


def printed(*told: RenderableType) -> str:
    """What a terminal as wide as a report shows."""
    console = Console(width=WIDTH, file=io.StringIO(), highlight=False)
    console.print(*told, sep="\n")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def script(name: str, language: Language = "en") -> Script:
    """The Mill under another name: five rows of questions, one of which is flagged."""
    made = mystery(language).script
    first, *others = made.questions
    flagged = first.model_copy(update={"flags": ("names-differ",)})
    return made.model_copy(update={"id": name, "story": name, "questions": (flagged, *others)})


def score(
    story: str,
    right: Sequence[float],
    *,
    won: int = 0,
    murderer: float | None = None,
    calls: int = 10,
    dollars: float | None = 0.0,
    faults: int = 0,
    repaired: int = 0,
) -> MatchScore:
    """A match of one victim, whose civilians answered that share of ten questions right in each evaluation.

    Args:
        story: the script.
        right: shares right, one per evaluation.
        won: cases won, of one.
        murderer: the share right of the murderer's ten answers, which are flagged; None if it has none.
        calls: model calls of the play; the evaluations have none.
        dollars: what they cost.
        faults: how many replies were unreadable.
        repaired: how many were read after repairs.
    """
    shares = [(Team.CIVILIAN, False, share, number) for number, share in enumerate(right, 1)]
    if murderer is not None:
        shares += [(Team.MURDERER, True, murderer, number) for number in range(1, len(right) + 1)]
    return MatchScore(
        match=f"match-{story}",
        script=story,
        language="en",
        evaluations=len(right),
        answers=tuple(
            AnswerCount(
                evaluation=number,
                team=team,
                category=Category.REASONING,
                aspect=Aspect.HOW,
                is_flagged=is_flagged,
                asked=ASKED,
                right=ASKED * share,
            )
            for team, is_flagged, share, number in shares
        ),
        votes=(VoteCount(team=Team.CIVILIAN, asked=3, right=3 * won, abstained=0),),
        won=won,
        lost=1 - won,
        faults={"vote": faults} if faults else {},
        actions=20,
        play=Spent(calls=calls, repaired=repaired, dollars=dollars),
    )


def results(
    scores: Mapping[str, Sequence[MatchScore]],
    *,
    suite: Suite = SUITE,
    scripts: Sequence[Script] = (),
    model: str = "gpt-3.5-turbo",
    stories: str = "wellplay",
    evaluations: int = 3,
) -> Results:
    """A run of the suite with these matches of each condition; of what only reads, each evaluation is one."""
    told = scripts or (script("sin"),)
    asked = asked_run(suite=suite.name, model=model, stories=stories, evaluations=evaluations)
    conditions = {arm.name: arm for arm in suite.conditions if isinstance(arm, MysteryArm)}
    played: list[Played] = []
    for name, each in scores.items():
        seen: dict[str, int] = {}
        for one in each:
            place = seen[one.script] = seen.get(one.script, -1) + 1
            is_played = conditions[name].is_played
            played.append(
                kept_cell(
                    condition=name,
                    story=one.script,
                    language=one.language,
                    game=place if is_played else 0,
                    evaluation=1 if is_played else place + 1,
                    match=one.match,
                    score=one,
                )
            )
    return Results(
        suite=suite,
        started=Started(run=asked, started="2026-11-21T08:00:00+00:00", cells=len(played)),
        played=tuple(played),
        setups={(each.id, each.language): MysterySetup(script=each) for each in told},
    )
