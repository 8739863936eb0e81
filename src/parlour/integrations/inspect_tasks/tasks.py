"""A task for every installed game and for questions about a text, a solver per method, and the scorers.

Scorers read the result of a match for its evaluated seats; each score is from 0 to 1, or unscored.
"""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import asyncio

# pyright: basic, reportMissingImports=false
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from inspect_ai import Task, task
from inspect_ai.model import ChatMessageAssistant, GenerateConfig, ModelOutput
from inspect_ai.scorer import Score, Scorer, Target, accuracy, grouped, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import BaseModel

from parlour.agents import METHODS
from parlour.arena import Act, Record, Seating, Setup, lay_seats, lay_table
from parlour.core import GAMES, GameSetup, Player, event_kinds, find_game, read_setup, request_kinds
from parlour.errors import ModelUnavailable, UsageError
from parlour.evaluation import AnswerCount, Sides, VoteCount, count_votes, dealt_roles, score_match, verdicts
from parlour.integrations.inspect_tasks import PREFIX
from parlour.integrations.inspect_tasks.provider import full_name
from parlour.integrations.inspect_tasks.samples import (
    ALL,
    EACH,
    EVERYBODY,
    ONE,
    SampleTable,
    deal_tables,
    sample_tables,
    seating,
)
from parlour.library.game_options import read_game
from parlour.library.match import Match
from parlour.library.playing import play_laid
from parlour.llm import TEMPERATURE, Language, ModelPool, default_model
from parlour.store import MEMORY

STORED = "parlour"
"""The key of the result in a sample's store."""


class Ratio(BaseModel):
    """A count out of a total; the total is 0 if nothing was counted."""

    reached: float = 0
    of: float = 0

    @property
    def value(self) -> float | None:
        """The share, between 0 and 1; None if the total is 0."""
        return self.reached / self.of if self.of else None


class SeatsResult(BaseModel):
    """The result of a match for its evaluated seats."""

    match: str
    winners: Mapping[str, str | None]
    roles: Mapping[Player, str]
    won: Ratio
    votes: Ratio
    answers: Ratio
    fallbacks: Ratio
    faults: Mapping[str, int]


def result_of(record: Record, seats: Collection[Player], camp: str) -> SeatsResult:
    """Returns the result of a finished match for some seats.

    Raises:
        RecordError: if the match is not finished.
    """
    others = frozenset(record.setup.players) - frozenset(seats)
    score, cases = score_match(record, leaving_out=others), verdicts(record)
    acts = [item for item in record.items if isinstance(item, Act) and item.player in seats]
    roles = dealt_roles(record)
    seekers = find_game(record.setup.game.name).teams[0]
    return SeatsResult(
        match=record.match,
        winners={case.case: case.winner for case in cases},
        roles={player: roles[player] for player in seats if player in roles},
        won=_reward(record, seats, camp),
        votes=_share(count_votes(record, cases, others | _not_of(seekers, record))),
        answers=_share(score.answers),
        fallbacks=Ratio(reached=sum(act.is_fallback for act in acts), of=len(acts)),
        faults=Counter(fault.purpose for fault in record.faults if fault.player in seats),
    )


def _reward(record: Record, seats: Collection[Player], camp: str) -> Ratio:
    reward = None if camp == EVERYBODY else Sides.of(record).reward(next(iter(seats)))
    return Ratio() if reward is None else Ratio(reached=reward, of=1)


def _not_of(side: str, record: Record) -> frozenset[Player]:
    return frozenset(player for player, team in Sides.of(record).teams.items() if team != side)


def _share(counts: Sequence[VoteCount | AnswerCount]) -> Ratio:
    return Ratio(reached=sum(count.right for count in counts), of=sum(count.asked for count in counts))


BY_CAMP = [accuracy(), stderr(), grouped(accuracy(), "camp", all=False)]


@scorer(metrics=BY_CAMP)
def won() -> Scorer:
    """Scores the share of the scored hidden questions that their side won; no side wins a draw."""
    return _of(lambda result: result.won)


@scorer(metrics=BY_CAMP)
def votes() -> Scorer:
    """Scores the share of the seekers' votes that named a sought player."""
    return _of(lambda result: result.votes)


@scorer(metrics=BY_CAMP)
def answers() -> Scorer:
    """Scores the share of the script's questions answered right by its key; a missing answer is wrong."""
    return _of(lambda result: result.answers)


@scorer(metrics=[accuracy(), stderr()])
def fallbacks() -> Scorer:
    """Scores the share of the seats' actions that were unreadable or illegal, so the fallback was played."""
    return _of(lambda result: result.fallbacks)


