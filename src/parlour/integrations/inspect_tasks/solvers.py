"""A solver for every installed method: it plays the evaluated seats, on the model under evaluation."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import asyncio

from inspect_ai.model import ChatMessageAssistant, ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver

from parlour.agents import METHODS
from parlour.arena import Seating, Setup, lay_seats, lay_table
from parlour.core import read_setup
from parlour.errors import ModelUnavailable
from parlour.integrations.inspect_tasks.names import PREFIX
from parlour.integrations.inspect_tasks.provider import full_name
from parlour.integrations.inspect_tasks.result import STORED, result_of
from parlour.integrations.inspect_tasks.seats import SampleTable, seating
from parlour.library import Match, play_laid
from parlour.llm import ModelPool, default_model

SOLVERS: dict[str, object] = {}
"""What Inspect's registry keeps, by the names of methods."""


def solver_of(told: str, model: str = PREFIX) -> Solver:
    """The solver of a method as it is told, `METHOD[:OPTIONS]`.

    Raises:
        UnknownMethod: if there is no such method.
    """
    name, _, options = told.partition(":")
    METHODS.find(name)
    return register_solver(name)(options=options, model=model)  # pyright: ignore[reportCallIssue]


def register_solver(method: str):  # noqa: ANN201 - Inspect's own wrapper
    """Lets Inspect find the solver of a method by its name; the same one when asked again."""
    if method not in SOLVERS:

        @solver(method)
        def in_seats(options: str = "", model: str = PREFIX) -> Solver:
            """Plays the evaluated seats by a method.

            Args:
                options: of the method, as `METHOD:OPTIONS` has them.
                model: what it thinks with; `inspect` is the model under evaluation.
            """
            told = f"{method}:{options}" if options else method

            async def solve(state: TaskState, generate: Generate) -> TaskState:
                del generate
                return await _played(state, told, model)

            return solve

        SOLVERS[method] = in_seats
    return SOLVERS[method]


async def _played(state: TaskState, method: str, model: str) -> TaskState:
    """Plays the sample's match, and puts down what it came to."""
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
    """Inspect's error behind one of ours, by which it tells a limit from a failure; ours if there is none."""
    return error.__cause__ if isinstance(error.__cause__, Exception) else error


async def _match(table: SampleTable, method: str, model: str) -> Match:
    async with ModelPool(attempts=1) as models:
        setup = await asyncio.to_thread(_laid, table, method, model, models)
        return await play_laid(setup, models, table.db)


def _laid(table: SampleTable, method: str, model: str, models: ModelPool) -> Setup:
    game = read_setup(table.setup)
    others, _, named = table.others.partition("@")
    seats = Seating(
        method=others,
        model=full_name(named or default_model()),
        seats=seating(table.seats, method, model),
    )
    return lay_table(game, table.seed, lay_seats(game, table.seed, seats, models.window))
