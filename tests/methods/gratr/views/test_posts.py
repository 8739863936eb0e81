"""The graphs of a file of posts, post by post."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from parlour.errors import UsageError
from parlour.llm import BUILT_IN, Language, ModelPool
from parlour.methods.gratr.nodes import Node
from parlour.methods.gratr.posts import Analysis, Study, conduct, sample
from parlour.methods.gratr.posts.graphs import ANALYST, Graphs
from parlour.methods.gratr.views import posts_histories, trust_page
from parlour.methods.gratr.views.history import MOST_AUTHORS

each_language = pytest.mark.parametrize("language", ["en", "zh"])


@cache
def analysis(language: Language, method: str = "gratr") -> Analysis:
    posts, contest = sample(language)
    study = Study(
        posts=posts, contest=contest, language=language, model=BUILT_IN, methods=(method,), embedding="bm25"
    )

    async def scenario() -> Analysis:
        async with ModelPool() as models:
            [found] = await conduct(study, models)
            return found

    return asyncio.run(scenario())


@each_language
def test_each_camp_ends_with_the_trust_that_the_analysis_found(language: Language):
    found = analysis(language)
    histories = posts_histories(found, language)
    assert [history.case for history in histories] == [camp.name for camp in found.contest.camps]
    assert found.graphs
    for history in histories:
        assert history.moments[-1].graph.trust == found.graphs.of[history.case].trust


def test_a_method_without_graphs_has_nothing_to_show():
    with pytest.raises(UsageError, match="plain keeps no graph"):
        posts_histories(analysis("en", "plain"), "en")


def crowd(count: int) -> Analysis:
    """A dispute in which so many others wrote once, and after them whoever wrote in the sample."""
    found = analysis("en")
    first = found.judged[0]
    strangers = [f"@stranger {number}" for number in range(count)]
    once = [replace(first, post=replace(first.post, author=name[1:]), evidence=()) for name in strangers]
    assert found.begun
    graphs = {
        camp: replace(graph, nodes={**graph.nodes, **{name: Node() for name in strangers}})
        for camp, graph in found.begun.of.items()
    }
    posts = replace(found.posts, posts=(*(each.post for each in once), *found.posts.posts))
    return replace(found, begun=Graphs(of=graphs), judged=(*once, *found.judged), posts=posts)


def test_of_many_authors_those_who_wrote_most_are_shown_and_the_page_says_so():
    found = crowd(100)
    histories = posts_histories(found, "en")
    shown = set(histories[0].start.players) - {camp.name for camp in found.contest.camps} - {ANALYST}
    assert len(shown) == MOST_AUTHORS
    wrote = Counter(each.post.node for each in analysis("en").judged)
    assert {author for author, posts in wrote.items() if posts > 1} <= shown
    assert f"60 of {len(found.posts.authors)} authors" in trust_page(histories)
