"""A record as rows of plain values: one per event, call, thought, fault or action."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from parlour.arena import Act, Fault, Note, Record, items
from parlour.core import Event
from parlour.llm import Part
from parlour.wording import tell

RowKind = Literal["events", "calls", "thoughts", "faults", "actions"]
MatchRow = Mapping[str, object]


def _events(record: Record) -> Iterator[MatchRow]:
    setup = record.setup
    for each in items(record):
        if isinstance(each, Event):
            yield {
                "number": each.number,
                "round": each.round,
                "kind": each.kind.name,
                "actor": each.actor,
                "to": each.to,
                "case": each.case,
                "chosen": ", ".join(each.chosen),
                "role": each.role,
                "visible_to": None if each.visible_to is None else ", ".join(sorted(each.visible_to)),
                "text": tell(each, setup.language, setup.game.name),
            }


def _calls(record: Record) -> Iterator[MatchRow]:
    for call in record.calls:
        usage = call.completion.usage
        yield {
            "player": call.key.player,
            "request": call.key.request,
            "purpose": call.key.purpose,
            "system": _joined(call.system),
            "user": _joined(call.user),
            "reply": call.completion.text,
            "repairs": len(call.repairs),
            "input_tokens": usage.input_tokens,
            "cached_tokens": usage.cached_tokens,
            "output_tokens": usage.output_tokens,
            "dollars": usage.dollars,
            "seconds": usage.seconds,
        }


def _thoughts(record: Record) -> Iterator[MatchRow]:
    for each in items(record):
        if isinstance(each, Note):
            yield {
                "request": each.request,
                "player": each.player,
                "kind": each.thought.kind,
                "case": each.thought.case,
                "body": json.dumps(each.thought.model_dump(mode="json")["body"], ensure_ascii=False),
            }


def _faults(record: Record) -> Iterator[MatchRow]:
    return (each.model_dump() for each in items(record) if isinstance(each, Fault))


def _actions(record: Record) -> Iterator[MatchRow]:
    for each in items(record):
        if isinstance(each, Act):
            yield {**each.model_dump(), "chosen": ", ".join(each.chosen)}


def _joined(parts: tuple[Part, ...]) -> str:
    return "\n\n".join(part.text for part in parts)


_USAGE = "input_tokens cached_tokens output_tokens dollars seconds"
ROWS: Mapping[RowKind, tuple[Callable[[Record], Iterator[MatchRow]], str]] = {
    "events": (_events, "number round kind actor to case chosen role visible_to text"),
    "calls": (_calls, f"player request purpose system user reply repairs {_USAGE}"),
    "thoughts": (_thoughts, "request player kind case body"),
    "faults": (_faults, "request player purpose problem"),
    "actions": (_actions, "request player chosen speech is_fallback"),
}
"""How rows of each sort are made, and their columns."""
