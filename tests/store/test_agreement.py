from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.arena import Entry
from parlour.errors import ReplayDiffers
from parlour.store.matchlog import require_same

jsons = st.text(max_size=200)


def line(json: str) -> Entry:
    return Entry(number=7, kind="event", json=json)


@given(jsons)
def test_an_entry_is_the_same_as_itself(json: str) -> None:
    require_same(line(json), line(json))


@given(jsons, jsons, jsons)
def test_any_difference_is_told_in_few_words(beginning: str, recorded: str, repeated: str) -> None:
    if recorded != repeated:
        with pytest.raises(ReplayDiffers, match="entry 7 differs") as caught:
            require_same(line(beginning + recorded), line(beginning + repeated))
        assert len(str(caught.value)) < 300


def test_a_difference_far_inside_is_shown_from_just_before_it() -> None:
    with pytest.raises(ReplayDiffers) as caught:
        require_same(line("a" * 500 + "Ben" + "b" * 500), line("a" * 500 + "Anna"))
    told = str(caught.value)
    assert f"at character 506: recorded …{'a' * 30}Ben{'b' * 57}…, now …{'a' * 30}Anna" in told