def _of(part: Callable[[SeatsResult], Ratio]) -> Scorer:
    async def score(state: TaskState, target: Target) -> Score:
        del target
        stored = state.store.get(STORED)
        if stored is None:
            return Score.unscored(explanation="the match did not end")
        result = SeatsResult.model_validate(stored)
        share, won_by = part(result), ", ".join(map(str, result.winners.values()))
        about = {"match": result.match, "faults": dict(result.faults), "of": share.of}
        if share.value is None:
            return Score.unscored(explanation="there was nothing to score", metadata=about)
        return Score(value=share.value, answer=won_by, metadata=about)

    return score


SOLVERS: dict[str, object] = {}
"""The registered solvers, by the names of methods."""


def solver_of(spec: str, model: str = PREFIX) -> Solver:
    """Returns the solver of `METHOD[:OPTIONS]`.

    Raises:
        UnknownMethod: if there is no such method.
    """
    name, _, options = spec.partition(":")
    METHODS.find(name)
    return register_solver(name)(options=options, model=model)  # pyright: ignore[reportCallIssue]


def register_solver(method: str):  # noqa: ANN201 - Inspect's own wrapper
    """Registers the solver of a method under its name, once."""
    if method not in SOLVERS:

        @solver(method)
        def in_seats(options: str = "", model: str = PREFIX) -> Solver:
            """Plays the evaluated seats by a method.

            Args:
                options: the options of the method, as in `METHOD:OPTIONS`.
                model: its model string; `inspect` is the model under evaluation.
            """
            spec = f"{method}:{options}" if options else method

            async def solve(state: TaskState, generate: Generate) -> TaskState:
                del generate
                return await _play_sample(state, spec, model)

            return solve

        SOLVERS[method] = in_seats
    return SOLVERS[method]


async def _play_sample(state: TaskState, method: str, model: str) -> TaskState:
    """Plays the sample's match and stores its result."""
    table = SampleTable.model_validate(state.metadata)
    try:
        match: Match | Exception = await _match(table, method, full_name(model))
    except ModelUnavailable as error:
        match = inspects_own(error)
    if isinstance(match, Exception):  # raised here, since within `except` its chain would lead back to itself
        raise match
    result = result_of(match.record, table.seats, table.camp)
    state.store.set(STORED, result.model_dump())
    state.metadata |= {"match": result.match, "roles": dict(result.roles), "faults": dict(result.faults)}
    state.messages.append(ChatMessageAssistant(content=match.transcript))
    state.output = ModelOutput.from_content(model=str(state.model), content=match.transcript)
    state.completed = True
    return state


def inspects_own(error: ModelUnavailable) -> Exception:
    """Returns Inspect's error behind one of ours, so that Inspect tells a limit from a failure."""
    return error.__cause__ if isinstance(error.__cause__, Exception) else error


async def _match(table: SampleTable, method: str, model: str) -> Match:
    async with ModelPool(attempts=1) as models:
        setup = await asyncio.to_thread(_setup, table, method, model, models)
        return await play_laid(setup, models, table.db)


def _setup(table: SampleTable, method: str, model: str, models: ModelPool) -> Setup:
    game = read_setup(table.setup)
    others, _, named = table.others.partition("@")
    seats = Seating(
        method=others, model=full_name(named or default_model()), seats=seating(table.seats, method, model)
    )
    return lay_table(game, table.seed, lay_seats(game, table.seed, seats, models.window))


@runtime_checkable
class AnsweringTables(Protocol):
    """A game's part `answering`: tables whose players read their texts and answer questions without talk."""

    def __call__(
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
        tables = deal_tables(read_game(game, options), seed, language)
        return Task(
            dataset=sample_tables(game, seats, others, db, tables, games),
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
    tables = part(scripts, language=language, games=games, seed=seed)
    return Task(
        dataset=sample_tables(name, EACH, OTHER_READERS, db, tables),
        solver=solver_of(method),
        scorer=[answers(), votes(), fallbacks()],
        config=GenerateConfig(temperature=TEMPERATURE),
    )


def _scorers(game: str, seats: str) -> list[Scorer]:
    """Returns the scorers that apply to these seats of this game."""
    kinds = find_game(game)
    chosen = [] if seats == ALL else [won()]
    if seats not in kinds.teams[1:] and event_kinds.VOTED in kinds.events:
        chosen.append(votes())
    if request_kinds.ANSWER in kinds.requests:
        chosen.append(answers())
    return [*chosen, fallbacks()]
