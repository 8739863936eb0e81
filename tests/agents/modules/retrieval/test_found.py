from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.agents.memory import Segment
from parlour.agents.modules import FoundPassages
from tests.agents.modules.retrieval.passages import segments


def tokens(text: str) -> int:
    return Segment(text=text, events=()).tokens


@given(st.data())
def test_passages_and_notes_fit_the_budget_together(data: st.DataObject):
    texts = data.draw(st.lists(st.text(alphabet="ab 在", max_size=30), max_size=8))
    notes = data.draw(st.lists(st.text(alphabet="ab 在", max_size=30), max_size=8))
    order = data.draw(st.permutations(range(len(texts))))
    budget = data.draw(st.integers(0, 60))
    found = FoundPassages(positions=tuple(order), notes=tuple(notes))
    kept = found.within(budget, segments(texts))
    of_notes = sum(map(tokens, kept.notes))
    assert of_notes <= budget // 2
    assert of_notes + sum(tokens(texts[position]) for position in kept.positions) <= budget
    assert list(kept.positions) == sorted(kept.positions)


def test_notes_leave_passages_at_least_half_of_the_budget():
    told = segments(["one two three"] * 3)
    found = FoundPassages(positions=(0, 1, 2), notes=("four five six",) * 9, problems=("it rained",))
    kept = found.within(16, told)
    assert (len(kept.notes), kept.positions, kept.problems) == (2, (0, 1), ("it rained",))
    assert FoundPassages(positions=(0, 1, 2)).within(16, told).positions == (0, 1, 2)
