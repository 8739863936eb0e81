"""A solver for each installed method: it plays the evaluated seats on the model under evaluation."""

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
from parlour.integrations.inspect_tasks.samples import SampleTable, seating
from parlour.integrations.inspect_tasks.scorers import STORED, result_of
from parlour.library.match import Match
from parlour.library.playing import play_laid
from parlour.llm import ModelPool, default_model

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
