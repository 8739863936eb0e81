"""How a call is spelled in its row, and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pydantic import TypeAdapter

from parlour.llm import Completion, Part, Source, Usage

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
        """Of all its parts."""
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
