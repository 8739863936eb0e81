"""The outcome of a match: its winner, its scores and its cost in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pydantic import BaseModel, ConfigDict

from parlour.arena import Record, team_names
from parlour.core import Player
from parlour.evaluation import Score, Spent, verdicts
from parlour.language.wording import game_word, has_word, word
from parlour.llm import Language


class MatchOutcome(BaseModel):
    """The winner: of several cases, the side that won more of the scored ones.

    Attributes:
        winner: the side; `draw` if none is ahead, None while nothing is decided.
        winners: the side that won each case; None for one that is not scored.
    """

    model_config = ConfigDict(frozen=True)
    winner: str | None
    winners: dict[str, str | None]
    eliminated: dict[str, Player | None]
    truth: dict[str, tuple[Player, ...]]


def outcome_of(record: Record) -> MatchOutcome:
    """Returns the outcome of a match; nothing is decided in an unfinished one."""
    cases = verdicts(record)
    scored = Counter(case.winner for case in cases if case.truth)
    teams = team_names(record.setup.game)
    ahead = [team for team in teams if scored[team] == max(scored[each] for each in teams)]
    winner = ahead[0] if len(ahead) == 1 else "draw"
    return MatchOutcome(
        winner=winner if scored else None,
        winners={case.case: case.winner for case in cases},
        eliminated={case.case: case.eliminated for case in cases},
        truth={case.case: case.truth for case in cases},
    )


def score_lines(record: Record, scores: Mapping[str, Score]) -> Iterator[tuple[str, str]]:
    """Yields the name and the value of each score in words; those of single sides are left out."""
    language, game = record.setup.language, record.setup.game.name
    for key, score in scores.items():
        if "." not in key:
            value = word("nothing_scored", language)
            if score.value is not None:
                value = word("of_n", language, value=f"{score.value:.3f}", n=score.n)
            has_name = has_word(f"score_{key}", language, game)
            yield game_word(f"score_{key}", language, game) if has_name else key.replace("_", " "), value


def cost_line(took: Spent, faults: int, language: Language, *, mark: str = "") -> str:
    """Returns the cost of calls, in a sentence, with a mark before tokens that are estimates."""
    return word(
        "cost",
        language,
        calls=took.calls,
        input=f"{mark}{took.input_tokens}",
        cached=took.cached_tokens,
        output=f"{mark}{took.output_tokens}",
        dollars=word("unpriced", language) if took.dollars is None else f"${took.dollars:.4f}",
        seconds=round(took.seconds, 1),
        faults=faults,
    )
