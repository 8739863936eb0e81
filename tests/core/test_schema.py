import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from parlour.core import Action, Request, RequestKind, request_kinds, schema
from parlour.games.werewolf import kinds
from tests.cases import cases

VOTE = Request(id="1", step=1, player="Ann", kind=request_kinds.VOTE, options=("Bo", "Cy"), most=1)
ANSWER = Request(id="2", step=1, player="Ann", kind=request_kinds.ANSWER, options=("a", "b", "c"), most=2)


def test_the_reason_is_written_before_the_choice_and_both_are_wanted():
    form = schema(VOTE).model_json_schema()
    assert list(form["properties"]) == ["reason", "choice"]
    assert form["required"] == ["reason", "choice"]


@cases(
    ("request_", "reply"),
    [
        (VOTE, {"reason": "", "choice": "Ann"}),
        (VOTE, {"reason": "", "choice": "bo"}),
        (VOTE, {"reason": "", "choice": ["Bo"]}),
        (VOTE, {"reason": ""}),
        (VOTE, {"choice": "Bo"}),
        (VOTE, {"reason": "x" * 301, "choice": "Bo"}),
        (ANSWER, {"reason": "", "choice": []}),
        (ANSWER, {"reason": "", "choice": ["a", "b", "c"]}),
        (ANSWER, {"reason": "", "choice": ["d"]}),
    ],
)
def test_a_reply_outside_the_form_is_refused(request_: Request, reply: dict[str, object]):
    with pytest.raises(ValidationError, match=r"reason|choice"):
        schema(request_).model_validate(reply)


def test_a_request_that_offers_nothing_has_no_form():
    with pytest.raises(ValueError, match="7 offers no options"):
        schema(Request(id="7", step=1, player="Ann", kind=request_kinds.SPEAK, words=10))


def test_a_choice_given_twice_counts_once():
    decision = schema(ANSWER).model_validate({"reason": "", "choice": ["b", "b"]})
    assert decision.action() == Action(chosen=("b",))


@settings(max_examples=40)
@given(st.data())
def test_every_reply_in_the_form_is_a_legal_action(data: st.DataObject):
    options = tuple(data.draw(st.lists(st.text(min_size=1, max_size=4), unique=True, min_size=1, max_size=5)))
    most = data.draw(st.integers(1, len(options)))
    request = Request(id="r", step=1, player="Ann", kind=request_kinds.ANSWER, options=options, most=most)
    chosen = data.draw(st.lists(st.sampled_from(options), min_size=1, max_size=most))
    written = {"reason": "So.", "choice": chosen[0] if most == 1 else chosen}
    action = schema(request).model_validate(written).action()
    request.check(action)
    assert set(action.chosen) == set(chosen)


@cases("kind", [kinds.SAVE, kinds.SHOOT])
def test_nobody_can_be_written_where_to_choose_nobody_is_a_decision(kind: RequestKind):
    request = Request(id="4", step=1, player="Ann", kind=kind, options=("Bo", "Cy"), most=1)
    form = schema(request)
    assert form.model_validate({"reason": "Not now.", "choice": None}).action() == Action()
    assert form.model_validate({"reason": "Now.", "choice": "Cy"}).action() == Action(chosen=("Cy",))
    with pytest.raises(ValidationError, match="choice"):
        form.model_validate({"reason": "Hm."})


@cases("kind", [request_kinds.VOTE, kinds.KILL])
def test_nobody_cannot_be_written_where_somebody_is_asked_for(kind: RequestKind):
    request = Request(id="5", step=1, player="Ann", kind=kind, options=("Bo", "Cy"), most=1)
    with pytest.raises(ValidationError, match="choice"):
        schema(request).model_validate({"reason": "Not now.", "choice": None})


def test_where_several_must_be_chosen_they_are_different_ones():
    pair = Request(
        id="3",
        step=1,
        player="Ann",
        kind=request_kinds.CHECK,
        options=("Bo", "Cy", "Di"),
        least=2,
        most=2,
        or_none=True,
    )
    form = schema(pair)
    assert form.model_validate({"reason": "", "choice": ["Bo", "Di"]}).action().chosen == ("Bo", "Di")
    for wrong in (["Bo"], ["Bo", "Bo"], ["Bo", "Cy", "Di"]):
        with pytest.raises(ValidationError, match=r"the same choice twice|at least 2|at most 2"):
            form.model_validate({"reason": "", "choice": wrong})
