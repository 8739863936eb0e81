from collections.abc import Callable

import pytest

from parlour.games.mystery import Script


@pytest.fixture
def story() -> Callable[..., Script]:
    """Makes a small whole script, with whatever a test changes."""

    def make(**changes: object) -> Script:
        fields: dict[str, object] = {
            "title": "The Locked Mill",
            "language": "en",
            "warning": "A death.",
            "characters": [{"name": name, "acts": ["You were there."]} for name in ("Ann", "Bo", "Cy")],
            "victims": [{"name": "Dee", "murderers": ["Bo"]}],
        }
        return Script.model_validate({**fields, **changes})

    return make
