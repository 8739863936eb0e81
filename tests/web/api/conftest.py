"""A server of the interface for a module's tests."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.web.api.serving import Api, serving


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Generator[Api]:
    folder: Path = tmp_path_factory.mktemp("api")
    with serving(str(folder / "parlour.db")) as running:
        yield running
