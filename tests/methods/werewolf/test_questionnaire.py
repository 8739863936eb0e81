"""The ten questions: ours, and understood in both languages."""

from __future__ import annotations

from parlour.core import find_game
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
from parlour.methods.werewolf import Chosen, Questions, prepared_questions
from tests.arena.mysteries import NAMES, VICTIMS

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
