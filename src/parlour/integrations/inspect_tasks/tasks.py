"""A task for every installed game, and one for the games that ask questions about a text."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from inspect_ai import Task, task
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Scorer

from parlour.agents import METHODS
from parlour.core import GAMES, GameSetup, event_kinds, find_game, request_kinds
from parlour.errors import UsageError
from parlour.integrations.inspect_tasks import scorers
from parlour.integrations.inspect_tasks.samples import ALL, EACH, ONE, SampleMaker, deal_tables
from parlour.integrations.inspect_tasks.solvers import solver_of
from parlour.library.game_options import read_game
from parlour.llm import TEMPERATURE, Language
from parlour.store import MEMORY


@runtime_checkable
class AnsweringTables(Protocol):
    """A game's part `answering`: tables whose players read their texts and answer questions without talk."""

    def tables(
        self, scripts: str, /, *, language: Language | None, games: int, seed: int
    ) -> Iterable[tuple[int, GameSetup]]:
        """Returns the tables, each with its seed.

        Args:
            scripts: the scripts, as `parlour run --scripts` reads them; empty for the game's own choice.
            language: the language of the texts; None for the game's own choice.
            games: the number of tables, if they are generated.
            seed: the seed of the first table.

        Raises:
            UsageError: if there are no such tables.
        """
        ...


def answering_game(name: str = "") -> tuple[str, AnsweringTables]:
    """Returns a game that asks questions, by name or the first installed one, and its part.

    Raises:
        UsageError: if the game asks none.
    """
    for game, installed in GAMES.load_all().items():
        if name in ("", game) and (part := installed.find_part("answering", AnsweringTables)):
            return game, part
    raise UsageError(f"{name or 'no game that is installed'} puts questions to those who have only read")


USUAL_GAMES = 10
OTHER_READERS = "random"
"""The method of the other seats at tables without talk, where it has no effect."""


def register_task(game: str) -> None:
    """Registers the task of a game under its name."""

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
        """Matches of a game in which the model under evaluation plays some seats.

        Args:
            method: the method of these seats, `METHOD[:OPTIONS]`.
            others: the method of the others, `METHOD[:OPTIONS][@MODEL]`; on the reader without a model.
            seats: `one`, going round the table from match to match, `each`, `all`, or a side of the game.
            games: the number of tables.
            seed: the seed of the first table; the next ones count up from it.
            language: the language of the tables, en or zh.
            db: the database of the matches, a path or a URL; none if left out.
            options: the game's own options, as `parlour play` has them.
        """
        maker = SampleMaker(game=game, seats=seats, others=others, db=db)
        return Task(
            dataset=maker.dataset(deal_tables(read_game(game, options), seed, language), games),
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
    """Questions to each player of a script, who has read its own part and has not talked.

    Args:
        method: the method that answers, `METHOD[:OPTIONS]`.
        scripts: the scripts, as `parlour run --scripts` reads them; the game's own choice if left out.
        game: the game; the first that asks questions if left out.
        games: the number of tables, if scripts are generated.
        seed: the seed of the first table.
        language: the language of the scripts, en or zh.
        db: the database of the matches, a path or a URL; none if left out.
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
    """Returns the scorers that apply to these seats of this game."""
    kinds = find_game(game)
    chosen = [] if seats == ALL else [scorers.won()]
    if seats not in kinds.teams[1:] and event_kinds.VOTED in kinds.events:
        chosen.append(scorers.votes())
    if request_kinds.ANSWER in kinds.requests:
        chosen.append(scorers.answers())
    return [*chosen, scorers.fallbacks()]
