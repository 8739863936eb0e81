"""From the words in which a table is asked for to the setup of a match."""

from __future__ import annotations

import difflib
import platform
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from parlour.agents import METHODS, MethodSpec, find_method, is_control
from parlour.agents.memory import Budgets, open_ranking
from parlour.arena.person import HUMAN, OUTSIDE, REMOTE, reader_refusal
from parlour.arena.record import GameSetup, Seat, SeatAssignment, SeatHandover, Setup
from parlour.arena.seating import seat_agents, start_state
from parlour.core import GAMES, SHIPPED, Player, find_game
from parlour.errors import SetupError, UnknownPlayer, UsageError
from parlour.llm import (
    TEMPERATURE,
    CallLog,
    Client,
    LanguageModel,
    Replayed,
    default_embedding_name,
    is_rule_based,
    settle,
    who_answers,
)

MOST_SEED = 2**31
SECRET_BITS = 128
Window = Callable[[str], int]
"""How many tokens the window of a model holds; it is opened for that."""


@dataclass(frozen=True, kw_only=True)
class Seating:
    """The requested method and model of each seat, as a user spells them.

    Attributes:
        method: of every seat without an entry of its own, `METHOD[@MODEL]`.
        seats: `NAME=METHOD[@MODEL]`, each for one seat.
        teams: `TEAM=METHOD[@MODEL]`, each for a side.
        models: by team, the model of its seats instead, whatever the other fields say.
    """

    method: str = field(default_factory=lambda: METHODS.default)
    model: str = ""
    seats: Sequence[str] = ()
    teams: Sequence[str] = ()
    humans: Sequence[str] = ()
    models: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)


def lay_seats(game: GameSetup, seed: int, seating: Seating, window: Window) -> tuple[Seat, ...]:
    """Returns a seat per player; the setting of one seat overrides that of its team.

    Every model is opened, so that a missing one is reported before the match.

    Raises:
        UsageError: if a seat, team, method, option or model is unknown.
    """
    bare = Setup(game=game, seed=seed, language=game.language, seats=())
    teams = start_state(bare).teams()
    wanted = dict.fromkeys(game.players, _fill(seating.method, seating))
    for option in seating.teams:
        team, filling = _split_option(option, "--team")
        if team not in team_names(game):
            raise UsageError(f"--team {option}: the teams are {', '.join(team_names(game))}")
        wanted |= {player: _fill(filling, seating) for player in wanted if teams[player] == team}
    wanted |= _single_seats(game, seating)
    for player, (method, model) in wanted.items():
        wanted[player] = method, seating.models.get(teams[player], model)
    return tuple(hold_seat(player, method, model, window) for player, (method, model) in wanted.items())


def team_names(game: GameSetup) -> tuple[str, ...]:
    """Returns the sides of a game, empty ones too."""
    return find_game(game.name).teams


def _single_seats(game: GameSetup, seating: Seating) -> dict[Player, tuple[str, str]]:
    pairs = [_split_option(text, "--seat") for text in seating.seats]
    fillings = [(name, _fill(filling, seating)) for name, filling in pairs]
    fillings += [(name, (HUMAN, "")) for name in seating.humans]
    wanted: dict[Player, tuple[str, str]] = {}
    for name, filling in fillings:
        player = find_player(name, game)
        if player in wanted:
            raise UsageError(f"{player} is seated twice: say --seat or --human once for each seat")
        wanted[player] = filling
    return wanted


