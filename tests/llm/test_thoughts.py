"""Thoughts are parted from the answer, in a whole reply and in one that streams."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.llm.thoughts import ThoughtSplitter, split_thoughts

THOUGHT, ANSWER = "My hidden role is wolf.", "I was in the mill."
CHANNELS = (
    f"<|channel|>analysis<|message|>{THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>{ANSWER}"
)
MARKED = (
    f"<think>{THOUGHT}</think>{ANSWER}",
    f"<think>\n{THOUGHT}\n</think>\n\n{ANSWER}",
    f"<Thinking>{THOUGHT}</Thinking> {ANSWER}",
    f"<thought>{THOUGHT}</thought>{ANSWER}",
    f"<reasoning>{THOUGHT}</reasoning>{ANSWER}",
    f"[THINK]{THOUGHT}[/THINK]{ANSWER}",
    f"<seed:think>{THOUGHT}</seed:think>{ANSWER}",
    f"◁think▷{THOUGHT}◁/think▷{ANSWER}",
    f"<|begin_of_thought|>{THOUGHT}<|end_of_thought|>{ANSWER}",
    f"<|START_THINKING|>{THOUGHT}<|END_THINKING|>{ANSWER}",
    CHANNELS,
    f"<|start|>assistant{CHANNELS}<|return|>",
    f"<mm:think>{THOUGHT}</mm:think>{ANSWER}",
    f"<|channel|>analysis<|message|>{THOUGHT}<|channel|>final <|constrain|>json<|message|>{ANSWER}",
    f"analysis{THOUGHT}assistantfinal{ANSWER}",
)
CLOSED = (f"{THOUGHT}</think>{ANSWER}", f"{THOUGHT}\n</think>\n\n{ANSWER}", f"{THOUGHT}[/THINK]{ANSWER}")
OPEN = (
    f"<think>{THOUGHT}",
    f"<|channel|>analysis<|message|>{THOUGHT}",
    f"analysis{THOUGHT}",
    f"[THINK]{THOUGHT}",
)


def streamed(text: str, sizes: list[int], *, holds: bool = False) -> tuple[str, ThoughtSplitter]:
    splitter, shown, at, turn = ThoughtSplitter(holds=holds), "", 0, 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        shown += splitter.feed(text[at : at + size])
        at, turn = at + size, turn + 1
    return shown + splitter.end(), splitter


def test_every_family_of_marks_parts_thoughts_from_the_answer():
    for text in (*MARKED, *CLOSED):
        split = split_thoughts(text)
        assert (split.answer, split.thoughts) == (ANSWER, THOUGHT), text
        assert split.closes_only == (text in CLOSED)


def test_what_is_not_closed_is_thought():
    for text in OPEN:
        split = split_thoughts(text)
        assert (split.answer, split.thoughts) == ("", THOUGHT), text


def test_what_is_no_mark_is_answer():
    for text in (
        ANSWER,
        "I <3 you [nods] and 2 < 3 > 1 <b>so</b> [THE END] <",
        "analysis is all. ",
        "Think. <thinker>",
        '{"reason": "x", "choice": "Ben"}',
        "",
    ):
        split = split_thoughts(text)
        assert (split.answer, split.thoughts, split.has_marks) == (text, "", False), text
        assert streamed(text, [1])[0] == text


def test_thoughts_of_nothing_are_marks_without_thoughts():
    split = split_thoughts(f"<think>\n\n</think>\n\n{ANSWER}")
    assert (split.answer, split.thoughts, split.has_marks) == (ANSWER, "", True)


@given(st.sampled_from((*MARKED, *OPEN)), st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_a_stream_shows_no_thought_wherever_it_is_cut(text: str, sizes: list[int]):
    shown, splitter = streamed(text, sizes)
    assert (shown, splitter.thoughts) == (ANSWER if text in MARKED else "", THOUGHT)


@given(st.sampled_from(MARKED), st.integers(400, 900), st.lists(st.integers(9, 90), min_size=1, max_size=5))
def test_long_thoughts_end_wherever_they_are_cut(text: str, length: int, sizes: list[int]):
    thought = f"{THOUGHT} {'<|end ' * (length // 6)}{'I' * (length % 6)}".strip()
    shown, splitter = streamed(text.replace(THOUGHT, thought), sizes)
    assert (shown, splitter.thoughts) == (ANSWER, thought)


@given(st.sampled_from(CLOSED), st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_a_stream_that_is_held_back_shows_no_thought_that_nothing_opened(text: str, sizes: list[int]):
    shown, splitter = streamed(text, sizes, holds=True)
    assert (shown, splitter.thoughts, splitter.closes_only) == (ANSWER, THOUGHT, True)


@given(
    st.lists(
        st.sampled_from(("<think>", "</think>", "<", "|", "a ", "[THINK]", "<|end|>", "\n", ">")), max_size=9
    ),
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
)
def test_a_stream_and_a_whole_reply_are_split_alike(parts: list[str], sizes: list[int]):
    text = "".join(parts)
    shown, splitter = streamed(text, sizes)
    whole = split_thoughts(text)
    assert (splitter.answer, splitter.thoughts) == (whole.answer, whole.thoughts)
    assert whole.closes_only or shown == whole.answer.lstrip()
