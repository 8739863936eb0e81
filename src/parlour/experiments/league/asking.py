"""The definition of a league, from its file, and the schedule of its deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from parlour.agents import MethodSpec, find_method
from parlour.agents.memory import BM25
from parlour.arena import Seating, Setup, lay_seats, lay_table, start_state, try_out
from parlour.core import GAMES, Game, GameSetup, asked_model, find_game
from parlour.errors import MissingExtra, SetupError, UsageError
from parlour.experiments.arm import Story, arm_form
from parlour.experiments.definition import VERSUS, RoundRobin
from parlour.experiments.definition_file import WINDOW, MarkedYaml, Place, check_name, read_marked, refuse
from parlour.experiments.execute import dollars_spent
from parlour.experiments.report import runs
from parlour.experiments.run import Played, RunDefinition
from parlour.experiments.run_plan import plan_run
from parlour.experiments.stories import stories_of
from parlour.llm import (
    ChosenSettings,
    Language,
    default_embedding_name,
    default_model,
    settle,
    settle_filling,
)
from parlour.store import MemoryLog, Store

UNFIT = ("|", "=", VERSUS)
"""Separators of names, which no entrant's name contains."""


@dataclass(frozen=True, kw_only=True)
class AskedLeague:
    """A requested league: one run for each of its games."""

    form: LeagueForm
    runs: tuple[RunDefinition, ...]

    @property
    def title(self) -> str:
        return self.form.title or self.form.name

    @property
    def robins(self) -> tuple[tuple[RunDefinition, RoundRobin], ...]:
        """Each run with the round robin that it carries."""
        pairs = ((run, run.definition) for run in self.runs)
        return tuple((run, robin) for run, robin in pairs if isinstance(robin, RoundRobin))


def ask_league(file: Path, chosen: ChosenSettings | None = None) -> AskedLeague:
    """Returns the league that a file describes; its runs are the same each time, and resume.

    Raises:
        FileError: naming the line and the field of what is wrong.
        UsageError: if a setting is of no model.
        MissingExtra: if scipy, which ratings need, is not installed.
    """
    if find_spec("scipy") is None:
        raise MissingExtra("ratings need scipy: pip install 'parlour[report]'")
    marked = read_marked(file)
    form = _form(marked)
    chosen = chosen or ChosenSettings()
    model = settle(chosen.on(form.model or default_model()))
    fillings = {name: _with_model(marked, name, filling, model) for name, filling in form.entrants.items()}
    entrants = {name: settle_filling(chosen.on_filling(filling)) for name, filling in fillings.items()}
    chosen.refuse_unused(filling.partition("@")[2] for filling in entrants.values())
    runs = tuple(_run(marked, form, entrants, model, number, game) for number, game in enumerate(form.games))
    return AskedLeague(form=form, runs=runs)


def _form(marked: MarkedYaml) -> LeagueForm:
    try:
        form = LeagueForm.model_validate(marked.data)
    except ValidationError as error:
        place = error.errors()[0]["loc"]
        refuse(marked, error, (), LeagueGame if place[:1] == ("games",) and len(place) > 2 else LeagueForm)
    for name in form.entrants:
        if not name.strip() or any(mark in name for mark in UNFIT):
            unfit = " ".join(mark.strip() for mark in UNFIT)
            raise marked.error(
                f"an entrant's name is not empty and holds none of {unfit}", ("entrants", name)
            )
    names = [game.unique_name for game in form.games]
    for number, game in enumerate(form.games):
        check_name(marked, game.game, GAMES.names, ("games", number, "game"))
        if game.unique_name in names[:number]:
            raise marked.error(f"{game.unique_name!r} is there already: give one a `name`", ("games", number))
    return form


def _with_model(marked: MarkedYaml, name: str, entrant: str, model: str) -> str:
    """Returns an entrant with its model, where it uses one."""
    filling, at, own = entrant.partition("@")
    try:
        method = find_method(MethodSpec.read(filling).name)
    except UsageError as error:
        raise marked.error(str(error), ("entrants", name)) from error
    if at and not (own and method.wants_model):
        wrong = "name a model after the @" if method.wants_model else f"{method.name} plays without a model"
        raise marked.error(wrong, ("entrants", name))
    return f"{filling}@{own or model}" if method.wants_model else filling


