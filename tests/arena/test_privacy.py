"""What a seat is shown: nothing that stands in anybody else's papers, whatever the method and language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from parlour.agents import METHODS, find_method
from parlour.core import Player
from parlour.evaluation import audit
from parlour.llm import Language
from parlour.memory import Budgets
from tests.arena.mysteries import NAMES, PAPERS, canary, mystery
from tests.arena.overheard import Overheard, overheard
from tests.arena.replies import plain

LANGUAGES: tuple[Language, ...] = ("en", "zh")
TIGHT = Budgets(script=100, dialogue=100, answering=100)
METHOD_NAMES = sorted(METHODS.names)
WITH_MODEL = [name for name in METHOD_NAMES if find_method(name).wants_model]
SPELLED = [
    *METHOD_NAMES,
    "player-star:ask=suspects,reading=separate",
    "player-star:gain=verbal,sensors=evidence+background",
    "player-star:pruner=false,sensors=none",
    "plain:ask=all",
    *(f"{name}:window=2" for name in METHOD_NAMES if name.endswith("-rag")),
    *(f"{name}:ask=best" for name in ("o-cot", "think-thrice", "werewolf")),
]
each_language = pytest.mark.parametrize("language", LANGUAGES)


def each_table(methods: Sequence[str]) -> pytest.MarkDecorator:
    """Every method in each language and with each budget, and either language with either budget.

    The other half of all that can be combined is left to `make test-real`.
    """
    return pytest.mark.parametrize(
        ("method", "language", "is_tight"),
        [
            pytest.param(
                method,
                language,
                is_tight,
                id=f"{method}-{language}-{'tight' if is_tight else 'roomy'}",
                marks=() if (number + place + is_tight) % 2 == 0 else pytest.mark.real,
            )
            for number, method in enumerate(methods)
            for place, language in enumerate(LANGUAGES)
            for is_tight in (False, True)
        ],
    )


@cache
def planted(method: str, language: Language, is_tight: bool) -> Overheard:
    """A match in which every paper holds a canary and is too long for a tight budget."""
    return overheard(
        mystery(language, players=3, victims=2, questions=2), method, budgets=TIGHT if is_tight else None
    )


def papers(text: str, language: Language) -> Callable[[Player, str], str]:
    """Papers that say something else, except to the first player."""
    same = NAMES[language][0]

    def write(player: Player, paper: str) -> str:
        words = "It is the same as ever. " * 10 if player == same else text
        return f"{canary(player, paper)}. {words}"

    return write


# Canaries


@each_table(SPELLED)
def test_nobodys_papers_stand_in_what_is_sent_for_another(method: str, language: Language, is_tight: bool):
    match = planted(method, language, is_tight)
    for player, texts in match.sent.items():
        for other in match.sent.keys() - {player}:
            for paper in PAPERS:
                assert not [text for text in (*texts, *match.shared) if canary(other, paper) in text]


@each_table(WITH_MODEL)
def test_a_players_own_papers_do_stand_there(method: str, language: Language, is_tight: bool):
    """Otherwise the canaries of the others would prove nothing."""
    for player, texts in planted(method, language, is_tight).sent.items():
        for paper in PAPERS:
            assert [text for text in texts if canary(player, paper) in text]


@pytest.mark.parametrize("method", [name for name in METHOD_NAMES if name not in WITH_MODEL])
@each_language
def test_a_method_without_a_model_sends_nothing(method: str, language: Language):
    assert not any(planted(method, language, False).sent.values())


@pytest.mark.parametrize("method", WITH_MODEL)
@each_language
def test_a_tight_budget_makes_players_look_things_up(method: str, language: Language):
    """Otherwise what is retrieved would not have been tried."""
    match = planted(method, language, True)
    assert {"retrieve-script", "retrieve-talk"} <= {call.key.purpose for call in match.record.calls}


@each_table(SPELLED)
def test_the_audit_finds_no_leak(method: str, language: Language, is_tight: bool):
    assert audit(planted(method, language, is_tight).record) == []


# What nobody could have told


@each_table(WITH_MODEL)
def test_what_others_hide_does_not_change_a_single_byte_of_what_is_sent_for_me(
    method: str, language: Language, is_tight: bool
):
    one, another = (
        overheard(
            mystery(language, players=3, write=papers(text, language), killers=killers),
            method,
            plain,
            TIGHT if is_tight else None,
        )
        for text, killers in (("I saw a light in the mill", (1,)), ("Ich war es. " * 30, (2,)))
    )
    first, *others = NAMES[language][:3]
    assert one.sent[first]
    assert sorted(one.sent[first]) == sorted(another.sent[first])
    assert all(sorted(one.sent[player]) != sorted(another.sent[player]) for player in others)


@pytest.mark.parametrize("method", WITH_MODEL)
def test_who_else_is_a_murderer_does_not_change_what_is_sent_for_me(method: str):
    one, another = (
        overheard(mystery(players=4, victims=2, killers=killers), method, plain)
        for killers in ((1, 2), (1, 3))
    )
    for player in ("Anna", "Ben"):
        assert sorted(one.sent[player]) == sorted(another.sent[player])
    for player in ("Carl", "Dora"):
        assert sorted(one.sent[player]) != sorted(another.sent[player])


@pytest.mark.parametrize("method", WITH_MODEL)
def test_the_verdict_is_not_known_to_whoever_still_answers(method: str):
    match = overheard(mystery(players=3, killers=(1,)), method, plain)
    answering = [text for text in match.sent["Anna"] if "Who held the knife?" in text]
    assert answering
    assert not [text for text in answering if "killed by Ben" in text or "accused of killing" in text]
