"""`parlour report --matches retrieval`: the effect of GRATR's retrieval on the distance of trust to truth."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import typer
from rich.table import Table

from parlour.arena import Record, Setup, Status
from parlour.evaluation import standard_error
from parlour.methods.gratr.views import READINGS, RetrievalCounts, retrieval_counts
from parlour.store import Store
from parlour.views.terminal import print_json, terminal

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


@dataclass(frozen=True, kw_only=True)
class RetrievalReport:
    """The report on retrieval: its moves towards the truth, and the AUC of trust with it and without."""

    def tell(self, store: Store, out: Path | None, *, as_json: bool) -> list[Path]:
        """Prints a row for each reading, and returns the written files."""
        rows = list(retrieval_rows(store))
        if as_json:
            print_json([asdict(row) for row in rows])
        elif rows:
            terminal().print(_table(rows))
        if not rows:
            typer.echo(f"no match in {store.place} has a seat with a trust graph: {_HOW}", err=as_json)
        return [_written(rows, out)] if out and rows else []


def retrieval_rows(store: Store) -> Iterator[RetrievalRow]:
    """Yields a row for each reading, over all finished matches in which a seat kept a trust graph."""
    told: dict[str, dict[Deal, list[RetrievalCounts]]] = {reading.name: {} for reading in READINGS}
    for record in _finished_records(store):
        for name, counts in retrieval_counts(record).items():
            told[name].setdefault(_deal(record.setup), []).append(counts)
    yield from (_row(name, list(deals.values())) for name, deals in told.items() if deals)


def _finished_records(store: Store) -> Iterator[Record]:
    seen: set[bytes] = set()
    for summary in store.matches():
        if summary.status is Status.FINISHED:
            record = store.record(summary.match)
            if (digest := _digest(record)) not in seen:
                seen.add(digest)
                yield record


def _digest(record: Record) -> bytes:
    found = sha256(record.setup.model_dump_json(exclude={"versions"}).encode())
    for entry in record.entries:
        found.update(entry.json.encode())
    return found.digest()


def _deal(setup: Setup) -> Deal:
    return setup.game.name, setup.seed, setup.language


def _row(name: str, deals: Sequence[Sequence[RetrievalCounts]]) -> RetrievalRow:
    told = [RetrievalCounts.of(matches) for matches in deals]
    whole = RetrievalCounts.of(told)
    return RetrievalRow(
        reading=name,
        towards=whole.hits,
        towards_error=_error(told, lambda counts: counts.hits),
        changes=whole.moves,
        auc=whole.auc,
        auc_error=_error(told, lambda counts: counts.auc),
        pairs=whole.pairs,
        long=whole.hops,
        chains=whole.chains,
        clipped=whole.clipped,
        matches=sum(len(matches) for matches in deals),
        deals=len(deals),
    )


def _error(told: Sequence[RetrievalCounts], of: Callable[[RetrievalCounts], float | None]) -> float | None:
    return standard_error(told, lambda kept: of(RetrievalCounts.of(kept)))


def _table(rows: Sequence[RetrievalRow]) -> Table:
    over = f"{rows[0].matches} matches of {rows[0].deals} deals"
    title = f"GRATR's trust and the truth, over {over} (± standard error over deals)"
    heads = ("towards the truth", "changes", "AUC of trust", "pairs", "of several hops", "chains", "clipped")
    table = Table("reading", title=title, title_justify="left", box=None)
    for head in heads:
        table.add_column(head, justify="right")
    for row in rows:
        towards, auc = _spell(row.towards, row.towards_error), _spell(row.auc, row.auc_error)
        counts = (
            str(row.changes),
            auc,
            str(row.pairs),
            _spell(row.long),
            str(row.chains),
            str(row.clipped),
        )
        table.add_row(row.reading, towards, *counts)
    return table


def _spell(value: float | None, error: float | None = None) -> str:
    if value is None:
        return "–"
    told = f"{value:.3f}".removeprefix("0")
    return told if error is None else f"{told} ± {error:.3f}".replace("± 0", "± ")


def _written(rows: Sequence[RetrievalRow], out: Path) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    file = out / FILE
    with file.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(asdict(rows[0])))
        writer.writeheader()
        writer.writerows(map(asdict, rows))
    return file


REPORT = RetrievalReport()
