"""A prompt whose parts have sources, so that a record proves what a seat saw, and the purposes of replies.

The purpose of a reply's field is part of its type, for a model that computes from facts instead of reading
text. It stands in the `Annotated` metadata of a field, or beside the call if free text or weights are wanted.
Language models never see one: purposes are no part of the JSON schema, the prompt or a call's digest. Those
for any method are defined here; a purpose of one method is defined with it, with the way in which it is met.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, create_model

from parlour.core.language import Language

EVERYBODY = ""
"""The player of a prompt that is shared by all: of the rules and public events, in the same words."""
Origin = Literal["rules", "private", "event", "thought", "request", "truth"]


@dataclass(frozen=True, kw_only=True)
class Source:
    """The source of a part's text.

    Attributes:
        origin: the rules and our own wording; a player's private information; an event; a player's own
            thought; the request that it is answering; or the truth, which only a control condition sees.
        owner: the player of private information or a thought; None for public text.
        events: the numbers of the events in the text.
    """

    origin: Origin
    owner: str | None = None
    events: tuple[int, ...] = ()


RULES = Source(origin="rules")


@dataclass(frozen=True, kw_only=True)
class PartPurpose:
    """The purpose of a part, for a model that reads by rule; other models receive the text alone."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of a prompt."""

    text: str
    source: Source = RULES
    purpose: PartPurpose | None = field(default=None, compare=False, repr=False)

    @cached_property
    def digest(self) -> str:
        """The key under which a store keeps the text once."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:32]


@dataclass(frozen=True, kw_only=True)
class Repair:
    """An unreadable reply and the feedback on it."""

    reply: str
    feedback: str


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """The messages to a model for one purpose of one player.

    Constant text of a match is in `system`, growing text first in `user` and changing text last: providers
    and llama.cpp then reuse the prefix.

    Attributes:
        player: the seat that asks, or `EVERYBODY`.
        request: the id of the request that the player is answering; of a shared prompt, its topic.
        purpose: the purpose of the reply, such as `sensors` or `vote`.
        draw_seed: the seed of a model that draws for itself; one per match, neither sent nor in the digest.
        has_people: whether a person plays in the match; neither sent nor in the digest.
        is_aside: whether it is put outside the game, so that no later prompt may hold the thoughts on it.
    """

    player: str
    request: str
    purpose: str
    language: Language
    system: tuple[Part, ...]
    user: tuple[Part, ...]
    repairs: tuple[Repair, ...] = ()
    draw_seed: str = ""
    has_people: bool = False
    is_aside: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts in the order in which a model reads them."""
        return self.system + self.user

    @cached_property
    def system_text(self) -> str:
        return "\n\n".join(part.text for part in self.system)

    @cached_property
    def user_text(self) -> str:
        return "\n\n".join(part.text for part in self.user)

    @cached_property
    def digest(self) -> str:
        """The same for the same words in the same order, whatever their sources."""
        turns = [text for repair in self.repairs for text in (repair.reply, repair.feedback)]
        words = "\x1f".join((self.system_text, self.user_text, *turns))
        return hashlib.sha256(words.encode()).hexdigest()[:32]

    def with_repair(self, reply: str, feedback: str) -> Prompt:
        """The same prompt after a reply that could not be read."""
        return replace(self, repairs=(*self.repairs, Repair(reply=reply, feedback=feedback)))


Form = TypeVar("Form", bound=BaseModel)


@dataclass(frozen=True, kw_only=True)
class FieldPurpose:
    """The base of all purposes of a reply's field; a frozen dataclass that extends it is one purpose."""


@dataclass(frozen=True, kw_only=True)
class Reason(FieldPurpose):
    """The reason for the rest of the reply; about one case, if there is one."""

    case: str | None = None


@dataclass(frozen=True, kw_only=True)
class Culprit(FieldPurpose):
    """The name of the most suspected culprit."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Suspects(FieldPurpose):
    """The names that are still suspected."""

    case: str


@dataclass(frozen=True, kw_only=True)
class Addressee(FieldPurpose):
    """The player who is most worth questioning."""

    case: str


@dataclass(frozen=True, kw_only=True)
class About(FieldPurpose):
    """A nested form, whose fields are about one suspect in one case."""

    suspect: str
    case: str


@dataclass(frozen=True, kw_only=True)
class Choice(FieldPurpose):
    """One or more of the options that the prompt puts, often letters of a question."""


@dataclass(frozen=True, kw_only=True)
class Speech(FieldPurpose):
    """A speech."""

    kind: Literal["introduce", "ask", "reply"]
    case: str | None = None
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class Target(FieldPurpose):
    """The player to act on, in a game where players act on each other; null for none, if allowed."""

    deed: str


@dataclass(frozen=True, kw_only=True)
class Talk(FieldPurpose):
    """A speech in a game where players argue.

    Attributes:
        among: its audience.
        to: the player whom a proposal to fellows names, or to whom a public speech puts a question.
    """

    among: Literal["everybody", "fellows"]
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class Plan(FieldPurpose):
    """The player's intention for its next speech; about one case, if there is one."""

    case: str | None = None


@dataclass(frozen=True, kw_only=True)
class PassageOrder(FieldPurpose):
    """The numbers of the passages in the prompt, most relevant to the question at its end first.

    Attributes:
        names: that passages may mention.
    """

    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EarlierOpinion(PartPurpose):
    """A player's earlier opinion of others: the mark of a note, by the method that writes it.

    Attributes:
        odds: by name, the factor on the odds of guilt; else 1.
        case: the hidden question that it is about; None for the only one.
    """

    odds: Mapping[str, float] = field(hash=False)
    case: str | None = None


def with_purposes(form: type[Form], **purposes: FieldPurpose) -> type[Form]:
    """Returns the same form with a purpose on each of those fields."""
    fields: dict[str, Any] = {}
    for name, purpose in purposes.items():
        info = form.model_fields[name]
        fields[name] = Annotated[info.annotation, *info.metadata, purpose], ...
    return create_model(form.__name__, __base__=form, **fields)


def purpose_of(form: type[BaseModel], name: str) -> FieldPurpose | None:
    """Returns the purpose of a field, if it has one."""
    return next(
        (purpose for purpose in form.model_fields[name].metadata if isinstance(purpose, FieldPurpose)), None
    )


def is_marked(form: type[BaseModel]) -> bool:
    """True if every field of a form has a purpose, nested forms about a suspect included."""
    for name, info in form.model_fields.items():
        purpose, annotation = purpose_of(form, name), info.annotation
        inner = annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None
        if purpose is None or (isinstance(purpose, About) and inner and not is_marked(inner)):
            return False
    return True
