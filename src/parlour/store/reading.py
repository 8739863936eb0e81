"""Reads a match's record and the calls of a run back from their rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection, Row, and_, select

from parlour.arena import Entry, Record, RecordedCall, Setup, Status
from parlour.errors import RecordError
from parlour.llm import CallKey, Completion, Part, Source, Usage
from parlour.store.tables import call, entry, match, measure, part

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SPELLED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, kw_only=True)
class PartRef:
    """A part where it stands in a message: its text by digest, and its source there."""

    part: str
    source: Source


@dataclass(frozen=True, kw_only=True)
class Layout:
    """A prompt without its texts."""

    system: tuple[PartRef, ...]
    user: tuple[PartRef, ...]
    repairs: tuple[tuple[str, str], ...]

    @property
    def digests(self) -> set[str]:
        return {place.part for place in (*self.system, *self.user)}


_LAYOUT, _COMPLETION, _USAGE = TypeAdapter(Layout), TypeAdapter(Completion), TypeAdapter(Usage)
_PLACE = TypeAdapter(PartRef)
_MOST_PLACES = 32_768
"""Spelled places that are remembered: those of the prompts of a few hundred matches at once."""


def spell(value: object) -> str:
    """A value as JSON that every database can hold.

    Chinese stays readable; NUL and lone surrogates, which a small model may well produce, are escaped.
    """
    text = _SPELLED.encode(value)
    return text if text.isascii() else _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def spell_layout(system: Sequence[Part], user: Sequence[Part], repairs: Sequence[Sequence[str]]) -> str:
    """A prompt's layout as its row holds it.

    Put together from its places as they were spelled before: most of them stand in many prompts of a match.
    """
    places = (",".join(_spell_place(part.digest, part.source) for part in parts) for parts in (system, user))
    return '{{"system":[{}],"user":[{}],"repairs":{}}}'.format(*places, spell(repairs))


@lru_cache(maxsize=_MOST_PLACES)
def _spell_place(digest: str, source: Source) -> str:
    return spell(_PLACE.dump_python(PartRef(part=digest, source=source)))


def read_layout(text: str) -> Layout:
    """A prompt's layout from its row."""
    return _LAYOUT.validate_python(json.loads(text))


def fill(places: Sequence[PartRef], texts: Mapping[str, str]) -> tuple[Part, ...]:
    """The parts with their texts, given by digest."""
    return tuple(Part(text=texts[place.part], source=place.source) for place in places)


def spell_completion(completion: Completion) -> tuple[str, str]:
    """A completion as the reply, which a replay repeats, and the usage, which differs from run to run."""
    reply = _COMPLETION.dump_python(completion)
    usage = reply.pop("usage")
    return spell(reply), spell(usage)


def read_completion(reply: str, usage: str) -> Completion:
    """A completion from the two."""
    fields = json.loads(reply) | {"usage": _USAGE.validate_python(json.loads(usage))}
    return _COMPLETION.validate_python(fields)


_AT_ONCE = 5000
"""Digests per query, below the number of variables that either database takes."""


def read_record(connection: Connection, match_id: str, *, with_calls: bool = True) -> Record:
    """Returns the record of a match that exists, without its calls if they are not needed."""
    row = connection.execute(select(match).where(match.c.id == match_id)).one()
    return Record(
        match=row.id,
        setup=read_setup(connection, match_id),
        status=Status(row.status),
        started=row.started,
        entries=_entries(connection, match_id),
        calls=read_calls(connection, match_id) if with_calls else (),
    )


def read_setup(connection: Connection, match_id: str) -> Setup:
    """Returns the setup of a match.

    Raises:
        RecordError: if it was recorded by a Parlour whose setups this one cannot read.
    """
    row = connection.execute(select(match.c.setup, match.c.versions).where(match.c.id == match_id)).one()
    try:
        return Setup.model_validate_json(row.setup)
    except ValidationError as error:
        was = json.loads(row.versions).get("parlour", "another version")
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise RecordError(
            f"match {match_id} is of Parlour {was}; here its {where}: {first['msg']}"
        ) from error


def _entries(connection: Connection, match_id: str) -> tuple[Entry, ...]:
    rows = connection.execute(select(entry).where(entry.c.match == match_id).order_by(entry.c.n))
    return tuple(Entry(number=row.n, kind=row.kind, json=row.json) for row in rows)


def read_calls(connection: Connection, match_id: str, request: str | None = None) -> tuple[RecordedCall, ...]:
    """The model calls of a match: of one request, or all."""
    measured = and_(measure.c.match == call.c.match, measure.c.call == call.c.n)
    query = select(call, measure.c.json.label("usage")).join(measure, measured)
    if request is not None:
        query = query.where(call.c.request == request)
    rows = connection.execute(query.where(call.c.match == match_id).order_by(call.c.n)).all()
    layouts = [read_layout(row.prompt) for row in rows]
    texts = _texts(connection, {digest for layout in layouts for digest in layout.digests})
    return tuple(_call(row, layout, texts) for row, layout in zip(rows, layouts, strict=True))


def _texts(connection: Connection, digests: Iterable[str]) -> dict[str, str]:
    wanted, texts = sorted(digests), dict[str, str]()
    for start in range(0, len(wanted), _AT_ONCE):
        rows = connection.execute(select(part).where(part.c.digest.in_(wanted[start : start + _AT_ONCE])))
        texts |= {row.digest: json.loads(row.text) for row in rows}
    return texts


def _call(row: Row[*tuple[object, ...]], layout: Layout, texts: dict[str, str]) -> RecordedCall:
    return RecordedCall(
        key=CallKey(
            player=row.player,
            request=row.request,
            purpose=row.purpose,
            digest=row.digest,
            occurrence=row.occurrence,
        ),
        system=fill(layout.system, texts),
        user=fill(layout.user, texts),
        repairs=layout.repairs,
        completion=read_completion(row.reply, row.usage),
    )
