"""The options of a game, and the order of a match: what can be given, and the reading of it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from parlour.agents import Agent, questions_everybody
from parlour.agents.memory import Budgets, LazyRanking
from parlour.arena import (
    OUTSIDE,
    GameSetup,
    Observer,
    Record,
    Seating,
    Setup,
    Status,
    Window,
    lay_seats,
    lay_table,
    open_match,
    try_out,
)
from parlour.core import (
    GAMES,
    EventKind,
    Game,
    GameAsked,
    Player,
    RequestKind,
    asked_model,
    event_kinds,
    find_game,
    request_kinds,
)
from parlour.errors import FieldError, UnknownOption, UsageError
from parlour.language.wording import game_word, has_word
from parlour.llm import TEMPERATURE, Language, MatchModels, ModelPool, check_settings, note_other_servers
from parlour.store import MemoryLog, Store

Spelling = Callable[[str], str]
"""Spells an option's name, given with underscores, in the way of its source: `--self-save` or `self_save`."""


def as_keyword(name: str) -> str:
    """Returns an option's name as a Python keyword."""
    return name


def usage_error(error: ValidationError, spelled: Spelling = as_keyword) -> UsageError:
    """Returns pydantic's first error as one about the option concerned."""
    wrong = error.errors(include_url=False)[0]
    field = "-".join(map(str, wrong["loc"][:1]))
    return UsageError(f"{spelled(field)}: {wrong['msg']}")


_TYPES: Mapping[str, type] = {"boolean": bool, "integer": int, "number": float}
Form = Literal["boolean", "integer", "number", "string", "choice", "counts"]


@dataclass(frozen=True, kw_only=True)
class AskedField:
    """One option of a game.

    Attributes:
        span: the least and the greatest value, each None without a limit.
        usual: the default; None if it depends on other fields.
    """

    game: str
    title: str
    name: str
    form: Form
    help: str
    choices: tuple[str, ...] = ()
    span: tuple[int | None, int | None] = (None, None)
    usual: object = None

    @property
    def values(self) -> Any:  # noqa: ANN401 - a type that is made of choices
        return Literal[self.choices] if self.form == "choice" else _TYPES.get(self.form, str)

    @property
    def note(self) -> str:
        """Its limits and its default, in a few words."""
        least, most = self.span
        notes = [] if least is None or most is None else [f"{least} to {most}"]
        if self.form == "counts":
            notes.append(", ".join(self.choices))
        if self.usual not in (None, ""):
            usual = {True: "yes", False: "no"}[self.usual] if isinstance(self.usual, bool) else self.usual
            notes.append(f"usually {usual}")
        return ", ".join(notes)

    @property
    def aside(self) -> str:
        """The note in brackets; empty without one."""
        return f" ({self.note})" if self.note else ""

    def read(self, value: object, option: str) -> object:
        """Returns a value in the form of the game's model; counts may be text or a mapping."""
        if self.form != "counts":
            return value
        if isinstance(value, Mapping):
            value = ",".join(f"{name}={count}" for name, count in cast("Mapping[str, object]", value).items())
        text, counts = str(value), dict[str, str]()
        for piece in text.split(","):
            name, equals, count = (part.strip() for part in piece.partition("="))
            if not equals or name not in self.choices or not count.isdecimal() or name in counts:
                example = ",".join(f"{role}=1" for role in self.choices[:2])
                names = ", ".join(self.choices)
                raise UsageError(f"{option} {text}: write it as {example},…; the roles are {names}")
            counts[name] = count
        return dict.fromkeys(self.choices, "0") | counts


def asked_fields(game: str) -> tuple[AskedField, ...]:
    """Returns the options of a game whose value is a word, a number or counts; nested ones are left out."""
    model = asked_model(game)
    schema = model.model_json_schema()
    properties, parts = schema.get("properties", {}), schema.get("$defs", {})
    fields = (_field(game, name, info, properties[name], parts) for name, info in model.model_fields.items())
    return tuple(field for field in fields if field)


