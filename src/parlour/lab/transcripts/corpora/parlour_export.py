"""Parlour's own matches as recorded games: an export, read as others' games are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from parlour.arena import HUMAN, REMOTE, Note, Record, Status
from parlour.core import Event, event_kinds
from parlour.errors import ArchiveError, TranscriptError
from parlour.evaluation import Sides, dealt_roles, final_roles
from parlour.lab.transcripts import (
    CastMember,
    Corpus,
    GameTranscript,
    Happening,
    OddRows,
    TranscriptOutcome,
    TranscriptSource,
    number_events,
    slug,
)
from parlour.store import Store
from parlour.store.archive.importing import import_export

_PHASES: Mapping[str, str] = {event_kinds.NIGHT: "night", event_kinds.DAY: "day", event_kinds.ROUND: "day"}
_VOTES = frozenset({event_kinds.VOTED})


def read(path: Path) -> Iterator[GameTranscript]:
    """The matches of an export, as `parlour export` wrote it.

    Raises:
        TranscriptError: if it is none, or not as it was exported.
    """
    with Store.open(":memory:") as store:
        try:
            import_export(store, path)
        except ArchiveError as error:
            raise TranscriptError(str(error)) from error
        for match in sorted(store.matches(), key=lambda summary: (summary.started, summary.match)):
            yield transcribe(store.record(match.match, with_calls=False))


def transcribe(record: Record) -> GameTranscript:
    """Returns a match in the open form, with all that any player learned and without agents' thoughts."""
    odd, setup = OddRows(), record.setup
    sides, items = Sides.of(record), list(record.items)
    where = record.match
    if thoughts := sum(isinstance(item, Note) for item in items):
        odd.add("thoughts-left-out", where, "what agents thought stays in the match", "", thoughts)
    is_over = record.status is Status.FINISHED
    if not is_over:
        odd.add("not-finished", where, f"the match is {record.status.value}", "status")
    winners = tuple(
        dict.fromkeys(side for case in sides.cases if case.winner for side in (case.winner, *case.also))
    )
    happened = tuple(_happenings(item for item in items if isinstance(item, Event)))
    removed = (item for item in items if isinstance(item, Event) and item.kind.removes)
    out = [player for event in removed for player in event.chosen if player in setup.game.players]
    return GameTranscript(
        id=f"parlour-{slug(record.match)}",
        corpus="parlour",
        game=setup.game.name,
        title=setup.game.title,
        language=setup.language,
        source=TranscriptSource(
            name="Parlour", file=record.match, licence="", revision=dict(setup.versions).get("parlour", "")
        ),
        cast=tuple(_cast(record, sides, is_over=is_over)),
        centre=tuple(
            event.role
            for event in record.events
            if event.kind.tells_end and event.role and event.chosen and not {*event.chosen} & {*setup.players}
        ),
        events=number_events(happened),
        outcome=TranscriptOutcome(
            winners=winners if is_over else None,
            basis="rules" if is_over else "unknown",
            out=tuple(dict.fromkeys(out)),
        ),
        oddities=tuple(odd.found),
    )


def _cast(record: Record, sides: Sides, *, is_over: bool) -> Iterator[CastMember]:
    """Every seat; what it is at the end is known of a finished match alone, since cards may move."""
    starts, ends = dealt_roles(record), final_roles(record)
    for seat in record.setup.seats:
        yield CastMember(
            player=seat.player,
            holder="person" if seat.method == HUMAN else "unknown" if seat.method == REMOTE else "model",
            model=seat.model,
            method=seat.method,
            start=starts.get(seat.player),
            end=ends.get(seat.player) if is_over else None,
            team=sides.team(seat.player),
        )


def _happenings(events: Iterator[Event]) -> Iterator[Happening]:
    phase = ""
    for event in events:
        phase = _PHASES.get(event.kind, phase)
        is_vote, is_choice = event.kind in _VOTES, event.kind.deed or event.kind.choice
        kind = "speech" if event.kind.utterance else "vote" if is_vote else "deed" if is_choice else "news"
        target = ("pass",) if is_vote and not event.chosen else tuple(event.chosen)
        fields = {"number": 0, "kind": kind, "round": event.round, "phase": phase, "speaker": event.actor}
        viewers = None if event.visible_to is None else sorted(event.visible_to)
        deed = "" if kind in ("speech", "vote") else event.kind.name
        yield Happening.model_validate(
            {
                **fields,
                "to": event.to,
                "text": event.text,
                "target": target,
                "deed": deed,
                "visible_to": viewers,
            }
        )


CORPUS = Corpus(
    title="Parlour's own matches, with people in them or without",
    wants="the folder or zip of an export: parlour export MATCH --out FOLDER",
    read=read,
)
