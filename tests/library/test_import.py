"""What `import parlour` offers, what it costs, and what is registered by hand."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

import parlour
from parlour.agents import METHODS
from parlour.errors import PluginFailed, UnknownMethod, UsageError
from parlour.experiments import SUITES
from parlour.methods.random import METHOD
from tests.cases import cases


def _in_a_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_loads_nothing_that_is_not_asked_for():
    told = _in_a_process(
        "import sys, parlour; print(sorted(n for n in sys.modules if n.startswith('parlour')))"
    )
    assert told == "['parlour']"


@cases("name", parlour.__all__)
def test_every_name_that_is_offered_is_there_and_explains_itself(name: str):
    assert getattr(parlour, name).__doc__
    assert name in dir(parlour)


MINE = replace(METHOD, name="mine", summary="as random")


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    yield
    METHODS.registered.clear()
    SUITES.registered.clear()


def test_a_method_that_is_registered_is_played_listed_and_replayed():
    with pytest.raises(UnknownMethod):
        parlour.play("onenight", method="mine", db=":memory:")
    parlour.register(MINE)
    match = parlour.play("onenight", method="mine", seed=3, db=":memory:")
    assert {seat.method for seat in match.setup.seats} == {"mine"}
    assert match.replay().is_identical
    assert parlour.list_methods()["mine"] == "as random"
    parlour.register(replace(MINE, summary="otherwise"))
    assert parlour.list_methods()["mine"] == "otherwise"


@cases(
    ("thing", "told"),
    [
        (METHOD, "parlour has a method 'random' already; take another name"),
        (object(), "the method '' cannot be registered: it is no method"),
        (replace(MINE, protocol=0), "it is written for version 0 of the contract, not 1"),
    ],
)
def test_what_cannot_be_registered_is_refused_in_a_sentence(thing: object, told: str):
    with pytest.raises(UsageError) as error:
        parlour.register(thing)  # pyright: ignore[reportArgumentType]
    assert told in str(error.value)
    assert METHODS.registered == {}


def test_what_a_registered_method_raises_is_told_with_where_it_is_from():
    class Broken:
        name, summary, wants_model, protocol = "broken", "fails", False, 1

        def seat(self, place: object, options: object) -> None:
            raise ZeroDivisionError

    parlour.register(Broken())  # pyright: ignore[reportArgumentType]
    with pytest.raises(PluginFailed, match="the method 'broken' of this process failed: ZeroDivisionError"):
        parlour.play("onenight", method="broken", db=":memory:")
