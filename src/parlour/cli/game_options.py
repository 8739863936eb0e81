"""The options of `parlour play` that belong to games: one for each field that can be asked of any of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.markup import escape

from parlour.core import GAMES, GameAsked
from parlour.errors import BrokenPlugin
from parlour.library import AskedField, asked_fields, not_of, read_game

Given = Mapping[str, object]
"""What was said of the options of games, by option; what was left out is not in it."""


@dataclass(frozen=True, kw_only=True)
class GameOption:
    """One option, of every game that asks for a field of that name and form."""

    name: str
    fields: tuple[AskedField, ...]

    @property
    def spelled(self) -> str:
        """As it is typed."""
        return as_option(self.name)

    def of(self, game: str) -> AskedField | None:
        """The field of that game which it fills."""
        return next((field for field in self.fields if field.game == game), None)

    def parameter(self, games: int) -> inspect.Parameter:
        """What Typer makes the option of.

        Args:
            games: how many there are; an option of all of them stands with those of every match.
        """
        first, names = self.fields[0], [field.title for field in self.fields]
        panel = None if len(names) == games > 1 else _listed(names)
        flags = (f"{self.spelled}/--no-{self.spelled[2:]}",) if first.form == "boolean" else (self.spelled,)
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
        """What it does, with what may be said and what is usual, game by game where they differ."""
        helps = dict.fromkeys(field.help.rstrip(".") for field in self.fields)
        notes = dict.fromkeys(field.note for field in self.fields)
        if len(helps) > 1:
            each = (f"{field.title}: {field.help.rstrip('.')}{field.aside}." for field in self.fields)
            return " ".join(each)
        told = next(iter(helps))
        if len(notes) == 1:
            return f"{told}{self.fields[0].aside}."
        return f"{told} ({'; '.join(f'{field.title}: {field.note}' for field in self.fields if field.note)})."


def game_options(taken: Collection[str] = ()) -> tuple[tuple[GameOption, ...], tuple[BrokenPlugin, ...]]:
    """The options of all installed games, and what is installed and cannot be asked for.

    Args:
        taken: names of options that every match has; a game's own is then named with the game.
    """
    options, broken = dict[str, list[AskedField]](), list(GAMES.broken())
    for name in GAMES.installed():
        try:
            fields = asked_fields(name)
        except Exception as error:  # noqa: BLE001 - the boundary to other packages' forms
            why = f"cannot be asked for: {type(error).__name__}: {error}"
            broken.append(BrokenPlugin(f"the game {name!r} of {GAMES.owner(name)} {why}"))
            continue
        for field in fields:
            others = options.get(field.name, [])
            is_other = any(each.values != field.values for each in others)
            key = f"{name}_{field.name}" if is_other or field.name in taken else field.name
            options.setdefault(key, []).append(field)
    found = tuple(GameOption(name=key, fields=tuple(fields)) for key, fields in options.items())
    return found, tuple(broken)


def with_options(verb: Callable[..., None], options: Sequence[GameOption]) -> Callable[..., None]:
    """A verb that takes the options of games too, and hands on what was said of them as `given`."""
    own = inspect.signature(verb, eval_str=True)

    def called(**told: object) -> None:
        said = {option.name: told.pop(option.name) for option in options}
        verb(**told, given={name: value for name, value in said.items() if value is not None})

    parameters = [each for each in own.parameters.values() if each.name != "given"]
    games = len({field.game for option in options for field in option.fields})
    added = [option.parameter(games) for option in options]
    called.__doc__ = verb.__doc__
    called.__signature__ = own.replace(parameters=[*parameters, *added])  # pyright: ignore[reportFunctionMemberAccess]
    return called


def read_given(game: str, given: Given, options: Sequence[GameOption]) -> GameAsked:
    """The game as it is asked for.

    Raises:
        UsageError: if an option is another game's, or is not what this one takes.
    """
    told, spelled = dict[str, object](), dict[str, str]()
    for option in options:
        if option.name not in given:
            continue
        field = option.of(game)
        if field is None:
            raise not_of(option.spelled, [each.game for each in option.fields], game)
        told[field.name], spelled[field.name] = given[option.name], option.spelled
    return read_game(game, told, lambda name: spelled.get(name) or as_option(name))


def as_option(name: str) -> str:
    """An option as the command line has it."""
    return f"--{name.replace('_', '-')}"


def _listed(names: Sequence[str]) -> str:
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last