def _run(
    marked: MarkedYaml,
    form: LeagueForm,
    entrants: Mapping[str, str],
    model: str,
    number: int,
    league_game: LeagueGame,
) -> RunDefinition:
    """Returns the run of one of the games, with deals that are balanced."""
    game, place = find_game(league_game.game), ("games", number)
    if len(game.teams) < 2:
        raise marked.error(f"{game.name} has no two sides to meet on", place)
    robin = RoundRobin(
        league=form.name,
        name=league_game.unique_name,
        title=form.title or form.name,
        game=league_game.game,
        entrants=entrants,
        table=league_game.table,
        stories=league_game.stories or league_game.game,
        languages=form.languages,
        first=form.seed,
        deals=league_game.deals,
    )
    robin = _with_seeds(marked, robin, game, place)
    return RunDefinition(
        suite=robin.suite.name,
        model=model,
        stories=robin.stories,
        language=None,
        games=league_game.deals,
        evaluations=1,
        sought="",
        embedding=form.embedding or default_embedding_name(),
        seed=form.seed,
        definition=robin,
    )


def _with_seeds(marked: MarkedYaml, robin: RoundRobin, game: Game[Any], place: Place) -> RoundRobin:
    """Returns the round robin with its seeds, after each entrant was tried in a match of it."""
    rules = (*place, "table")
    try:
        table = robin.arm
        story = _story(robin)
        setup = table.setup(story, 1)
    except ValidationError as error:
        at_table = error.title == arm_form(robin.game).__name__
        refuse(marked, error, rules, arm_form(robin.game) if at_table else asked_model(robin.game))
    except SetupError as error:
        raise marked.error(str(error), rules) from error
    except UsageError as error:
        raise marked.error(str(error), (*place, "stories")) from error
    for name, filling in robin.entrants.items():
        _try(marked, setup, name, filling)
    is_dealt = game.seat_names is not None and story.seed is not None
    seeds = balanced_seeds(setup, robin.first, robin.deals) if is_dealt else ()
    return robin.model_copy(update={"seeds": seeds})


def _story(robin: RoundRobin) -> Story:
    stories = stories_of(robin.game).find(robin.stories, robin.languages[0], 1, robin.first)
    return stories[0]


def _try(marked: MarkedYaml, game: GameSetup, name: str, filling: str) -> None:
    try:
        seats = lay_seats(game, 0, Seating(method=filling), lambda _: WINDOW)
        try_out(lay_table(game, 0, seats, embedding=BM25), MemoryLog())
    except UsageError as error:
        raise marked.error(str(error), ("entrants", name)) from error


class LeagueGame(BaseModel, frozen=True, extra="forbid"):
    """A game of a league, in which all pairs of entrants meet."""

    game: str = Field(description="Which game is played.")
    name: str = Field(
        default="",
        pattern=r"^[A-Za-z0-9_.-]*$",
        description="How it is called, where a game is played by two sets of rules; the game if left out.",
    )
    deals: int = Field(
        default=4, ge=1, description="Deals per pair and language, each played from both camps."
    )
    stories: str = Field(default="", description="What is played on; tables of the game if left out.")
    table: Mapping[str, Any] = Field(
        default={},
        description="By which rules: the fields of an arm of that game (`parlour run --schema`), such as"
        " players, setup or rounds.",
    )

    @property
    def unique_name(self) -> str:
        return self.name or self.game


class LeagueForm(BaseModel, frozen=True, extra="forbid"):
    """A league: its entrants and their games."""

    name: str = Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", description="As its runs and files are called."
    )
    title: str = Field(default="", description="What it is about, in one line; its name if left out.")
    entrants: Mapping[str, str] = Field(
        min_length=2, description="Who enters: NAME: METHOD[:OPTIONS][@MODEL]."
    )
    games: tuple[LeagueGame, ...] = Field(min_length=1, description="In which games they meet.")
    languages: tuple[Language, ...] = Field(
        default=("en",), min_length=1, description="In which every deal is played."
    )
    seed: int = Field(default=0, ge=0, description="Of the first deal.")
    model: str | None = Field(
        default=None, description="What entrants think with that name no model of their own."
    )
    embedding: str | None = Field(default=None, description="What retrieval ranks by.")


