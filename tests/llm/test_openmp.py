"""How many threads a native engine gets."""

from __future__ import annotations

import os

import pytest

from parlour.llm.weights import rein_in_openmp, thread_count
from tests.cases import cases


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system pins no process to cores")
def test_a_process_pinned_to_one_core_gets_one_thread():
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(mine)})
    try:
        assert thread_count() == 1
    finally:
        os.sched_setaffinity(0, mine)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system tells of no process's cores")
@cases(("cores", "threads"), [(1, 1), (3, 3), (4, 4), (5, 4), (8, 4), (9, 4), (10, 5), (64, 32)])
def test_all_of_a_few_cores_are_used_and_half_of_many(
    cores: int, threads: int, monkeypatch: pytest.MonkeyPatch
):
    def allowed(process: int) -> set[int]:
        return set(range(cores))

    monkeypatch.setattr(os, "sched_getaffinity", allowed)
    assert thread_count() == threads


@cases(("cores", "threads"), [(None, 1), (1, 1), (12, 6)])
def test_where_a_process_has_no_cores_of_its_own_those_of_the_machine_count(
    cores: int | None, threads: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert thread_count() == threads


@pytest.mark.parametrize(("told", "kept"), [(None, "1000"), ("7", "7")])
def test_idle_threads_do_not_spin_unless_that_was_asked_for(
    told: str | None, kept: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("GOMP_SPINCOUNT", told or "")
    if told is None:
        monkeypatch.delenv("GOMP_SPINCOUNT")
    rein_in_openmp()
    assert os.environ["GOMP_SPINCOUNT"] == kept
