"""Every method in every game and language: a match ends, nothing is at fault or leaks, and it replays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from itertools import product

import pytest

from parlour.agents import METHODS, find_method
from parlour.agents.memory import Budgets
from parlour.arena import GameSetup, Note, Record, Status, start_state
from parlour.core import Player, event_kinds, read_asked
from parlour.experiments.conformance import check_match
from parlour.games.mystery import MysterySetup, Script, generate
from parlour.games.mystery.library import find
from parlour.games.werewolf import Team
from parlour.language.wording import tell
from parlour.llm import BUILT_IN, Language
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import purposes
from tests.arena.replies import CANARY, conspiring, varied
from tests.arena.werewolves import RARER, rarer, werewolves
from tests.llm.loopback import Loopback
from tests.methods.pairing import pairwise

SPELLED = (
    "gratr",
    "gratr:window=5,counts=messages,hops=no",
    "gratr:self_defence=yes,merging=no,backward=no",
    "gratr:roles=read,notes=shuffled,summary=call",
    "humanized",
    *(f"humanized:condition={name}" for name in ("baseline", "b5p,items=parlour", "favor", "b5p-favor")),
    "humanized:condition=strategy,ask=all",
    "native-rag",
    "native-rag:window=3",
    "o-cot",
    "o-cot:ask=best",
    "plain",
    "plain:ask=all,window=4",
    "player-star",
    "player-star:among=everybody,reading=separate",
    "player-star:ask=suspects,gain=verbal,reading=separate",
    "player-star:gain=verbal,sensors=evidence+background",
    "player-star:pruner=no,sensors=none",
    "random",
    "rerank-rag:window=3",
    "rerank-rag:window=4,span=4,step=2,most=3",
    "think-thrice",
    "think-thrice:ask=best",
    "werewolf",
    "werewolf:ask=best",
)
"""Each method, and settings that change what is asked or told."""
GAMES = ("mystery", "onenight", "werewolf")
TABLES = ("small", "large", "other rules")
MODELS = ("reader", "weak reader", "scripted")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
BUDGETS = ("roomy", "tight")
WEAK = f"{BUILT_IN}:attention=.5,span=2000,slip=.2,steps=2,noise=.5,lapse=.5"
FACTORS = (SPELLED, GAMES, TABLES, MODELS, LANGUAGES, BUDGETS)
ROWS = pairwise(*FACTORS)
TIGHT = Budgets(script=100, dialogue=100, answering=100)
OWN = {
    "gratr": {"evidence", "retrieval", "trust", "graph"},
    "humanized": {"persona", "favor", "judgement", "strategy"},
    "native-rag:window=3": {"recalled"},
    "o-cot": {"goal"},
    "plain": set[str](),
    "player-star": {"sensors", "gain", "choice", "suspects"},
    "random": set[str](),
    "rerank-rag:window=3": {"recalled"},
    "think-thrice": {"timelines", "relevance", "check"},
    "werewolf": {"questions", "reflection"},
}
"""The thoughts that a method's modules leave on record where nobody holds a script."""


def canary(player: Player, paper: str) -> str:
    return f"canary-{player}-{paper}."


