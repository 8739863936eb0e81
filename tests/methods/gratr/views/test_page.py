"""Pages and figures of trust graphs: whole, in the match's language, and safe."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from parlour.arena import Setup
from parlour.errors import UsageError
from parlour.llm import BUILT_IN, Language, ModelPool
from parlour.methods.gratr import Evidence, EvidenceType, Stance, TrustGraph
from parlour.methods.gratr.nodes import Node
from parlour.methods.gratr.posts import Analysis, Study, conduct, sample
from parlour.methods.gratr.posts.graphs import ANALYST, Graphs
from parlour.methods.gratr.views import (
    EvidenceTaken,
    TrustHistory,
    posts_histories,
    trust_figure,
    trust_histories,
    trust_page,
)
from parlour.methods.gratr.views.history import MOST_AUTHORS, trace
from parlour.views import mind_pages
from tests.cases import cases
from tests.methods.gratr.views.histories import by_hand, mystery, werewolf

HOSTILE = (
    "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> &lt;b&gt; {{ 7 * 7 }} \u2028 ' \" \\"
)
each_language = pytest.mark.parametrize("language", ["en", "zh"])


@dataclass
class Read(HTMLParser):
    """What a browser would find in a page."""

    tags: list[tuple[str, dict[str, str | None]]] = field(
        default_factory=list[tuple[str, dict[str, str | None]]]
    )
    scripts: list[str] = field(default_factory=list[str])
    text: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.scripts[-1] += data
        else:
            self.text += data

    @property
    def data(self) -> Any:
        return json.loads(self.scripts[0])


def read(page: str) -> Read:
    told = Read()
    told.feed(page)
    return told


def hostile() -> TrustHistory:
    """Players, words, reasons and a source that would all like to be run."""
    players = ("Me", f"Ann {HOSTILE}", "Ben")
    start = TrustGraph.of_villager("Me", players)
    item = Evidence(
        by=players[1],
        about="Ben",
        type=EvidenceType.ATTACK,
        relation=Stance.ALLY,
        reason=HOSTILE,
        score=8,
        event=1,
    )
    return TrustHistory(
        source=HOSTILE,
        language="en",
        case=HOSTILE,
        method=HOSTILE,
        start=start,
        moments=trace(start, [EvidenceTaken(round=1, event=1, items=(item,))]),
        told={1: HOSTILE},
        truth={"Ben": HOSTILE},
    )


def test_what_was_said_is_data_and_never_markup():
    page = trust_page([hostile()])
    told = read(page)
    assert [tag for tag, _ in told.tags if tag in ("script", "img", "b")] == ["b", "script", "script"]
    assert not [name for _, attributes in told.tags for name in attributes if name.startswith("on")]
    [graph] = told.data["graphs"]
    assert graph["frames"][1]["caption"] == graph["items"][0]["reason"] == graph["truth"][2] == HOSTILE
    assert HOSTILE in told.text
    assert "49" not in told.text


def test_a_page_may_run_nothing_but_its_own_script_and_load_nothing():
    told = read(trust_page([hostile()]))
    [policy] = [
        it["content"] or "" for _, it in told.tags if it.get("http-equiv") == "Content-Security-Policy"
    ]
    digest = base64.b64encode(hashlib.sha256(told.scripts[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert not [it for _, it in told.tags if "src" in it]
    assert [it["href"] for _, it in told.tags if "href" in it] == ["#answer"]
    for unsafe in ("innerHTML", "insertAdjacent", "document.write", "eval(", "fetch(", "import("):
        assert unsafe not in told.scripts[1]


@each_language
def test_a_page_speaks_the_language_of_its_match(language: Language):
    told = read(trust_page(trust_histories(werewolf(language))))
    assert [it["lang"] for tag, it in told.tags if tag == "html"] == [language]
    has_chinese = any("\u4e00" <= letter <= "\u9fff" for letter in told.text + told.scripts[0])
    assert has_chinese == (language == "zh")
    labels = [it.get("aria-label") for tag, it in told.tags if tag in ("button", "input")]
    assert told.data["words"]["play"] in labels


def test_the_last_word_on_everybody_is_the_graph_at_each_step():
    for history in trust_histories(werewolf()):
        [graph] = read(trust_page([history])).data["graphs"]
        trust: dict[str, float] = {}
        edges: dict[tuple[str, str], float] = {}
        states = [history.start, *(moment.graph for moment in history.moments)]
        for frame, state in zip(graph["frames"], states, strict=True):
            names = graph["players"]
            trust |= {names[point["player"]]: point["trust"] for point in frame["points"]}
            edges |= {(names[it["by"]], names[it["about"]]): it["value"] for it in frame["arrows"]}
            others = {name: value for name, value in state.trust.items() if name != history.owner}
            assert trust == pytest.approx(others, abs=1e-4)
            assert edges == pytest.approx(
                {
                    (by, about): edge.value(state.parameters)
                    for about, node in state.nodes.items()
                    for by, edge in node.heard.items()
                },
                abs=1e-4,
            )


def test_nothing_to_show_is_said():
    with pytest.raises(UsageError, match="no trust graph"):
        trust_page([])


def seated_by(setup: Setup, method: str) -> Setup:
    seats = tuple(seat.model_copy(update={"method": method, "then": ()}) for seat in setup.seats)
    return setup.model_copy(update={"seats": seats})


@pytest.mark.parametrize(("language", "title"), [("en", "Trust graphs"), ("zh", "信任图")])
def test_a_table_with_gratr_has_its_trust_graphs(language: Language, title: str):
    record = werewolf(language)
    pages = mind_pages(record.setup)
    assert list(pages) == ["gratr"]
    assert pages["gratr"].title(language) == title
    assert pages["gratr"].note(language) != pages["gratr"].title(language)
    assert pages["gratr"].draw(record) == trust_page(trust_histories(record))


@cases("method", ["plain", "plain:window=3", "human", "gone-since"])
def test_who_draws_nothing_has_no_page(method: str):
    assert mind_pages(seated_by(werewolf("en").setup, method)) == {}


def svg(path: Path) -> str:
    return path.read_text("utf-8")


def test_a_figure_shows_the_start_and_each_round_with_the_numbers(tmp_path: Path):
    told = svg(trust_figure([by_hand()], tmp_path / "graph.svg"))
    for words in ("Before anything happened", "After round 1", "After round 2", "Me (a test)"):
        assert words in told
    assert told.count(">Cat<") == 3
    assert ">+1.00<" in told
    assert ">−0.51<" in told


def test_a_name_is_no_formula(tmp_path: Path):
    assert "$x_1$ & <Co>" in unescape(
        svg(trust_figure([by_hand(source="$x_1$ & <Co>")], tmp_path / "graph.svg"))
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_graph_has_a_row_in_its_language(tmp_path: Path, language: Language):
    histories = trust_histories(mystery(language), mystery(language).setup.players[0])
    told = svg(trust_figure(histories, tmp_path / "graph.svg"))
    for history in histories:
        assert history.case in told
    assert bool(re.search("[\u4e00-\u9fff]", told)) == (language == "zh")


def test_the_same_graph_is_the_same_file(tmp_path: Path):
    [history, *_] = trust_histories(werewolf())
    one, other = (trust_figure([history], tmp_path / f"{name}.svg").read_bytes() for name in "ab")
    assert one == other


def test_signs_that_no_font_here_has_are_told_in_one_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parlour.methods.gratr.views.drawing.chinese_fonts", tuple)
    histories = trust_histories(mystery("zh"), mystery("zh").setup.players[0])
    with pytest.warns(UserWarning, match=r"graph\.png: no font .* Noto Sans CJK") as told:
        trust_figure(histories, tmp_path / "graph.png")
    assert len(told) == 1


def test_what_cannot_be_drawn_is_said(tmp_path: Path):
    with pytest.raises(UsageError, match=r"\.png, \.svg, \.pdf"):
        trust_figure([by_hand()], tmp_path / "graph.docx")
    with pytest.raises(UsageError, match="no trust graph"):
        trust_figure([], tmp_path / "graph.png")


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
