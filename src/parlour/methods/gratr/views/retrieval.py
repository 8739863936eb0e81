"""Counts of retrieval's moves towards the truth: the recorded evidence under several arithmetics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import product

from parlour.agents import read_options
from parlour.arena import Note, Record, items, start_state
from parlour.core import Event, Player
from parlour.methods.gratr import (
    METHOD,
    PRINTED,
    RELEASED,
    Explanation,
    GratrOptions,
    TrustGraph,
    begun,
)
from parlour.methods.gratr.views.history import Step, trace
from parlour.methods.gratr.views.recorded import TrustKeeper, dealt_to, keepers_of, steps_of


@dataclass(frozen=True, kw_only=True)
class EvidenceReading:
    """One arithmetic for the evidence."""

    name: str
    options: Mapping[str, str]
    retrieves: bool = True


READINGS = (
    EvidenceReading(name="as printed", options=PRINTED),
    EvidenceReading(name="without retrieval", options={}, retrieves=False),
    EvidenceReading(
        name="released starts and weight",
        options={"starts": "decided", "weight": "product", "replace": "always"},
    ),
    EvidenceReading(name="as released", options=RELEASED),
    EvidenceReading(
        name="printed weights, our prior",
        options={"starts": "trusted", "weight": "printed", "replace": "always"},
    ),
    EvidenceReading(
        name="clipped weights, our prior",
        options={"starts": "trusted", "weight": "clipped", "replace": "always"},
    ),
    EvidenceReading(name="plain sum", options={"trust": "sum"}, retrieves=False),
)


@dataclass(frozen=True, kw_only=True)
class TrustTurn:
    """A seat's turn: the changes before its decision, and the players at hand."""

    steps: tuple[Step, ...]
    living: tuple[Player, ...]


@dataclass(frozen=True, kw_only=True)
class RetrievalCounts:
    """The counts of one match under one reading; those of several matches can be added.

    Attributes:
        clipped: results of eq. 8 beyond [-1, 1].
    """

    moves: int = 0
    towards: int = 0
    pairs: int = 0
    above: float = 0
    chains: int = 0
    long: int = 0
    clipped: int = 0

    @staticmethod
    def of(told: Iterable[RetrievalCounts]) -> RetrievalCounts:
        """Returns the sum of several counts."""
        each = list(told)
        names = [field.name for field in fields(RetrievalCounts)]
        return RetrievalCounts(**{name: sum(getattr(one, name) for one in each) for name in names})

    @property
    def hits(self) -> float | None:
        """The share of changes that were towards the truth."""
        return self.towards / self.moves if self.moves else None

    @property
    def auc(self) -> float | None:
        """The probability that a friend is trusted more than a foe."""
        return self.above / self.pairs if self.pairs else None

    @property
    def hops(self) -> float | None:
        """The share of chains that had more than one hop."""
        return self.long / self.chains if self.chains else None


def retrieval_counts(record: Record) -> Mapping[str, RetrievalCounts]:
    """Returns the counts of a match by reading; empty if no seat keeps a graph, or roles are not dealt.

    Only turns of a seat that does not know its side count: a werewolf that knows its fellows has nothing to
    find out.

    Each seat's evidence is gone through anew under each reading. On every turn of the seat all others who are
    still in the game are retrieved for, as it does when it speaks or votes.
    """
    if not record.setup.game.dealt_roles:
        return {}
    sides = start_state(record.setup).teams()
    told: dict[str, RetrievalCounts] = {}
    for keeper in keepers_of(record):
        if keeper.options.trust == "graph":
            turns = list(_turns(record, keeper))
            for reading in READINGS:
                asked = {**keeper.spelling, **reading.options}
                parameters = read_options(GratrOptions, METHOD.name, asked).parameters
                [start] = begun(dealt_to(record, keeper), parameters).values()
                found = RetrievalCounts.of(gone_through(start, turns, sides, retrieves=reading.retrieves))
                told[reading.name] = RetrievalCounts.of((told.get(reading.name, RetrievalCounts()), found))
    return told


def _turns(record: Record, keeper: TrustKeeper) -> Iterator[TrustTurn]:
    happened: dict[int, Event] = {}
    fresh: list[Step] = []
    gone = {keeper.player}
    for each in items(record):
        if isinstance(each, Event):
            happened[each.number] = each
            gone.update(each.chosen if each.kind.removes else ())
        elif isinstance(each, Note) and keeper.thought(each):
            if each.thought.kind == "evidence":
                fresh += steps_of(each.thought, happened)
            elif each.thought.kind == "trust":
                yield TrustTurn(
                    steps=tuple(fresh), living=tuple(n for n in record.setup.players if n not in gone)
                )
                fresh = []


def gone_through(
    graph: TrustGraph, turns: Iterable[TrustTurn], sides: Mapping[Player, str], *, retrieves: bool
) -> Iterator[RetrievalCounts]:
    """Yields the counts of each turn."""
    for turn in turns:
        moments = trace(graph, turn.steps)
        graph = moments[-1].graph if moments else graph
        explained: list[Explanation] = []
        for target in turn.living if retrieves else ():
            graph, why = graph.retrieve(target)
            explained.append(why)
        yield _count(graph, turn, sides, explained)


def _count(
    graph: TrustGraph, turn: TrustTurn, sides: Mapping[Player, str], explained: Iterable[Explanation]
) -> RetrievalCounts:
    is_friend = {name: sides[name] == sides[graph.me] for name in turn.living}
    open_ones = [name for name in turn.living if not graph.nodes[name].is_certain]
    friends = [graph.trust[name] for name in open_ones if is_friend[name]]
    foes = [graph.trust[name] for name in open_ones if not is_friend[name]]
    if not friends or not foes:
        return RetrievalCounts()
    moved = [why for why in explained if why.after != why.before]
    chains = [chain for why in explained for chain in why.used_chains]
    return RetrievalCounts(
        moves=len(moved),
        towards=sum((why.after > why.before) == is_friend[why.target] for why in moved),
        pairs=len(friends) * len(foes),
        above=sum((one > other) + (one == other) / 2 for one, other in product(friends, foes)),
        chains=len(chains),
        long=sum(len(chain.hops) > 1 for chain in chains),
        clipped=sum(why.is_clipped for why in explained),
    )
