from collections.abc import Callable

import pytest

from parlour.agents.memory import Query, Segment


@pytest.fixture(scope="session")
def segments() -> Callable[..., list[Segment]]:
    """Makes segments of these texts, as told by events in this order."""

    def make(*texts: str) -> list[Segment]:
        return [Segment(text=text, events=(number,)) for number, text in enumerate(texts)]

    return make


@pytest.fixture(scope="session")
def query() -> Callable[[str], Query]:
    """Looks for a text on behalf of Ann."""

    def make(text: str) -> Query:
        return Query(player="Ann", request="4.ask.Ann.Vic", purpose="script", text=text, language="en")

    return make
