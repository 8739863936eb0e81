"""The public premise of a mystery, and the scripts on the shelf."""

from __future__ import annotations

from parlour.core import GameSetup
from parlour.errors import SetupError
from parlour.games.mystery import library
from parlour.games.mystery.hearing import is_controlled
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.world import MEN, WOMEN
from parlour.views import Premise, StoryShelf


class ScriptStories:
    """The scripts of mysteries as stories that can be chosen."""

    def premise(self, setup: GameSetup) -> Premise:
        if not isinstance(setup, MysterySetup):
            raise SetupError(f"no mystery, but {setup.name}")
        return _premise(setup.script)

    def shelf(self) -> StoryShelf:
        shelf = library.shelf()
        premises = tuple(_premise(entry.script) for entry in shelf.entries)
        return StoryShelf(premises=premises, broken=len(shelf.broken))


PART = ScriptStories()


def _premise(script: Script) -> Premise:
    return Premise(
        id=script.id,
        title=script.title,
        language=script.language,
        players=script.players,
        synopsis=script.synopsis,
        warning=script.warning,
        victims=tuple(victim.name for victim in script.victims),
        reader_plays=is_controlled(script),
        women=WOMEN & set(script.players),
        men=MEN & set(script.players),
    )
