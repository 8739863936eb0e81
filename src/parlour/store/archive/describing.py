"""From a record to the rows of its match."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import assert_never

from parlour.arena import Act, Entry, Fault, Note, Record, RecordedCall, Seat, Status, item
from parlour.core import Event, Request, event_kinds
from parlour.evaluation import Cut, Sides, dealt_roles, metrics, score_match
from parlour.llm import AT
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
from parlour.store.archive.spelling import spell_row


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
