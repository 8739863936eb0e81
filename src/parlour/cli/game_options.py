"""The options of `parlour play` that belong to games: one for each field of a game's settings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.markup import escape

from parlour.core import GAMES, GameAsked
from parlour.errors import BrokenPlugin
from parlour.library.game_options import AskedField, asked_fields, not_of, read_game

Given = Mapping[str, object]
"""The given values of games' options by option; omitted options are not in it."""


@dataclass(frozen=True, kw_only=True)
class GameOption:
    """An option for all games that have a field of that name and type."""

    name: str
    fields: tuple[AskedField, ...]

    @property
    def flag(self) -> str:
        """The option as it is typed."""
        return as_option(self.name)

    def of(self, game: str) -> AskedField | None:
        """Returns the field of a game that it fills; None if the game has none."""
        return next((field for field in self.fields if field.game == game), None)

    def parameter(self, games: int) -> inspect.Parameter:
        """Returns the parameter from which Typer makes the option."""
        first, names = self.fields[0], [field.title for field in self.fields]
        panel = (
            None
            if len(names) == games > 1
            else " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        )
        flags = (f"{self.flag}/--no-{self.flag[2:]}",) if first.form == "boolean" else (self.flag,)
        metavar = "ROLE=N,…" if first.form == "counts" else None
        option = typer.Option(*flags, help=escape(self.help), rich_help_panel=panel, metavar=metavar)
        return inspect.Parameter(
            self.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[first.values | None, option],
        )

    @property
    def help(self) -> str:
        """The effect of the option, its values and default, game by game if they differ."""
        helps = dict.fromkeys(field.help.rstrip(".") for field in self.fields)
        notes = dict.fromkeys(field.note for field in self.fields)
        if len(helps) > 1:
            games = (f"{field.title}: {field.help.rstrip('.')}{field.aside}." for field in self.fields)
            return " ".join(games)
        text = next(iter(helps))
        if len(notes) == 1:
            return f"{text}{self.fields[0].aside}."
        return f"{text} ({'; '.join(f'{field.title}: {field.note}' for field in self.fields if field.note)})."


def game_options(reserved: Collection[str] = ()) -> tuple[tuple[GameOption, ...], tuple[BrokenPlugin, ...]]:
    """Returns the options of all installed games, and the games whose options cannot be read."""
    options, broken = dict[str, list[AskedField]](), list(GAMES.broken())
    for name in GAMES.load_all():
        try:
            fields = asked_fields(name)
        except Exception as error:  # noqa: BLE001 - the boundary to other packages' forms
            why = f"cannot be asked for: {type(error).__name__}: {error}"
            broken.append(BrokenPlugin(f"the game {name!r} of {GAMES.owner(name)} {why}"))
            continue
        for field in fields:
            others = options.get(field.name, [])
            is_other = any(other.values != field.values for other in others)
            key = f"{name}_{field.name}" if is_other or field.name in reserved else field.name
            options.setdefault(key, []).append(field)
    return tuple(GameOption(name=key, fields=tuple(fields)) for key, fields in options.items()), tuple(broken)


def with_options(verb: Callable[..., None], options: Sequence[GameOption]) -> Callable[..., None]:
    """Returns a verb that also takes the options of games, and passes their values on as `given`."""
    own = inspect.signature(verb, eval_str=True)

    def call(**arguments: object) -> None:
        values = {option.name: arguments.pop(option.name) for option in options}
        verb(**arguments, given={name: value for name, value in values.items() if value is not None})

    parameters = [parameter for parameter in own.parameters.values() if parameter.name != "given"]
    games = len({field.game for option in options for field in option.fields})
    added = [option.parameter(games) for option in options]
    call.__doc__ = verb.__doc__
    call.__signature__ = own.replace(parameters=[*parameters, *added])  # pyright: ignore[reportFunctionMemberAccess]
    return call


def read_given(game: str, inputs: Given, options: Sequence[GameOption]) -> GameAsked:
    """Returns the settings of a game from the given options.

    Raises:
        UsageError: if an option belongs to another game, or has a wrong value.
    """
    values, flags = dict[str, object](), dict[str, str]()
    for option in options:
        if option.name not in inputs:
            continue
        field = option.of(game)
        if field is None:
            raise not_of(option.flag, [field.game for field in option.fields], game)
        values[field.name], flags[field.name] = inputs[option.name], option.flag
    return read_game(game, values, lambda name: flags.get(name) or as_option(name))


def as_option(name: str) -> str:
    """Returns the option of a parameter's name as it is typed."""
    return f"--{name.replace('_', '-')}"
