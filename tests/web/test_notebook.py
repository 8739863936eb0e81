"""A notebook comes back as it was written, and only to whose it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from parlour.store import Store
from parlour.web.sheets import Mark, Notes, read_notes, write_notes
from tests.web.hosting.houses import setup


def test_a_notebook_comes_back_to_its_owner_alone(tmp_path: Path):
    with Store.open(str(tmp_path / "parlour.db")) as store:
        match = store.create(setup(0))
        notes = Notes(text="It rained.").with_mark("罪恶", suspicion=4).with_mark("罪恶", text="lies")
        write_notes(store.hosting, match, "Anna", notes)
        assert read_notes(store.hosting, match, "Anna") == notes
        assert read_notes(store.hosting, match, "Ben") == Notes()
    assert notes.marks["罪恶"] == Mark(suspicion=4, text="lies")
    assert notes.suspicions == {"罪恶": 4}


@pytest.mark.parametrize("suspicion", [-1, 6])
def test_a_suspicion_is_between_none_and_as_good_as_proved(suspicion: int):
    with pytest.raises(ValidationError):
        Mark(suspicion=suspicion)
