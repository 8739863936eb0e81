"""The share of what a player has received that goes into a prompt: windows, token budgets and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from parlour.agents.method import SeatContext
from parlour.core import EventKind, Player, chance
from parlour.language.facts import any_name
from parlour.llm import REPLY_TOKENS, EarlierOpinion, Part, count_tokens

Counted = Literal["utterances", "messages"]
"""The unit of a window: what players say, or every message."""


class Attention(Protocol):
    """A selection of the received events that a prompt shows."""

    def chooses(self, kind: EventKind) -> bool:
        """Returns true for kinds of event that the window selects from; all others are always kept."""
        ...

    def select(self, numbers: Sequence[int], /) -> AbstractSet[int]:
        """Returns the numbers of the events to show."""
        ...


@dataclass(frozen=True, kw_only=True)
class Latest:
    """Selects the latest events.

    Attributes:
        counts: `utterances` always keeps wordless events (deaths, votes, one's own nights);
            `messages` drops them with the rest, as a list of the latest messages does.
    """

    most: int
    counts: Counted = "utterances"

    def chooses(self, kind: EventKind) -> bool:
        """Returns true for kinds of event that the window counts."""
        return kind.utterance if self.counts == "utterances" else not kind.dealt

    def select(self, numbers: Sequence[int], /) -> AbstractSet[int]:
        """Returns the last numbers."""
        return frozenset(numbers[max(len(numbers) - self.most, 0) :])


TASK_TOKENS = 700
"""Kept free in the window for what a prompt asks."""
TOKENS_PER_PLAYER = 130
"""Kept free besides for what is asked and answered of each player at once."""
Use = Literal["play", "answer"]
"""The budgets that apply: those of play, or those of answering."""


def token_budgets(
    seat: SeatContext, use: Use, *, fixed: Sequence[Part], scripts: int, has_talk: bool
) -> tuple[int, int]:
    """Tokens for each script and for the talk: as set, but together never more than the window has free.

    An eighth of what is free is left alone, since tokens are estimated. Where nothing is played, the budgets
    of answering hold throughout, each script has one of its own, and no talk takes room from them.
    """
    budgets = seat.budgets
    is_played = seat.rounds > 0
    script, talk = budgets.script, budgets.dialogue
    if use == "answer" or not is_played:
        script, talk = budgets.answering, budgets.answering
    wanted = (script * scripts, talk if is_played or has_talk else 0)
    begun = sum(count_tokens(part.text) for part in fixed)
    reserved = TASK_TOKENS + REPLY_TOKENS + TOKENS_PER_PLAYER * len(seat.players)
    free = max(seat.context - begun - reserved, 0) * 7 // 8
    if sum(wanted) <= free:
        return script, wanted[1]
    return free * wanted[0] // sum(wanted) // scripts, free * wanted[1] // sum(wanted)


Notes = Literal["own", "shuffled"]
"""`own` is how a method is played. `shuffled` is a placebo: a method's notes on one player stand in its
prompts as notes on another, so that they cost as much and carry no information."""


def shuffle_notes(parts: Sequence[Part], seat: SeatContext) -> tuple[Part, ...]:
    """Returns parts of a prompt in which the notes on the other players are permuted among them.

    The permutation is drawn by the match seed, once for a seat and match, and any is as likely as any other,
    those that leave a player in place too: a note then fits its player no more often than by chance.
    """
    if not any(isinstance(part.purpose, EarlierOpinion) for part in parts):
        return tuple(parts)
    mixed = permute_players(seat)
    return tuple(
        replace(
            part,
            text=any_name(mixed).sub(lambda match: mixed[match.group()], part.text),
            purpose=replace(
                part.purpose,
                odds={mixed.get(name, name): probability for name, probability in part.purpose.odds.items()},
            ),
        )
        if isinstance(part.purpose, EarlierOpinion)
        else part
        for part in parts
    )


def permute_players(seat: SeatContext) -> Mapping[Player, Player]:
    """Returns for each other player the one whose notes a placebo shows instead."""
    others = [name for name in seat.players if name != seat.player]
    drawn = chance(seat.seed, seat.player, "shuffled notes").sample(others, len(others))
    return dict(zip(others, drawn, strict=True))
