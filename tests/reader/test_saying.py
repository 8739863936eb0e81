"""What is asked of somebody where the prompt says nothing of what to ask."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.language.facts import (
    Fact,
    Language,
    Level,
    Suspicion,
    Trust,
    VoteFor,
    WhomSuspected,
    WhomTrusted,
    WhoseVote,
    read,
)
from parlour.reader.parsed_prompt import Said
from parlour.reader.phrases import TableNames
from parlour.reader.reader import AnyPrompt
from parlour.reader.talk_seat import question_to

ANN, BEN, CAT = "Ann", "Ben", "Cat"
SUSPECTS = Suspicion(by=BEN, whom=CAT, level=Level.SOME)
TRUSTS = Trust(by=BEN, whom=CAT, level=Level.SOME)
VOTES = VoteFor(by=BEN, whom=CAT)


@dataclass(frozen=True, kw_only=True)
class Quests(AnyPrompt):
    """A prompt of a game in which nobody is voted out."""

    asks = (WhomSuspected, WhomTrusted)


@dataclass(frozen=True, kw_only=True)
class Silence(AnyPrompt):
    """A prompt of a game in which nothing is asked."""

    asks = ()


def text(kind: type[AnyPrompt], *facts: Fact, language: Language = "en") -> str:
    heard = tuple((BEN, Said(by=BEN, fact=fact, round=1)) for fact in facts)
    table = TableNames(language, (ANN, BEN, CAT))
    return question_to(kind(table=table, me=ANN, role="", lines=(), task="", heard=heard), BEN)


def test_a_game_says_what_is_asked_and_what_was_answered_is_not_asked_again():
    for language in ("en", "zh"):
        for kind, facts, question in (
            (AnyPrompt, (), WhomSuspected(by=BEN)),
            (AnyPrompt, (SUSPECTS,), WhoseVote(by=BEN)),
            (AnyPrompt, (SUSPECTS, VOTES), WhoseVote(by=BEN)),
            (Quests, (), WhomSuspected(by=BEN)),
            (Quests, (SUSPECTS,), WhomTrusted(by=BEN)),
            (Quests, (SUSPECTS, TRUSTS), WhomTrusted(by=BEN)),
        ):
            said = re.split("[:：]", text(kind, *facts, language=language), maxsplit=1)[1].strip()
            assert question in read(said, language, speaker=ANN, reader=BEN, names=(ANN, BEN, CAT)).questions


def test_where_a_game_has_no_questions_none_is_asked():
    assert text(Silence) == ""
