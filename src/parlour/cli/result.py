"""What a match came to: the object that `--json` prints, and the same for a person to read."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel, SerializeAsAny
from rich.console import Console
from rich.table import Table

from parlour.arena import Record, faults, team_names
from parlour.core import Player
from parlour.evaluation import verdicts
from parlour.llm import Ledger
from parlour.views import summary_of
from parlour.wording import game_word, has_word, word


class OutcomeLine(BaseModel):
    """Who won: of several cases, the side that won more of those that are scored."""

    winner: str | None
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
    votes: list[SerializeAsAny[BaseModel]]
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
    summary = summary_of(setup.game.name)
    scores = summary.scores(record)
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
        votes=list(summary.votes(record)),
        scores={name: ScoreLine(value=score.value, n=score.n) for name, score in scores.items()},
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
            table.add_row(_score_name(key, record), value)
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


def _score_name(name: str, record: Record) -> str:
    setup = record.setup
    key = f"score_{name}"
    if has_word(key, setup.language, setup.game.name):
        return game_word(key, setup.language, setup.game.name)
    return name.replace("_", " ")
