"""The judging of a file of posts for `parlour trust`: opening, estimate, run and resumption."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from parlour.errors import PostsError
from parlour.llm import (
    Language,
    Ledger,
    ModelPool,
    Provider,
    Rehearsal,
    is_reader,
    open_ready,
    refuse_unpriced,
)
from parlour.methods.gratr.posts import (
    SAMPLE,
    Analysis,
    Contest,
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
from parlour.methods.gratr.verbs.posts_page import PostsScreen
from parlour.store import RunLog, Store
from parlour.views.terminal import confirm, resumable


def open_posts(
    file: str, classes: Path | None, lang: Language | None, form: PostsForm
) -> tuple[Posts, Contest]:
    """Returns the posts of a file or of the sample, and their contest.

    Raises:
        PostsError: naming the line and the column that cannot be read.
    """
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
        if not is_reader(study.model):
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
        with resumable("what was answered is kept"), screen:
            return asyncio.run(_conduct(study, budget, concurrency, log, screen))


async def _conduct(
    study: Study, budget: float | None, concurrency: int | None, log: RunLog | None, screen: PostsScreen
) -> list[Analysis]:
    ledger, spent = Ledger(screen.spent), log.dollars if log else 0.0
    async with ModelPool(ledger=ledger, budget=budget, spent=spent, concurrency=concurrency) as models:
        return await conduct(study, models, log, screen.watch)


async def _foresee(
    study: Study, budget: float | None, concurrency: int | None, kept: RunLog | None
) -> Foreseen:
    def rehearsed(name: str) -> Provider:
        return Rehearsal(open_ready(name))

    async with ModelPool(opener=rehearsed, concurrency=concurrency) as models:
        if budget is not None:
            refuse_unpriced(models.provider(study.model))
        return await foresee(study, models, kept)


def _run(study: Study) -> str:
    words: Sequence[str] = [f"{post.heading}\x1f{post.text}" for post in study.posts.posts]
    told = "\x1e".join((*words, study.contest.model_dump_json(), study.language, study.model))
    return f"trust-{hashlib.sha256(told.encode()).hexdigest()[:12]}"
