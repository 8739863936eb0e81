"""The reading of statements and acts into evidence, each of them once (GRATR, section 3.2, appendix D.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from parlour.agents import SeatContext
from parlour.core import Event, Player, Request, event_kinds
from parlour.errors import Unreadable
from parlour.language.wording import GamePhrases, tell
from parlour.llm import EVERYBODY, RULES, FieldPurpose, Part, Prompt, Source, Templates, with_purposes
from parlour.methods.gratr.evidence import STRONGEST, Evidence, EvidenceType, Stance
from parlour.methods.gratr.knowledge import RoleClassification
from parlour.methods.gratr.reader import NamedRoles, Observed

MOST = 8
"""How many items one reading may give."""


class Item(BaseModel):
    """One item as a model reads it off somebody's words."""

    target: str
    reason: Annotated[str, Field(max_length=160)]
    type: EvidenceType
    relation: Stance
    score: Annotated[int, Field(ge=0, le=STRONGEST)]

    def evidence(self, by: Player, *, event: int, round: int = 0) -> Evidence:  # noqa: A002 - the game's word
        """The item as evidence: who said it, and where it stands."""
        return Evidence(
            by=by,
            about=self.target,
            type=self.type,
            relation=self.relation,
            reason=" ".join(self.reason.split()),
            score=self.score,
            event=event,
            round=round,
        )


class NamedRole(BaseModel):
    """A role as a model reads it off somebody's words: who is said to have it."""

    player: str
    role: str
    score: Annotated[int, Field(ge=0, le=STRONGEST)]


class Extracted(BaseModel):
    """A reply with all that some words say of others; nothing, where they say nothing of anybody."""

    items: list[Item]


class ExtractedWithRoles(Extracted):
    """The same, and which roles the words give to whom, their speaker among them."""

    roles: list[NamedRole]


@lru_cache(maxsize=512)
def extracted(targets: tuple[Player, ...], want: FieldPurpose) -> type[Extracted]:
    """The form of a reply on words that may be about the targets.

    Args:
        targets: whom an item may be about.
        want: what the items are, for the reader.
    """
    form = create_model("Extracted", __base__=Extracted, items=(_items(targets), ...))
    return with_purposes(form, items=want)


@lru_cache(maxsize=512)
def extracted_with_roles(
    targets: tuple[Player, ...],
    want: FieldPurpose,
    players: tuple[Player, ...],
    roles: tuple[str, ...],
    named: FieldPurpose,
) -> type[ExtractedWithRoles]:
    """The same form, which also asks who is said to have which role (algorithm 1, line 2).

    Args:
        targets: whom an item may be about.
        want: what the items are, for the reader.
        players: who may be said to have a role.
        roles: which roles there are.
        named: what the roles are, for the reader.
    """
    player: Any = Literal[players]
    role: Any = Literal[roles]
    entry = create_model("NamedRole", __base__=NamedRole, player=(player, ...), role=(role, ...))
    entries: Any = Annotated[list[entry], Field(max_length=MOST)]
    form = create_model(
        "Extracted", __base__=ExtractedWithRoles, items=(_items(targets), ...), roles=(entries, ...)
    )
    return with_purposes(form, items=want, roles=named)


def _items(targets: tuple[Player, ...]) -> Any:  # noqa: ANN401 - a type that is made of the names
    target: Any = Literal[targets]
    item = create_model("Item", __base__=Item, target=(target, ...))
    return Annotated[list[item], Field(max_length=MOST)]


SPOKEN = frozenset({event_kinds.SPOKE, event_kinds.CONFERRED, event_kinds.INTRODUCED, event_kinds.REPLIED})
"""What is said and must be read. A question is read with the reply to it."""
_TEMPLATES = Templates("parlour.methods.gratr")


@dataclass(frozen=True, kw_only=True)
class Statement:
    """Something that was said: one event, or a question and the reply to it."""

    events: tuple[Event, ...]

    @property
    def event(self) -> Event:
        """The one whose speaker counts."""
        return self.events[-1]


