"""What everybody may know of a table before it is opened."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from parlour.arena import GameSetup, is_controlled
from parlour.core import Player
from parlour.games.mystery import MysterySetup
from parlour.llm import Language


class Preview(BaseModel):
    """What everybody may know of a table before it is opened.

    Attributes:
        game: which.
        seed: with which it is this table and no other.
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
    seed: int
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
    if isinstance(game, MysterySetup):
        script = game.script
        return Preview(
            game="mystery",
            seed=seed,
            language=game.language,
            title=script.title,
            warning=script.warning,
            synopsis=script.synopsis,
            players=game.players,
            victims=tuple(victim.name for victim in script.victims),
            reader_plays=is_controlled(script),
        )
    counts = dict(game.dealt_roles)
    return Preview(game=game.name, seed=seed, language=game.language, players=game.players, roles=counts)
