"""The table of what a change made of matches."""

from __future__ import annotations

import pytest
from rich.console import Console

from parlour.cli.what_if import print_effects
from parlour.experiments.what_if import EffectRow

ROW = EffectRow(
    arm="", change="Ann's mind is plain", metric="reward", original=0.5, effect=0.25, low=0.125, high=0.375,
    basis="t", forks=24, matches=12, changed=0.4, placebo=0.05, placebo_low=-0.1, placebo_high=0.2,
    placebo_changed=None,
)  # fmt: skip


def printed(capsys: pytest.CaptureFixture[str], *rows: EffectRow) -> list[str]:
    print_effects(Console(width=150), rows)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_an_effect_stands_under_its_head_with_its_placebo_beside(capsys: pytest.CaptureFixture[str]):
    _, change, head, row, matches = printed(capsys, ROW)[:5]
    assert change == "What if Ann's mind is plain"
    names = ("as it was", "effect", "95 %", "changed", "placebo", "95 %", "changed")
    assert [each.strip() for each in head.split("  ") if each] == [*names]
    assert row.split()[-1] == "–"
    assert "40%" in row
    assert matches.startswith("24 forks of 12 matches")


def test_numbers_end_where_their_heads_end(capsys: pytest.CaptureFixture[str]):
    other = ROW.model_copy(update={"arm": "an arm", "effect": None, "changed": None, "placebo_changed": 1.0})
    _, _, head, *rows = printed(capsys, ROW, other)[:5]
    ends = [head.index(name) + len(name) for name in ("as it was", "effect", "changed", "placebo")]
    assert all(row[end - 1].strip() and not row[end : end + 1].strip() for row in rows for end in ends)


def test_a_long_name_takes_several_lines_and_no_number_is_cut(capsys: pytest.CaptureFixture[str]):
    arm = "an arm whose name says all that its players do otherwise than those of others"
    out = "\n".join(printed(capsys, ROW.model_copy(update={"arm": arm})))
    assert "…" not in out
    for number in (".500", "+.250", ".125–.375", "40%", "+.050", "-.100–.200"):
        assert number in out


def test_where_nothing_was_changed_nothing_is_printed(capsys: pytest.CaptureFixture[str]):
    assert printed(capsys) == []
