"""`parlour fit`: fits what people's words tell of who they are to recorded games, and tests it on others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from parlour.core import find_game
from parlour.errors import UsageError
from parlour.evaluation import FEWEST
from parlour.lab.fitting import (
    PART,
    PRIOR,
    ClueTables,
    FittedClue,
    GameHalves,
    HeldOut,
    fit_tables,
    halves,
    held_out,
    values_of,
)
from parlour.lab.transcripts import CORPORA, find_transcript
from parlour.store import Store
from parlour.views.terminal import AsJson, Corpus, Db, columns, print_json, print_list

app = typer.Typer(help="Fit the reader's likelihoods to people's games, and test them on others.")


@app.command()
def fit(
    game: Annotated[str, typer.Argument(help="The game whose tables are fitted.")],
    corpus: Corpus = "",
    seed: Annotated[int, typer.Option(help="Of the lot that halves the games.", min=0)] = 0,
    prior: Annotated[
        float, typer.Option(help="As how many expected deeds a judged value counts.", min=0.01)
    ] = PRIOR,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Fit the reader's tables to one half of the recorded games of people, and test them on the other half.

    What is fitted is how likely people accuse, trust, vote and claim, by who they are; what is tested is how
    well that tells who is what, by log loss. Nothing is changed: the numbers are printed, with whether they
    are shown to be better than those that ship and than the deck alone.
    """
    part = find_game(game).find_part(PART, ClueTables)
    if part is None:
        raise UsageError(f"{game} has no tables to be fitted")
    if corpus:
        CORPORA.find(corpus)
    with Store.reading(db) as store:
        recorded = [find_transcript(store, game_id) for game_id in store.recorded_games.ids(corpus)]
    sided_games = [sided for transcript in recorded if (sided := part.read_sides(transcript))]
    if len(sided_games) < 2:
        count_text = "one" if sided_games else "none: parlour transcripts import KIND FOLDER"
        raise UsageError(f"two recorded games of people at least are wanted, and there is {count_text}")
    halved = halves(sided_games, seed)
    fitted = fit_tables(part, halved.fitted_to, prior)
    tested = held_out(part, halved.held_out, values_of(fitted))
    if as_json:
        print_json(_spell(game, part, halved, fitted.values(), tested, seed=seed, prior=prior))
        return
    _print(part, halved, list(fitted.values()), tested, left_out=len(recorded) - len(sided_games))


_CELLS = columns("clue!", "done", "times#", "chances#", "as judged#", "as fitted#")
_LOSSES = columns(
    "log loss of", "as judged#", "as fitted#", "the deck alone#", "fitted less judged#", "fitted less deck#"
)


def _print(
    part: ClueTables,
    halved: GameHalves,
    fitted: Sequence[FittedClue],
    tested: Sequence[HeldOut],
    *,
    left_out: int,
) -> None:
    rows = [
        (clue.kind, case, str(count), str(chances), f"{judged:.2f}", f"{value:.2f}")
        for clue in fitted
        if sum(clue.counts)
        for case, count, chances, judged, value in _rows(clue)
    ]
    print_list(_CELLS, rows)
    unseen = [clue.kind for clue in fitted if not sum(clue.counts)]
    if unseen:
        typer.echo(f"nobody did these, which stay as judged: {', '.join(unseen)}")
    deeds = sum(len(game.deeds) for game in halved.fitted_to)
    typer.echo(
        f"fitted to {deeds} deeds of {len(halved.fitted_to)} games; {left_out} recorded games left out"
    )
    typer.echo(f"\nOn the other {len(halved.held_out)} games (less is better):")
    print_list(_LOSSES, [tuple(_loss_cells(comparison, part)) for comparison in tested])
    typer.echo(_verdict(tested))


def _rows(clue: FittedClue) -> Iterator[tuple[str, int, int, float, float]]:
    shipped = clue.shipped
    return zip(shipped.cases, clue.counts, clue.chances, shipped.values, clue.fitted.values, strict=True)


def _loss_cells(comparison: HeldOut, part: ClueTables) -> Iterator[str]:
    yield "each seat's side" if comparison.of == "side" else f"who is {part.sides[part.sought_side]}"
    yield from (_number(value) for value in (comparison.shipped, comparison.fitted, comparison.deck))
    for value, interval in (
        (comparison.difference, comparison.interval),
        (comparison.from_deck, comparison.deck_interval),
    ):
        ends = "" if interval.low is None else f" ({_number(interval.low)} to {_number(interval.high)})"
        yield f"{_number(value)}{ends}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _verdict(tested: Sequence[HeldOut]) -> str:
    if tested[0].games < FEWEST:
        return f"too few games to tell: {tested[0].games}, and no interval is given of fewer than {FEWEST}"
    if all(comparison.is_better for comparison in tested):
        return "the fitted numbers are shown to be better than those that ship, and than the deck alone"
    return "the fitted numbers are not shown to be better than both those that ship and the deck alone"


def _spell(
    game: str,
    part: ClueTables,
    halved: GameHalves,
    fitted: Iterable[FittedClue],
    tested: Sequence[HeldOut],
    *,
    seed: int,
    prior: float,
) -> dict[str, object]:
    cells = ("case", "times", "chances", "judged", "fitted")
    names = {"fitted_to": halved.fitted_to, "held_out": halved.held_out}
    return {
        "game": game,
        "seed": seed,
        "prior": prior,
        "sides": list(part.sides),
        **{name: [sided.id for sided in games] for name, games in names.items()},
        "clues": [
            {"kind": clue.kind, "cases": [dict(zip(cells, row, strict=True)) for row in _rows(clue)]}
            for clue in fitted
        ],
        "log_loss": [{**asdict(comparison), "is_better": comparison.is_better} for comparison in tested],
        "verdict": _verdict(tested),
    }
