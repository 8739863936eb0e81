"""A file of posts judged from end to end, its score, and what the graphs hold of authors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import ModelUnavailable, SetupError, UnknownMethod
from parlour.llm import Language, ModelPool, Rehearsal, open_provider
from parlour.methods.gratr.posts import APPROACHES, Analysis, JudgedPost, Posts, Study, foresee, sample, score
from parlour.methods.gratr.posts.reader import Side, hear
from parlour.methods.gratr.statement_reader import extraction_form
from parlour.store import MemoryLog
from tests.arena.replies import failing_after, nonsense, plain, varied
from tests.experiments.installed import uninstall
from tests.llm.loopback import Answer, Body, Loopback
from tests.methods.gratr.posts.posting import HARBOUR, judged, posts_of

THREE = posts_of(
    [
        "anna,2031-05-01T08:00:00Z,I support the Bridge!,Pro-Bridge",
        "bo,2031-05-01T09:00:00Z,@anna I love the Ferry,Pro-Ferry",
        "anna,2031-05-01T10:00:00Z,About the span again.,Pro-Bridge",
        "cy,2031-05-01T11:00:00Z,Nice weather,Neutral",
    ]
)
SHIPPED = [name for name in APPROACHES.names if name != "light-rag"]


def words(body: Body) -> str:
    return "\n".join(message["content"] for message in body["messages"])


def is_evidence(body: Body) -> bool:
    return "items" in json.dumps(body["response_format"])


def test_the_graph_tells_what_a_post_alone_leaves_open():
    graph, alone = judged(THREE, "gratr", "plain:window=0")
    assert [each.intent for each in graph.judged] == ["Pro-Bridge", "Pro-Ferry", "Pro-Bridge", "Neutral"]
    assert alone.judged[2].intent == "Neutral"
    anna = graph.authors()[0]
    assert (anna.author, anna.side) == ("anna", "Bridge")
    assert anna.trust["Bridge"] > 0.5 > 0 > anna.trust["Ferry"]
    assert alone.authors()[0].trust == {}
    assert alone.authors()[0].stance["Bridge"] == 0.5


def test_the_reader_needs_one_form_for_a_file_whomever_posts_address():
    rows = [f"anna{n},2031-05-01T08:{n:02}:00Z,@anna{n - 1} loves the Bridge," for n in range(60)]
    extraction_form.cache_clear()
    [analysis] = judged(posts_of(rows))
    assert sum(item.about.startswith("@") for each in analysis.judged for item in each.evidence) == 59
    assert extraction_form.cache_info().misses == 1


@pytest.mark.parametrize(
    ("method", "language"), [("gratr", "zh"), *zip(SHIPPED, cycle(("en", "zh")), strict=False)]
)
def test_every_method_judges_every_post_of_a_sample(method: str, language: Language):
    """In one language by turns, and GRATR in both; a package's own tests try what it brings."""
    posts, contest = sample(language)
    [analysis] = judged(posts, method, contest=contest)
    scored = score(analysis)
    assert scored
    assert (scored.n, analysis.faults) == (len(posts.posts), 0)
    assert scored.accuracy.value > 0.4


def test_history_ends_where_the_analysis_did_and_keeps_the_arithmetic():
    [analysis] = judged(THREE)
    moments = list(analysis.history())
    assert [each.judged.post.number for each in moments] == [0, 1, 2, 3]
    assert moments[-1].graphs == analysis.graphs
    assert moments[0].explained["Bridge"].used_chains[0].players == ("Bridge", "@anna")


def test_each_post_is_read_once_and_sees_nothing_that_came_later():
    with Loopback(plain) as server:
        judged(THREE, "gratr", model=server.model)
        told = [words(body) for body in server.requests]
        assert sum(map(is_evidence, server.requests)) == len(THREE.posts)
    first = next(
        text for text in told if "Which class" in text and "@anna's" in text and "latest" not in text
    )
    assert "Ferry!" not in first
    assert "weather" not in first


def test_what_is_mentioned_becomes_an_edge_between_authors():
    def siding(body: Body) -> Answer:
        if not is_evidence(body) or "@anna I love" not in words(body):
            return plain(body)
        item = {"target": "@anna", "reason": "r", "type": "attack", "relation": "adversary", "score": 6}
        return Answer(text=json.dumps({"items": [item]}))

    with Loopback(siding) as server:
        [analysis] = judged(THREE, model=server.model)
    assert analysis.graphs
    assert analysis.graphs.of["Bridge"].edge("@bo", "@anna").evidence[0].credibility == -0.6


def test_unreadable_replies_are_faults_that_count_as_wrong_and_lose_nothing():
    def cloudy(body: Body) -> Answer:
        return nonsense(body) if "Nice weather" in words(body) else plain(body)

    with Loopback(cloudy) as server:
        [analysis] = judged(THREE, "gratr:window=0", model=server.model)
    assert [bool(each.faults) for each in analysis.judged] == [False, False, False, True]
    assert analysis.judged[3].intent is None
    assert [fault.partition(":")[0] for fault in analysis.judged[3].faults] == ["evidence", "intent"]
    scored = score(analysis)
    assert scored
    assert (scored.n, scored.faults) == (4, 1)


