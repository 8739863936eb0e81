"""Whatever bytes a file holds, its reader gives a result or says in a sentence what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import ParlourError
from tests.fuzzing.damage import bytes_like
from tests.fuzzing.effort import effort
from tests.fuzzing.reading import READERS

LONGEST = 4000
"""Characters of what is told of a file; some readers tell of several lines at once."""


@pytest.mark.parametrize("kind", READERS)
def test_a_whole_file_is_read(kind: str, tmp_path: Path):
    """Otherwise the damage would prove nothing."""
    reader = READERS[kind]
    (tmp_path / reader.name).write_bytes(reader.whole())
    reader.read(tmp_path / reader.name)


@pytest.mark.parametrize("kind", READERS)
@effort(25)
@given(data=st.data())
def test_any_bytes_are_read_or_refused_in_a_sentence(kind: str, tmp_path: Path, data: st.DataObject):
    reader = READERS[kind]
    path = tmp_path / reader.name
    path.write_bytes(data.draw(bytes_like(reader.whole())))
    try:
        reader.read(path)
    except ParlourError as error:
        told = str(error)
        assert told.strip()
        assert len(told) < LONGEST
        told.encode()  # it can be printed
