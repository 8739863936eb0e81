"""From a record to the rows of its match, and from rows back to the record, byte for byte."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import assert_never, cast, get_args

from pydantic import ValidationError

from parlour.arena import Act, Entry, EntryKind, Fault, Note, Record, RecordedCall, Seat, Setup, Status, item
from parlour.core import Event, Request, event_kinds
from parlour.errors import RecordError
from parlour.evaluation import Cut, Sides, dealt_roles, metrics, score_match
from parlour.llm import AT, CallKey, Completion, Origin, Part, Source, Usage
from parlour.store.archive.rows import (
    Exported,
    ExportedAction,
    ExportedCall,
    ExportedCase,
    ExportedEvent,
    ExportedFault,
    ExportedLogprob,
    ExportedMatch,
    ExportedMessage,
    ExportedPart,
    ExportedScore,
    ExportedSeat,
    ExportedThought,
    ExportedVote,
)

JournalRow = ExportedEvent | ExportedAction | ExportedThought | ExportedFault
_EVENT: Mapping[str, object] = {
    field.name: [] if field.default == () else field.default for field in fields(Event)
}
"""The defaults of an event's fields, or a value that no row can have where there is none."""
_ACT = ("request", "player", "chosen", "speech", "is_fallback")


def spell_row(row: JournalRow) -> str:
    """The journal's entry that a row tells, in the spelling of the journal."""
    return row.spelled or json.dumps(_content(row), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def entry_of(row: JournalRow) -> Entry:
    """Converts a row to an entry."""
    kind: EntryKind = row.type
    return Entry(number=row.entry, kind=kind, json=spell_row(row))


def call_of(row: ExportedCall) -> RecordedCall:
    """Converts a row to a call."""
    texts = [message.content for message in row.prompt]
    repairs = texts[2:] if row.parts else texts
    key, usage = ({field.name: getattr(row, field.name) for field in fields(of)} for of in (CallKey, Usage))
    return RecordedCall(
        key=CallKey(**key),
        system=_parts_of(row, 0),
        user=_parts_of(row, 1),
        repairs=tuple(zip(repairs[::2], repairs[1::2], strict=True)),
        completion=Completion(
            text=row.reply,
            thoughts=row.thoughts,
            is_cut=row.is_cut,
            is_repaired=row.is_repaired,
            logprobs=tuple((logprob.token, logprob.logprob) for logprob in row.logprobs),
            refusal=row.refusal,
            usage=Usage(**usage),
        ),
    )


def setup_of(row: ExportedMatch) -> Setup:
    """Returns the setup of a match."""
    try:
        return Setup.model_validate_json(json.dumps(row.setup))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RecordError(f"match {row.match} cannot be read here: its {where}: {first['msg']}") from error


def record_of(
    row: ExportedMatch, journal: Iterable[JournalRow], calls: Sequence[ExportedCall], *, under: str
) -> Record:
    """Builds the record of a match from its rows."""
    entries = sorted(map(entry_of, journal), key=lambda entry: entry.number)
    for number, entry in enumerate(entries):
        if entry.number != number:
            raise RecordError(f"match {row.match} has no entry {number}, or has it twice")
    return Record(
        match=under,
        setup=setup_of(row),
        status=Status(row.status),
        started=row.started,
        entries=tuple(entries),
        calls=tuple(map(call_of, calls)),
    )


def _content(row: JournalRow) -> Mapping[str, object]:
    values = row.model_dump(mode="json")
    match row:
        case ExportedEvent():
            return {name: values[name] for name, usual in _EVENT.items() if values[name] != usual}
        case ExportedAction():
            return {name: values[name] for name in _ACT if values[name] or name in ("request", "player")}
        case ExportedThought():
            thought = {"kind": values["kind"]}
            thought |= {name: values[name] for name in ("case",) if values[name] is not None}
            thought |= {name: values[name] for name in ("body",) if values[name]}
            return {"request": values["request"], "player": values["player"], "thought": thought}
        case ExportedFault():
            return {name: values[name] for name in ("request", "player", "purpose", "problem")}
        case _:
            assert_never(row)


def _parts_of(row: ExportedCall, message: int) -> tuple[Part, ...]:
    message_parts = [part for part in row.parts if part.message == message]
    content = row.prompt[message].content if len(row.prompt) > message and row.parts else ""
    parts: list[Part] = []
    at = 0
    for part in message_parts:
        if part.origin not in get_args(Origin):
            raise RecordError(f"no part of a prompt comes from {part.origin!r}")
        source = Source(origin=cast("Origin", part.origin), owner=part.owner, events=part.events)
        parts.append(Part(text=content[at : at + part.characters], source=source))
        at += part.characters + 2
    if (content or message_parts) and at != len(content) + 2:
        raise RecordError(f"the parts of call {row.number} of match {row.match} do not make up its prompt")
    return tuple(parts)


class MatchRows:
    """A record as the rows of an export, table by table."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._setup = record.setup
        self._seats: Mapping[str, Seat] = {seat.player: seat for seat in record.setup.seats}

    def tables(self) -> Iterator[tuple[str, Iterator[Exported]]]:
        """Every table that holds rows of matches, by name, with this match's rows."""
        yield "matches", iter((self.match,))
        for name in ("events", "actions", "thoughts", "faults"):
            yield name, (row for table, row in self._journal() if table == name)
        yield "calls", (self._call(number, call) for number, call in enumerate(self._record.calls))
        yield "votes", self._votes()
        yield "scores", self._scores()

    @cached_property
    def match(self) -> ExportedMatch:
        setup, record = self._setup, self._record
        roles = dealt_roles(record)
        return ExportedMatch(
            match=record.match,
            game=setup.game.name,
            script=setup.game.story,
            title=setup.game.title,
            language=setup.language,
            seed=str(setup.seed),
            status=record.status.value,
            started=record.started,
            origin=setup.origin.match if setup.origin else None,
            origin_step=setup.origin.step if setup.origin else None,
            versions=dict(setup.versions),
            seats=tuple(
                ExportedSeat(
                    player=seat.player,
                    role=roles.get(seat.player),
                    team=self._sides.team(seat.player),
                    method=seat.method,
                    model=seat.model,
                    reward=self._sides.reward(seat.player),
                )
                for seat in setup.seats
            ),
            cases=tuple(
                ExportedCase(
                    case=case.case,
                    winner=case.winner,
                    truth=tuple(case.truth),
                    eliminated=case.eliminated,
                    is_scored=self._sides.is_scored(case),
                )
                for case in self._sides.cases
            ),
            setup=json.loads(setup.model_dump_json()),
        )

    @cached_property
    def _sides(self) -> Sides:
        return Sides.of(self._record)

    def _journal(self) -> Iterator[tuple[str, Exported]]:
        game = self._setup.game.name
        for entry in self._record.entries:
            table, row = self._entry(entry, item(entry, game))
            if spell_row(row) != entry.json:
                row = row.model_copy(update={"spelled": entry.json})
            yield table, row

    def _entry(
        self, at: Entry, entry_item: Event | Act | Note | Fault
    ) -> tuple[str, ExportedEvent | ExportedAction | ExportedThought | ExportedFault]:
        row: dict[str, object] = {"match": self._record.match, "entry": at.number}
        match entry_item:
            case Event():
                viewers = None if entry_item.visible_to is None else sorted(entry_item.visible_to)
                row |= vars(entry_item) | {"kind": entry_item.kind.name, "visible_to": viewers}
                return "events", ExportedEvent.model_validate(row)
            case Act():
                row |= entry_item.model_dump() | self._request_fields(entry_item.request)
                return "actions", ExportedAction.model_validate(row)
            case Note():
                row |= {
                    "request": entry_item.request,
                    "player": entry_item.player,
                    **entry_item.thought.model_dump(),
                }
                return "thoughts", ExportedThought.model_validate(row)
            case Fault():
                row |= entry_item.model_dump()
                return "faults", ExportedFault.model_validate(row)
            case _:
                assert_never(entry_item)

    def _request_fields(self, request_id: str) -> dict[str, object]:
        """Returns the fields of a request that its record lacks; None if the rules reject the record."""
        request = self._sides.requests.get(request_id)
        if request is None:
            return {"step": None, "kind": None, "round": None, "case": None, "options": ()}
        return {
            "step": request.step,
            "kind": request.kind.name,
            "round": request.round,
            "case": request.case,
            "options": request.options,
        }

    def _call(self, number: int, call: RecordedCall) -> ExportedCall:
        key, completion = call.key, call.completion
        request = self._sides.requests.get(key.request)
        method, model = self._holder(key.player, request)
        return ExportedCall(
            match=self._record.match,
            number=number,
            player=key.player,
            team=self._sides.team(key.player),
            request=key.request,
            step=request.step if request else None,
            purpose=key.purpose,
            method=method,
            model=model,
            prompt=tuple(_messages(call)),
            parts=tuple(_parts(call)),
            reply=completion.text,
            thoughts=completion.thoughts,
            is_cut=completion.is_cut,
            is_repaired=completion.is_repaired,
            logprobs=tuple(
                ExportedLogprob(token=token, logprob=value) for token, value in completion.logprobs
            ),
            refusal=completion.refusal,
            reward=self._sides.reward(key.player),
            digest=key.digest,
            occurrence=key.occurrence,
            **vars(completion.usage),
        )

    def _holder(self, player: str, request: Request | None) -> tuple[str, str]:
        """The method and the model of a seat at a request; the last where that is not known."""
        if player.startswith(AT):
            return "", player.removeprefix(AT)
        seat = self._seats.get(player)
        if seat is None:
            return "", ""
        then = [handover for handover in seat.then if request is None or handover.step <= request.step]
        holder = then[-1] if then else seat
        return holder.method, holder.model

    def _votes(self) -> Iterator[ExportedVote]:
        for table, row in self._journal():
            if table == "events" and isinstance(row, ExportedEvent) and row.kind in _BALLOTS:
                truth = self._sides.truth(row.case)
                yield ExportedVote(
                    match=row.match,
                    entry=row.entry,
                    round=row.round,
                    case=row.case,
                    player=row.actor or "",
                    team=self._sides.team(row.actor or ""),
                    chosen=row.chosen,
                    counts=row.kind == event_kinds.VOTED.name,
                    is_right=bool(truth & set(row.chosen)) if truth else None,
                )

    def _scores(self) -> Iterator[ExportedScore]:
        if self._record.status is not Status.FINISHED:
            return
        score = score_match(self._record)
        for name, measured in sorted(metrics().items()):
            parts = measured.parts(score, Cut())
            if parts.possible and not math.isnan(parts.reached):
                yield ExportedScore(
                    match=self._record.match,
                    metric=name,
                    unit=measured.unit,
                    value=parts.reached / parts.possible,
                    n=parts.n,
                )


_BALLOTS = {event_kinds.VOTED.name, event_kinds.POLLED.name}


def _messages(call: RecordedCall) -> Iterator[ExportedMessage]:
    if call.system or call.user:
        yield ExportedMessage(role="system", content=JOINT.join(part.text for part in call.system))
        yield ExportedMessage(role="user", content=JOINT.join(part.text for part in call.user))
    for reply, feedback in call.repairs:
        yield ExportedMessage(role="assistant", content=reply)
        yield ExportedMessage(role="user", content=feedback)


def _parts(call: RecordedCall) -> Iterator[ExportedPart]:
    for message, parts in enumerate((call.system, call.user)):
        for part in parts:
            source = part.source
            yield ExportedPart(
                message=message,
                characters=len(part.text),
                origin=source.origin,
                owner=source.owner,
                events=source.events,
            )


JOINT = "\n\n"
"""The separator of a message's parts, as in prompts."""
