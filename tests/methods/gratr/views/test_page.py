"""The page of trust graphs: whole in one file, in its match's language, and safe whatever was said."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest

from parlour.errors import UsageError
from parlour.llm import Language
from parlour.methods.gratr import Evidence, EvidenceType, Stance, TrustGraph
from parlour.methods.gratr.views import (
    ClaimHeard,
    EvidenceTaken,
    TrustHistory,
    trace,
    trust_histories,
    trust_page,
)
from tests.methods.gratr.views.histories import by_hand, claimed, mystery, werewolf

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


@each_language
def test_a_page_holds_every_graph_and_every_step(language: Language):
    for record in (werewolf(language), mystery(language)):
        histories = trust_histories(record)
        graphs = read(trust_page(histories)).data["graphs"]
        assert [graph["players"][graph["owner"]] for graph in graphs] == [each.owner for each in histories]
        assert [graph.get("case", "") for graph in graphs] == [each.case for each in histories]
        for graph, history in zip(graphs, histories, strict=True):
            assert len(graph["frames"]) == 1 + len(history.moments)


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


def test_why_somebody_is_trusted_is_answered_down_to_the_words():
    [graph] = read(trust_page([by_hand()])).data["graphs"]
    [cat, ben] = graph["frames"][-1]["points"]
    names = graph["players"]
    if names[cat["player"]] != "Cat":
        cat, ben = ben, cat
    [way, *_] = cat["reason"]["ways"]
    assert [names[player] for player in way["players"]] == ["Ann", "Ben", "Cat"]
    assert [line["equation"] for line in way["lines"]] == ["5", "6", "7", "8"]
    last = graph["items"][way["links"][-1]["items"][0]]
    assert (names[last["by"]], names[last["about"]], last["told"]) == ("Cat", "Ben", "the words of event 4")
    assert [line["equation"] for line in cat["reason"]["mean"]] == ["8"]
    assert {line["equation"] for line in cat["reason"]["backward"]} == {"9"}
    [known] = graph["frames"][1]["points"]
    assert (
        known["reason"]["lead"]
        == "I know it for certain (the role was revealed), and nothing anybody says changes that."
    )


def test_an_onlooker_is_not_drawn_and_rounds_may_have_names():
    history = by_hand(shows_owner=False, round_names={2: "the second of March"})
    [graph] = read(trust_page([history])).data["graphs"]
    assert [graph["players"][place] for place in graph["shown"]] == ["Ann", "Ben", "Cat", "Dan", "Eve"]
    assert [frame["round_name"] for frame in graph["frames"]][-1] == "the second of March"
    assert graph["frames"][1]["round_name"] == "Round 1"


def test_nothing_to_show_is_said():
    with pytest.raises(UsageError, match="no trust graph"):
        trust_page([])


# Claims


def frames(history: TrustHistory) -> list[dict[int, str]]:
    """What stands under each name, step by step."""
    told: list[dict[int, str]] = []
    for frame in read(trust_page([history])).data["graphs"][0]["frames"]:
        new = {each["player"]: each["text"] for each in frame.get("claims", ())}
        told.append({**(told[-1] if told else {}), **new})
    return told


def test_a_claim_stands_under_its_name_from_its_step_on_with_who_else_makes_it():
    """Ann says that Cat is the witch; Ben claims to be the seer, and then Cat does."""
    heard = [(1, "Ann", "Cat", "witch"), (2, "Ben", "Ben", "seer"), (4, "Cat", "Cat", "seer")]
    claims = tuple(
        ClaimHeard(steps=at, by=by, about=about, role=role, is_single=True) for at, by, about, role in heard
    )
    history = by_hand(claims=claims)
    ben, cat = (history.start.players.index(name) for name in ("Ben", "Cat"))
    assert frames(history) == [
        {},
        {cat: "witch, says Ann"},
        *[{cat: "witch, says Ann", ben: "claims: seer"}] * 2,
        *[{cat: "claims: seer, like Ben", ben: "claims: seer, like Cat"}] * 2,
    ]


def test_whoever_takes_a_claim_back_contests_it_no_more():
    heard = [(1, "Ben", "seer"), (2, "Cat", "seer"), (3, "Cat", "villager")]
    claims = tuple(ClaimHeard(steps=at, by=by, about=by, role=role, is_single=True) for at, by, role in heard)
    last = frames(by_hand(claims=claims))[-1]
    assert set(last.values()) == {"claims: seer", "claims: villager"}


@each_language
def test_the_page_of_a_match_in_which_roles_are_read_shows_who_claimed_what(language: Language):
    history = next(each for each in trust_histories(claimed(language)) if each.claims)
    shown = frames(history)[-1]
    own = {each.about: each for each in history.claims if each.by == each.about}
    assert own
    for name, claim in own.items():
        assert claim.role in shown[history.start.players.index(name)]
    unread = trust_histories(werewolf(language))
    assert not any(each.claims for each in unread)
    assert not any(any(told) for told in frames(unread[0]))
