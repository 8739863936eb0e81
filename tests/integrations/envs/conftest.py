"""Every installed game, Avalon from its package among them."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from parlour.core import asked_model, plugins
from tests.packages.overlay import installed


@pytest.fixture(scope="module", autouse=True)
def avalon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.path", [*installed(tmp_path_factory.mktemp("outside")), *sys.path])
        _forget()
        yield
    _forget()


def _forget() -> None:
    plugins.installed_points.cache_clear()
    plugins.sorted_points.cache_clear()
    asked_model.cache_clear()
