"""What a match came to: the object that `--json` prints, and the same for a person to read."""

from __future__ import annotations

from collections import Counter

from pydantic import BaseModel, SerializeAsAny
from rich.console import Console
from rich.table import Table

from parlour.arena import Record, faults
from parlour.core import Player
from parlour.evaluation import Spent
from parlour.language.wording import word
from parlour.library import MatchOutcome, cost_line, outcome_of, score_lines
from parlour.llm import Ledger
from parlour.views import summary_of


class ScoreLine(BaseModel):
    """A score in [0, 1] with the number of answers, votes or cases that it rests on."""

    value: float | None
    n: int


class UsageLine(BaseModel):
    """What the match took; dollars are null where no price is known.

    Thoughts are among the tokens of output; an estimate is our own count, where the server told none.
    """

    calls: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    thought_tokens: int
    is_estimated: bool
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
    outcome: MatchOutcome
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
        outcome=outcome_of(record),
        votes=list(summary.votes(record)),
        scores={name: ScoreLine(value=score.value, n=score.n) for name, score in scores.items()},
        usage=UsageLine(
            calls=ledger.total.calls,
            input_tokens=usage.input_tokens,
            cached_tokens=usage.cached_tokens,
            output_tokens=usage.output_tokens,
            thought_tokens=usage.thought_tokens,
            is_estimated=usage.is_estimated,
            dollars=usage.dollars,
            seconds=round(seconds, 3),
        ),
        faults=len(faults(record)),
    )


def print_result(console: Console, record: Record, told: Result) -> None:
    """Scores and costs, for a person."""
    language = record.setup.language
    table = Table(title=word("scores", language), title_justify="left", box=None, show_header=False)
    for name, value in score_lines(record, summary_of(record.setup.game.name).scores(record)):
        table.add_row(name, value)
    console.print()
    console.print(table)
    usage = told.usage.model_dump(exclude={"thought_tokens", "is_estimated"})
    cost = cost_line(Spent(**usage), told.faults, language)
    console.print(f"\n{cost}\n{word('kept', language, match=record.match)}", style="dim")
