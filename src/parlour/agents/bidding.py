"""The bid of a seat for the floor, computed from the discussion by one rule for all methods."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import groupby
from typing import Literal

from pydantic import TypeAdapter

from parlour.agents.agent import AgentContext, Thought
from parlour.core import BIDS, CUT_IN, Action, Event, Player, Request, event_kinds, is_named, sentence_ends
from parlour.core.language import read_yaml
from parlour.llm import Language


def discussion(events: Sequence[Event]) -> Sequence[Event]:
    """Returns the events of the talk since anything else happened."""
    for n in range(len(events), 0, -1):
        event = events[n - 1]
        if has_floor(event) is None and event.kind is not event_kinds.INTERRUPTED:
            return events[n:]
    return events


def has_floor(event: Event) -> Player | None:
    """Returns the player who spoke, or passed its turn, in an event."""
    is_turn = event.kind is event_kinds.SPOKE or event.kind is event_kinds.PASSED
    return event.actor if is_turn else None


def turns_of(talk: Sequence[Event]) -> list[Player]:
    """Returns the players who had the floor, turn by turn; two parts of one speech are one turn."""
    return [name for name, _ in groupby(filter(None, map(has_floor, talk)))]


def had_their_turn(player: Player, events: Sequence[Event]) -> set[Player]:
    """Returns the players who cannot answer a speaker any more, if a discussion goes in turns.

    It may go round several times: a player who spoke oftener in it than the speaker has had this turn too.
    """
    turns = Counter(turns_of(discussion(events)))
    return {name for name, count in turns.items() if count > turns[player]}


Ground = Literal["addressed", "accused", "interrupted", "named", "news", "silent", "talks", "listens"]
"""Why a seat wants the floor, or does not."""
_LEVELS: Mapping[Ground, int] = {
    "accused": 4,
    "addressed": 4,
    "interrupted": 3,
    "named": 3,
    "news": 3,
    "silent": 2,
    "talks": 1,
}
_PATTERNS = TypeAdapter(dict[Language, list[str]])


@dataclass(frozen=True, kw_only=True)
class Bid:
    """A seat's bid for the floor.

    Attributes:
        level: from 0, to listen, to 4, since it must answer.
    """

    level: int
    ground: Ground = "talks"

    def shift(self, by: int) -> Bid:
        """Returns the bid raised by so many levels, within the possible levels."""
        return replace(self, level=min(max(self.level + by, 0), len(BIDS) - 1))

    def put(self, context: AgentContext) -> Action:
        """Returns the bid as an action; its ground is recorded as a thought."""
        context.think(Thought(kind="bid", body={"bid": self.level, "ground": self.ground}))
        return Action(chosen=(BIDS[self.level],))


def usual_bid(
    player: Player, others: Sequence[Player], events: Sequence[Event], request: Request, language: Language
) -> Bid:
    """Returns a seat's bid by the usual rule, for methods without one of their own.

    A player just named must answer; one named or interrupted before is eager to; one that has not spoken yet
    is more eager than one that has. Private news makes a seat no more eager before half of the others have
    spoken: the order of a discussion would tell who has learned something. Each speech more than the
    most silent of the others have made lowers the bid by one. Who is accused, and no more heard than others,
    cuts in.
    """
    talk = discussion(events)
    turns = Counter(dict.fromkeys((player, *others), 0))
    turns.update(turns_of(talk))
    ahead = max(0, turns[player] - min((turns[name] for name in others), default=0))
    ground = _ground(player, others, events, talk, language)
    level = max(1, _LEVELS[ground] - ahead)
    if request.partner and not (ground == "accused" and level == CUT_IN):
        return Bid(level=min(level, CUT_IN - 1), ground=ground)
    return Bid(level=level, ground=ground)


def accuses(text: str, player: Player, language: Language) -> bool:
    """Returns true if a sentence names a player and contains an accusing word."""
    ends = sentence_ends(text)
    sentences = (text[begin:end] for begin, end in zip([0, *ends], [*ends, len(text)], strict=True))
    return any(is_named(player, sentence) and _accusing(language).search(sentence) for sentence in sentences)


def _ground(
    player: Player,
    others: Sequence[Player],
    events: Sequence[Event],
    talk: Sequence[Event],
    language: Language,
) -> Ground:
    since = _after(talk, player)
    naming = [event for event in since if event.kind.utterance and is_named(player, event.text)]
    if naming and naming[-1] is since[-1]:
        return "accused" if accuses(naming[-1].text, player, language) else "addressed"
    if any(event.kind is event_kinds.INTERRUPTED and player in event.chosen for event in since):
        return "interrupted"
    if naming:
        return "named"
    has_news = any(_is_news(event) for event in _after(events, player))
    if has_news and 2 * len({*turns_of(talk)} - {player}) >= len(others):
        return "news"
    return "talks" if len(since) < len(talk) else "silent"


def _after(events: Sequence[Event], player: Player) -> Sequence[Event]:
    spoken = (n for n in range(len(events), 0, -1) if has_floor(events[n - 1]) == player)
    return events[next(spoken, 0) :]


def _is_news(event: Event) -> bool:
    return event.visible_to is not None and not (event.kind.dealt or event.kind.choice)


@cache
def _accusing(language: Language) -> re.Pattern[str]:
    text = resources.files("parlour.agents").joinpath("accusing.yaml").read_text(encoding="utf-8")
    return re.compile("|".join(_PATTERNS.validate_python(read_yaml(text))[language]), re.IGNORECASE)
