"""The reading of statements and acts into evidence, each of them once (GRATR, section 3.2, appendix D.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from parlour.agents import SeatContext
from parlour.core import Event, Player, Request, event_kinds
from parlour.language.wording import GamePhrases, tell
from parlour.llm import EVERYBODY, RULES, FieldPurpose, Part, Prompt, Source, Templates, with_purposes
from parlour.methods.gratr.evidence import STRONGEST, Evidence, EvidenceType, Stance
from parlour.methods.gratr.knowledge import RoleClassification
from parlour.methods.gratr.reader import NamedRoles, Observed

MOST = 8
"""The most items in one reading."""


_SET = {"by", "about", "type", "relation", "reason", "score", "event", "round"}
"""The fields that are set of every item of evidence that was read; one set for all of them."""


class Item(BaseModel):
    """One item in a model's reply on a statement."""

    model_config = ConfigDict(defer_build=True)
    target: str
    reason: Annotated[str, Field(max_length=160)]
    type: EvidenceType
    relation: Stance
    score: Annotated[int, Field(ge=0, le=STRONGEST)]

    def evidence(self, by: Player, *, event: int, round: int = 0) -> Evidence:  # noqa: A002 - the game's word
        """Returns the item as evidence, with its speaker and its place in the match."""
        return Evidence.model_construct(  # its set of fields alone would be half of it, its words a third
            _SET,
            by=by,
            about=intern(self.target),
            type=self.type,
            relation=self.relation,
            reason=intern(" ".join(self.reason.split())),
            score=float(self.score),
            event=event,
            round=round,
        )


class NamedRole(BaseModel):
    """A claimed role in a model's reply on a statement."""

    player: str
    role: str
    score: Annotated[int, Field(ge=0, le=STRONGEST)]


class Extracted(BaseModel):
    """A reply with the items of a statement; empty if it is about no player."""

    model_config = ConfigDict(defer_build=True)  # a form is made for each group of targets
    items: list[Item]


class ExtractedWithRoles(Extracted):
    """A reply with the items, and the roles that the statement gives to players."""

    roles: list[NamedRole]


@lru_cache(maxsize=512)
def extraction_form(targets: tuple[Player, ...] | None, want: FieldPurpose) -> type[Extracted]:
    """Returns the form of a reply on words that may be about the targets; about anybody if they are None."""
    items: Any = Annotated[_items(targets), want]
    return create_model("Extracted", __base__=Extracted, items=(items, ...))


@lru_cache(maxsize=512)
def extracted_with_roles(
    targets: tuple[Player, ...],
    want: FieldPurpose,
    players: tuple[Player, ...],
    roles: tuple[str, ...],
    named: FieldPurpose,
) -> type[ExtractedWithRoles]:
    """Returns the form that also asks for claimed roles (algorithm 1, line 2)."""
    player: Any = Literal[players]
    role: Any = Literal[roles]
    entry = create_model("NamedRole", __base__=NamedRole, player=(player, ...), role=(role, ...))
    entries: Any = Annotated[list[entry], Field(max_length=MOST)]
    form = create_model(
        "Extracted", __base__=ExtractedWithRoles, items=(_items(targets), ...), roles=(entries, ...)
    )
    return with_purposes(form, items=want, roles=named)


def _items(targets: tuple[Player, ...] | None) -> Any:  # noqa: ANN401 - a type that is made of the names
    target: Any = str if targets is None else Literal[targets]
    item = create_model("Item", __base__=Item, target=(target, ...))
    return Annotated[list[item], Field(max_length=MOST)]


