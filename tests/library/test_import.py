"""What `import parlour` offers, and what it costs."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import parlour
from tests.cases import cases


def _in_a_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_loads_nothing_that_is_not_asked_for():
    told = _in_a_process(
        "import sys, parlour; print(sorted(n for n in sys.modules if n.startswith('parlour')))"
    )
    assert told == "['parlour']"


def test_importing_asks_for_nothing_that_takes_long():
    heavy = "{'numpy', 'pydantic', 'sqlalchemy', 'jinja2', 'typer', 'asyncio'} & set(sys.modules)"
    assert _in_a_process(f"import sys, parlour; print({heavy})") == "set()"


@cases("name", parlour.__all__)
def test_every_name_that_is_offered_is_there_and_explains_itself(name: str):
    assert getattr(parlour, name).__doc__
    assert name in dir(parlour)


def test_no_name_is_hidden_by_a_room_of_the_same_name():
    rooms = {each.name for each in pkgutil.iter_modules(parlour.__path__)}
    assert "cli" in rooms
    assert rooms & set(parlour.__all__) == set()


def test_a_name_that_is_not_offered_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'parlour' has no attribute 'plya'"):
        _ = parlour.plya  # pyright: ignore


def test_what_can_be_named_is_listed():
    assert set(parlour.list_games()) >= {"mystery", "onenight", "werewolf"}
    assert "gratr" in parlour.list_methods()
    assert parlour.list_models()["reader"] == ""
    assert "ladder" in parlour.list_suites()
