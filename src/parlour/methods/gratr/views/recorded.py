"""The trust graphs of a recorded match, recomputed from the evidence on record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from parlour.agents import MethodSpec, Thought, read_options
from parlour.arena import Note, Record, Seat, start_state
from parlour.core import Event, Player, event_kinds, find_game
from parlour.errors import ReplayDiffers, UnknownPlayer, UsageError
from parlour.language.wording import GamePhrases, tell
from parlour.methods.gratr import METHOD, Evidence, TrustGraph
from parlour.methods.gratr.knowledge import Dealt, RoleClassification, begun
from parlour.methods.gratr.method import GratrOptions
from parlour.methods.gratr.summary import graph_thought, retrieval, trust
from parlour.methods.gratr.views.history import (
    ChainsRetrieved,
    ClaimHeard,
    EvidenceTaken,
    GraphStep,
    Learned,
    Step,
    TrustHistory,
    trace,
)
from parlour.views import truth


class _Known(BaseModel):
    player: Player
    is_ally: bool
    why: str
    event: int


class _TakenIn(BaseModel):
    items: tuple[Evidence, ...]
    known: tuple[_Known, ...]
    claims: tuple[RoleClassification, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Case:
    start: TrustGraph
    steps: list[Step] = field(default_factory=list[Step])
    thoughts: list[tuple[int, Thought]] = field(default_factory=list[tuple[int, Thought]])
    claims: list[tuple[int, RoleClassification]] = field(default_factory=list[tuple[int, RoleClassification]])


@dataclass(frozen=True, kw_only=True)
class TrustKeeper:
    """An agent that keeps a trust graph in a seat.

    Attributes:
        end: the first step of the next agent in that seat; None if there is none.
    """

    player: Player
    method: str
    first: int
    end: int | None

    @property
    def options(self) -> GratrOptions:
        """Its options."""
        return read_options(GratrOptions, METHOD.name, self.spelling)

    @property
    def spelling(self) -> Mapping[str, str]:
        """Its options as spelled in the method string."""
        return MethodSpec.read(self.method).options

    def thought(self, note: Note) -> bool:
        """Returns True if a thought is its own."""
        step = int(note.request.partition(".")[0])
        return note.player == self.player and self.first <= step and (self.end is None or step < self.end)


def trust_histories(record: Record, player: Player | None = None) -> tuple[TrustHistory, ...]:
    """Returns the trust histories of each seat with a trust graph, by seat and case.

    `player`: the seat; None for all that have a graph.

    Raises:
        UsageError: if no seat played by GRATR, or that seat did not.
        UnknownPlayer: if there is no such seat.
        ReplayDiffers: if the graphs do not come out as they are on record.
    """
    seats = keepers_of(record)
    if player is not None and player not in record.setup.players:
        raise UnknownPlayer(f"{record.match} has no seat {player!r}: {', '.join(record.setup.players)}")
    if not seats:
        raise UsageError(
            f"nobody in {record.match} has a trust graph: seat one with --seat NAME={METHOD.name}"
        )
    chosen = [seat for seat in seats if player in (None, seat.player)]
    if not chosen:
        names = ", ".join(dict.fromkeys(seat.player for seat in seats))
        raise UsageError(f"{player} has no trust graph in {record.match}; these have: {names}")
    return tuple(history for seat in chosen for history in _histories(record, seat))


def keepers_of(record: Record) -> tuple[TrustKeeper, ...]:
    """Returns the agents that keep a trust graph in a match, by seat."""
    return tuple(keeper for seat in record.setup.seats for keeper in _keepers(seat))


def _keepers(seat: Seat) -> Iterator[TrustKeeper]:
    holders = [(0, seat.method), *((change.step, change.method) for change in seat.then)]
    ends = [*(step for step, _ in holders[1:]), None]
    for (step, method), end in zip(holders, ends, strict=True):
        if MethodSpec.read(method).name == METHOD.name:
            yield TrustKeeper(player=seat.player, method=method, first=step, end=end)


def _histories(record: Record, seat: TrustKeeper) -> Iterator[TrustHistory]:
    texts = _words(record, seat.player)
    cases = _read(record, seat)
    for name, case in cases.items():
        moments = trace(case.start, case.steps)
        for steps, thought in case.thoughts:
            _require_same(record, seat.player, thought, case.start, moments[:steps])
        yield TrustHistory(
            source=record.match,
            language=record.setup.language,
            case="" if record.setup.game.dealt_roles else name,
            method=seat.method,
            start=case.start,
            moments=moments,
            told=texts,
            truth=_truth(record, name),
            claims=tuple(_claims(record, case)),
            question=name,
        )


def _read(record: Record, seat: TrustKeeper) -> Mapping[str, _Case]:
    parameters = seat.options.parameters
    cases = {name: _Case(start=graph) for name, graph in begun(dealt_to(record, seat), parameters).items()}
    events: dict[int, Event] = {}
    for item in record.items:
        if isinstance(item, Event):
            events[item.number] = item
        elif isinstance(item, Note) and seat.thought(item):
            _note(item.thought, cases, events)
    return cases


def _note(thought: Thought, cases: Mapping[str, _Case], events: Mapping[int, Event]) -> None:
    if thought.kind == "evidence":
        for step in steps_of(thought, events):
            about = cases.get(events[step.event].case or "") if isinstance(step, EvidenceTaken) else None
            for case in [about] if about else cases.values():
                case.steps.append(step)
        claims = _TakenIn.model_validate(thought.body).claims
        for case in cases.values():
            case.claims.extend((len(case.steps), claim) for claim in claims)
    elif thought.kind in ("retrieval", "trust", "graph") and (case := cases.get(thought.case or "")):
        if thought.kind == "retrieval":
            latest = events[max(events)].round
            in_seat_order = [name for name in case.start.players if name in thought.body]
            case.steps.append(ChainsRetrieved(round=latest, targets=tuple(in_seat_order)))
        case.thoughts.append((len(case.steps), thought))


def steps_of(thought: Thought, events: Mapping[int, Event]) -> Sequence[EvidenceTaken | Learned]:
    """Returns evidence and certainties in the order of events, the order in which they were taken in."""
    body = _TakenIn.model_validate(thought.body)
    items_by_event: dict[int, list[Evidence]] = {}
    for item in body.items:
        items_by_event.setdefault(item.event, []).append(item)
    evidence = [
        EvidenceTaken(round=events[event].round, event=event, items=tuple(items))
        for event, items in items_by_event.items()
    ]
    learned = [
        Learned(
            round=events[certainty.event].round,
            event=certainty.event,
            player=certainty.player,
            is_ally=certainty.is_ally,
            why=certainty.why,
        )
        for certainty in body.known
    ]
    return sorted((*evidence, *learned), key=lambda step: step.event)


def dealt_to(record: Record, seat: TrustKeeper) -> Dealt:
    """Returns a seat's initial information, from which its graphs start."""
    state = start_state(record.setup)
    papers = [
        event for event in record.items if isinstance(event, Event) and event.is_visible_to(seat.player)
    ]
    fellows = [event for event in papers if event.kind is event_kinds.FELLOWS]
    roles = [event for event in papers if event.kind is event_kinds.ROLE]
    return Dealt(
        game=find_game(record.setup.game.name),
        me=seat.player,
        players=state.players,
        cases=tuple(case.name for case in state.cases(seat.player)),
        fellows=tuple(name for event in fellows for name in event.chosen) if fellows else None,
        killed=tuple(name for event in roles for name in event.chosen),
        role=next((event.role for event in roles), None),
        seed=record.setup.seed,
        truth=state.teams() if seat.player in record.setup.controls else {},
        roles=record.setup.game.dealt_roles,
    )