def _field(
    game: str, name: str, info: FieldInfo, field_schema: Mapping[str, Any], parts: Mapping[str, Any]
) -> AskedField | None:
    rules = find_game(game)
    [schema] = [
        option for option in field_schema.get("anyOf", [field_schema]) if option.get("type") != "null"
    ][:1] or [field_schema]
    schema = parts.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
    form = _form(schema)
    if form is None or field_schema.get("widget") == "file":
        return None
    is_seats, key, usual_help = name == "players", f"help_{name}", name.replace("_", " ").capitalize()
    return AskedField(
        game=game,
        title=rules.titles["en"],
        name=name,
        form=form,
        help=info.description or (game_word(key, "en", game) if has_word(key, "en", game) else usual_help),
        choices=tuple(schema.get("enum", schema.get("properties", ()))),
        span=rules.seats if is_seats else (schema.get("minimum"), schema.get("maximum")),
        usual=rules.usual if is_seats else _usual(cast("type[BaseModel]", rules.setup), name, info),
    )


def _form(schema: Mapping[str, Any]) -> Form | None:
    """Returns the form of a field; None if it cannot be typed in a word."""
    if "enum" in schema:
        return "choice"
    match schema.get("type"):
        case "boolean" | "integer" | "number" | "string" as form:
            return form
        case "object" if all(
            subschema.get("type") == "integer" for subschema in schema.get("properties", {}).values()
        ):
            return "counts" if schema.get("properties") else None
        case _:
            return None


def _usual(setup: type[BaseModel], name: str, info: FieldInfo) -> object:
    """Returns a field's default, or the setup's own if the field leaves it open."""
    setup_field = setup.model_fields.get(name)
    usual = info.default if info.default is not None or setup_field is None else setup_field.default
    return usual if isinstance(usual, bool | int | float | str) else None


def read_game(game: str, options: Mapping[str, object], spelled: Spelling = as_keyword) -> GameAsked:
    """Returns a game with the given options."""
    fields = {field.name: field for field in asked_fields(game)}
    values = {
        name: fields[name].read(value, spelled(name)) if name in fields else value
        for name, value in options.items()
    }
    try:
        return asked_model(game).from_user(values)
    except ValidationError as error:
        raise usage_error(error, spelled) from error


def not_of(option: str, owners: Collection[str], game: str) -> UnknownOption:
    """Returns the error on an option of other games."""
    return UnknownOption(f"{option} is an option of {' and '.join(sorted(owners))}, not of {game}")


def read_keywords(
    game: str, options: Mapping[str, object], reserved: Collection[str]
) -> tuple[Mapping[str, object], Mapping[str, str]]:
    """Returns the fields of a game's setup, and how its sides play: each by its own name.

    Raises:
        UnknownOption: naming the nearest, if it is neither.
    """
    field_names = {
        f"{game}_{name}" if name in reserved else name: name for name in asked_model(game).model_fields
    }
    sides = find_game(game).teams
    fields, fillings = dict[str, object](), dict[str, str]()
    for name, value in options.items():
        if name in field_names:
            fields[field_names[name]] = value
        elif name not in sides:
            raise _unknown(name, game, [*field_names, *sides, *reserved])
        elif not isinstance(value, str):
            raise UsageError(f"{name}: write how that side plays as 'METHOD' or 'METHOD@MODEL'")
        else:
            fillings[name] = value
    return fields, fillings


def _unknown(name: str, game: str, known_names: Collection[str]) -> UnknownOption:
    owners = [other for other in GAMES.load_all() if name in asked_model(other).model_fields]
    if owners:
        return not_of(name, owners, game)
    near = difflib.get_close_matches(name, known_names, n=1)
    suggestion = f"did you mean {near[0]}?" if near else f"there are {', '.join(known_names)}"
    return UnknownOption(f"{game} takes no option {name!r}: {suggestion}")


BUDGET_OPTIONS = {"script": "script_tokens", "dialogue": "dialogue_tokens", "answering": "answer_tokens"}
"""The option that sets each budget of a prompt."""
_BUDGETS_OF: Mapping[str, EventKind | RequestKind] = {
    "script_tokens": event_kinds.SCRIPT,
    "answer_tokens": request_kinds.ANSWER,
}
"""The kind of event or request that a budget needs in a game."""


