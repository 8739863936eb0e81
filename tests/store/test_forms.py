from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from parlour.store.forms import spell

anything = st.text(st.characters(exclude_categories=()))


@given(anything)
def test_any_text_is_spelled_so_that_every_database_holds_it(text: str) -> None:
    spelled = spell(text)
    assert json.loads(spelled) == text
    assert "\0" not in spelled
    spelled.encode()


def test_chinese_stays_readable() -> None:
    assert spell({"text": "罪恶"}) == '{"text":"罪恶"}'
