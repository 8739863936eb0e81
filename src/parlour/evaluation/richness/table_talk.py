"""A match as the measures of richness need it: roles, utterances by round, and all votes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.arena import Record, events
from parlour.core import Event, Player, event_kinds
from parlour.evaluation.scoring import ballots, dealt_roles, polls, verdicts
from parlour.llm import Language

ALOUD = frozenset({event_kinds.SPOKE, event_kinds.INTRODUCED, event_kinds.ASKED, event_kinds.REPLIED})
"""The kinds of event that are said to all players."""


@dataclass(frozen=True, kw_only=True)
class TableUtterance:
    """Something said to the whole table.

    Attributes:
        round: in which, from 1; introductions come in round 0.
    """

    round: int
    player: Player
    text: str


@dataclass(frozen=True, kw_only=True)
class NamedVote:
    """A vote for a player, whether it decided anything or not.

    Attributes:
        round: after which, from 1.
    """

    round: int
    player: Player
    target: Player


@dataclass(frozen=True, kw_only=True)
class TableTalk:
    """A match as input of the measures of richness.

    Attributes:
        roles: what each of them is, in seat order; empty in a game that deals no roles.
        winner: the side that won; None if none did, or the match is not over.
    """

    match: str
    language: Language
    players: tuple[Player, ...]
    roles: tuple[str, ...]
    utterances: tuple[TableUtterance, ...]
    votes: tuple[NamedVote, ...] = ()
    abstentions: int = 0
    winner: str | None = None
    seed: int = 0

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds in which something was said, in order."""
        return tuple(sorted({utterance.round for utterance in self.utterances}))

    def role(self, player: Player) -> str:
        """Returns the role of a player."""
        return self.roles[self.players.index(player)]

    def until(self, round_: int) -> tuple[TableUtterance, ...]:
        """Returns the utterances up to the end of a round."""
        return tuple(utterance for utterance in self.utterances if utterance.round <= round_)


def table_talk(record: Record) -> TableTalk:
    """A match, read from its record."""
    told = events(record)
    cast = [*polls(record), *ballots(record)]
    dealt, players = dealt_roles(record), record.setup.players
    return TableTalk(
        match=record.match,
        language=record.setup.language,
        players=players,
        roles=tuple(dealt[player] for player in players) if dealt else (),
        utterances=tuple(_utterances(told)),
        votes=tuple(
            NamedVote(round=event.round, player=event.actor or "", target=target)
            for event in cast
            for target in event.chosen
        ),
        abstentions=sum(not event.chosen for event in cast),
        winner=next((outcome.winner for outcome in verdicts(record)), None),
        seed=record.setup.seed,
    )


def _utterances(told: list[Event]) -> Iterator[TableUtterance]:
    for event in told:
        if event.kind in ALOUD and event.actor and event.text and event.visible_to is None:
            yield TableUtterance(round=event.round, player=event.actor, text=event.text)
