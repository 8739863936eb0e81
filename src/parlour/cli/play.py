"""`parlour play`: a match from the deal to the verdict."""

from __future__ import annotations

import asyncio
import inspect
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape
from typer.core import TyperCommand

from parlour.agents import METHODS
from parlour.arena import (
    HUMAN,
    MOST_SEED,
    OUTSIDE,
    REMOTE,
    Act,
    Listener,
    Record,
    Seating,
    Setup,
    drawn_seed,
    listener,
)
from parlour.cli.game_options import Given, as_option, game_options, read_given, with_options
from parlour.cli.person import Person
from parlour.cli.screen import Screen, announce, print_finale, print_result, result
from parlour.core import GAMES, default_game, find_game
from parlour.core.telemetry import end as end_telemetry
from parlour.errors import FAILED, MissingExtra, MuteModel, ParlourError, UnknownPlayer, UsageError
from parlour.language.wording import find_choice, number_options, rulebook, rules_of, word
from parlour.library.game_options import MatchOrder, find_unfinished, play_on, refuse_unused_budgets
from parlour.llm import BUILT_IN, Language, ModelPool, Rehearsal, default_model, is_rule_based
from parlour.store import Store, foreign_addresses, refuse_foreign
from parlour.views.terminal import (
    AsJson,
    Concurrency,
    Db,
    Effort,
    EmbeddingName,
    ModelFile,
    Set,
    Temperature,
    print_json,
    read_model_options,
    tell_broken,
    terminal,
)

if TYPE_CHECKING:
    from parlour.cli.speech_prompt import SpeechPrompt

GAME_HELP = f"{', '.join(GAMES.names)}; {GAMES.default} if left out."
WITH_RESUME = frozenset({"models_file", "resume", "db", "as_json", "budget", "concurrency", "fast"})
SPELLED = {"settings": "set"}
"""Options with another name than their parameter."""

app = typer.Typer(help="Play a match, with agents alone or yourself among them.")


