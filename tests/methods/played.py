"""Whole matches of a method against a server of scripted replies, through the real client."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parlour.arena import Fault, Note, Record
from parlour.core import Event, Player
from parlour.games.mystery import MysterySetup
from tests.arena.mysteries import laid, mystery
from tests.arena.playing import play, purposes, recorded
from tests.arena.replies import Replying, nonsense, plain, reply_schema, texts, varied
from tests.llm.loopback import Answer, Body, Loopback


@dataclass(frozen=True, kw_only=True)
class Played:
    """A finished match and what its server was sent."""

    record: Record
    bodies: Sequence[Body]

    @property
    def game(self) -> MysterySetup:
        return MysterySetup.of(self.record.setup.game)

    @property
    def events(self) -> list[Event]:
        return self.record.events

    def thoughts(self, kind: str) -> list[tuple[Player, str, Any]]:
        """Whose thoughts of that kind, about which case, and their bodies."""
        notes = (each for each in self.record.items if isinstance(each, Note))
        found = [(note.player, note.thought) for note in notes if note.thought.kind == kind]
        return [(player, thought.case or "", thought.body) for player, thought in found]

    def bodies_for(self, player: Player, purpose: str) -> list[Body]:
        """The requests that were sent for a seat and purpose, in the order of the record."""
        calls = [
            call for call in self.record.calls if (call.key.player, call.key.purpose) == (player, purpose)
        ]
        wanted = ["\n\n".join(part.text for part in call.user) for call in calls]
        return [body for user in wanted for body in self.bodies if body["messages"][-1]["content"] == user]

    def prompts_for(self, player: Player, purpose: str) -> list[str]:
        """The same requests, as words alone."""
        return [texts(body) for body in self.bodies_for(player, purpose)]

    @property
    def counted(self) -> dict[str, int]:
        """How many calls there were for each purpose."""
        return dict(purposes(self.record.calls))

    @property
    def faults(self) -> Counter[str]:
        """How many faults each purpose had."""
        return Counter(each.purpose for each in self.record.items if isinstance(each, Fault))


def played(replying: Replying = varied, *, method: str = "player-star", **about: Any) -> Played:
    budgets = about.pop("budgets", None)
    with Loopback(replying) as server:
        setup = laid(mystery(**about), model=server.model, method=method, budgets=budgets)
        record = recorded(setup, play(setup))
        return Played(record=record, bodies=server.requests)


def unreadable(field: str) -> Replying:
    """Replies that can be read, except in forms that have this field."""

    def reply(body: Body) -> Answer:
        schema = reply_schema(body) or {}
        return (nonsense if field in schema.get("properties", {}) else plain)(body)

    return reply
