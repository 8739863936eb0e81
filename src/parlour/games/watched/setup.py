"""A recorded game as it is watched: from outside, or in the chair of somebody who played it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import Player
from parlour.errors import SetupError
from parlour.games.watched.machines import MACHINES, is_mixed, unmasked
from parlour.games.watched.subjects import SUBJECTS
from parlour.lab.transcripts import GameTranscript
from parlour.lab.watching import QUARTERS, FollowedGame, WatchedSubject, unwatchable
from parlour.llm import Language

WATCHED_MACHINES = "watched-machines"
"""Games of any sort by people and language models, of whom it is asked who is a machine."""
ONE_NIGHT_CENTRE = 3
"""So many cards lie in the middle; where they are on record, which roles are in play is known."""
_SPECTATOR: Mapping[Language, str] = {"en": "Spectator", "zh": "旁观者"}


class WatchedSetup(BaseModel):
    """What a watcher follows.

    Attributes:
        name: the watched game.
        language: of what the watcher is asked; the game was told in its own.
        transcript: the recorded game, whole, so that a record holds what was watched.
        chair: whose seat the watcher sits in, with what that player knew; None for a spectator.
        labels: whether annotators' labels stand behind what is said.
        words: the limit of what a watcher says, in English.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Literal["watched-onenight", "watched-werewolf", "watched-avalon", "watched-machines"]
    language: Language = "en"
    transcript: GameTranscript
    chair: Player | None = None
    labels: bool = False
    words: int = Field(default=60, ge=10, le=500)

    @model_validator(mode="after")
    def _can_be_watched(self) -> Self:
        """Refuses what nobody could be asked about.

        Raises:
            SetupError: saying why.
        """
        told = self.transcript
        if told.game not in WATCHED[self.name]:
            raise SetupError(f"{told.id} is a game of {told.game}, which {self.name} does not watch")
        if why := unwatchable(self.followed):
            raise SetupError(f"{told.id} cannot be watched: {why}")
        if self.name == WATCHED_MACHINES and not is_mixed(told):
            raise SetupError(f"{told.id} is no game in which people and machines sat together")
        if self.chair is not None and self.chair not in chairs(self.followed):
            free = ", ".join(chairs(self.followed)) or "nobody's"
            raise SetupError(f"nobody can sit in {self.chair}'s chair in {told.id}, but in {free}")
        return self

    @cached_property
    def followed(self) -> FollowedGame:
        """The game with what is asked of it."""
        return followed_as(self.name, self.transcript, self.chair)

    @property
    def watcher(self) -> Player:
        """Who watches: the chair's player, or a spectator, who is called as nobody at the table is."""
        spectator = _SPECTATOR[self.language]
        while spectator in self.transcript.players:
            spectator += "*"
        return self.chair or spectator

    @property
    def players(self) -> tuple[Player, ...]:
        """Who is asked: the watcher alone. The table's seats are the recorded game's."""
        return (self.watcher,)

    @property
    def most_rounds(self) -> int:
        """How often the watcher is asked."""
        return len(QUARTERS)

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        """How many of each role are dealt, where the table was told: in One Night, the centre's too.

        How many machines sit at a table nobody is told.
        """
        if self.name == WATCHED_MACHINES:
            return {}
        roles = [each.end for each in self.transcript.cast if each.end is not None]
        if self.transcript.game == "onenight":
            if len(self.transcript.centre) != ONE_NIGHT_CENTRE:
                return {}
            roles += self.transcript.centre
        return dict(Counter(roles))

    @property
    def story(self) -> str:
        """The recorded game, by its id."""
        return self.transcript.id

    @property
    def title(self) -> str:
        """What its source calls it."""
        return self.transcript.title or self.transcript.id


WATCHED: Mapping[str, tuple[str, ...]] = {
    "watched-onenight": ("onenight",),
    "watched-werewolf": ("werewolf", "mafia"),
    "watched-avalon": ("avalon",),
    WATCHED_MACHINES: tuple(SUBJECTS),
}
"""Which recorded games are watched as what."""


def subject_of(name: str, played: str) -> WatchedSubject:
    """What is asked where a game of some sort is watched as that."""
    return MACHINES if name == WATCHED_MACHINES else SUBJECTS[played]


def followed_as(name: str, transcript: GameTranscript, chair: Player | None = None) -> FollowedGame:
    """A recorded game as it is watched as that, beside the table or in somebody's chair."""
    told = unmasked(transcript) if name == WATCHED_MACHINES else transcript
    return FollowedGame(told, subject_of(name, transcript.game), chair)


def chairs(game: FollowedGame) -> tuple[Player, ...]:
    """In whose chair somebody can sit: of players who seek, and of whom it is known what they were dealt.

    Whoever is what is sought has nothing to find out, nor has somebody on their side who was told.
    """
    ordinary = game.subject.sides[0]
    return tuple(
        each.player
        for each in game.transcript.cast
        if each.start is not None
        and each.start not in game.subject.sought
        and each.player not in game.sought
        and each.team == ordinary
    )