def test_a_run_that_was_broken_off_goes_on_with_what_it_was_answered():
    log = MemoryLog()
    with Loopback(failing_after(5, varied)) as server, pytest.raises(ModelUnavailable):
        judged(THREE, model=server.model, log=log)
    kept = len(log.calls)
    assert kept == 5
    with Loopback(varied) as server:
        [again] = judged(THREE, model=server.model, log=log)
        assert len(server.requests) == 8 - kept
    with Loopback(varied) as server:
        [whole] = judged(THREE, model=server.model)
    assert [each.intent for each in again.judged] == [each.intent for each in whole.judged]


def test_wrong_methods_and_options_are_refused():
    with pytest.raises(UnknownMethod, match="gratr"):
        judged(THREE, "grater")
    with pytest.raises(SetupError, match="window"):
        judged(THREE, "plain:hops=false")


def test_what_is_foreseen_is_what_it_takes_in_calls():
    posts, contest = sample("en")
    methods = ("gratr", "gratr:hops=false", "rerank-rag")

    async def foreseen(model: str, posts: Posts) -> int:
        study = Study(posts=posts, contest=contest, language="en", model=model, methods=methods)
        async with ModelPool(opener=lambda name: Rehearsal(open_provider(name))) as models:
            return (await foresee(study, models)).calls

    few = replace(posts, posts=posts.posts[:30])
    with Loopback(plain) as server:
        calls = asyncio.run(foreseen(server.model, few))
        judged(few, *methods, model=server.model, contest=contest, log=MemoryLog())
        assert abs(calls - len(server.requests)) <= 0.15 * len(server.requests)


def test_a_method_that_ships_apart_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch):
    uninstall(monkeypatch, "parlour-lightrag")
    with pytest.raises(UnknownMethod, match="'light-rag' is not installed: pip install parlour-lightrag"):
        judged(THREE, "light-rag")


NAMES = [each.name for each in HARBOUR.classes]
Pairs = Sequence[tuple[str | None, str | None]]


def analysis(pairs: Pairs, authors: int = 3) -> Analysis:
    rows = [f"a{n % authors},2031-05-01,x,{label or ''}" for n, (label, _) in enumerate(pairs)]
    posts = posts_of(rows)
    judged = tuple(
        JudgedPost(post=post, evidence=(), intent=meant, reason="")
        for post, (_, meant) in zip(posts.posts, pairs, strict=True)
    )
    return Analysis(posts=posts, contest=HARBOUR, method="plain", model="none", judged=judged)


LABELS = st.sampled_from(NAMES)


@given(st.lists(st.tuples(LABELS, LABELS | st.none()), min_size=1, max_size=40))
def test_both_are_those_of_scikit_learn_where_an_unread_post_is_of_no_class(pairs: Pairs):
    from sklearn.metrics import accuracy_score, f1_score  # pyright: ignore

    told = score(analysis(pairs))
    assert told
    truth, meant = [label for label, _ in pairs], [intent or "unread" for _, intent in pairs]
    occurring = [name for name in NAMES if name in truth or name in meant]
    expected: float = f1_score(truth, meant, labels=occurring, average="macro", zero_division=0)  # pyright: ignore
    assert told.accuracy.value == pytest.approx(accuracy_score(truth, meant))
    assert told.macro_f1.value == pytest.approx(expected)
    assert told.faults == sum(intent is None for _, intent in pairs)


def test_posts_without_a_label_are_not_scored_and_without_any_there_is_no_score():
    told = score(analysis([("Neutral", "Neutral"), (None, "Neutral"), ("Neutral", None)]))
    assert told
    assert (told.n, told.faults, told.accuracy.value) == (2, 1, 0.5)
    assert score(analysis([(None, "Neutral")])) is None


def test_the_interval_holds_the_value_and_is_over_authors_and_not_posts():
    pairs: Pairs = [("Neutral", "Neutral"), ("Neutral", "Pro-Ferry")] * 20
    by_two, by_many = score(analysis(pairs, authors=2)), score(analysis(pairs, authors=40))
    assert by_two
    assert by_many
    assert by_two.accuracy.low is None
    assert by_two.macro_f1.low is None
    for measure in (by_many.accuracy, by_many.macro_f1):
        assert 0 < (measure.low or 0) < measure.value < (measure.high or 0) < 1


def test_classes_are_told_one_by_one():
    told = score(analysis([("Pro-Ferry", "Pro-Ferry"), ("Pro-Ferry", "Neutral"), ("Neutral", "Pro-Ferry")]))
    assert told
    ferry = next(each for each in told.classes if each.name == "Pro-Ferry")
    assert (ferry.n, ferry.precision, ferry.recall, ferry.f1) == (2, 0.5, 0.5, 0.5)


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
