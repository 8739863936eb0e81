"""A league's tables from what is on record of its runs, finished or not."""

from __future__ import annotations

from parlour.arena import versions
from parlour.core import find_game
from parlour.experiments.execute import dollars_spent
from parlour.experiments.league.asking import AskedLeague
from parlour.experiments.league.biases import bias_rows, place_rows
from parlour.experiments.league.costs import cost_rows
from parlour.experiments.league.played import league_matches
from parlour.experiments.league.rated import GameResults, camp_rows, meeting_rows, rating_rows
from parlour.experiments.league.rows import LeagueTables
from parlour.experiments.round_robin import camps_of
from parlour.experiments.run_plan import plan_run
from parlour.store import Store


def league_tables(store: Store, asked: AskedLeague) -> LeagueTables:
    """Everything that a league's page tells.

    Raises:
        RecordError: if what is on record was kept by a Parlour whose form this one cannot read.
    """
    names = list(asked.form.entrants)
    plans = [plan_run(store, run) for run in asked.runs]
    played = {robin.name: league_matches(store, run, robin) for run, robin in asked.robins}
    games = [
        GameResults.of(robin.name, camps_of(find_game(robin.game)), played[robin.name], names)
        for _, robin in asked.robins
        if played[robin.name]
    ]
    matches = [match for each in played.values() for match in each]
    return LeagueTables(
        league=asked.form.name,
        title=asked.title,
        entrants=dict(asked.robins[0][1].entrants),
        games={robin.name: robin.game for _, robin in asked.robins},
        expected=sum(len(plan.cells) for plan in plans),
        matches=len(matches),
        dollars=sum(dollars_spent(plan) for plan in plans),
        ratings=tuple(rating_rows(games, names)),
        meetings=tuple(meeting_rows(games, names)),
        camps=tuple(camp_rows(games)),
        costs=tuple(cost_rows(matches, names)),
        biases=tuple(bias_rows([game.matches for game in games], names)),
        places=tuple(place_rows([game.matches for game in games])),
        versions=versions(),
    )