def _require_same(
    record: Record, player: Player, thought: Thought, start: TrustGraph, moments: Sequence[GraphStep]
) -> None:
    graph, case = moments[-1].graph if moments else start, thought.case or ""
    match thought.kind:
        case "retrieval":
            again = retrieval(moments[-1].explained, case)
        case "trust":
            again = trust(graph, case)
        case _:
            again = graph_thought(graph, case)
    if again != thought:
        raise ReplayDiffers(
            f"{record.match}: the {thought.kind} of {player} on record does not follow from its evidence; "
            "was it played by another version of Parlour?"
        )


def _words(record: Record, player: Player) -> Mapping[int, str]:
    setup, texts = record.setup, dict[int, str]()
    questions: dict[tuple[Player | None, Player | None], str] = {}
    for event in record.items:
        if isinstance(event, Event) and event.is_visible_to(player):
            words = tell(event, setup.language, setup.game.name)
            if event.kind is event_kinds.ASKED:
                questions[event.actor, event.to] = words
            question = questions.get((event.to, event.actor)) if event.kind is event_kinds.REPLIED else None
            texts[event.number] = f"{question}\n{words}" if question else words
    return texts


def _claims(record: Record, case: _Case) -> Iterator[ClaimHeard]:
    setup = record.setup
    phrases, dealt = GamePhrases(setup.game.name, setup.language), setup.game.dealt_roles
    for steps, claim in case.claims:
        yield ClaimHeard(
            steps=steps,
            by=claim.by,
            about=claim.about,
            role=phrases.role(claim.role),
            is_single=dealt.get(claim.role) == 1,
        )


def _truth(record: Record, case: str) -> Mapping[Player, str]:
    setup, true = record.setup, truth(record)
    phrases = GamePhrases(setup.game.name, setup.language)
    if true.roles:
        return {name: phrases.role(role) for name, role in true.roles.items()}
    culprits = true.culprits.get(case, ())
    return {name: phrases.role("culprit") for name in setup.players if name in culprits}
