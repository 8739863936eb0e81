"""How many threads a native engine gets."""

from __future__ import annotations

import os

import pytest

from parlour.llm.openmp import thread_count


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system pins no process to cores")
def test_a_process_pinned_to_one_core_gets_one_thread():
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(mine)})
    try:
        assert thread_count() == 1
    finally:
        os.sched_setaffinity(0, mine)
