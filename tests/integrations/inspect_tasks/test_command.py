"""The command line of Inspect, and what the page on it shows."""

# pyright: basic, reportMissingImports=false

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("inspect_ai", reason="Inspect is not installed: pip install 'parlour[inspect]'")

import yaml
from inspect_ai.log import list_eval_logs, read_eval_log
from inspect_ai.solver import SolverSpec

from tests.integrations.inspect_tasks.mock import INSPECTS_OWN_WARNINGS, Mock, played

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "inspect.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^inspect eval .*$", PAGE, re.MULTILINE)
OFFLINE = """
import tiktoken
ranks = {bytes([n]): n for n in range(256)}
letters = tiktoken.Encoding("bytes", pat_str=r"[\\s\\S]", mergeable_ranks=ranks, special_tokens={})
tiktoken.get_encoding = lambda name: letters
from inspect_ai._cli.main import main
main()
"""
"""Inspect's program, with an alphabet of bytes for the one that its mock would fetch to count tokens."""
pytestmark = INSPECTS_OWN_WARNINGS


def test_inspect_evaluates_a_game_by_its_entry_point(tmp_path: Path):
    words = ["eval", "parlour/werewolf", "--model", "mockllm/model", "--limit", "1", "-T", "method=plain"]
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE, *words, "--display", "plain", "--log-dir", "logs"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    [found] = list_eval_logs(str(tmp_path / "logs"))
    log = read_eval_log(found)
    assert (log.status, log.eval.task, log.eval.model) == ("success", "parlour/werewolf", "mockllm/model")
    assert len(log.samples or []) == 1
    assert log.results
    assert [each.name for each in log.results.scores] == ["won", "votes", "fallbacks"]


def option(words: list[str], flag: str) -> dict[str, object]:
    told = [word for before, word in pairwise(words) if before == flag]
    return {name: yaml.safe_load(value) for name, _, value in (each.partition("=") for each in told)}


@pytest.mark.parametrize("line", SHOWN)
def test_what_the_page_shows_can_be_evaluated(line: str):
    words = shlex.split(line)
    about: dict[str, object] = {"limit": 1}
    if roles := option(words, "--model-role"):
        about["model_roles"] = {role: Mock(name=role).model for role in roles}
    if solver := next(iter(option(words, "--solver")), None):
        about["solver"] = SolverSpec(solver, option(words, "-S"), {})
    log = played(words[2], about=about, **{"games": 1, **option(words, "-T")})
    assert log.status == "success", log.error
