"""A task for every game that is installed, and one for the questions that some put."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Scorer

from parlour.agents import METHODS
from parlour.core import event_kinds, find_game, request_kinds
from parlour.integrations.inspect_tasks import scorers
from parlour.integrations.inspect_tasks.answering import answering_game
from parlour.integrations.inspect_tasks.samples import SampleMaker, dealt
from parlour.integrations.inspect_tasks.seats import ALL, EACH, ONE
from parlour.integrations.inspect_tasks.solvers import solver_of
from parlour.library import MEMORY, read_game
from parlour.llm import TEMPERATURE, Language

USUAL_GAMES = 10
OTHER_READERS = "random"
"""How the others play where nobody says anything: what they do changes nothing."""


def register_task(game: str) -> None:
    """Lets Inspect find the task of a game by its name."""

    @task(name=game)
    def play(
        method: str = METHODS.default,
        others: str = METHODS.default,
        seats: str = ONE,
        games: int = USUAL_GAMES,
        seed: int = 0,
        language: Language | None = None,
        db: str = MEMORY,
        **options: Any,  # noqa: ANN401 - the game's own
    ) -> Task:
        """Matches of a game, in which the model under evaluation holds some seats.

        Args:
            method: how these are played, `METHOD[:OPTIONS]`.
            others: how the others are, `METHOD[:OPTIONS][@MODEL]`, on the reader where no model is said.
            seats: `one`, going round the table from match to match, `each`, `all`, or a side of the game.
            games: how many tables.
            seed: of the first; the others count on from it.
            language: of the tables, en or zh.
            db: where matches are kept, a path or a URL; nowhere if left out.
            options: the game's own, as `parlour play` has them.
        """
        maker = SampleMaker(game=game, seats=seats, others=others, db=db)
        return Task(
            dataset=maker.dataset(dealt(read_game(game, options), seed, language), games),
            solver=solver_of(method),
            scorer=_scorers(game, seats),
            config=GenerateConfig(temperature=TEMPERATURE),
        )


@task
def answering(
    method: str = METHODS.default,
    scripts: str = "",
    game: str = "",
    games: int = USUAL_GAMES,
    seed: int = 0,
    language: Language | None = None,
    db: str = MEMORY,
) -> Task:
    """Questions put to each player of a script, who has read its own part of it and talked to nobody.

    Args:
        method: how the player answers, `METHOD[:OPTIONS]`.
        scripts: what is read, as `parlour run --scripts` has it; the game's own choice if left out.
        game: which one; the first that puts questions if left out.
        games: how many, where scripts are made.
        seed: of the first.
        language: of the scripts, en or zh.
        db: where matches are kept, a path or a URL; nowhere if left out.
    """
    name, part = answering_game(game)
    maker = SampleMaker(game=name, seats=EACH, others=OTHER_READERS, db=db)
    return Task(
        dataset=maker.dataset(part.tables(scripts, language=language, games=games, seed=seed)),
        solver=solver_of(method),
        scorer=[scorers.answers(), scorers.votes(), scorers.fallbacks()],
        config=GenerateConfig(temperature=TEMPERATURE),
    )


def _scorers(game: str, seats: str) -> list[Scorer]:
    """Those that find something to score in such seats of such a game."""
    found = find_game(game)
    told = [] if seats == ALL else [scorers.won()]
    if seats not in found.teams[1:] and event_kinds.VOTED in found.events:
        told.append(scorers.votes())
    if request_kinds.ANSWER in found.requests:
        told.append(scorers.answers())
    return [*told, scorers.fallbacks()]
