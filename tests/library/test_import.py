"""What `import parlour` offers, and what it costs."""

from __future__ import annotations

import subprocess
import sys

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


@cases("name", parlour.__all__)
def test_every_name_that_is_offered_is_there_and_explains_itself(name: str):
    assert getattr(parlour, name).__doc__
    assert name in dir(parlour)
