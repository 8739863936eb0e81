"""What a journal's entries hold, and their one spelling: the same match is the same bytes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from parlour.agents import Thought
from parlour.arena.record import Entry, EntryKind, Record
from parlour.core import Event, Game, Player, find_game

_DEFAULTS = {field.name: field.default for field in dataclasses.fields(Event)}


class Act(BaseModel):
    """An action as it was played.

    Attributes:
        request: the id of the request it answers.
        player: whose it is.
        chosen: the options chosen.
        speech: what was said.
        is_fallback: whether the game's fallback stands in for an answer that was no use.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    request: str
    player: Player
    chosen: tuple[str, ...] = ()
    speech: str = ""
    is_fallback: bool = False


class Note(BaseModel):
    """A thought and whose it was."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    request: str
    player: Player
    thought: Thought


class Fault(BaseModel):
    """Something that went wrong, and for what purpose."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    request: str
    player: Player
    purpose: str
    problem: str


Item = Event | Act | Note | Fault
_WRITTEN = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
_KINDS: Mapping[type[Item], EntryKind] = {Event: "event", Act: "action", Note: "thought", Fault: "fault"}


def entry(number: int, item: Item) -> Entry:
    """The entry that holds the item at that position."""
    return Entry(number=number, kind=_KINDS[type(item)], json=_spell(item))


def item(found: Entry, game: str) -> Item:
    """What an entry of a match of that game holds."""
    return _item(found, find_game(game))


def _item(found: Entry, game: Game[Any]) -> Item:
    match found.kind:
        case "event":
            return game.read_event(found.json)
        case "action":
            return Act.model_validate_json(found.json)
        case "thought":
            return Note.model_validate_json(found.json)
        case "fault":
            return Fault.model_validate_json(found.json)


def items(record: Record) -> Iterator[Item]:
    """Everything in a record's journal, in order."""
    game = find_game(record.setup.game.name)
    return (_item(each, game) for each in record.entries)


def events(record: Record) -> list[Event]:
    """The events of a match."""
    return [each for each in items(record) if isinstance(each, Event)]


def faults(record: Record) -> list[Fault]:
    """The faults of a match."""
    return [each for each in items(record) if isinstance(each, Fault)]


def _spell(each: Item) -> str:
    content = _event(each) if isinstance(each, Event) else each.model_dump(mode="json", exclude_defaults=True)
    return _WRITTEN.encode(content)


def _event(event: Event) -> Mapping[str, str | int | Sequence[str]]:
    """An event without what is as usual; sets are sorted, since Python's order of them changes."""
    told = {name: value for name, value in vars(event).items() if value != _DEFAULTS[name]}
    if event.visible_to is not None:
        told["visible_to"] = sorted(event.visible_to)
    return told
