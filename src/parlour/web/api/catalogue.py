"""Routes of the games, scripts, methods and models that can be played here."""

from __future__ import annotations

from fastapi import APIRouter

from parlour.agents import METHODS
from parlour.arena import OUTSIDE
from parlour.core import GAMES, FrozenModel
from parlour.llm import Language, approved_models, default_model, lacking
from parlour.views import story_shelves
from parlour.web.table_request import askable, broken

catalogue_router = APIRouter(tags=["catalogue"])


class GameView(FrozenModel):
    """A game and its numbers of players.

    Attributes:
        name: its name in requests.
        titles: its titles, by language.
        fewest: the least number of players.
        most: the greatest number of players.
    """

    name: str
    titles: dict[Language, str]
    fewest: int
    most: int


class ScriptView(FrozenModel):
    """A script that can be played.

    Attributes:
        id: its name in requests.
        title: the title of the story.
        language: the language of the story.
        synopsis: the public premise of the story.
        warning: the content warning, if any.
        players: the characters.
        victims: the victims of the story.
        is_controlled: whether the reader understands it; if not it needs a real model.
    """

    id: str
    title: str
    language: Language
    synopsis: str
    warning: str
    players: tuple[str, ...]
    victims: tuple[str, ...]
    is_controlled: bool


class MethodView(FrozenModel):
    """A way to fill a seat.

    Attributes:
        name: its name in requests; options follow it, as in `METHOD:option=value`.
        summary: a short description.
        wants_model: whether it needs a language model.
    """

    name: str
    summary: str
    wants_model: bool


class ModelView(FrozenModel):
    """A model that the server's operator has named.

    Attributes:
        name: its model string.
        lacks: the missing step before it can be used; empty if there is none.
        is_default: whether agents use it by default.
    """

    name: str
    lacks: str
    is_default: bool


@catalogue_router.get("/games")
async def games() -> tuple[GameView, ...]:
    """Returns the installed games; `POST /tables` documents the options of each."""
    named_games = ((name, GAMES.find(name)) for name in askable())
    return tuple(
        GameView(name=name, titles=dict(game.titles), fewest=game.seats[0], most=game.seats[1])
        for name, game in named_games
    )


@catalogue_router.get("/scripts")
def scripts() -> tuple[ScriptView, ...]:
    """Returns the scripts on the server's shelf; others can be generated from a seed."""
    premises = (premise for shelf in story_shelves().values() for premise in shelf.premises)
    return tuple(
        ScriptView.model_validate({**vars(premise), "is_controlled": premise.reader_plays})
        for premise in premises
    )


@catalogue_router.get("/methods")
async def methods() -> tuple[MethodView, ...]:
    """Returns the methods for seats, with `human` and `remote` for seats that answer from outside."""
    outside = {"human": "a person in a browser", "remote": "a program far away, over this interface"}
    views = [
        MethodView(name=method.name, summary=method.summary, wants_model=method.wants_model)
        for method in METHODS.load_all().values()
    ]
    views += [MethodView(name=name, summary=outside[name], wants_model=False) for name in sorted(OUTSIDE)]
    return tuple(views)


@catalogue_router.get("/problems")
async def problems() -> tuple[str, ...]:
    """Returns a sentence for each unusable plug-in, which names its package."""
    return (*broken(), *map(str, METHODS.broken()))


@catalogue_router.get("/models")
def models() -> tuple[ModelView, ...]:
    """Returns the models that the server's operator has approved; no key is ever shown."""
    return tuple(
        ModelView(name=name, lacks=lacking(name), is_default=name == default_model())
        for name in approved_models()
    )
