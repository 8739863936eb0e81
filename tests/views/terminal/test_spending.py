"""What a command line takes as a limit: nothing below the least that makes sense."""

from __future__ import annotations

import typer
from typer.testing import CliRunner

from parlour.views.terminal import Budget, Concurrency, Jobs, Yes
from tests.cases import cases

app = typer.Typer()


@app.command()
def limits(
    budget: Budget = None, jobs: Jobs = None, concurrency: Concurrency = None, yes: Yes = False
) -> None:
    typer.echo(f"{budget} {jobs} {concurrency} {yes}")


@cases(
    ("words", "told"),
    [
        ("", "None None None False"),
        ("--budget 0", "0.0 None None False"),
        ("--budget 0.01 --yes", "0.01 None None True"),
        ("--jobs 1 --concurrency 1", "None 1 1 False"),
        ("--jobs 8 --concurrency 64", "None 8 64 False"),
    ],
)
def test_a_limit_is_taken(words: str, told: str):
    done = CliRunner().invoke(app, words.split())
    assert (done.exit_code, done.output.strip()) == (0, told)


@cases("words", ["--budget -0.01", "--jobs 0", "--concurrency 0", "--jobs -1", "--budget all"])
def test_what_limits_nothing_is_refused(words: str):
    assert CliRunner().invoke(app, words.split()).exit_code == 2
