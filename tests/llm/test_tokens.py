from __future__ import annotations

import time

from parlour.llm import count_tokens
from tests.cases import cases

ENGLISH = (
    "On the night of the storm, Margaret Ashdown was found dead in the library of Harrow House. The window"
    " was open, the lamp was still burning, and a letter addressed to her brother lay burnt in the hearth."
)
CHINESE = (
    "暴风雨的那天夜里，玛格丽特被人发现死在书房里。窗户开着，灯还亮着，"
    "壁炉里有一封烧了一半的信，是写给她哥哥的。"
)


@cases(("text", "tokens"), [(ENGLISH, 46), (CHINESE, 42)])
def test_the_estimate_is_near_the_tokens_that_qwen_counts(text: str, tokens: int) -> None:
    assert 0.85 * tokens <= count_tokens(text) <= 1.2 * tokens


def test_nothing_is_nothing() -> None:
    assert count_tokens("") == count_tokens("  ") == 0


def test_a_word_costs_one_token_per_eight_letters_begun() -> None:
    words = ("a", "Margaret", "Ashdownes", "indistinguishable")
    assert [count_tokens(word) for word in words] == [1, 1, 2, 3]


def test_a_text_is_at_least_as_long_as_its_halves_are_short() -> None:
    for text in (ENGLISH, CHINESE):
        assert abs(count_tokens(text * 2) - 2 * count_tokens(text)) <= 1


def test_a_long_text_is_counted_in_a_time_that_grows_no_faster_than_its_length() -> None:
    def seconds(text: str) -> float:
        """The processor's time, whatever else the machine does meanwhile; the least of several."""
        took: list[float] = []
        for _ in range(5):
            count_tokens.cache_clear()
            began = time.process_time()
            count_tokens(text)
            took.append(time.process_time() - began)
        return min(took)

    assert seconds(ENGLISH * 1000) < 50 * seconds(ENGLISH * 100)