@dataclass(frozen=True, kw_only=True)
class StatementReading:
    """What a statement holds.

    Attributes:
        evidence: d and c.
        claims: R, who is said to have which role; none where roles are not read.
    """

    evidence: tuple[Evidence, ...]
    claims: tuple[RoleClassification, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StatementReader:
    """Reads statements for one seat.

    Its prompts hold the rules and the statement and nothing of who reads it, and all statements share one
    beginning. What was said before the whole table is read once for all seats with one model; what only some
    heard, such as werewolves at night, each of them reads.

    It reads d and c of algorithm 1, line 2, and where roles are read also R(p_j), which role the statement
    gives to its speaker or to others. Appendix D.1 prints no question for it; ours is part of the same call.
    What follows from two claims of one role, `ClaimedRoles` says (225).

    Attributes:
        place: the seat.
        self_defence: whether what speakers say of themselves counts.
        action: the score of a hostile act.
        roles: those that a statement may give to somebody; none where roles are not read.
    """

    place: SeatContext
    self_defence: bool
    action: float
    roles: tuple[str, ...] = ()

    async def read(self, request: Request, statement: Statement) -> StatementReading:
        """What a statement holds, by one call.

        Raises:
            Unreadable: if the reply was of no use.
        """
        by = statement.event.actor or ""
        event = statement.event
        reply = await self.place.mind().parse(self._prompt(request, statement, by), self._form(by, event.to))
        named = reply.roles if isinstance(reply, ExtractedWithRoles) else ()
        return StatementReading(
            evidence=tuple(item.evidence(by, event=event.number, round=event.round) for item in reply.items),
            claims=tuple(
                RoleClassification(
                    by=by,
                    about=each.player,
                    role=each.role,
                    score=each.score,
                    event=event.number,
                    round=event.round,
                )
                for each in named
            ),
        )

    def act(self, event: Event) -> list[Evidence]:
        """The evidence in an act, of a fixed score, about each player that it is against or for (D.1).

        A hostile act is an attack (example 4, a vote), a friendly one a defence (example 5, protection).
        """
        is_friendly = event.kind.attitude == "friendly"
        return [
            Evidence(
                by=event.actor or "",
                about=name,
                type=EvidenceType.DEFEND if is_friendly else EvidenceType.ATTACK,
                relation=Stance.ALLY if is_friendly else Stance.ADVERSARY,
                reason=tell(event, self.place.language, self.place.game.name),
                score=self.action,
                event=event.number,
                round=event.round,
            )
            for name in event.chosen
        ]

    def _form(self, by: Player, to: Player | None) -> type[Extracted]:
        players = self.place.players
        targets = tuple(name for name in players if self.self_defence or name != by)
        want = Observed(by=by, to=to, targets=targets)
        if not self.roles:
            return extracted(targets, want)
        named = NamedRoles(by=by, to=to, players=players, roles=self.roles)
        return extracted_with_roles(targets, want, players, self.roles, named)

    def _prompt(self, request: Request, statement: Statement, by: Player) -> Prompt:
        language, players = self.place.language, list(self.place.players)
        phrases = GamePhrases(self.place.game.name, language)
        roles = [(role, phrases.role(role)) for role in self.roles]
        task = _TEMPLATES.speak(
            "extract", language, players=players, self_defence=self.self_defence, roles=roles
        )
        closing = _TEMPLATES.speak(
            "statement", language, speaker=by, self_defence=self.self_defence, roles=roles
        )
        is_public = all(event.visible_to is None for event in statement.events)
        return Prompt(
            player=EVERYBODY if is_public else self.place.player,
            request=f"event-{statement.event.number}" if is_public else request.id,
            purpose="evidence",
            language=language,
            system=(Part(text=self.place.rules), Part(text=task)),
            user=(self._told(statement.events), Part(text=closing, source=RULES)),
        )

    def _told(self, events: Sequence[Event]) -> Part:
        text = "\n".join(tell(event, self.place.language, self.place.game.name) for event in events)
        return Part(text=text, source=Source(origin="event", events=tuple(each.number for each in events)))


def unreadable(statement: Statement, error: Unreadable) -> str:
    """What is put on record of a statement that could not be read."""
    return f"event {statement.event.number} of {statement.event.actor}: {error}"
