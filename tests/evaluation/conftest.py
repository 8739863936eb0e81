from collections.abc import Callable

import pytest

from parlour.arena import Record
from tests.evaluation.mystery_records import make_record


@pytest.fixture(scope="session")
def record() -> Callable[..., Record]:
    """Makes a record of a table of Ann, Bo and Cy, where Bo killed Vic."""
    return make_record
