"""Kinds of requests and events: values that a game declares, with the properties that follow from them.

A room that treats some kinds apart asks the kind itself, never a list of names: a kind that a package from
elsewhere declares is then treated as its own properties say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

Attitude = Literal["hostile", "friendly"]
"""What a deed shows of how somebody stands to those whom it is done to."""
Shown = Literal["chosen", "to"]
"""Whose role an event shows: of those whom it names, or of whom it is addressed to."""


class Kind(str):
    """A kind of request or event; equal to its name."""

    @property
    def name(self) -> str:
        """The bare name, as records spell it."""
        return str.__str__(self)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Reads a name as the kind that the game of the validation's context declares."""

        def find(value: object, info: core_schema.ValidationInfo[DeclaredKinds | None]) -> Kind:
            if isinstance(value, cls):
                return value
            kinds = info.context or DeclaredKinds(requests={}, events={})
            declared: Mapping[str, Kind] = kinds.requests if issubclass(cls, RequestKind) else kinds.events
            if not isinstance(value, str) or value not in declared:
                noun = "request" if issubclass(cls, RequestKind) else "event"
                raise ValueError(f"no kind of {noun} that the game declares: {value!r}")
            return declared[value]

        spelled = core_schema.plain_serializer_function_ser_schema(str.__str__)
        return core_schema.with_info_plain_validator_function(find, serialization=spelled)


class RequestKind(Kind):
    """A kind of request; equal to its name.

    Args:
        name: as records spell it.
        silent: it asks for thought only: no rule depends on it, and nobody is shown it.
        secret: that it is being answered would tell who has a secret role.
        speech: something is said on it.
        in_turn: what is said on it is heard while it forms, since nobody else speaks then.
        addressed: somebody is named first, and then spoken to or of.
        target: it chooses players in silence, or what lies on the table, to do to them what the kind says.
        optional: to choose nobody is a decision like another, so that its form offers it.
        seeks: whoever is suspected of what the game hides is meant by it.
        judges: it is decided by what one makes of the others, whether or not one of them is chosen.
        deed: what is done, or proposed to be done, to whoever is chosen; of a target what it is called.
        reminds: its prompt ends with what the player must hide.
        bids: it is chosen how much one wants to speak; who has the words ready already may send them along.
    """

    silent: bool
    secret: bool
    speech: bool
    in_turn: bool
    addressed: bool
    reminds: bool
    target: bool
    optional: bool
    seeks: bool
    judges: bool
    bids: bool
    deed: str

    def __new__(
        cls,
        name: str,
        *,
        silent: bool = False,
        secret: bool = False,
        speech: bool = False,
        in_turn: bool = False,
        addressed: bool = False,
        target: bool = False,
        optional: bool = False,
        reminds: bool = False,
        seeks: bool = False,
        judges: bool = False,
        bids: bool = False,
        deed: str = "",
    ) -> Self:
        self = super().__new__(cls, name)
        self.silent, self.secret = silent, secret
        self.speech, self.in_turn, self.addressed, self.reminds = speech, in_turn, addressed, reminds
        self.target, self.optional, self.seeks, self.judges = target, optional, seeks, judges
        self.bids = bids
        self.deed = deed or (name if target else "")
        return self

    @property
    def is_open(self) -> bool:
        """Returns whether it is public that the request is being answered."""
        return not (self.silent or self.secret)


class EventKind(Kind):
    """A kind of event; equal to its name.

    Args:
        name: as records spell it.
        dealt: it gives a player something to read rather than to hear: its private text.
        utterance: it is something that was said.
        secret: no word of it may reach whoever does not see it.
        removes: those whom it names are out of the game from then on.
        opens: a round, a night or a day begins with it.
        tells_end: it tells how something came out: who is out, who was what, who won.
        deed: somebody did it to those whom it names, for a reason of their own.
        choice: it notes what somebody chose for themselves, which teaches them nothing that they do not know.
        attitude: what that shows of how they stand to them; None where it shows nothing.
        clears: those whom it names are not of the hidden side, to anybody else who sees it.
        shows: whose role or side it tells for good; None where it tells none, or one that may change.
    """

    dealt: bool
    utterance: bool
    secret: bool
    removes: bool
    opens: bool
    tells_end: bool
    deed: bool
    choice: bool
    attitude: Attitude | None
    clears: bool
    shows: Shown | None

    def __new__(
        cls,
        name: str,
        *,
        dealt: bool = False,
        utterance: bool = False,
        secret: bool = False,
        removes: bool = False,
        opens: bool = False,
        tells_end: bool = False,
        deed: bool = False,
        choice: bool = False,
        attitude: Attitude | None = None,
        clears: bool = False,
        shows: Shown | None = None,
    ) -> Self:
        self = super().__new__(cls, name)
        self.dealt, self.utterance, self.secret = dealt, utterance, secret or dealt
        self.removes, self.opens, self.tells_end = removes, opens, tells_end
        self.deed, self.attitude, self.clears = deed or attitude is not None, attitude, clears
        self.choice, self.shows = choice, shows
        return self


@dataclass(frozen=True, kw_only=True)
class DeclaredKinds:
    """The kinds that a game declares, by name: the context in which its states and events are read."""

    requests: Mapping[str, RequestKind]
    events: Mapping[str, EventKind]