def planted(script: Script) -> Script:
    """The script with a canary in every paper."""

    def write(player: Player, name: str, papers: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{text}\n\n{canary(player, name)}" for text in papers)

    told = [
        each.model_copy(update={name: write(each.name, name, getattr(each, name)) for name in PAPERS})
        for each in script.characters
    ]
    return script.model_copy(update={"characters": tuple(told)})


PAPERS = ("acts", "secrets", "objectives")


def game_of(name: str, table: str, language: Language) -> GameSetup:
    match name, table:
        case "mystery", "small":
            script = planted(generate(2, players=4, lang=language))
            return MysterySetup(script=script, questions=3, rounds=1, answers=False)
        case "mystery", "large":
            script = planted(generate(1, players=5, victims=2, lang=language))
            return MysterySetup(script=script, questions=1, rounds=2, self_votes=True)
        case "mystery", _:
            script = planted(generate(3, players=4, lang=language))
            return MysterySetup(script=script, questions=1, rounds=1, answers=False, introductions=False)
        case "onenight", "small":
            return one_night("smmwnv", language, rounds=2)
        case "onenight", "large":
            return one_night("smwmntvv", language, rounds=1, talk="open", minion_knows_wolf=True)
        case "onenight", _:
            asked = {"name": "onenight", "players": 6, "rounds": 1, "rules": "people"}
            return read_asked(asked).deal(3, language)
        case _, "small":
            return werewolves("vwswxghw", language)
        case _, "large":
            return rarer(RARER[0], language, badge="half", ties="runoff")
        case _:
            return rarer(RARER[1], language, talk="bidding", reveal="all")


@contextmanager
def model_of(kind: str, method: str) -> Generator[str]:
    if not find_method(method.partition(":")[0]).wants_model:
        yield ""
    elif kind == "scripted":
        with Loopback(conspiring) as server:
            yield server.model
    else:
        yield BUILT_IN if kind == "reader" else WEAK


def played(method: str, name: str, table: str, kind: str, language: Language, budget: str) -> Record:
    """A match that the product's own conformance check has passed."""
    game = game_of(name, table, language)
    with model_of(kind, method) as model:
        budgets = TIGHT if budget == "tight" else None
        return check_match(laid(game, model=model, method=method, seed=2, context=1_000_000, budgets=budgets))


def prompts(record: Record) -> dict[Player, str]:
    """All that was sent for each player."""
    sent = defaultdict[Player, list[str]](list)
    for call in record.calls:
        sent[call.key.player] += [part.text for part in (*call.system, *call.user)]
    return {player: "\n".join(told) for player, told in sent.items()}


def check_papers(record: Record, *, is_tight: bool) -> None:
    """Holds that nobody's papers stand in what is sent for another, and one's own stand there."""
    sent = prompts(record)
    for owner in record.setup.players:
        for paper in PAPERS:
            readers = {player for player, text in sent.items() if canary(owner, paper) in text}
            assert readers <= {owner}, (owner, paper)
            assert readers or is_tight or not sent, (owner, paper)


def check_night(record: Record) -> None:
    """Holds that what only some were told stands in nobody else's prompts."""
    sent, everybody = prompts(record), set(record.setup.players)
    hearers = defaultdict[str, set[Player]](set)
    for event in record.events:
        line = tell(event, record.setup.language, record.setup.game.name)
        hearers[line] |= everybody if event.visible_to is None else event.visible_to
    private = {line: players for line, players in hearers.items() if players != everybody}
    readers = {line: {player for player, text in sent.items() if line in text} for line in private}
    assert not [line for line, players in private.items() if not readers[line] <= players]
    assert any(readers.values()) or not sent, "otherwise these lines would prove nothing"
    if CANARY in {event.text for event in record.events if event.kind is event_kinds.CONFERRED}:
        teams = start_state(record.setup).teams()
        wolves = {player for player, team in teams.items() if team == Team.WEREWOLF}
        assert {player for player, text in sent.items() if CANARY in text} == wolves


def check(row: tuple[str, ...]) -> Record:
    """Plays a combination once and holds all that is true of every match."""
    method, name, table, kind, language, budget = row
    record = played(method, name, table, kind, "zh" if language == "zh" else "en", budget)
    assert record.status is Status.FINISHED
    assert bool(record.calls) == find_method(method.partition(":")[0]).wants_model
    if name == "mystery":
        check_papers(record, is_tight=budget == "tight")
    else:
        check_night(record)
    return record


def retrieved(record: Record) -> set[str]:
    return {call.key.purpose for call in record.calls} & {"retrieve-script", "retrieve-talk"}


def thoughts(record: Record) -> set[str]:
    return {each.thought.kind for each in record.items if isinstance(each, Note)} - {"bid", "augmented"}


def test_every_shipped_method_is_tried():
    shipped = {name for name in METHODS.names if METHODS.owner(name) == "parlour"}
    assert shipped == {each.partition(":")[0] for each in SPELLED}


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_a_match_ends_without_a_fault_or_a_leak_and_replays(row: tuple[str, ...]):
    method, name, *_, budget = row
    record = check(row)
    if name == "mystery" and budget == "tight" and record.calls:
        assert retrieved(record) == {"retrieve-script", "retrieve-talk"}
    if name != "mystery" and method in OWN:
        assert thoughts(record) == OWN[method]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_whose_script_is_in_excerpts_finds_its_task_before_anybody_has_spoken(language: Language):
    check(("werewolf", "mystery", "other rules", "reader", language, "tight"))


@pytest.mark.parametrize("method", ["o-cot", "rerank-rag:window=3", "think-thrice", "werewolf"])
def test_a_script_in_free_prose_is_played_to_its_end(method: str):
    name = "灯停之夜" if method in ("o-cot", "werewolf") else "the-night-the-light-stood-still"
    game = MysterySetup(script=planted(find(name)), questions=3, rounds=1, answers=False)
    with Loopback(varied) as server:
        record = check_match(laid(game, model=server.model, method=method))
    assert record.status is Status.FINISHED
    check_papers(record, is_tight=False)
    assert purposes(record.calls)["reply"] >= len(game.players)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_silent_table_that_reads_every_script_votes_without_a_fault_or_a_leak_and_replays(
    language: Language,
):
    told = {"rounds": 0, "introductions": False, "omniscient": True}
    game = MysterySetup.model_validate({"script": generate(2, players=4, lang=language), **told})
    for method in ("plain", "player-star", "o-cot"):
        record = check_match(laid(game, model=BUILT_IN, method=method, seed=2, context=1_000_000))
        assert record.status is Status.FINISHED


@pytest.mark.real
@pytest.mark.parametrize("method", SPELLED)
def test_a_match_of_any_combination_ends_without_a_fault_or_a_leak_and_replays(method: str):
    for row in product([method], *FACTORS[1:]):
        if row not in ROWS:
            _, name, *_, budget = row
            record = check(row)
            if name == "mystery" and budget == "tight" and record.calls:  # a window may show little talk
                least = {"retrieve-script"} if "window=" in method else {"retrieve-script", "retrieve-talk"}
                assert least <= retrieved(record), row
            if name != "mystery" and method in OWN:  # a reader that misses everything notes less
                assert thoughts(record) <= OWN[method], row
