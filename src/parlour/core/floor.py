"""Free discussion: players bid for the floor, and the winner speaks next.

At each free moment everybody but whoever spoke last bids, from *listen* to *must answer*, and the highest
bid has the floor; of equal ones one by lot. So discussions go in the arena of Bailis, Friedhoff and Chen
(2024, arXiv:2407.13943), whose levels these are. Who bids with the words themselves, as people do by typing,
is heard before all bids. Where nobody wants the floor, or all speeches for which there is time were made,
the discussion is over.

Where the talk is open, a speech that names somebody pauses there once, and whoever must answer may cut in:
what was said is said, and the rest is lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from parlour.core import event_kinds, request_kinds
from parlour.core.kinds import RequestKind
from parlour.core.plain_data import one_line
from parlour.core.request import Action, Player, Request, sentence_ends
from parlour.core.state import Event, event
from parlour.errors import SetupError

Talk = Literal["turns", "bidding", "open"]
"""How a table discusses: in turns, by bids for the floor, or by bids with interruptions."""
SpeechesSetting = Annotated[int | None, Field(ge=1, le=200)]
"""How many speeches a free discussion has time for; None for as many as in turns."""
BIDS = ("0", "1", "2", "3", "4")
"""How much somebody wants the floor: listen, something to say, something of weight, urgent, must answer."""
LISTEN, CUT_IN = 0, 4
"""The bid of who does not want the floor, and that which interrupts whoever has it."""


_BRACKET = re.compile(r"\s*[(（]")
_IN_BRACKETS = re.compile(r"[(（][^)）]*$")


def discusses_freely(setup: object) -> bool:
    """Returns whether players bid for the floor at this table."""
    talk: Talk = getattr(setup, "talk", "turns")
    return talk != "turns"


@dataclass(frozen=True, kw_only=True)
class FloorRequest:
    """A request in a free discussion: to bid, to speak or to listen."""

    player: Player
    kind: RequestKind
    partner: Player | None = None

    @property
    def options(self) -> tuple[str, ...]:
        return BIDS if self.kind.bids else ()


@dataclass(frozen=True, kw_only=True)
class Floor:
    """A free discussion at one moment.

    Attributes:
        is_open: whether speeches may be interrupted.
        rest: what the holder has not said yet, where others may cut in.
    """

    members: tuple[Player, ...]
    left: int
    is_open: bool = False
    holder: Player | None = None
    last: Player | None = None
    rest: str = ""
    waiting: tuple[tuple[Player, str], ...] = ()

    @staticmethod
    def begin(talk: Talk, turns: Sequence[Player], speeches: int | None = None) -> Floor | None:
        """Returns the beginning of a discussion, or None if it goes in turns."""
        if talk == "turns":
            return None
        left = len(turns) if speeches is None else speeches
        return Floor(members=tuple(dict.fromkeys(turns)), left=left, is_open=talk == "open")

    @property
    def is_over(self) -> bool:
        return self.left == 0

    def requests(self) -> Sequence[FloorRequest]:
        """Returns the pending requests; none while a finished speech waits to be published."""
        if self.holder and not self.rest:
            return [FloorRequest(player=self.holder, kind=request_kinds.SPEAK)]
        if self.is_over or (self.waiting and not self.rest):
            return []
        silent = {self.holder or self.last, *dict(self.waiting)}
        return [
            FloorRequest(player=player, kind=request_kinds.BID, partner=self.holder)
            for player in self.members
            if player not in silent
        ]

    def apply(self, actions: Sequence[tuple[Request, Action]], lot: Random) -> tuple[Floor, list[Event]]:
        """Returns the discussion after these actions, and the events."""
        speaker = self.holder or ""
        if self.rest:
            floor, cutting = self._bid(actions, CUT_IN, lot)
            if cutting is None:
                return floor._free(speaker), [event(event_kinds.SPOKE, actor=speaker, text=self.rest)]
            floor, events = floor._free(speaker)._give(cutting)
            return floor, [event(event_kinds.INTERRUPTED, actor=cutting, chosen=(speaker,)), *events]
        if speaker:
            return self._speak(speaker, actions[0][1].speech)
        floor, taker = self._bid(actions, 1, lot)
        return floor._give(taker) if taker else (replace(self, left=0), [])

    def _bid(
        self, actions: Sequence[tuple[Request, Action]], least: int, lot: Random
    ) -> tuple[Floor, Player | None]:
        """Returns the discussion with all words that are ready now, and the next speaker, if any."""
        ready = [(request.player, one_line(action.speech)) for request, action in actions]
        ready = [(player, words) for player, words in ready if words]
        lot.shuffle(ready)
        waiting = (*self.waiting, *ready)
        bids = {request.player: int(next(iter(action.chosen), LISTEN)) for request, action in actions}
        if speeches := ready if self.rest else waiting:
            return replace(self, waiting=waiting), speeches[0][0]
        highest = max(bids.values(), default=LISTEN)
        equals = [player for player, bid in bids.items() if bid == highest]
        return replace(self, waiting=waiting), lot.choice(equals) if highest >= least else None

    def _give(self, player: Player) -> tuple[Floor, list[Event]]:
        words = dict(self.waiting).get(player)
        if words is None:
            return replace(self, holder=player), []
        waiting = tuple(entry for entry in self.waiting if entry[0] != player)
        return replace(self, waiting=waiting)._speak(player, words)

    def _speak(self, player: Player, speech: str) -> tuple[Floor, list[Event]]:
        words = one_line(speech)
        if not words:
            return self._free(player), [event(event_kinds.PASSED, actor=player)]
        others = tuple(name for name in self.members if name != player)
        head, rest = pause_in(words, others) if self.is_open and self.left > 1 else (words, "")
        floor = replace(self, holder=player, rest=rest) if rest else self._free(player)
        return floor, [event(event_kinds.SPOKE, actor=player, text=head)]

    def _free(self, last: Player) -> Floor:
        return replace(self, holder=None, last=last, rest="", left=self.left - 1)


def check_talk(talk: Talk, turns: int, speeches: int | None) -> None:
    """Raises `SetupError` if a table cannot discuss this way."""
    if talk == "turns" and speeches is not None:
        raise SetupError(f"speeches={speeches} is of free discussions (talk=bidding or talk=open)")
    if talk != "turns" and not turns:
        raise SetupError(f"talk={talk} leaves nothing to discuss where nobody speaks before a vote")


def pause_in(speech: str, others: Sequence[Player]) -> tuple[str, str]:
    """Returns a speech up to the end of the first sentence that names one of the others, and the rest.

    Text in brackets, such as a confirmed reading, stays with the words before it.
    """
    begin = 0
    for end in sentence_ends(speech):
        is_whole = not (_IN_BRACKETS.search(speech[:end]) or _BRACKET.match(speech[end:]))
        if is_whole and any(is_named(name, speech[begin:end]) for name in others):
            return speech[:end].rstrip(), speech[end:].strip()
        begin = end if is_whole else begin
    return speech, ""


def is_named(name: Player, text: str) -> bool:
    """Returns whether a text names a player, and not only as part of a longer name or number."""
    return re.search(rf"(?<![0-9A-Za-z]){re.escape(name)}(?![0-9A-Za-z])", text) is not None