@dataclass(frozen=True, kw_only=True)
class MatchOrder:
    """The order of a match.

    Attributes:
        language: of the match; the game's default if None.
        tokens: the most tokens of each kind in a prompt, by option; defaults for those left out.
        embedding: the ranking of retrieval; the default if None.
    """

    game: GameAsked
    seating: Seating
    seed: int
    language: Language | None = None
    tokens: Mapping[str, int] = field(default_factory=dict[str, int])
    embedding: str | None = None
    temperature: float = TEMPERATURE
    spelled: Spelling = as_keyword

    def lay(self, window: Window) -> Setup:
        """Returns the tested setup: a wrong option is an error before a match is on record.

        Raises:
            UsageError: naming the option, if it cannot be played as asked.
            ModelUnavailable: if a model cannot be brought to answer.
        """
        game = self.deal()
        limits = {
            name: self.tokens[option] for name, option in BUDGET_OPTIONS.items() if option in self.tokens
        }
        try:
            budgets = Budgets.model_validate(limits)
        except ValidationError as error:
            raise usage_error(error, lambda name: self.spelled(BUDGET_OPTIONS.get(name, name))) from error
        seats = lay_seats(game, self.seed, self.seating, window)
        setup = lay_table(
            game, self.seed, seats, budgets=budgets, embedding=self.embedding, temperature=self.temperature
        )
        try_out(setup, MemoryLog())
        return setup

    def deal(self) -> GameSetup:
        try:
            game = self.game
            if questions_everybody(self.seating.method.partition("@")[0]):
                game = game.questioning_everybody()
            return game.deal(self.seed, self.language)
        except ValidationError as error:
            raise usage_error(error, self.spelled) from error
        except FieldError as error:
            raise UsageError(f"{self.spelled(error.field)}: {error.message}") from error


def refuse_unused_budgets(game: Game[Any], options: Collection[str], spelled: Spelling = as_keyword) -> None:
    """Raises `UsageError` if a token budget is given for prompts that the game does not have."""
    for option, kind in _BUDGETS_OF.items():
        if option in options and kind not in (*game.requests, *game.events):
            owners = [
                name for name, other in GAMES.load_all().items() if kind in (*other.requests, *other.events)
            ]
            raise not_of(spelled(option), owners, game.name)


async def play_on(
    store: Store,
    models: ModelPool,
    match: str,
    *,
    people: Mapping[Player, Agent] | None = None,
    observer: Observer | None = None,
) -> Record:
    """Plays a match from its present state to its end, and returns its record; repeats no recorded call.

    After an interruption (a model that is gone, a budget, a cancellation) it can be resumed.
    """
    log = store.journal(match)
    setup = log.setup
    models.carry_over(match, log.dollars)
    match_models, ranking = MatchModels(models, log=log), LazyRanking(setup.embedding)
    await open_match(setup, log, match_models, ranking, people, observer, match=match).play()
    return store.finished_record(log)


def find_unfinished(store: Store, match: str) -> str:
    """Returns the whole id of a match that can be resumed.

    Raises:
        UnknownMatch: if there is no such match.
        UsageError: if it is finished, or its models have got other settings since.
    """
    record = store.record(store.find_named(match), with_calls=False)
    if record.status is Status.FINISHED:
        raise UsageError(f"{record.match} is finished; see it again with: parlour replay {record.match}")
    holders = [seat.holder for seat in record.setup.seats]
    check_settings(holder.model for holder in holders)
    note_other_servers((holder.model, holder.answers) for holder in holders)
    return record.match


def refuse_people(setup: Setup) -> None:
    """Raises `UsageError` if a seat is for a person or an outside program."""
    for seat in setup.seats:
        if seat.holder.method in OUTSIDE:
            raise UsageError(
                f"{seat.player}: people and programs sit down at `parlour play` and `parlour serve`,"
                " where somebody can ask them"
            )