def left_for(store: Store, league: AskedLeague, run: RunDefinition, budget: float) -> float:
    """Returns a run's budget, its own matches included: the total less the cost of the other games."""
    others = sum(dollars_spent(plan_run(store, other)) for other in league.runs if other != run)
    return max(0.0, budget - others)


Deal = tuple[int, tuple[bool, ...]]
"""A seed, and which seats it puts in the first camp."""
MOST_LOOKED_AT = 2000
"""Seeds among which the next deal is looked for; the most balanced of them is taken if none is balanced."""


def balanced_seeds(game: GameSetup, first: int, deals: int) -> tuple[int, ...]:
    """Seeds of deals in which the numbers of times that seats are in the first camp differ by one at most.

    They are taken in order, each as soon as it keeps the balance, so that more deals of the same game begin
    with the same ones.
    """
    counts, chosen, at = [0] * len(game.players), list[int](), first
    for _ in range(deals):
        looked_at = ((seed, first_camp(game, seed)) for seed in range(at, at + MOST_LOOKED_AT))
        seed, camp = _next(looked_at, counts)
        counts = [count + is_in for count, is_in in zip(counts, camp, strict=True)]
        chosen.append(seed)
        at = seed + 1
    return tuple(chosen)


def first_camp(game: GameSetup, seed: int) -> tuple[bool, ...]:
    """Returns, in seat order, whether a deal puts each seat in the first camp."""
    teams = start_state(Setup(game=game, seed=seed, language=game.language, seats=())).teams()
    first = find_game(game.name).teams[0]
    return tuple(teams[player] == first for player in game.players)


def spread(counts: Sequence[int]) -> int:
    """Returns the difference between the largest and the smallest count."""
    return max(counts) - min(counts)


def _next(looked_at: Iterable[Deal], counts: Sequence[int]) -> Deal:
    """Returns the first deal that keeps the balance, or else the one that comes nearest to it."""
    best: tuple[int, int, tuple[bool, ...]] | None = None
    for seed, camp in looked_at:
        gap = spread([count + is_in for count, is_in in zip(counts, camp, strict=True)])
        if best is None or gap < best[0]:
            best = gap, seed, camp
        if gap <= 1:
            break
    if best is None:
        raise ValueError("no seed to look at")
    return best[1:]


def adopt(store: Store, run: RunDefinition) -> int:
    """Adopts the matches of another run of the same game and league between the same two entrants.

    Returns:
        How many matches were taken over.
    """
    plan, count = plan_run(store, run), 0
    wanted = {cell.key for cell in plan.cells} - plan.held.keys()
    for other, meetings in _others(store, run):
        cells = store.cells(other.id)
        for key in sorted(wanted & cells.keys()):
            played = Played.model_validate_json(cells[key])
            if played.score and played.condition in meetings:
                store.put_cell(run.id, key, cells[key])
                wanted.remove(key)
                count += 1
    return count


def _others(store: Store, run: RunDefinition) -> Iterator[tuple[RunDefinition, frozenset[str]]]:
    """Yields other runs of the same game and league, each with the meetings of entrants that both have."""
    cleared = {"definition": None, "games": 0, "model": ""}
    for summary in runs(store):
        other = summary.started.run
        robin, other_robin = run.definition, other.definition
        if other.id == run.id or not (isinstance(robin, RoundRobin) and isinstance(other_robin, RoundRobin)):
            continue
        if run.model_copy(update=cleared) == other.model_copy(update=cleared) and robin.holds(other_robin):
            before = {
                (meeting.name, meeting.method, meeting.rival) for meeting in other_robin.meetings.values()
            }
            own = robin.meetings.values()
            yield (
                other,
                frozenset(
                    meeting.name for meeting in own if (meeting.name, meeting.method, meeting.rival) in before
                ),
            )
