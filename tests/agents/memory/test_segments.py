import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour.agents.memory import SEGMENT_TOKENS, cut
from parlour.llm import count_tokens
from tests.cases import cases

mixed = st.lists(
    st.one_of(
        st.sampled_from(
            ["I saw him. ", "At 9:30, ", "Dr. Bo said: ", "“Run!” ", "...", "\n", "\n\n", ", and ", "?!", " "]
        ),
        st.sampled_from(["我在磨坊。", "他说：", "“快走！”", "，后来", "……", "？！", "；", "」", "\r\n"]),
        st.text(alphabet="abc XYZ 019,.;:!?\n。，、：；！？“”'\"磨坊谁在", max_size=60),
    ),
    max_size=30,
).map("".join)
limits = st.integers(2, SEGMENT_TOKENS)


def solid(text: str) -> str:
    return re.sub(r"\s", "", text)


@settings(max_examples=60)
@given(mixed, limits)
@example("...and then he ran.", 50)
@example("“什么？”！他说。", 50)
@example("No. , he said, ;no", 3)
def test_together_the_segments_hold_every_sign_of_the_text_in_order(text: str, most: int):
    assert "".join(solid(segment.text) for segment in cut(text, 0, most)) == solid(text)


@settings(max_examples=60)
@given(mixed, limits)
@example("9" * 200, 50)
@example("在" * 200, 50)
@example("x" * 2000, 50)
def test_no_segment_exceeds_its_tokens_and_each_stands_in_the_text_as_it_is(text: str, most: int):
    for segment in cut(text, 0, most):
        assert 0 < count_tokens(segment.text) <= most
        assert segment.text in text


@cases(
    ("text", "most", "pieces"),
    [
        ("I was at the mill. Bo came later.", 6, ["I was at the mill.", "Bo came later."]),
        ("我在磨坊。他后来才到。", 5, ["我在磨坊。", "他后来才到。"]),
        ("他说：“快走！”我就走了。", 8, ["他说：“快走！”", "我就走了。"]),
        ("I was at the mill, Bo came", 6, ["I was at the mill,", "Bo came"]),
        ("我在磨坊里面睡觉，他后来才到", 7, ["我在磨坊里面睡觉，", "他后来才到"]),
        ("one two three four", 2, ["one two", "three four"]),
    ],
)
def test_a_text_is_cut_at_sentences_else_clauses_else_words(text: str, most: int, pieces: list[str]):
    assert [segment.text for segment in cut(text, 0, most)] == pieces


def test_lines_are_never_joined():
    assert [segment.text for segment in cut("Monday\nTuesday\n\nWednesday", 0)] == [
        "Monday",
        "Tuesday",
        "Wednesday",
    ]