SPOKEN = frozenset({event_kinds.SPOKE, event_kinds.CONFERRED, event_kinds.INTRODUCED, event_kinds.REPLIED})
"""The kinds of statements that are read. A question is read with the reply to it."""
_TEMPLATES = Templates("parlour.methods.gratr")


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A statement: one event, or a question and the reply to it."""

    events: tuple[Event, ...]

    @property
    def event(self) -> Event:
        """The event of the speaker: the last one."""
        return self.events[-1]


@dataclass(frozen=True, kw_only=True)
class StatementReading:
    """The content of a statement.

    Attributes:
        claims: R, the claimed roles; none if roles are not read.
    """

    evidence: tuple[Evidence, ...]
    claims: tuple[RoleClassification, ...] = ()


@dataclass(frozen=True, kw_only=True)
class StatementReader:
    """Reads statements for one seat.

    Its prompts hold the rules and the statement and nothing about the reading seat, and all statements share
    one beginning. A public statement is read once for all seats with one model; a private one, such as among
    werewolves at night, is read by each seat that heard it.

    It reads d and c of algorithm 1, line 2, and where roles are read also R(p_j), which role the statement
    gives to its speaker or to others. Appendix D.1 prints no question for it; ours is part of the same call.
    `ClaimedRoles` defines the consequence of two claims of one role (225).

    Attributes:
        roles: those that a statement may give to a player; none if roles are not read.
    """

    seat: SeatContext
    self_defence: bool
    action: float
    roles: tuple[str, ...] = ()

    async def read(self, request: Request, statement: Statement) -> StatementReading:
        """Returns the content of a statement, by one call.

        Raises:
            Unreadable: if the reply was of no use.
        """
        by = statement.event.actor or ""
        event = statement.event
        reply = await self.seat.require_model().parse(
            self._prompt(request, statement, by), self._form(by, event.to)
        )
        claims = reply.roles if isinstance(reply, ExtractedWithRoles) else ()
        return StatementReading(
            evidence=tuple(item.evidence(by, event=event.number, round=event.round) for item in reply.items),
            claims=tuple(
                RoleClassification(
                    by=by,
                    about=claim.player,
                    role=claim.role,
                    score=claim.score,
                    event=event.number,
                    round=event.round,
                )
                for claim in claims
            ),
        )

    def act(self, event: Event) -> list[Evidence]:
        """Returns the evidence in an act, of a fixed score, about each of its targets (appendix D.1)."""
        is_friendly = event.kind.attitude == "friendly"
        return [
            Evidence(
                by=event.actor or "",
                about=name,
                type=EvidenceType.DEFEND if is_friendly else EvidenceType.ATTACK,
                relation=Stance.ALLY if is_friendly else Stance.ADVERSARY,
                reason=tell(event, self.seat.language, self.seat.game.name),
                score=self.action,
                event=event.number,
                round=event.round,
            )
            for name in event.chosen
        ]

    def _form(self, by: Player, to: Player | None) -> type[Extracted]:
        players = self.seat.players
        targets = tuple(name for name in players if self.self_defence or name != by)
        want = Observed(by=by, to=to, targets=targets)
        if not self.roles:
            return extraction_form(targets, want)
        named = NamedRoles(by=by, to=to, players=players, roles=self.roles)
        return extracted_with_roles(targets, want, players, self.roles, named)

    def _prompt(self, request: Request, statement: Statement, by: Player) -> Prompt:
        language, players = self.seat.language, list(self.seat.players)
        phrases = GamePhrases(self.seat.game.name, language)
        roles = [(role, phrases.role(role)) for role in self.roles]
        task = _TEMPLATES.speak(
            "extract", language, players=players, self_defence=self.self_defence, roles=roles
        )
        closing = _TEMPLATES.speak(
            "statement", language, speaker=by, self_defence=self.self_defence, roles=roles
        )
        text = "\n".join(tell(event, language, self.seat.game.name) for event in statement.events)
        source = Source(origin="event", events=tuple(event.number for event in statement.events))
        is_public = all(event.visible_to is None for event in statement.events)
        return Prompt(
            player=EVERYBODY if is_public else self.seat.player,
            request=f"event-{statement.event.number}" if is_public else request.id,
            purpose="evidence",
            language=language,
            system=(Part(text=self.seat.rules), Part(text=task)),
            user=(Part(text=text, source=source), Part(text=closing, source=RULES)),
        )
