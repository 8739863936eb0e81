"""The memory of an agent: of all that was said, what comes to mind (Humanized Agents, section 2.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from parlour.agents import AgentContext, Module
from parlour.agents.memory import MemoryStream
from parlour.core import Event, EventKind, Player, Request, request_kinds


@dataclass(kw_only=True)
class Memory(Module):
    """Keeps the memory stream, and is the attention that an observation pays.

    A vote collects data and does not affect the memory (section 3.2.1): what comes to mind for it is no more
    recent afterwards.

    Attributes:
        fondness: how much each speaker is liked now, in [0, 1].
        most: how many utterances come to mind.
        stream: what was said.
    """

    fondness: Callable[[Player], float]
    most: int
    stream: MemoryStream = field(default_factory=MemoryStream)
    _is_voting: bool = False

    def notice(self, event: Event) -> None:
        """Keeps what was said, with how much its speaker is liked at that moment."""
        if event.kind.utterance:
            speaker = event.actor or ""
            importance = self.fondness(speaker)
            self.stream = self.stream.heard(event.number, speaker, event.round, importance)

    async def consider(self, request: Request, context: AgentContext) -> None:
        """Minds for what something comes to mind next, and contributes nothing itself."""
        self._is_voting = request.kind is request_kinds.VOTE

    def chooses(self, kind: EventKind) -> bool:
        """Utterances: each is an event of the stream."""
        return kind.utterance

    def minded(self, heard: Sequence[int]) -> AbstractSet[int]:
        """What comes to mind, which is more recent from then on, but for a vote."""
        after, events = self.stream.recalled(self.fondness, self.most)
        if not self._is_voting:
            self.stream = after
        return frozenset(events)
