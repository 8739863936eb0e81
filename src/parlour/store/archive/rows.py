"""The rows of an export: the published schema, as types, as JSON Schema and as documentation tables.

A row repeats the record in names that do not change with Parlour's own classes, so that the record can be
restored from a match's rows byte for byte. Values that follow from a record (roles, rewards, votes, scores)
are exported too and not read back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from parlour.llm import Feature

NAME = r"^[\w:][\w .:+@-]{0,199}$"
"""The allowed names of matches and runs, which appear in terminals and file names."""
VERSION = 1
"""The version of this schema: it grows with every field that is added, removed or redefined."""


class ExportedRow(BaseModel):
    """A row of any table."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ExportedSeat(ExportedRow):
    """A seat of a match, with what it was and what came of it."""

    player: str = Field(description="the seat's name at the table")
    role: str | None = Field(description="the role it was dealt; null in a game that deals none")
    team: str | None = Field(description="the side it was on; null where the rules no longer take the record")
    method: str = Field(description="what sat there first, with its options")
    model: str = Field(description="what it thought with; empty where it needs no model")
    reward: float | None = Field(
        description="the share of the match's scored cases that its side won: 0 or 1 where there is one case,"
        " 0 for everybody in a draw; null where no case is scored or the match is not over"
    )


class ExportedCase(ExportedRow):
    """How one hidden question of a match came out."""

    case: str = Field(description="its name, such as the victim's")
    winner: str | None = Field(description="the side that won it; null for nobody")
    truth: tuple[str, ...] = Field(description="who was sought")
    eliminated: str | None = Field(description="whom the table voted out last")
    is_scored: bool = Field(description="whether it counts in scores: somebody at the table is sought")


class ExportedMatch(ExportedRow):
    """A match: what it was dealt from, and how it ended."""

    type: Literal["match"] = "match"
    match: str = Field(pattern=NAME, description="its id")
    game: str = Field(description="the game's name")
    script: str = Field(description="the script's id; empty in a game without one")
    title: str = Field(description="the script's title; empty in a game without one")
    language: str = Field(description="of the table: en or zh")
    seed: str = Field(description="of every draw; text, since it may have more than 64 bits")
    status: Literal["running", "stopped", "finished"] = Field(description="where it stands")
    started: str = Field(description="when, UTC, ISO 8601")
    origin: str | None = Field(description="the match that it was forked from")
    origin_step: int | None = Field(description="the step at which the two part")
    versions: Mapping[str, JsonValue] = Field(description="of Parlour and what it ran on, by name")
    seats: tuple[ExportedSeat, ...] = Field(description="in seat order")
    cases: tuple[ExportedCase, ...] = Field(description="none before the end")
    setup: Mapping[str, JsonValue] = Field(
        description="everything that the match is a function of, as Parlour reads it; a script is in it whole"
    )


class ExportedEvent(ExportedRow):
    """What happened, and who may know."""

    type: Literal["event"] = "event"
    match: str = Field(description="the match")
    entry: int = Field(description="position in the match's journal, from 0, over all kinds of entries")
    number: int = Field(description="position among the match's events, from 0")
    kind: str = Field(description="what happened, by the names of the game")
    round: int = Field(description="from 1; 0 before the first")
    actor: str | None = Field(description="who did it")
    to: str | None = Field(description="who was addressed")
    case: str | None = Field(description="the hidden question it is about")
    chosen: tuple[str, ...] = Field(description="names or letters: who was voted for, which side won")
    text: str = Field(description="what was said, or what a private paper says")
    role: str | None = Field(description="what it shows somebody to be")
    visible_to: tuple[str, ...] | None = Field(description="who learned of it; null is everybody")
    spelled: str | None = Field(
        default=None, description="the journal's own words, where they are not as this version writes them"
    )


