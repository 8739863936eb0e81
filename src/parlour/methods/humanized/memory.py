"""The memory of an agent: of all that was said, what comes to mind (Humanized Agents, section 2.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from parlour.agents import Module
from parlour.core import Event, EventKind, Player
from parlour.memory import MemoryStream


@dataclass(kw_only=True)
class Memory(Module):
    """Keeps the memory stream, and is the attention that an observation pays.

    Attributes:
        fondness: how much each speaker is liked now, in [0, 1].
        most: how many utterances come to mind.
        stream: what was said.
    """

    fondness: Callable[[Player], float]
    most: int
    stream: MemoryStream = field(default_factory=MemoryStream)

    def notice(self, event: Event) -> None:
        """Keeps what was said, with how much its speaker is liked at that moment."""
        if event.kind.utterance:
            speaker = event.actor or ""
            importance = self.fondness(speaker)
            self.stream = self.stream.heard(event.number, speaker, event.round, importance)

    def chooses(self, kind: EventKind) -> bool:
        """Utterances: each is an event of the stream."""
        return kind.utterance

    def minded(self, heard: Sequence[int]) -> AbstractSet[int]:
        """What comes to mind, which is more recent from then on."""
        self.stream, events = self.stream.recalled(self.fondness, self.most)
        return frozenset(events)
