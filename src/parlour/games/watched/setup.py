"""A recorded game as it is watched, from outside or in a player's chair, and what is asked of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import Player
from parlour.errors import SetupError
from parlour.games.watched.machines import MACHINES, is_mixed, unmask
from parlour.lab.transcripts import GameTranscript
from parlour.lab.watching import QUARTERS, FollowedGame, WatchedSubject, unwatchable
from parlour.llm import Language

WATCHED_MACHINES = "watched-machines"
"""Games of any sort by people and language models, with the question who is a machine."""
ONE_NIGHT_CENTRE = 3
"""So many cards lie in the middle; where they are on record, which roles are in play is known."""
_SPECTATOR: Mapping[Language, str] = {"en": "Spectator", "zh": "旁观者"}


_VILLAGE = (
    *("villager", "seer", "robber", "troublemaker", "drunk", "insomniac", "hunter", "mason", "bodyguard"),
    *("sentinel", "witch", "curator", "revealer", "doppelganger"),
)
_WOLVES = ("werewolf", "alpha wolf", "mystic wolf", "dream wolf")

ONE_NIGHT: Mapping[str, str] = {
    **dict.fromkeys(_VILLAGE, "village"),
    **dict.fromkeys(_WOLVES, "werewolf"),
    "minion": "werewolf",
    "tanner": "tanner",
}
"""The side of each role of One Night as people play it, the ordinary one first."""

WEREWOLF: Mapping[str, str] = {
    "villager": "good",
    **dict.fromkeys(("seer", "witch", "guard", "hunter"), "good"),
    "werewolf": "werewolf",
}

MAFIA: Mapping[str, str] = {"bystander": "good", "mafia": "werewolf"}
"""Its sides are those of Werewolf by other names."""

AVALON: Mapping[str, str] = {
    **dict.fromkeys(("servant", "merlin", "percival"), "good"),
    **dict.fromkeys(("assassin", "morgana", "mordred", "oberon", "minion"), "evil"),
}

SUBJECTS: Mapping[str, WatchedSubject] = {
    "onenight": WatchedSubject(
        case="werewolf", sought=frozenset(_WOLVES), sides=("village", "werewolf", "tanner")
    ),
    "werewolf": WatchedSubject(case="werewolf", sought=frozenset({"werewolf"}), sides=("good", "werewolf")),
    "mafia": WatchedSubject(case="mafia", sought=frozenset({"mafia"}), sides=("bystander", "mafia")),
    "avalon": WatchedSubject(
        case="evil",
        sought=frozenset(role for role, side in AVALON.items() if side == "evil"),
        sides=("good", "evil"),
        has_ballots=False,
    ),
}
"""By the game that the record's form names."""


class WatchedSetup(BaseModel):
    """The game that a watcher follows.

    Attributes:
        name: the watched game.
        language: the language of the requests; the game has its own.
        transcript: the recorded game, whole, so that a record contains what was watched.
        chair: the player in whose seat the watcher sits, with that player's knowledge; None for a spectator.
        labels: whether annotators' labels stand behind what is said.
        words: the limit of a watcher's speech, in English words.
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
        transcript = self.transcript
        if transcript.game not in WATCHED[self.name]:
            raise SetupError(
                f"{transcript.id} is a game of {transcript.game}, which {self.name} does not watch"
            )
        if why := unwatchable(self.followed_game):
            raise SetupError(f"{transcript.id} cannot be watched: {why}")
        if self.name == WATCHED_MACHINES and not is_mixed(transcript):
            raise SetupError(f"{transcript.id} is no game in which people and machines sat together")
        if self.chair is not None and self.chair not in chairs(self.followed_game):
            free = ", ".join(chairs(self.followed_game)) or "nobody's"
            raise SetupError(f"nobody can sit in {self.chair}'s chair in {transcript.id}, but in {free}")
        return self

    @cached_property
    def followed_game(self) -> FollowedGame:
        return followed_as(self.name, self.transcript, self.chair)

    @property
    def watcher(self) -> Player:
        """The watcher: the chair's player, or a spectator with a name of its own."""
        spectator = _SPECTATOR[self.language]
        while spectator in self.transcript.players:
            spectator += "*"
        return self.chair or spectator

    @property
    def players(self) -> tuple[Player, ...]:
        return (self.watcher,)

    @property
    def most_rounds(self) -> int:
        return len(QUARTERS)

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        """The number of each role, if the table knew it: in One Night, the centre's too.

        The number of machines at a table stays unknown.
        """
        if self.name == WATCHED_MACHINES:
            return {}
        roles = [member.end for member in self.transcript.cast if member.end is not None]
        if self.transcript.game == "onenight":
            if len(self.transcript.centre) != ONE_NIGHT_CENTRE:
                return {}
            roles += self.transcript.centre
        return dict(Counter(roles))

    @property
    def story(self) -> str:
        return self.transcript.id

    @property
    def title(self) -> str:
        return self.transcript.title or self.transcript.id


WATCHED: Mapping[str, tuple[str, ...]] = {
    "watched-onenight": ("onenight",),
    "watched-werewolf": ("werewolf", "mafia"),
    "watched-avalon": ("avalon",),
    WATCHED_MACHINES: tuple(SUBJECTS),
}
"""Which recorded games are watched as what."""


def subject_of(name: str, played: str) -> WatchedSubject:
    """Returns the question of a recorded game when it is watched under that name."""
    return MACHINES if name == WATCHED_MACHINES else SUBJECTS[played]


def followed_as(name: str, transcript: GameTranscript, chair: Player | None = None) -> FollowedGame:
    """Returns a recorded game as it is watched under that name, beside the table or in a chair."""
    recorded_game = unmask(transcript) if name == WATCHED_MACHINES else transcript
    return FollowedGame(recorded_game, subject_of(name, transcript.game), chair)


def chairs(game: FollowedGame) -> tuple[Player, ...]:
    """Returns the players whose chair can be taken: those who seek and whose dealt role is known.

    The sought players have nothing to find out, nor have their informed allies.
    """
    ordinary = game.subject.sides[0]
    return tuple(
        member.player
        for member in game.transcript.cast
        if member.start is not None
        and member.start not in game.subject.sought
        and member.player not in game.sought_players
        and member.team == ordinary
    )
