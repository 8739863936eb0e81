"""Werewolf tables for the tests of the method: a seat of one, and whole matches with scripted readings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parlour.agents import Observation, SeatContext
from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Note, Record
from parlour.core import Case, Event, Player, event_kinds, find_game
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.arena.replies import Replying, plain, reply_schema
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Answer, Body, Loopback

SEATS = ("Ann", "Ben", "Cat", "Dan", "Eve")


def seat(
    player: Player,
    role: str,
    *papers: Event,
    game: str = "werewolf",
    beside: Sequence[str] = ("werewolf", "villager"),
) -> Observation:
    """What a player of Werewolf or One Night knows who was dealt that role, beside those others."""
    seen = Observation(
        seat=SeatContext(
            game=find_game(game),
            player=player,
            players=SEATS,
            cases=(Case(name="werewolves", candidates=SEATS),),
            rules="The rules.",
            rounds=3,
            language="en",
            seed=1,
            ranking=LazyRanking(BM25),
            roles=Counter([role, *beside]),
        )
    )
    for event in (Event(number=0, kind=event_kinds.ROLE, actor=player, role=role), *papers):
        seen.observe(event)
    return seen


@dataclass(frozen=True, kw_only=True)
class Played:
    """A match of Werewolf and what can be asked of it."""

    record: Record

    @property
    def events(self) -> list[Event]:
        return self.record.events

    @property
    def roles(self) -> dict[Player, str | None]:
        return {each.actor or "": each.role for each in self.events if each.kind is event_kinds.ROLE}

    @property
    def faults(self) -> set[str]:
        return {fault.purpose for fault in self.record.faults}

    def thoughts(self, kind: str, player: Player | None = None) -> list[Any]:
        """The bodies of the thoughts of a kind, of one player or of all."""
        notes = [each for each in self.record.items if isinstance(each, Note) and each.thought.kind == kind]
        return [note.thought.body for note in notes if player in (None, note.player)]

    def evidence(self) -> list[Any]:
        """Every item that anybody took in."""
        return [item for body in self.thoughts("evidence") for item in body["items"]]

    @property
    def readings(self) -> list[tuple[Player, tuple[int, ...]]]:
        """Who asked for each reading, a seat or the model for all, and the events that it was of."""
        calls = [call for call in self.record.calls if call.key.purpose == "evidence"]
        return [(call.key.player, call.user[0].source.events) for call in calls]

    def read(self, player: Player) -> list[int]:
        """The statements that a player took in."""
        return [number for body in self.thoughts("evidence", player) for number in body["read"]]


def accusing(body: Body) -> Answer:
    """Every statement is read as a firm attack on the third player that it can be about."""
    schema = reply_schema(body) or {}
    if "items" not in schema.get("properties", {}):
        return plain(body)
    [item] = [each for name, each in schema["$defs"].items() if name == "Item"]
    target = item["properties"]["target"]["enum"][2]
    said = {"target": target, "reason": "It is in the tone.", "type": "attack", "relation": "adversary"}
    return Answer(text=json.dumps({"items": [{**said, "score": 8}]}))


def played(method: str = "gratr", replying: Replying = accusing, deal: str = "vwswxgv") -> Played:
    with Loopback(replying) as server:
        setup = laid(werewolves(deal, reveal="all"), model=server.model, method=method)
        return Played(record=recorded(setup, play(setup)))
