"""What a match came to: the object that `--json` prints, and the same for a person to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel
from rich.console import Console
from rich.table import Table

from parlour.arena import Record, faults, team_names
from parlour.core import Player, event_kinds
from parlour.errors import UsageError
from parlour.evaluation import (
    Score,
    ballots,
    estimate,
    polls,
    score_match,
    verdicts,
    vote_accuracy,
    win_rate,
)
from parlour.games import onenight
from parlour.games.mystery import Category, MysterySetup, Team
from parlour.games.mystery.answers import Graded, accuracy, graded, overall
from parlour.games.onenight import OneNightSetup
from parlour.games.werewolf import WerewolfSetup
from parlour.llm import Ledger
from parlour.wording import word


class VoteLine(BaseModel):
    """One ballot on who killed a victim; `choice` is null for an abstention."""

    voter: Player
    victim: str
    choice: Player | None


class DayVoteLine(BaseModel):
    """One ballot on whom to eliminate that day; `choice` is null for an abstention."""

    voter: Player
    day: int
    choice: Player | None


class SecretVoteLine(BaseModel):
    """One ballot on who the werewolf is; only those after the last round decide. No choice: an abstention."""

    voter: Player
    round: int
    decides: bool
    choice: Player | None


class OutcomeLine(BaseModel):
    """Who won: in a mystery, over all victims, the side that won more of the scored cases."""

    winner: Literal["civilian", "murderer", "good", "werewolf", "village", "tanner", "draw"] | None
    winners: dict[str, str | None]
    eliminated: dict[str, Player | None]
    truth: dict[str, tuple[Player, ...]]


class ScoreLine(BaseModel):
    """A score in [0, 1] with the number of answers, votes or cases that it rests on."""

    value: float | None
    n: int


class UsageLine(BaseModel):
    """What the match took; dollars are null where no price is known."""

    calls: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    dollars: float | None
    seconds: float


class Result(BaseModel):
    """A match as `parlour play --json` prints it.

    `model` is that of most seats, empty if none has one; `script` is empty in a game without one.
    """

    match: str
    game: str
    script: str
    seed: int
    model: str
    methods: dict[Player, str]
    outcome: OutcomeLine
    votes: list[VoteLine] | list[DayVoteLine] | list[SecretVoteLine]
    scores: dict[str, ScoreLine]
    usage: UsageLine
    faults: int


def result(record: Record, ledger: Ledger, seconds: float) -> Result:
    """A finished match in figures.

    Args:
        record: of the match.
        ledger: what its calls took.
        seconds: from start to end, as a clock on the wall shows it.
    """
    setup = record.setup
    usage = ledger.total.usage
    models = Counter(seat.model for seat in setup.seats if seat.model)
    return Result(
        match=record.match,
        game=setup.game.name,
        script=setup.game.story,
        seed=setup.seed,
        model=next((model for model, _ in models.most_common(1)), ""),
        methods={seat.player: "@".join(filter(None, (seat.method, seat.model))) for seat in setup.seats},
        outcome=_outcome(record),
        votes=_votes(record),
        scores=_scores(record),
        usage=UsageLine(
            calls=ledger.total.calls,
            input_tokens=usage.input_tokens,
            cached_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
            dollars=usage.dollars,
            seconds=round(seconds, 3),
        ),
        faults=len(faults(record)),
    )


def print_result(console: Console, record: Record, told: Result) -> None:
    """Scores and costs, for a person."""
    language = record.setup.language
    table = Table(title=word("scores", language), title_justify="left", box=None, show_header=False)
    for key, score in told.scores.items():
        if "." not in key:
            value = word("nothing_scored", language)
            if score.value is not None:
                value = word("of_n", language, value=f"{score.value:.3f}", n=score.n)
            table.add_row(word(key, language), value)
    console.print()
    console.print(table)
    usage = told.usage
    dollars = word("unpriced", language) if usage.dollars is None else f"${usage.dollars:.4f}"
    cost = word(
        "cost",
        language,
        calls=usage.calls,
        input=usage.input_tokens,
        cached=usage.cached_tokens,
        output=usage.output_tokens,
        dollars=dollars,
        seconds=round(usage.seconds, 1),
        faults=told.faults,
    )
    console.print(f"\n[dim]{cost}\n{word('kept', language, match=record.match)}[/]", highlight=False)


def _votes(record: Record) -> list[VoteLine] | list[DayVoteLine] | list[SecretVoteLine]:
    votes = [*polls(record), *ballots(record)]
    told = [(vote, vote.actor or "", next(iter(vote.chosen), None)) for vote in votes]
    match record.setup.game:
        case MysterySetup():
            return [VoteLine(voter=who, victim=vote.case or "", choice=choice) for vote, who, choice in told]
        case WerewolfSetup():
            return [DayVoteLine(voter=who, day=vote.round, choice=choice) for vote, who, choice in told]
        case OneNightSetup():
            return [
                SecretVoteLine(
                    voter=who, round=vote.round, decides=vote.kind is event_kinds.VOTED, choice=choice
                )
                for vote, who, choice in told
            ]
        case _:
            raise UsageError(f"{record.setup.game.name} is not known here")


def _outcome(record: Record) -> OutcomeLine:
    cases = verdicts(record)
    scored = Counter(case.winner for case in cases if case.truth)
    teams = team_names(record.setup.game)
    ahead = [team for team in teams if scored[team] == max(scored[each] for each in teams)]
    winner = ahead[0] if len(ahead) == 1 else "draw"
    return OutcomeLine.model_validate(
        {
            "winner": winner if scored else None,
            "winners": {case.case: case.winner for case in cases},
            "eliminated": {case.case: case.eliminated for case in cases},
            "truth": {case.case: case.truth for case in cases},
        }
    )


def _scores(record: Record) -> dict[str, ScoreLine]:
    match record.setup.game:
        case MysterySetup():
            told = _of_mystery(record)
        case WerewolfSetup():
            told = {"werewolf_votes": vote_accuracy(record)}
        case OneNightSetup():
            told = {"werewolf_votes": vote_accuracy(record), **_of_one_night(record)}
        case _:
            raise UsageError(f"{record.setup.game.name} is not known here")
    return {key: ScoreLine(value=score.value, n=score.n) for key, score in told.items()}


def _of_one_night(record: Record) -> dict[str, Score]:
    """Who won, and of the votes of all rounds which share fell on a seat of each role, and for each side."""
    dealt = score_match(record)
    names = [f"wins.{side}" for side in onenight.Team]
    names += [f"votes.{role}" for role in onenight.Role if role in dealt.dealt]
    names += [f"votes.for.{side}" for side in onenight.Team]
    told = {name: estimate([dealt], name, resamples=1) for name in names}
    return {name: Score(value=each.value, n=each.n) for name, each in told.items()}


def _of_mystery(record: Record) -> dict[str, Score]:
    """Every row of every player by default; civilians only as a second column (NOTES 6)."""
    answers = graded(record)
    civilians = [answer for answer in answers if answer.team is Team.CIVILIAN]
    return {
        **_answered(answers, ""),
        "cases_won": win_rate(verdicts(record), Team.CIVILIAN),
        "vote_accuracy": vote_accuracy(record),
        **_answered(civilians, "civilians."),
    }


def _answered(answers: Sequence[Graded], prefix: str) -> dict[str, Score]:
    if not answers:
        return {}
    by_category = {f"{prefix}{category}": accuracy(answers, category) for category in Category}
    return {f"{prefix}overall": overall(answers), **by_category}
