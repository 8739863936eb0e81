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
    """The same as an entry."""
    kind: EntryKind = row.type
    return Entry(number=row.entry, kind=kind, json=spell_row(row))


def call_of(row: ExportedCall) -> RecordedCall:
    """The call that a row tells."""
    texts = [message.content for message in row.prompt]
    repairs = texts[2:] if row.parts else texts
    key, usage = ({each.name: getattr(row, each.name) for each in fields(of)} for of in (CallKey, Usage))
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
            logprobs=tuple((each.token, each.logprob) for each in row.logprobs),
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
    """A match's record from its rows."""
    entries = sorted(map(entry_of, journal), key=lambda each: each.number)
    for wanted, found in enumerate(entries):
        if found.number != wanted:
            raise RecordError(f"match {row.match} has no entry {wanted}, or has it twice")
    return Record(
        match=under,
        setup=setup_of(row),
        status=Status(row.status),
        started=row.started,
        entries=tuple(entries),
        calls=tuple(map(call_of, calls)),
    )


def _content(row: JournalRow) -> Mapping[str, object]:
    told = row.model_dump(mode="json")
    match row:
        case ExportedEvent():
            return {name: told[name] for name, usual in _EVENT.items() if told[name] != usual}
        case ExportedAction():
            return {name: told[name] for name in _ACT if told[name] or name in ("request", "player")}
        case ExportedThought():
            thought = {"kind": told["kind"]}
            thought |= {name: told[name] for name in ("case",) if told[name] is not None}
            thought |= {name: told[name] for name in ("body",) if told[name]}
            return {"request": told["request"], "player": told["player"], "thought": thought}
        case ExportedFault():
            return {name: told[name] for name in ("request", "player", "purpose", "problem")}
        case _:
            assert_never(row)


def _parts_of(row: ExportedCall, message: int) -> tuple[Part, ...]:
    told = [part for part in row.parts if part.message == message]
    content = row.prompt[message].content if len(row.prompt) > message and row.parts else ""
    parts: list[Part] = []
    at = 0
    for part in told:
        if part.origin not in get_args(Origin):
            raise RecordError(f"no part of a prompt comes from {part.origin!r}")
        source = Source(origin=cast("Origin", part.origin), owner=part.owner, events=part.events)
        parts.append(Part(text=content[at : at + part.characters], source=source))
        at += part.characters + 2
    if (content or told) and at != len(content) + 2:
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
        for each in self._record.entries:
            table, row = self._entry(each, item(each, game))
            if spell_row(row) != each.json:
                row = row.model_copy(update={"spelled": each.json})
            yield table, row

    def _entry(
        self, at: Entry, held: Event | Act | Note | Fault
    ) -> tuple[str, ExportedEvent | ExportedAction | ExportedThought | ExportedFault]:
        told: dict[str, object] = {"match": self._record.match, "entry": at.number}
        match held:
            case Event():
                seen = None if held.visible_to is None else sorted(held.visible_to)
                told |= vars(held) | {"kind": held.kind.name, "visible_to": seen}
                return "events", ExportedEvent.model_validate(told)
            case Act():
                told |= held.model_dump() | self._request_fields(held.request)
                return "actions", ExportedAction.model_validate(told)
            case Note():
                told |= {"request": held.request, "player": held.player, **held.thought.model_dump()}
                return "thoughts", ExportedThought.model_validate(told)
            case Fault():
                told |= held.model_dump()
                return "faults", ExportedFault.model_validate(told)
            case _:
                assert_never(held)

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
        key, told = call.key, call.completion
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
            reply=told.text,
            thoughts=told.thoughts,
            is_cut=told.is_cut,
            is_repaired=told.is_repaired,
            logprobs=tuple(ExportedLogprob(token=token, logprob=value) for token, value in told.logprobs),
            refusal=told.refusal,
            reward=self._sides.reward(key.player),
            digest=key.digest,
            occurrence=key.occurrence,
            **vars(told.usage),
        )

    def _holder(self, player: str, request: Request | None) -> tuple[str, str]:
        """The method and the model of a seat at a request; the last where that is not known."""
        if player.startswith(AT):
            return "", player.removeprefix(AT)
        seat = self._seats.get(player)
        if seat is None:
            return "", ""
        then = [each for each in seat.then if request is None or each.step <= request.step]
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
