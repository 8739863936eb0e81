"""How a table stands, in its own words: what time it is there, and what has become of whom."""

from __future__ import annotations

from parlour.arena import Setup
from parlour.core import EventKind, Player, event_kinds
from parlour.language.wording import GamePhrases, Phrases
from parlour.llm import Language
from parlour.web.insight import StageState
from parlour.web.pages.stage.stage import FaceShown

PHRASES = Phrases("parlour.web.pages.stage")


class StageWords:
    """What a stage says of a table.

    Args:
        setup: of the table.
    """

    def __init__(self, setup: Setup) -> None:
        self._rounds = setup.game.most_rounds
        self._language: Language = setup.language
        self._phrases = GamePhrases(setup.game.name, setup.language)

    def say(self, key: str, **variables: object) -> str:
        """A phrase of the game where it has one, else of the stage, else the last words of the key."""
        if told := self._phrases.find(key, **variables):
            return told
        is_ours = key in PHRASES.all(self._language)
        return PHRASES.say(key, self._language, **variables) if is_ours else self._phrases.say(key)

    def time(self, state: StageState) -> str:
        """The round, the night or the day."""
        if state.opened is None:
            return self.say("opening")
        return self.say(f"phase_{state.opened.name}", round=max(1, state.round), rounds=self._rounds)

    def face(self, state: StageState, player: Player) -> FaceShown:
        """What has become of somebody."""
        fate, votes = state.fates.get(player), state.count(player)
        states = [self._fate(fate)] if fate else []
        states += [self.say("votes" if votes > 1 else "vote", count=votes)] if votes else []
        role = state.roles.get(player)
        return FaceShown(
            role=self._phrases.role(role) if role else "",
            states=tuple(states),
            votes=votes,
            is_out=fate is not None,
        )

    def _fate(self, kind: EventKind) -> str:
        told = self._phrases.find(f"fate_{kind.name}")
        return told or self.say("voted_out" if kind == event_kinds.ELIMINATED else "out")
