"""What the reader makes of posts: words of opinion beside the names that it is given, and no more."""

from __future__ import annotations

from parlour.llm import Language
from parlour.methods.gratr.posts.reader import Side, hear

BRIDGE = Side(name="Bridge", called=("Bridge", "the span"), slogans=("#BuildIt",))
FERRY = Side(name="Ferry", called=("Ferry", "ferry company", "boats"))
DAQIAO = Side(name="大桥", called=("大桥", "建桥"))
DUCHUAN = Side(name="渡船", called=("渡船",))


def signs(text: str, language: Language = "en", *people: str) -> dict[str | None, int]:
    sides = (BRIDGE, FERRY) if language == "en" else (DAQIAO, DUCHUAN)
    heard = hear(text, language, sides, people)
    return {target: (each.sum > 0) - (each.sum < 0) for target, each in heard.opinions.items()}


def test_words_of_opinion_are_about_whoever_is_named_nearest():
    for text, said in (
        ("I support the bridge.", {"Bridge": 1}),
        ("We do not support the bridge.", {"Bridge": -1}),
        ("The span is a disaster", {"Bridge": -1}),
        ("I support the bridge but the ferry is useless.", {"Bridge": 1, "Ferry": -1}),
        ("The ferry company! Robbery, I say.", {"Ferry": -1}),
        ("The ferry leaves at nine.", {}),
        ("Tomorrow. #BuildIt", {"Bridge": 1}),
        ("What a disgrace.", {None: -1}),
        ("The abridged version is great", {None: 1}),
    ):
        assert signs(text) == said


def test_chinese_is_heard_too():
    for text, said in (
        ("我支持大桥。", {"大桥": 1}),
        ("我不支持建桥。", {"大桥": -1}),
        ("我喜欢渡船，但大桥是一场灾难。", {"渡船": 1, "大桥": -1}),
        ("渡船九点开。", {}),
    ):
        assert signs(text, "zh") == said


def test_a_slogan_outweighs_a_harsh_word_but_not_two():
    assert signs("The bridge is ugly. #BuildIt") == {"Bridge": 1}
    assert signs("The bridge is ugly and unsafe. #BuildIt") == {"Bridge": -1}
