"""A file judged from end to end: by the reader, by a server of fixed replies, and by one that fails."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from itertools import cycle

import pytest

from parlour.errors import ModelUnavailable, SetupError, UnknownMethod
from parlour.llm import Language, ModelPool, Rehearsal, open_provider
from parlour.methods.gratr.posts import APPROACHES, Posts, Study, foresee, sample, score
from parlour.methods.gratr.statement_reader import extraction_form
from parlour.store import MemoryLog
from tests.arena.replies import failing_after, nonsense, plain, varied
from tests.experiments.installed import uninstall
from tests.llm.loopback import Answer, Body, Loopback
from tests.methods.gratr.posts.posting import judged, posts_of

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