class ExportedAction(ExportedRow):
    """What a player did on a request."""

    type: Literal["action"] = "action"
    match: str = Field(description="the match")
    entry: int = Field(description="position in the match's journal")
    request: str = Field(description="the request's id, unique within the match")
    step: int | None = Field(description="how many steps the match had taken: where a fork can part")
    kind: str | None = Field(description="what was asked for, by the names of the game")
    round: int | None = Field(description="the round in which it was asked")
    case: str | None = Field(description="the hidden question it is about")
    options: tuple[str, ...] = Field(description="what could be chosen")
    player: str = Field(description="whose it is")
    chosen: tuple[str, ...] = Field(description="the options chosen")
    speech: str = Field(description="what was said")
    is_fallback: bool = Field(description="whether the game's fallback stands in for an unusable answer")
    spelled: str | None = Field(default=None, description="as in events")


class ExportedThought(ExportedRow):
    """What an agent put on record of its thinking; nobody at the table saw it."""

    type: Literal["thought"] = "thought"
    match: str = Field(description="the match")
    entry: int = Field(description="position in the match's journal")
    request: str = Field(description="the request that was being answered")
    player: str = Field(description="whose it is")
    kind: str = Field(description="what sort of thought, by the names of the method")
    case: str | None = Field(description="the hidden question it is about")
    body: Mapping[str, JsonValue] = Field(description="its content, by the names of the method")
    spelled: str | None = Field(default=None, description="as in events")


class ExportedFault(ExportedRow):
    """Something that went wrong, after which the match went on."""

    type: Literal["fault"] = "fault"
    match: str = Field(description="the match")
    entry: int = Field(description="position in the match's journal")
    request: str = Field(description="the request that was being answered")
    player: str = Field(description="whose it is")
    purpose: str = Field(description="what for")
    problem: str = Field(description="what was wrong, in words")
    spelled: str | None = Field(default=None, description="as in events")


class ExportedMessage(ExportedRow):
    """A message of a prompt, as a chat model takes it."""

    role: Literal["system", "user", "assistant"] = Field(description="whose it is")
    content: str = Field(description="its words")


class ExportedPart(ExportedRow):
    """A piece of a prompt's first two messages, with where it comes from."""

    message: int = Field(description="in which message it stands: 0 the system's, 1 the first of the user's")
    characters: int = Field(description="how long it is; an empty line parts it from the next of its message")
    origin: str = Field(description="rules, private, event, thought, request or truth")
    owner: str | None = Field(description="whose papers or thought; null for what is public")
    events: tuple[int, ...] = Field(description="the numbers of the events that it tells")


class ExportedLogprob(ExportedRow):
    """A candidate for the first token of a reply."""

    token: str = Field(description="the token")
    logprob: float = Field(description="its natural log-probability")


class ExportedCall(ExportedRow):
    """A model call: its prompt, its reply and what came of it for its seat.

    What was looked up or typed is a call too, with no attempts and of another purpose.
    """

    type: Literal["call"] = "call"
    match: str = Field(description="the match")
    number: int = Field(description="position among the match's calls, in the order of arrival")
    player: str = Field(description="the seat; @ and the model where it was asked for everybody")
    team: str | None = Field(description="the seat's side; null where it is nobody's alone")
    request: str = Field(description="the request that was being answered, or what a shared call was about")
    step: int | None = Field(description="the step of that request; null where it is of none")
    purpose: str = Field(description="what for, by the names of the method")
    method: str = Field(description="what sat in the seat by then; empty where it is nobody's alone")
    model: str = Field(description="what was asked; empty where no model was")
    prompt: tuple[ExportedMessage, ...] = Field(
        description="the system's message and the user's, then each unreadable reply with what was said of it"
    )
    parts: tuple[ExportedPart, ...] = Field(description="what the first two messages consist of, in order")
    reply: str = Field(description="what came back")
    thoughts: str = Field(
        description="what the model thought before it, where that is told: nobody else saw it"
    )
    is_cut: bool = Field(description="whether the reply ended at its limit of tokens")
    is_repaired: bool = Field(
        description="whether it could be read as a reply of its form only after repairs"
    )
    logprobs: tuple[ExportedLogprob, ...] = Field(description="where the provider told them")
    refusal: str = Field(description="why there is no reply, in the server's words; empty where there is one")
    reward: float | None = Field(description="of the seat, as in the match's seats; null for shared calls")
    digest: str = Field(description="of the prompt, the form wanted and the settings")
    occurrence: int = Field(description="how many equal calls of the match came before it")
    input_tokens: int = Field(description="of the prompt, cached ones among them")
    cached_tokens: int = Field(description="those that the provider had from an earlier call")
    output_tokens: int = Field(description="of the reply, thoughts among them")
    thought_tokens: int = Field(description="those of them that are thoughts")
    dollars: float | None = Field(description="its price; null where none is known")
    seconds: float = Field(description="from asking to the last token")
    attempts: int = Field(description="how often it was sent; 0 for what was looked up, typed or taken over")
    is_estimated: bool = Field(description="whether tokens are an estimate, since the server told none")
    room: int = Field(description="tokens that were left for thoughts beside the answer")
    without: tuple[Feature, ...] = Field(
        description="what the request could have made use of and the server does not take"
    )


