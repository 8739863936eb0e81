"""What everybody may know of a table before it is opened."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, PlainSerializer

from parlour.core import GameSetup, Player
from parlour.llm import Language
from parlour.views import premise_of


class Preview(BaseModel):
    """What everybody may know of a table before it is opened.

    Attributes:
        game: which.
        seed: with which it is this table and no other; as text in JSON, since it has up to 128 bits.
        language: of the table.
        title: of the story; empty in a game without one.
        warning: about what is in the story.
        synopsis: what everybody is told of the story.
        players: the seats, in their order.
        victims: of the story.
        roles: how many of each are dealt, in a game of roles.
        reader_plays: whether the reader, which is no language model, can play it.
    """

    model_config = ConfigDict(frozen=True)
    game: str
    seed: Annotated[int, PlainSerializer(str, return_type=str, when_used="json")]
    language: Language
    title: str = ""
    warning: str = ""
    synopsis: str = ""
    players: tuple[Player, ...]
    victims: tuple[str, ...] = ()
    roles: dict[str, int] = {}
    reader_plays: bool = True


def preview(seed: int, game: GameSetup) -> Preview:
    """What everybody may know of such a game."""
    premise = premise_of(game)
    return Preview(
        game=game.name,
        seed=seed,
        language=game.language,
        title=premise.title,
        warning=premise.warning,
        synopsis=premise.synopsis,
        players=game.players,
        victims=premise.victims,
        roles=dict(game.dealt_roles),
        reader_plays=premise.reader_plays,
    )
