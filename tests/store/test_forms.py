from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from parlour.llm import Part, Source
from parlour.store.reading import Layout, PartRef, read_layout, spell, spell_layout

anything = st.text(st.characters(exclude_categories=()))


@given(anything)
def test_any_text_is_spelled_so_that_every_database_holds_it(text: str) -> None:
    spelled = spell(text)
    assert json.loads(spelled) == text
    assert "\0" not in spelled
    spelled.encode()


def test_chinese_stays_readable() -> None:
    assert spell({"text": "罪恶"}) == '{"text":"罪恶"}'


def test_a_layout_is_spelled_as_its_parts_stand_and_read_back():
    told = Part(text="Ben sat.", source=Source(origin="private", owner="安娜\ud800", events=(3, 4)))
    rules = Part(text="Nobody lies.")
    repairs = (("Yes\0", "Say whom."), ("Ben", "Say why."))
    spelled = spell_layout((rules,), (told, rules, told), repairs)
    assert spelled.startswith(
        f'{{"system":[{{"part":"{rules.digest}","source":{{"origin":"rules","owner":null,"events":[]}}}}],"user":['
    )
    assert "安娜" in spelled
    again, there = (PartRef(part=part.digest, source=part.source) for part in (rules, told))
    assert read_layout(spelled) == Layout(system=(again,), user=(there, again, there), repairs=repairs)


def test_a_layout_without_parts_or_repairs_is_one_too():
    assert spell_layout((), (), ()) == '{"system":[],"user":[],"repairs":[]}'
