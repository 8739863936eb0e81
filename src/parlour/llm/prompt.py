"""A prompt and its parts, each with its source, so that a record can prove what a seat was shown."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from parlour.core.language import Language

EVERYBODY = ""
"""The player of a prompt that is nobody's own: of the rules and public events, in the same words for all."""
Origin = Literal["rules", "private", "event", "thought", "request", "truth"]


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where the text of a part comes from.

    Attributes:
        origin: the rules and our own wording; a player's private papers; an event; a player's own thought;
            the request that it is answering; or the truth, which only a control of an experiment is told.
        owner: whose papers or thought; None for what is public.
        events: the numbers of the events it tells.
    """

    origin: Origin
    owner: str | None = None
    events: tuple[int, ...] = ()


RULES = Source(origin="rules")


@dataclass(frozen=True, kw_only=True)
class PartPurpose:
    """What a part is for, as a method marks it for a model that reads by rule; others have the text alone."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of a prompt.

    Attributes:
        text: what a model reads.
        source: where it comes from.
        purpose: what it is for, if that is marked; neither sent nor kept.
    """

    text: str
    source: Source = RULES
    purpose: PartPurpose | None = field(default=None, compare=False, repr=False)

    @cached_property
    def digest(self) -> str:
        """The key under which a store keeps the text once."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:32]


@dataclass(frozen=True, kw_only=True)
class Repair:
    """An unreadable reply and what was said of it."""

    reply: str
    feedback: str


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What a model is sent for one purpose of one player.

    What stays the same over a match stands in `system`, what grows comes first in `user`, what changes last:
    providers and llama.cpp then reuse the prefix.

    Attributes:
        player: the seat that asks, or `EVERYBODY`.
        request: the id of the request that the player is answering; for everybody, what the prompt is about.
        purpose: what the reply is for, such as `sensors` or `vote`.
        language: the language of the wording around the parts.
        system: the parts of the system message.
        user: the parts of the user message.
        repairs: earlier attempts at the same reply, oldest first.
        lot: by what a model that draws for itself does so: alike for a whole match, anew in every other; no
            part of what is sent or of the digest.
    """

    player: str
    request: str
    purpose: str
    language: Language
    system: tuple[Part, ...]
    user: tuple[Part, ...]
    repairs: tuple[Repair, ...] = ()
    lot: str = ""

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts in the order in which a model reads them."""
        return self.system + self.user

    @cached_property
    def system_text(self) -> str:
        """The system message."""
        return "\n\n".join(part.text for part in self.system)

    @cached_property
    def user_text(self) -> str:
        """The user message."""
        return "\n\n".join(part.text for part in self.user)

    @cached_property
    def digest(self) -> str:
        """The same for the same words in the same order, whatever their sources."""
        turns = [text for repair in self.repairs for text in (repair.reply, repair.feedback)]
        words = "\x1f".join((self.system_text, self.user_text, *turns))
        return hashlib.sha256(words.encode()).hexdigest()[:32]

    def repaired(self, reply: str, feedback: str) -> Prompt:
        """The same prompt after a reply that could not be read."""
        return replace(self, repairs=(*self.repairs, Repair(reply=reply, feedback=feedback)))
