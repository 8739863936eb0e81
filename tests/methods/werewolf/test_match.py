"""The Werewolf baseline: its questionnaire, and whole matches with scripted replies."""

from __future__ import annotations

import pytest

from parlour.core import event_kinds, find_game
from parlour.language.facts import (
    Question,
    Slot,
    WhatCause,
    WhatMotive,
    WhatQuarrel,
    WhatRelation,
    WhenSeen,
    WhereWas,
    WhomHeard,
    WhomSeenAnywhere,
    WhomSuspected,
    WhoseMotive,
    understand,
)
from parlour.llm import Language
from parlour.methods.werewolf import MOST, Chosen, Questions, prepared_questions
from tests.arena.mysteries import NAMES, VICTIMS
from tests.arena.replies import plain, reply_schema, varied
from tests.llm.loopback import Answer, Body
from tests.methods.played import Played, played, unreadable


def match_of(language: Language = "en", **about: int) -> Played:
    settings = {"players": 4, "victims": 2, "rounds": 2, "questions": 3, **about}
    return played(varied, method="werewolf", language=language, **settings)


def expected_calls(match: Played) -> dict[str, int]:
    """One choice per victim and round, one call per question, three per reply."""
    players, victims = len(match.game.script.players), len(match.game.script.victims)
    cases, rounds = players * victims, match.game.rounds
    asks = cases * rounds * match.game.questions
    return {
        "introduce": players,
        "questions": cases * rounds,
        "ask": asks,
        "draft": asks,
        "reflection": asks,
        "reply": asks,
        "vote": cases,
        "answer": match.game.script.rows(),
    }


def test_every_call_is_one_that_the_method_needs():
    match = match_of()
    assert match.counted == expected_calls(match)
    assert len(match.bodies) == sum(expected_calls(match).values())
    assert not match.faults


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_asked_is_fitted_from_the_questions_chosen_for_that_victim_and_round(language: Language):
    match = match_of(language, players=3, questions=2)
    chosen = match.thoughts("questions")
    assert len({str(body["chosen"]) for _, _, body in chosen}) > 3
    for player in match.game.script.players:
        told = match.prompts_for(player, "ask")
        mine = [(case, body["chosen"]) for one, case, body in chosen if one == player]
        assert len(told) == 2 * len(mine)
        for n, text in enumerate(told):
            case, numbers = mine[n // 2]
            assert 1 <= len(numbers) <= MOST
            for number, question in enumerate(prepared_questions(find_game("mystery"), language, case), 1):
                assert (f". {question}" in text) is (number in numbers)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_reply_is_given_with_its_draft_and_what_was_made_of_it(language: Language):
    match = match_of(language, players=3, victims=1, questions=2)
    for player in match.game.script.players:
        thoughts = [body for one, _, body in match.thoughts("reflection") if one == player]
        for body, reflecting, replying in zip(
            thoughts, match.prompts_for(player, "reflection"), match.prompts_for(player, "reply"), strict=True
        ):
            assert body["draft"] in reflecting
            assert body["draft"] in replying
            assert body["reflection"] in replying


def test_a_draft_is_nothing_that_anybody_hears():
    def drafts_first(body: Body) -> Answer:
        text = str(body["messages"][-1]["content"])
        if reply_schema(body) or "asks you about the death" not in text:
            return plain(body)
        return Answer(text="Final." if "on second thought" in text else "Draft.")

    match = played(drafts_first, method="werewolf", players=3, rounds=1)
    replies = {event.text for event in match.events if event.kind is event_kinds.REPLIED}
    assert replies == {"Final."}
    assert {body["draft"] for _, _, body in match.thoughts("reflection")} == {"Draft."}


# What cannot be read


def test_without_a_readable_choice_the_player_asks_what_comes_to_mind():
    match = played(unreadable("questions"), method="werewolf", players=3, rounds=1, questions=2)
    assert match.faults == {"questions": 3}
    assert len(match.prompts_for("Anna", "ask")) == 2
    assert not [text for text in match.prompts_for("Anna", "ask") if "from your list" in text]
    assert match.record.status == "finished"


def test_a_draft_of_nothing_is_not_reflected_on():
    def without_words(body: Body) -> Answer:
        return varied(body) if reply_schema(body) else Answer(text=" ")

    match = played(without_words, method="werewolf", players=3, rounds=1)
    assert match.faults == {"introduce": 3, "ask": 3}

    def without_replies(body: Body) -> Answer:
        is_reply = "asks you about the death" in str(body["messages"][-1]["content"])
        return Answer(text=" ") if is_reply and not reply_schema(body) else plain(body)

    match = played(without_replies, method="werewolf", players=3, rounds=1)
    assert match.faults == {"draft": 3, "reply": 3}
    assert "reflection" not in match.counted


EIGHT = Slot(40)


def meanings(language: Language, which: Questions = "ours") -> list[tuple[object, ...]]:
    asker, to, victim = NAMES[language][0], NAMES[language][1], VICTIMS[language][0]
    return [
        understand(
            text,
            language,
            (asker, to, victim),
            speaker=asker,
            reader=to,
            victims=(victim,),
            deaths={victim: EIGHT},
        ).meanings
        for text in prepared_questions(find_game("mystery"), language, victim, which)
    ]


def test_each_of_the_ten_questions_is_understood_as_what_it_asks():
    for language in ("en", "zh"):
        to, victim = NAMES[language][1], VICTIMS[language][0]
        wanted: list[Question] = [
            WhereWas(who=to, slot=EIGHT),
            WhomSeenAnywhere(by=to, slot=EIGHT),
            WhomHeard(by=to, slot=EIGHT),
            WhatRelation(of=to, to=victim),
            WhenSeen(by=to, whom=victim),
            WhatQuarrel(who=to, whom=victim),
            WhoseMotive(victim=victim),
            WhatMotive(who=to, victim=victim),
            WhatCause(victim=victim),
            WhomSuspected(by=to),
        ]
        assert meanings(language) == [(each,) for each in wanted]


def test_a_game_without_a_murder_has_but_our_questions():
    for language in ("en", "zh"):
        for game in ("werewolf", "onenight"):
            paper = prepared_questions(find_game(game), language, "who", "paper")
            assert paper == prepared_questions(find_game(game), language, "who", "ours")
            assert len(paper) == 10


def test_numbers_are_read_with_quotation_marks_and_without():
    for written in ("[2, 10]", '["2", "10"]'):
        assert Chosen.model_validate_json(f'{{"reason": "", "questions": {written}}}').questions == [2, 10]
