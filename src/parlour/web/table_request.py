"""Requests for a table by forms and programs: the game and the seats, checked into a setup or a preview."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any, cast

from pydantic import (
    AfterValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    ValidationError,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from parlour.agents import METHODS, questions_everybody
from parlour.arena import (
    SECRET_BITS,
    Seat,
    SeatAssignment,
    Setup,
    Window,
    find_player,
    hold,
    lay_table,
    secret_seed,
)
from parlour.core import (
    GAMES,
    FrozenModel,
    GameAsked,
    GameSetup,
    Player,
    RoleCounts,
    StrictModel,
    asked_model,
    default_game,
    read_asked,
)
from parlour.errors import (
    BrokenPlugin,
    FieldError,
    MissingExtra,
    MissingKey,
    ModelUnavailable,
    UnknownModel,
    UsageError,
)
from parlour.llm import Language, default_model
from parlour.views import premise_of
from parlour.web.hosting import MOST_SECONDS

_NAME, _MODEL = 200, 500
_ABOUT_THE_MODEL = UnknownModel, MissingKey, MissingExtra, ModelUnavailable


def askable() -> Mapping[str, type[GameAsked]]:
    """Returns the request model of each usable game, the default one first."""
    models: dict[str, type[GameAsked]] = {}
    usual = default_game().name
    for name in sorted(GAMES.load_all(), key=lambda name: name != usual):
        try:
            models[name] = asked_model(name)
        except BrokenPlugin:
            continue
    return models


def broken() -> tuple[str, ...]:
    """Returns a sentence for each unusable game, with its package."""
    sentences = [str(problem) for problem in GAMES.broken()]
    for name in GAMES.load_all():
        try:
            asked_model(name)
        except BrokenPlugin as error:
            sentences.append(str(error))
    return tuple(sentences)


class _OfAll:
    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            _read, serialization=core_schema.plain_serializer_function_ser_schema(_serialize)
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        choices: dict[str, str] = {}
        for name, model in askable().items():
            form = handler(_by_reference(model))
            choices[name] = form["$ref"]
            name_property = {"name": {"type": "string", "const": name, "title": "Name"}}
            model_schema = handler.resolve_ref_schema(form)
            model_schema["properties"] = {**name_property, **model_schema.get("properties", {})}
            model_schema["required"] = [
                "name",
                *(field for field in model_schema.get("required", ()) if field != "name"),
            ]
        return {
            "oneOf": [{"$ref": reference} for reference in choices.values()],
            "discriminator": {"propertyName": "name", "mapping": choices},
        }


AnyGame = Annotated[GameAsked, _OfAll]
"""The options of any game, discriminated by its `name`."""


def _by_reference(model: type[GameAsked]) -> CoreSchema:
    form = cast("dict[str, Any]", model.__pydantic_core_schema__)
    beside: list[CoreSchema] = []
    if form["type"] == "definitions":
        beside, form = form["definitions"], form["schema"]
    if form["type"] == "definition-ref":
        return core_schema.definitions_schema(cast("CoreSchema", form), beside)
    name = f"{model.__module__}.{model.__qualname__}:{model.game}"
    named = cast("CoreSchema", {**form, "ref": name})
    return core_schema.definitions_schema(core_schema.definition_reference_schema(name), [*beside, named])


def _read(raw: object) -> GameAsked:
    try:
        return read_asked(raw)
    except UsageError as error:
        raise PydanticCustomError("game", "{why}", {"why": str(error)}) from error


def _serialize(game: GameAsked) -> dict[str, Any]:
    return {"name": game.game, **game.model_dump(mode="json")}


class SeatAsked(StrictModel):
    """The method of one seat.

    Attributes:
        player: the seat by its name, by a unique prefix of it, or by its number from 1.
        method: the method with its options, or `human` or `remote`; empty for the table's.
        model: the model string; empty for the table's.
    """

    player: str = Field(min_length=1, max_length=_NAME)
    method: str = Field(default="", max_length=_NAME)
    model: str = Field(default="", max_length=_MODEL)


def _not_too_many(seats: tuple[SeatAsked, ...]) -> tuple[SeatAsked, ...]:
    most = max((game.seats[1] for game in GAMES.load_all().values()), default=0)
    if len(seats) > most:
        raise PydanticCustomError("too_long", "at most {most} can sit at a table", {"most": most})
    return seats


class TableAsked(StrictModel):
    """A request for a table; an empty one is the default game, played by agents alone.

    Attributes:
        game: the game and its options.
        language: the language of the table; by default that of the story, or English.
        method: the method of all other seats, with its options.
        model: the model of all other seats; empty for the server's default.
        seats: the seats with their own method or model, each once.
        seconds: the time limit of people and remote programs for each request; None for none.
        seed: the seed of every draw; None for a secret one.
    """

    game: AnyGame = Field(default_factory=lambda: asked_model(default_game().name)())
    language: Language | None = None
    method: str = Field(default_factory=lambda: METHODS.default, min_length=1, max_length=_NAME)
    model: str = Field(default="", max_length=_MODEL)
    seats: Annotated[tuple[SeatAsked, ...], AfterValidator(_not_too_many)] = ()
    seconds: int | None = Field(default=None, ge=5, le=MOST_SECONDS)
    seed: int | None = Field(default=None, ge=0, lt=2**SECRET_BITS)

    def setup(self, window: Window) -> Setup:
        """Returns the setup of the match, with every model opened.

        Raises:
            FieldError: if a field is invalid; it names the first one.
        """
        seed, game = self._dealt()
        return lay_table(game, seed, self._seats(game, window))

    def preview(self) -> Preview:
        """Returns the public information on the table before it is opened; nothing is stored.

        Raises:
            FieldError: as `setup` does, but seats are not checked.
        """
        return preview(*self._dealt())

    def _dealt(self) -> tuple[int, GameSetup]:
        seed = secret_seed() if self.seed is None else self.seed
        game = self.game.questioning_everybody() if questions_everybody(self.method) else self.game
        with _about(_count_field(self.game), "game."):
            return seed, game.deal(seed, self.language)

    def _seats(self, game: GameSetup, window: Window) -> tuple[Seat, ...]:
        seat_requests = dict.fromkeys(game.players, SeatAsked(player="*"))
        places = dict.fromkeys(game.players, "")
        for number, seat_request in enumerate(self.seats):
            with _about(f"seats.{number}.player"):
                player = _seat(seat_request.player, game)
            if places[player]:
                raise FieldError(f"{player} is seated twice", field=f"seats.{number}.player")
            seat_requests[player], places[player] = seat_request, f"seats.{number}."
        return tuple(
            Seat(player=player, **vars(self._holder(player, seat_request, places[player], window)))
            for player, seat_request in seat_requests.items()
        )

    def _holder(self, player: Player, seat_request: SeatAsked, place: str, window: Window) -> SeatAssignment:
        model = seat_request.model or self.model or default_model()
        try:
            return hold(player, seat_request.method or self.method, model, window)
        except _ABOUT_THE_MODEL as error:
            field = f"{place if seat_request.model else ''}model"
            raise FieldError(str(error), field=field) from error
        except UsageError as error:
            field = f"{place if seat_request.method else ''}method"
            raise FieldError(str(error), field=field) from error


def _seat(reference: str, game: GameSetup) -> Player:
    if reference.isdecimal() and reference not in game.players and 1 <= int(reference) <= len(game.players):
        return game.players[int(reference) - 1]
    return find_player(reference, game)


def _count_field(game: GameAsked) -> str:
    return next((name for name, value in dict(game).items() if isinstance(value, RoleCounts)), "players")


@contextmanager
def _about(field: str, place: str = "") -> Generator[None]:
    try:
        yield
    except FieldError as error:
        raise FieldError(error.message, field=f"{place}{error.field}") from error
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        raise FieldError(wrong["msg"], field=place + ".".join(map(str, wrong["loc"]))) from error
    except UsageError as error:
        raise FieldError(str(error), field=f"{place}{field}") from error


class Preview(FrozenModel):
    """The public information on a table before it is opened.

    Attributes:
        game: the name of the game.
        seed: the seed of this table; as text in JSON, since it has up to 128 bits.
        language: the language of the table.
        title: the title of the story; empty in a game without one.
        warning: the content warning, if any.
        synopsis: the public premise of the story.
        players: the seats, in their order.
        victims: the victims of the story.
        roles: the number of each dealt role, in a game of roles.
        reader_plays: whether the reader, which is no language model, can play it.
    """

    game: str
    seed: Annotated[int, PlainSerializer(str, return_type=str, when_used="json")]
    language: Language
    title: str = ""
    warning: str = ""
    synopsis: str = ""
    players: tuple[Player, ...]
    victims: tuple[str, ...] = ()
    roles: Mapping[str, int] = {}
    reader_plays: bool = True


def preview(seed: int, game: GameSetup) -> Preview:
    """Returns the public information on a game."""
    premise = premise_of(game)
    fields = {"game": game.name, "seed": seed, "language": game.language, "players": game.players}
    return Preview.model_validate({**vars(premise), **fields, "roles": dict(game.dealt_roles)})
