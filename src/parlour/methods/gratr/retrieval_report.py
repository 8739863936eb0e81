"""`parlour report --matches retrieval`: the effect of GRATR's retrieval on the distance of trust to truth.

The evidence on record is gone through anew under several arithmetics.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from itertools import product
from pathlib import Path

import typer
from rich.table import Table

from parlour.agents import read_options
from parlour.arena import Note, Record, Setup, Status, start_state
from parlour.core import Event, Player
from parlour.evaluation import standard_error
from parlour.methods.gratr import METHOD, TrustGraph
from parlour.methods.gratr.knowledge import begun
from parlour.methods.gratr.method import PRINTED, RELEASED, GratrOptions
from parlour.methods.gratr.retrieval import Explanation
from parlour.methods.gratr.views.history import Step, trace
from parlour.methods.gratr.views.recorded import TrustKeeper, dealt_to, keepers_of, steps_of
from parlour.store import Store
from parlour.views.terminal import print_json, terminal


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
    def of(counts: Iterable[RetrievalCounts]) -> RetrievalCounts:
        """Returns the sum of several counts."""
        parts = list(counts)
        names = [field.name for field in fields(RetrievalCounts)]
        return RetrievalCounts(**{name: sum(getattr(part, name) for part in parts) for name in names})

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
    totals: dict[str, RetrievalCounts] = {}
    for keeper in keepers_of(record):
        if keeper.options.trust == "graph":
            turns = list(_turns(record, keeper))
            for reading in READINGS:
                options = {**keeper.spelling, **reading.options}
                parameters = read_options(GratrOptions, METHOD.name, options).parameters
                [start] = begun(dealt_to(record, keeper), parameters).values()
                counts = RetrievalCounts.of(gone_through(start, turns, sides, retrieves=reading.retrieves))
                totals[reading.name] = RetrievalCounts.of(
                    (totals.get(reading.name, RetrievalCounts()), counts)
                )
    return totals


def _turns(record: Record, keeper: TrustKeeper) -> Iterator[TrustTurn]:
    events: dict[int, Event] = {}
    fresh: list[Step] = []
    gone = {keeper.player}
    for item in record.items:
        if isinstance(item, Event):
            events[item.number] = item
            gone.update(item.chosen if item.kind.removes else ())
        elif isinstance(item, Note) and keeper.thought(item):
            if item.thought.kind == "evidence":
                fresh += steps_of(item.thought, events)
            elif item.thought.kind == "trust":
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
    moves = [why for why in explained if why.after != why.before]
    chains = [chain for why in explained for chain in why.used_chains]
    return RetrievalCounts(
        moves=len(moves),
        towards=sum((why.after > why.before) == is_friend[why.target] for why in moves),
        pairs=len(friends) * len(foes),
        above=sum((friend > foe) + (friend == foe) / 2 for friend, foe in product(friends, foes)),
        chains=len(chains),
        long=sum(len(chain.hops) > 1 for chain in chains),
        clipped=sum(why.is_clipped for why in explained),
    )


FILE = "gratr-retrieval.csv"
_HOW = "play some, such as `parlour run gratr-table1 --games 4`"
Deal = tuple[str, int, str]
"""Game, seed and language: the matches of one deal have the same roles, whatever their models."""


@dataclass(frozen=True, kw_only=True)
class RetrievalRow:
    """A reading of GRATR's arithmetic over all matches on record.

    Attributes:
        towards: the share of changes by retrieval that were towards the truth; None if nothing changed.
        clipped: how many results of eq. 8 were beyond [-1, 1].
    """

    reading: str
    towards: float | None
    towards_error: float | None
    changes: int
    auc: float | None
    auc_error: float | None
    pairs: int
    long: float | None
    chains: int
    clipped: int
    matches: int
    deals: int


def report_retrieval(store: Store, out: Path | None, *, as_json: bool) -> list[Path]:
    """Prints how far retrieval moves towards the truth, and the AUC of trust with it and without."""
    rows = list(retrieval_rows(store))
    if as_json:
        print_json([asdict(row) for row in rows])
    elif rows:
        terminal().print(_table(rows))
    if not rows:
        typer.echo(f"no match in {store.location} has a seat with a trust graph: {_HOW}", err=as_json)
    return [_written(rows, out)] if out and rows else []


def retrieval_rows(store: Store) -> Iterator[RetrievalRow]:
    """Yields a row for each reading, over all finished matches in which a seat kept a trust graph."""
    by_reading: dict[str, dict[Deal, list[RetrievalCounts]]] = {reading.name: {} for reading in READINGS}
    for record in _finished_records(store):
        for name, counts in retrieval_counts(record).items():
            by_reading[name].setdefault(_deal(record.setup), []).append(counts)
    yield from (_row(name, list(deals.values())) for name, deals in by_reading.items() if deals)


def _finished_records(store: Store) -> Iterator[Record]:
    digests: set[bytes] = set()
    for summary in store.matches():
        if summary.status is Status.FINISHED:
            record = store.record(summary.match)
            if (digest := _digest(record)) not in digests:
                digests.add(digest)
                yield record


def _digest(record: Record) -> bytes:
    checksum = sha256(record.setup.model_dump_json(exclude={"versions"}).encode())
    for entry in record.entries:
        checksum.update(entry.json.encode())
    return checksum.digest()


def _deal(setup: Setup) -> Deal:
    return setup.game.name, setup.seed, setup.language


def _row(name: str, deals: Sequence[Sequence[RetrievalCounts]]) -> RetrievalRow:
    totals = [RetrievalCounts.of(matches) for matches in deals]
    whole = RetrievalCounts.of(totals)
    return RetrievalRow(
        reading=name,
        towards=whole.hits,
        towards_error=_error(totals, lambda counts: counts.hits),
        changes=whole.moves,
        auc=whole.auc,
        auc_error=_error(totals, lambda counts: counts.auc),
        pairs=whole.pairs,
        long=whole.hops,
        chains=whole.chains,
        clipped=whole.clipped,
        matches=sum(len(matches) for matches in deals),
        deals=len(deals),
    )


def _error(counts: Sequence[RetrievalCounts], of: Callable[[RetrievalCounts], float | None]) -> float | None:
    return standard_error(counts, lambda sample: of(RetrievalCounts.of(sample)))


def _table(rows: Sequence[RetrievalRow]) -> Table:
    over = f"{rows[0].matches} matches of {rows[0].deals} deals"
    title = f"GRATR's trust and the truth, over {over} (± standard error over deals)"
    heads = ("towards the truth", "changes", "AUC of trust", "pairs", "of several hops", "chains", "clipped")
    table = Table("reading", title=title, title_justify="left", box=None)
    for head in heads:
        table.add_column(head, justify="right")
    for row in rows:
        towards, auc = _spell(row.towards, row.towards_error), _spell(row.auc, row.auc_error)
        counts = (str(row.changes), auc, str(row.pairs), _spell(row.long), str(row.chains), str(row.clipped))
        table.add_row(row.reading, towards, *counts)
    return table


def _spell(value: float | None, error: float | None = None) -> str:
    if value is None:
        return "–"
    text = f"{value:.3f}".removeprefix("0")
    return text if error is None else f"{text} ± {error:.3f}".replace("± 0", "± ")


def _written(rows: Sequence[RetrievalRow], out: Path) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    file = out / FILE
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(asdict(rows[0])))
        writer.writeheader()
        writer.writerows(map(asdict, rows))
    return file
