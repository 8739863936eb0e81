"""Where workers may keep what they play."""

from __future__ import annotations

import pytest

from parlour.errors import UsageError
from parlour.experiments.workers import refuse_out_of_reach
from tests.cases import cases


@cases("hosts", [{"there"}, {"here", "there"}, {"there", "yonder"}])
def test_a_file_is_refused_where_a_worker_is_on_another_machine(hosts: set[str]):
    with pytest.raises(UsageError, match=r"workers on there cannot write the file kept\.db of here"):
        refuse_out_of_reach("kept.db", hosts, "here")


@cases(
    ("store", "hosts"),
    [
        ("kept.db", {"here"}),
        ("kept.db", set[str]()),
        ("postgresql://host/name", {"here", "there"}),
        ("postgresql://host/name", {"here"}),
        (None, {"here", "there"}),
    ],
)
def test_what_every_worker_reaches_is_taken(store: str | None, hosts: set[str]):
    refuse_out_of_reach(store, hosts, "here")
