"""`parlour study`: a study with people: its plan, its tables and links, and how far their marks agree."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from parlour.agents import METHODS, MethodSpec
from parlour.arena import HUMAN, Status, hold_seat, lay_table, secret_seed
from parlour.core import GAMES, GameSetup, Player
from parlour.errors import MissingExtra, UsageError
from parlour.evaluation import MEASURES, SHEET, Survey, marks_of, mean_mark
from parlour.experiments.study import Session, StudyPlan, assign, krippendorff_alpha
from parlour.library.game_options import read_game
from parlour.llm import ModelPool, default_model
from parlour.store import AccessToken, Store
from parlour.views.terminal import AsJson, Db, ModelFile, columns, print_json, print_list, read_model_options

app = typer.Typer(help="Plan a study with people, open its tables, and compare their marks.")
USUAL_FILE = Path("study.json")
PlanFile = Annotated[Path, typer.Argument(help="The file of the plan.", dir_okay=False)]


@app.command()
def plan(
    method: Annotated[
        list[str], typer.Option("--method", "-m", help="A method with its options; can be repeated.")
    ],
    people: Annotated[int, typer.Option(help="The number of people.", min=1)] = 4,
    scripts: Annotated[int, typer.Option(help="The number of generated stories.", min=1)] = 3,
    script: Annotated[
        list[str] | None, typer.Option(help="A story of the library instead; can be repeated.")
    ] = None,
    game: Annotated[str, typer.Option(help=f"{', '.join(GAMES.names)}.")] = GAMES.default,
    option: Annotated[
        list[str] | None, typer.Option(help="KEY=VALUE of the game, such as players=4.", metavar="KEY=VALUE")
    ] = None,
    side: Annotated[str, typer.Option(help="The side of the person's seat; the smallest if left out.")] = "",
    seed: Annotated[
        int | None, typer.Option(help="Of stories and order, to be kept secret; random if left out.", min=0)
    ] = None,
    out: Annotated[Path, typer.Option(help="The file of the plan.", dir_okay=False)] = USUAL_FILE,
) -> None:
    """Assign people to stories and methods in a balanced order.

    Each person plays each story once and meets the methods equally often, as far as the numbers allow. Pairs
    of story and method, their places in the order and the methods that follow each other are balanced.
    """
    for arm in method:
        METHODS.find(MethodSpec.read(arm).name)
    first = secret_seed() if seed is None else seed
    stories = script or [""] * scripts
    sessions = [
        Session(person=number, place=place, story=stories[story], seed=first + story, method=method[arm])
        for number, sequence in enumerate(assign(people, len(stories), len(method), first), start=1)
        for place, (story, arm) in enumerate(sequence, start=1)
    ]
    study = StudyPlan(game=game, options=_read_options(option or []), side=side, sessions=tuple(sessions))
    for session in study.sessions[: len(stories)]:
        _seat_of(_deal(study, session), session.seed, side)
    _write(out, study)
    rows = [
        [str(session.person), str(session.place), _title(study, session), session.method]
        for session in study.sessions
    ]
    print_list(columns("person", "place", "story", "method"), rows)
    typer.echo(f"{len(sessions)} matches, in {out}; to make their tables: parlour study open {out}")


@app.command(name="open")
def open_tables(
    file: PlanFile,
    address: Annotated[str, typer.Option(help="Of the server, before the links.")] = "http://127.0.0.1:8080",
    model: Annotated[str | None, typer.Option(help="What the agents think with.")] = None,
    models_file: ModelFile = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Make the tables of a plan, and print the links of each person and of the host.

    Tables wait until the host starts them, at `parlour serve` with the same --db. If the plan has its tables
    already, their links are printed again.
    """
    read_model_options(models_file)
    study = _read(file)
    with Store.open(db) as store:
        rows = asyncio.run(_open(study, store, model or default_model(), file))
    links = [
        {
            "person": session.person,
            "place": session.place,
            "story": _title(study, session),
            "method": session.method,
            "match": session.match,
            **{key: f"{address.rstrip('/')}/{key}/{token.token}" for key, token in tokens.items()},
        }
        for session, tokens in rows
    ]
    if as_json:
        print_json(links)
        return
    cells = [[str(link[name]) for name in ("person", "place", "seat", "host")] for link in links]
    print_list(columns("person!", "place!", "seat!", "host!"), cells)