def play(
    ctx: typer.Context,
    *,
    game: Annotated[str | None, typer.Argument(help=GAME_HELP, show_default=False)] = None,
    lang: Annotated[Language | None, typer.Option(help="Language of the table: en or zh.")] = None,
    model: Annotated[
        str | None,
        typer.Option(help="What the seats think with (`parlour models`); PARLOUR_MODEL sets the default."),
    ] = None,
    method: Annotated[str, typer.Option(help="How the seats play (`parlour methods`).")] = METHODS.default,
    seat: Annotated[
        list[str] | None, typer.Option(help="NAME=METHOD\\[@MODEL] for one seat; remote: a program joins.")
    ] = None,
    team: Annotated[
        list[str] | None, typer.Option(help="TEAM=METHOD\\[@MODEL] for everybody on a side of the game.")
    ] = None,
    human: Annotated[
        list[str] | None, typer.Option(help="NAME: you play that character here; without a NAME you choose.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Of every draw; random if left out.", min=0)] = None,
    budget: Annotated[
        float | None, typer.Option(help="Stop before this many dollars are spent; resumable.", min=0)
    ] = None,
    embedding: EmbeddingName = None,
    script_tokens: Annotated[int, typer.Option(help="Of script in a prompt, where one is dealt.")] = 4000,
    dialogue_tokens: Annotated[int, typer.Option(help="Of dialogue in a prompt.")] = 4000,
    answer_tokens: Annotated[int, typer.Option(help="Of each, when answering questions.")] = 5000,
    models_file: ModelFile = None,
    temperature: Temperature = None,
    reasoning_effort: Effort = None,
    settings: Set = None,
    concurrency: Concurrency = None,
    resume: Annotated[
        str | None, typer.Option(help="Go on with this match instead.", metavar="MATCH")
    ] = None,
    fast: Annotated[
        bool,
        typer.Option("--fast", help="Do not wait for a reader of the screen where no model is waited for."),
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
    given: Given,
) -> None:
    """Play a match, with agents alone or yourself among them, from the deal to the verdict.

    Everything is recorded as it happens. Whatever stops a match (Ctrl-C, a budget, a crash), it goes on with
    `--resume`, and nobody is asked again what was answered.
    """
    set_options = [
        name
        for name in ctx.params
        if (source := ctx.get_parameter_source(name)) and source.name == "COMMANDLINE"
    ]
    if resume:
        _refuse_changes(set_options)
    chosen_game = find_game(game) if game else default_game()
    tell_broken(BROKEN)
    refuse_unused_budgets(chosen_game, set_options, as_option)
    wanted = read_given(chosen_game.name, given, OPTIONS)
    chosen = read_model_options(models_file, temperature, reasoning_effort, settings)
    seating = Seating(
        method=method,
        model=chosen.on(model or default_model()),
        seats=[*map(chosen.on_filling, seat or ())],
        teams=[*map(chosen.on_filling, team or ())],
        humans=human or (),
    )
    own = [filling.partition("@")[2] for filling in (*seating.seats, *seating.teams)]
    chosen.refuse_unused((seating.model, *own))
    order = MatchOrder(
        game=wanted,
        seating=seating,
        seed=drawn_seed(seating) if seed is None else seed,
        language=lang,
        tokens={
            "script_tokens": script_tokens,
            "dialogue_tokens": dialogue_tokens,
            "answer_tokens": answer_tokens,
        },
        embedding=embedding,
        spelled=as_option,
    )
    try:
        with Store.reading(db) if resume else Store.open(db) as store:
            models = ModelPool(budget=budget, concurrency=concurrency)
            asyncio.run(_play(store, models, resume, order, as_json=as_json, is_fast=fast))
    except KeyboardInterrupt:
        sys.stdout.flush()
        end_telemetry()
        os._exit(FAILED)  # a thread may still be waiting for a person's line, and would not let Python end


_CHOOSE = "?"
"""The name of a seat that the person chooses from the cast."""


class _PlayCommand(TyperCommand):
    """The command, whose option `--human` may stand without a name."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Fills in the name that is left out."""
        arguments: list[str] = []
        for argument, after in zip(args, [*args[1:], "-"], strict=True):
            arguments += (
                [argument, _CHOOSE] if argument == "--human" and after.startswith("-") else [argument]
            )
        return super().parse_args(ctx, arguments)


OPTIONS, BROKEN = game_options(reserved=inspect.signature(play).parameters)
app.command(
    name="play",
    cls=_PlayCommand,
    epilog="\n\n".join(escape(f"Left out: {error}") for error in BROKEN) or None,
)(with_options(play, OPTIONS))


async def _play(
    store: Store, pool: ModelPool, resume: str | None, order: MatchOrder, *, as_json: bool, is_fast: bool
) -> None:
    began, ledger = time.monotonic(), pool.ledger
    async with pool as models:
        if resume:
            match = _resume(store, resume)
        else:
            setup = _create_setup(order, models)
            await _foresee(setup, models)
            match = store.create(setup)
        setup = store.setup(match)
        humans = [seat.player for seat in setup.seats if seat.method == HUMAN]
        is_watched = bool(humans) or not as_json or sys.stderr.isatty()
        console = terminal(to_stderr=as_json, is_quiet=not is_watched)
        screen = Screen(
            setup=setup,
            console=console,
            ledger=ledger,
            viewpoint=humans[0] if humans else None,
            is_live=console.is_terminal and not humans,
            is_paced=console.is_terminal and not is_fast and _is_instant(setup),
        )
        announce(setup, screen.story, console)
        people = {
            name: Person(
                console=console,
                game=setup.game.name,
                language=setup.language,
                listener=hears,
                prompt=_prompt(console, hears),
                rulebook=rulebook(setup.game),
                rules=rules_of(setup.game),
            )
            for name, hears in ((name, listener(setup, name)) for name in humans)
        }
        try:
            with screen:
                if _is_joined(setup):
                    from parlour.cli.joining import play_joined

                    await play_joined(store, models, match, screen)
                    record = store.record(match)
                else:
                    record = await play_on(store, models, match, people=people, observer=screen)
        except (ParlourError, asyncio.CancelledError):
            typer.echo(word("resume", setup.language, match=match), err=True)
            raise
    figures = result(record, ledger, time.monotonic() - began)
    if as_json:
        print_json(figures)
    else:
        if humans:
            print_finale(console, record)
        print_result(console, record, figures)
        if _is_instant(setup):
            console.print(word("real_model", setup.language), style="dim")
    _refuse_mute(record)


def _refuse_mute(record: Record) -> None:
    """Raises `MuteModel` if all decisions of models failed in a match too short to be stopped for it."""
    models = {seat.player: seat.model for seat in record.setup.seats if seat.model}
    acts = [act for act in record.items if isinstance(act, Act) and act.player in models]
    decided = [act for act in acts if act.chosen or act.speech or act.is_fallback]
    if not decided or not all(act.is_fallback for act in decided):
        return
    model, problem = models[decided[-1].player], record.faults[-1].problem
    raise MuteModel(
        f"all {len(decided)} decisions fell back on the game's rule, since no reply of {model} could be used:"
        f" {problem}. Ask it for a word with: parlour doctor --model {model}"
    )


def _resume(store: Store, match: str) -> str:
    """Returns the id of a match to resume; an import that sends prompts elsewhere needs a confirmation."""
    match = find_unfinished(store, match)
    addresses = foreign_addresses(store, match)
    if not addresses or not sys.stdin.isatty():
        refuse_foreign(store, match)
        return match
    typer.echo(f"{match} was imported and sends its prompts to {', '.join(addresses)}", err=True)
    typer.confirm("go on?", abort=True, err=True)
    return match


def _prompt(console: Console, listener: Listener | None) -> SpeechPrompt | None:
    if listener is None or not (sys.stdin.isatty() and console.is_terminal):
        return None
    from prompt_toolkit.output import create_output

    from parlour.cli.speech_prompt import SpeechPrompt

    screen = sys.stderr if console.stderr else sys.stdout
    return SpeechPrompt(listener=listener, output=create_output(stdout=screen))


def _with_chosen_seat(order: MatchOrder) -> MatchOrder:
    humans = order.seating.humans
    if _CHOOSE not in humans or not sys.stdin.isatty():
        return order
    game = order.deal()
    numbers = number_options(game.players)
    for number, player in numbers.items():
        typer.echo(f"{number:>3}. {player}", err=True)
    seat = None
    while seat is None:
        reply = str(typer.prompt(word("which_seat", game.language), err=True))
        seat = find_choice(reply.strip(), {player: player for player in game.players}, numbers)
    chosen = [seat if name == _CHOOSE else name for name in humans]
    return replace(order, seating=replace(order.seating, humans=chosen))


def _create_setup(order: MatchOrder, models: ModelPool) -> Setup:
    order = _with_chosen_seat(order)
    try:
        setup = order.lay(models.window)
    except UnknownPlayer as error:
        if order.seed >= MOST_SEED:  # a secret one, since a program joins from elsewhere
            raise
        deals = f"seed {order.seed} deals this table: --seed {order.seed} --human NAME seats you at it"
        raise UnknownPlayer(f"{error}\n{deals}") from error
    people = sum(seat.method == HUMAN for seat in setup.seats)
    if people > 1:
        raise UsageError("one terminal keeps one person's secrets: several people play at `parlour serve`")
    if _is_joined(setup):
        if find_spec("fastapi") is None:
            raise MissingExtra("seats for programs need the web extra: pip install 'parlour[web]'")
        if people:
            raise UsageError(
                "people and programs sit down together at `parlour serve`, not at `parlour play`"
            )
    return setup


_MANY = 10
"""Seats from which on a match of agents is rehearsed before it is paid for."""


async def _foresee(setup: Setup, models: ModelPool) -> None:
    if (
        len(setup.players) < _MANY
        or _is_instant(setup)
        or any(seat.method in OUTSIDE for seat in setup.seats)
    ):
        return
    from parlour.cli.progress import confirm_expected  # which imports all experiments
    from parlour.experiments.preflight import LARGE_TABLE, expected_of

    rehearsed = ModelPool(opener=lambda name: Rehearsal(models.provider(name)))  # not closed: the match is
    foreseen = await expected_of(setup, rehearsed)
    if foreseen.input_tokens > LARGE_TABLE:
        confirm_expected(terminal(to_stderr=True), foreseen, is_sure=True)


def _is_instant(setup: Setup) -> bool:
    return all(is_rule_based(seat.model or BUILT_IN) and seat.method not in OUTSIDE for seat in setup.seats)


def _is_joined(setup: Setup) -> bool:
    return any(seat.holder.method == REMOTE for seat in setup.seats)


def _refuse_changes(set_options: Sequence[str]) -> None:
    changes = [name for name in set_options if name not in WITH_RESUME]
    if "game" in changes:
        raise UsageError("--resume goes on with a match that has its game already: leave the game out")
    if changes:
        option = SPELLED.get(changes[0], changes[0].replace("_", "-"))
        raise UsageError(f"--resume goes on with a match as it was set up: leave out --{option}")