class ExportedVote(ExportedRow):
    """A ballot."""

    type: Literal["vote"] = "vote"
    match: str = Field(description="the match")
    entry: int = Field(description="position in the match's journal")
    round: int = Field(description="in which it was cast")
    case: str | None = Field(description="the hidden question it is about; null where there is one alone")
    player: str = Field(description="who cast it")
    team: str | None = Field(description="the voter's side")
    chosen: tuple[str, ...] = Field(description="for whom; none is an abstention")
    counts: bool = Field(description="false for a poll, which decides nothing")
    is_right: bool | None = Field(
        description="whether it named somebody who is sought; null where nobody is, or before the end"
    )


class ExportedScore(ExportedRow):
    """A metric over one finished match."""

    type: Literal["score"] = "score"
    match: str = Field(description="the match")
    metric: str = Field(description="its name")
    unit: str = Field(description="of the value; a share is in [0, 1]")
    value: float = Field(description="its value")
    n: int = Field(description="how many answers, votes, cases, calls or matches it rests on")


class ExportedCell(ExportedRow):
    """A cell of a run: which match it is, and what the run keeps of it."""

    type: Literal["cell"] = "cell"
    run: str = Field(description="the run's id")
    key: str = Field(description="the cell's name within the run; `run` for what was asked for")
    match: str | None = Field(description="the match that it holds; null for what holds none")
    content: str = Field(description="what the run keeps, as JSON text, byte for byte")


Exported = (
    ExportedMatch
    | ExportedEvent
    | ExportedAction
    | ExportedThought
    | ExportedFault
    | ExportedCall
    | ExportedVote
    | ExportedScore
    | ExportedCell
)
"""A row of one of the tables."""

TABLES: Mapping[str, type[Exported]] = {
    "matches": ExportedMatch,
    "events": ExportedEvent,
    "actions": ExportedAction,
    "thoughts": ExportedThought,
    "faults": ExportedFault,
    "calls": ExportedCall,
    "votes": ExportedVote,
    "scores": ExportedScore,
    "cells": ExportedCell,
}
"""The tables of an export, by the name of each one's file."""

CHECK = "check"
"""The field that every row has besides: the first 8 hexadecimal digits of SHA-256 of the rest of it."""


_CHECK = {
    "description": "the first 8 hexadecimal digits of SHA-256 of the rest of the row, as JSON with sorted"
    " keys, no spaces and everything beyond ASCII escaped",
    "type": "string",
}


def published_schema() -> dict[str, Any]:
    """JSON Schema of a line of any table, which its `type` tells apart."""
    rows = list(TABLES.values())
    models: list[tuple[type[BaseModel], JsonSchemaMode]] = [(row, "serialization") for row in rows]
    references, schema = models_json_schema(models, title="A row of an export")
    definitions = cast("dict[str, dict[str, Any]]", schema["$defs"])
    for row in rows:
        definition = definitions[row.__name__]
        definition["properties"][CHECK] = _CHECK
        definition["required"] = [*definition.get("required", []), CHECK]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": schema["title"],
        "version": VERSION,
        "oneOf": [references[row, "serialization"] for row in rows],
        "$defs": definitions,
    }


def schema_text() -> str:
    """The same as exports and `docs/data.schema.json` hold it."""
    return json.dumps(published_schema(), indent=2, ensure_ascii=False) + "\n"