@app.command()
def report(file: PlanFile, db: Db = None, as_json: AsJson = False) -> None:
    """Print how many matches are over and marked, the mean marks of each method, and how far people agree.

    Agreement is Krippendorff's alpha for interval data, over people who marked the same story and method.
    """
    study = _read(file)
    with Store.open(db) as store:
        sheets = {
            session: [*store.hosting.sheets(session.match, SHEET).values()] for session in study.sessions
        }
        surveys = {
            session: Survey.model_validate_json(session_sheets[0])
            for session, session_sheets in sheets.items()
            if session_sheets
        }
        finished = {summary.match for summary in store.matches() if summary.status is Status.FINISHED}
    over = sum(session.match in finished for session in study.sessions)
    rows = [{"measure": name.removeprefix("survey."), **_marks(study, surveys, name)} for name in MEASURES]
    if as_json:
        print_json({"matches": len(study.sessions), "over": over, "surveys": len(surveys), "measures": rows})
        return
    typer.echo(f"{over} of {len(study.sessions)} matches are over, {len(surveys)} are marked")
    if surveys:
        print_list(columns(*rows[0]), [[_spell(value) for value in row.values()] for row in rows])


def _read_options(entries: Sequence[str]) -> dict[str, str]:
    pairs = [entry.partition("=") for entry in entries]
    for key, equals, value in pairs:
        if not (key and equals and value):
            raise UsageError(f"--option {key}{equals}{value}: write KEY=VALUE, such as players=4")
    return {key: value for key, _, value in pairs}


def _deal(study: StudyPlan, session: Session) -> GameSetup:
    story = {"script": session.story} if session.story else {}
    return read_game(study.game, {**study.options, **story}).deal(session.seed, None)


def _seat_of(setup: GameSetup, seed: int, side: str) -> Player:
    teams = GAMES.find(setup.name).begin(setup, seed).teams()
    sizes = Counter(teams.values())
    wanted = side or min(sizes, key=lambda team: sizes[team])
    if wanted not in sizes:
        raise UsageError(f"no seat is on the side {wanted!r}; there are: {', '.join(sorted(sizes))}")
    return next(player for player in setup.players if teams[player] == wanted)


async def _open(
    study: StudyPlan, store: Store, model: str, file: Path
) -> list[tuple[Session, Mapping[str, AccessToken]]]:
    try:
        from parlour.web.hosting import TableServer
    except ImportError as error:
        raise MissingExtra("tables need the web extra: pip install 'parlour[web]'") from error
    rows: list[tuple[Session, Mapping[str, AccessToken]]] = []
    async with ModelPool() as models:
        server = TableServer(store, models)
        for number, session in enumerate(study.sessions):
            if not session.match:
                game = _deal(study, session)
                person = _seat_of(game, session.seed, study.side)
                methods = dict.fromkeys(game.players, session.method) | {person: HUMAN}
                seats = tuple(hold_seat(*pair, model, models.window) for pair in methods.items())
                table, _ = server.open(lay_table(game, session.seed, seats), is_study=True)
                session = session.model_copy(update={"match": table.match})
                sessions = (*study.sessions[:number], session, *study.sessions[number + 1 :])
                study = study.model_copy(update={"sessions": sessions})
                _write(file, study)
            tokens = {
                token.kind: token for token in server.passes(session.match) if token.kind in ("seat", "host")
            }
            rows.append((session, dict(tokens)))
    return rows


def _marks(study: StudyPlan, surveys: dict[Session, Survey], measure: str) -> dict[str, float | None]:
    by_method = defaultdict[str, list[float]](list)
    units = defaultdict[tuple[str, int, str], list[float]](list)
    for session, survey in surveys.items():
        mark = marks_of([survey], measure)[0]
        by_method[session.method].append(mark)
        units[session.story, session.seed, session.method].append(mark)
    methods = dict.fromkeys(session.method for session in study.sessions)
    means = {method: mean_mark(by_method[method])[0] for method in methods}
    return {**means, "agreement": krippendorff_alpha([*units.values()])}


def _spell(value: object) -> str:
    if value is None:
        return "too few"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _title(study: StudyPlan, session: Session) -> str:
    seeds = sorted({other.seed for other in study.sessions})
    return session.story or f"generated {seeds.index(session.seed) + 1}"


def _write(file: Path, study: StudyPlan) -> None:
    file.write_text(study.model_dump_json(indent=1) + "\n", encoding="utf-8")


def _read(file: Path) -> StudyPlan:
    try:
        return StudyPlan.model_validate_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from error
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
        location = ".".join(map(str, wrong["loc"])) or "file"
        raise UsageError(f"{file} is no plan of `parlour study plan`: {location}: {wrong['msg']}") from error
