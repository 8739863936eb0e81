"""A model whose every reply holds a word of its own, so that it shows wherever such a word turns up again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from bench.free import FreeProvider
from parlour.arena import Act, Fault, Item, Note, Record, Setup
from parlour.core import Event, Player, Request
from parlour.llm import AT, Call, Completion, OnChunk
from parlour.web.hosting import Visibility
from parlour.web.hosting.feed import Happened
from parlour.web.hosting.projection import line
from tests.arena.replies import filled

UNREADABLE = 25
"""One form in so many is never filled in, so that repairs and faults are looked at as well."""
_PLANTED = re.compile(r"planted[0-9a-f]{12}")
_SAID = {"en": "I was in the kitchen at {n} with {word}.", "zh": "我{n}点在厨房，{word}。"}


@dataclass(kw_only=True)
class Planted:
    """The words that were planted in one match.

    Attributes:
        owners: whose each of them is: a seat's, or `@` and the model's where everybody was asked for.
    """

    owners: dict[str, Player] = field(default_factory=dict[str, Player])

    def word(self, owner: Player, where: str) -> str:
        """A word that stands there and nowhere else."""
        digest = hashlib.sha256("\x1f".join((owner, where)).encode()).hexdigest()
        word = f"planted{digest[:12]}"
        self.owners[word] = owner
        return word

    def paper(self, player: Player, paper: str) -> str:
        """One of a player's papers in a mystery."""
        word = self.word(player, paper)
        return f"My {paper} says that {word} lies under the stairs. Nobody has heard of {word} but me. " * 4


@dataclass(frozen=True, kw_only=True)
class PlantedProvider(FreeProvider):
    """Fills by lot whatever form it is asked for; each text that it writes holds a word of the seat."""

    planted: Planted
    name: str = "planted"

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """A reply with its word."""
        word = self.planted.word(call.prompt.player, call.digest)
        rng = Random(word)
        if call.options:
            chances = [rng.uniform(-3, -0.1) for _ in call.options]
            return Completion(text=call.options[0], logprobs=tuple(zip(call.options, chances, strict=True)))
        if call.reply is None:
            return Completion(text=_SAID[call.prompt.language].format(n=rng.randint(1, 12), word=word))
        if Random(call.prompt.user_text).randrange(UNREADABLE) == 0:
            return Completion(text=f"{word}: I fill in no forms.")
        told = json.dumps(filled(call.reply.model_json_schema(), rng), ensure_ascii=False)
        return Completion(text=told.replace("Because of", f"Because of {word} and"))


def recognised(record: Record, planted: Planted) -> int:
    """How often a seat's own planted words stand in its own prompts: without any the others prove nothing."""
    return sum(
        planted.owners[word] == call.key.player
        for call in record.calls
        for part in (*call.system, *call.user)
        for word in _PLANTED.findall(part.text)
    )


def strays(record: Record, planted: Planted, asked: Mapping[str, Request]) -> Iterator[str]:
    """Every planted word that stands where whoever reads it may not know it, in words."""
    told, heard = _heard(record)
    for call in record.calls:
        reader, by_then = call.key.player, told.get(call.key.request, len(heard))
        if reader.startswith(AT):
            by_then = 1 + max(
                (n for part in (*call.system, *call.user) for n in part.source.events), default=-1
            )
        for part in (*call.system, *call.user):
            for word in _strange(part.text, reader, heard[:by_then], planted):
                yield f"{planted.owners[word]}'s {word} in a prompt of {reader} ({call.key.purpose})"
    for viewer in (None, *record.setup.players):
        for number, item in enumerate(record.items):
            shown = _shown(number, item, record.setup, viewer, asked)
            for word in _strange(shown, viewer or "", heard, planted):
                yield f"{planted.owners[word]}'s {word} on the page of {viewer or 'a spectator'}"


def _heard(record: Record) -> tuple[dict[str, int], list[Event]]:
    """How many events had been told when each request was made, and all of them."""
    told, heard = dict[str, int](), list[Event]()
    for item in record.items:
        if isinstance(item, Event):
            heard.append(item)
        else:
            told.setdefault(item.request, len(heard))
    return told, heard


def _strange(text: str, reader: Player, heard: list[Event], planted: Planted) -> list[str]:
    """The words in a text that are neither the reader's own nor were told to it.

    What was asked for everybody rests on what everybody heard, and is everybody's.
    """
    written = ((word, planted.owners[word]) for word in _PLANTED.findall(text))
    found = [word for word, owner in written if owner != reader and not owner.startswith(AT)]
    return [word for word in found if not any(word in each.text and _may_see(reader, each) for each in heard)]


def _may_see(reader: Player, event: Event) -> bool:
    return event.visible_to is None or reader in event.visible_to


def _shown(number: int, item: Item, setup: Setup, viewer: Player | None, asked: Mapping[str, Request]) -> str:
    """What a page shows somebody of an item, as a program gets it."""
    request = asked.get(item.request) if isinstance(item, Act | Fault | Note) else None
    if not Visibility(player=viewer).shows(item, request):
        return ""
    shown = line(Happened(number=number, item=item, request=request), setup)
    return shown.model_dump_json() if shown else ""