def find_player(name: str, game: GameSetup) -> Player:
    """Returns the seat that a name means, ignoring case; an unambiguous beginning is enough.

    Raises:
        UnknownPlayer: naming the seats.
    """
    folded = name.strip().casefold()
    begun = [player for player in game.players if player.casefold().startswith(folded)]
    exact = [player for player in begun if player.casefold() == folded]
    if len(exact or begun) == 1 and folded:
        return (exact or begun)[0]
    near = difflib.get_close_matches(name, game.players, n=1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    table = game.title or "this table"
    raise UnknownPlayer(f"{name!r} is no seat of {table}{meant}: {', '.join(game.players)}")


def try_out(setup: Setup, log: CallLog) -> None:
    """Creates all agents once, so that wrong options raise before a match is on record.

    Args:
        setup: of the match that is to be played.
        log: an empty one, in which nothing will be kept.

    Raises:
        UsageError: if a method, an option or the embedding is unknown, or the reader cannot play here.
    """

    def silent(holder: SeatAssignment) -> LanguageModel:
        return LanguageModel(backend=Client(Replayed(name=holder.model, context=holder.context), log=log))

    seat_agents(setup, log, silent, None, {})
    is_read = any(is_rule_based(seat.holder.model) for seat in setup.seats)
    if is_read and (refusal := reader_refusal(setup.game)):
        raise UsageError(refusal)
    if setup.embedding != default_embedding_name():
        open_ranking(setup.embedding)


def is_free(seats: Iterable[Seat]) -> bool:
    """Returns whether these seats cost nothing: all are played by the reader."""
    return all(is_rule_based(seat.holder.model) for seat in seats if seat.holder.model)


def versions(game: str = "", methods: Iterable[str] = ()) -> dict[str, str]:
    """Returns the versions of the packages that a match is played with.

    Args:
        game: by name; the package that brings it is told where it is none of ours.
        methods: as they are written in seats; likewise.
    """
    return {**_own_versions(), **_brought(game, methods)}


@cache
def _own_versions() -> Mapping[str, str]:
    """Returns the versions of Parlour, Python and Pydantic AI; cached, since files are read."""
    return {
        "parlour": version("parlour"),
        "python": platform.python_version(),
        "pydantic-ai": version("pydantic-ai-slim"),
    }


def _brought(game: str, methods: Iterable[str]) -> dict[str, str]:
    """Returns the versions of the other packages that provide the game and the methods."""
    owners = {GAMES.owner(game), *(METHODS.owner(MethodSpec.read(method).name) for method in methods)}
    return {owner: _version(owner) for owner in sorted(owners - {SHIPPED})}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # a damaged one, or one that was never installed
        return "unknown"


def _split_option(text: str, option: str) -> tuple[str, str]:
    name, equals, filling = text.partition("=")
    if not equals or not name or not filling:
        raise UsageError(f"{option} {text}: write it as NAME=METHOD or NAME=METHOD@MODEL")
    return name.strip(), filling.strip()


def _fill(filling: str, seating: Seating) -> tuple[str, str]:
    method, _, model = filling.partition("@")
    return method, model or seating.model


def hold(player: Player, method: str, model: str, window: Window) -> SeatAssignment:
    """Returns the assignment of a seat to a method and model.

    Args:
        player: the seat.
        method: with its options, or `human` or `remote`.
        model: its model, if the method needs one.
        window: how many tokens a model's window holds.

    Raises:
        UsageError: if the method, an option or the model is unknown.
    """
    spec = MethodSpec.read(method)
    if spec.name in OUTSIDE:
        if spec.options:
            raise SetupError(f"{player}: {spec.name} takes no options")
        return SeatAssignment(method=spec.name)
    loaded = find_method(spec.name)
    if not loaded.wants_model:
        return SeatAssignment(method=method)
    model = settle(model)
    return SeatAssignment(method=method, model=model, context=window(model), answers=who_answers(model))


def hold_seat(player: Player, method: str, model: str, window: Window) -> Seat:
    """Returns the seat of a player, as `hold` fills it."""
    return Seat(player=player, **vars(hold(player, method, model, window)))


def passed_to(setup: Setup, player: Player, step: int, holder: SeatAssignment) -> Setup:
    """Returns the table with another agent in a seat from that step on."""
    then = SeatHandover(step=step, **vars(holder))

    seats = list(setup.seats)
    for number, seat in enumerate(seats):
        if seat.player == player:
            before = (handover for handover in seat.then if handover.step < step)
            seats[number] = seat.model_copy(update={"then": (*before, then)})
    versions = {**_brought("", [holder.method]), **setup.versions}  # what it began with stays as it was
    return setup.model_copy(update={"seats": tuple(seats), "versions": versions})


def drawn_seed(seating: Seating) -> int:
    """Returns a seed: a short one, or a secret one where a program plays from elsewhere."""
    methods = {option.rpartition("=")[2] for option in (seating.method, *seating.teams, *seating.seats)}
    return secret_seed() if REMOTE in methods else secrets.randbelow(MOST_SEED)


def secret_seed() -> int:
    """Returns a seed of 128 bits for a hosted table: the roles follow from it, so it must not be guessed."""
    return secrets.randbits(SECRET_BITS)


def lay_table(
    game: GameSetup,
    seed: int,
    seats: tuple[Seat, ...],
    *,
    budgets: Budgets | None = None,
    embedding: str | None = None,
    temperature: float = TEMPERATURE,
    is_experiment: bool = False,
    elicits: bool = False,
) -> Setup:
    """Returns the setup of a new match in this environment."""
    return Setup(
        game=game,
        seed=seed,
        language=game.language,
        seats=seats,
        budgets=budgets or Budgets(),
        embedding=embedding or default_embedding_name(),
        temperature=temperature,
        controls=tuple(seat.player for seat in seats if is_experiment and is_control(seat.method)),
        elicits=elicits,
        versions=versions(game.name, (seat.method for seat in seats)),
    )
