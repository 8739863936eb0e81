"""A plugin of pytest's that has coverage tell by which test a line was passed through.

By the name of the function, as coverage does it itself, a test that hypothesis calls is taken for another.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest
from coverage import Coverage


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Counts what is passed through from here on for this test, with all its values as one."""
    watching = Coverage.current()
    if watching:
        watching.switch_context(item.nodeid.partition("[")[0])
    return (yield)
