"""What is asked of somebody where the prompt says nothing of what to ask."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from parlour.arena import GameSetup
from parlour.core import Event, Player, event_kinds
from parlour.games.mystery import MysterySetup, generate
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as greek
from parlour.games.werewolf import WerewolfSetup, seat_names
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
from parlour.llm import BUILT_IN
from parlour.reader import words
from parlour.reader.parsed_prompt import Said
from parlour.reader.phrases import TableNames
from parlour.reader.reader import AnyPrompt
from parlour.reader.talk_seat import question_to
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

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


LANGUAGES: tuple[Language, ...] = ("en", "zh")
GAMES = ("werewolf", "onenight", "mystery")
SPOKEN = (event_kinds.SPOKE, event_kinds.ASKED, event_kinds.REPLIED, event_kinds.CONFERRED)
PARTS = ("_by_me", "_of_me")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def table(game: str, language: Language, seed: int) -> GameSetup:
    match game:
        case "werewolf":
            return WerewolfSetup(language=language, players=seat_names(8, language))
        case "onenight":
            return OneNightSetup(language=language, players=greek(8, language))
        case _:
            return MysterySetup(script=generate(seed, players=4, lang=language), rounds=2)


def speeches(game: str, language: Language, method: str, seed: int) -> Iterator[Event]:
    setup = laid(table(game, language, seed), model=BUILT_IN, method=method, seed=seed, context=1_000_000)
    record = recorded(setup, play(setup))
    return (event for event in record.events if event.kind in SPOKEN and event.text)


def names(text: str, player: Player) -> bool:
    return bool(re.search(rf"(?<!\d){re.escape(player)}(?!\d)", text))


@each_language
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", ["plain", "think-thrice"])
def test_nobody_speaks_of_themselves_by_name(method: str, game: str, language: Language):
    """What one did, what was done to one, and what one retells of a list in which one stands by name."""
    said = [*speeches(game, language, method, 600)]
    assert said
    assert not [each.text for each in said if names(each.text, each.actor or "")]


def test_a_reason_in_the_first_person_tells_no_fact_anew():
    """Whoever hears it would count what it rests on twice."""
    for language in LANGUAGES:
        for game in ("werewolf", "onenight"):
            me, other, *_ = everybody = table(game, language, 1).players
            known = words("phrases", language, f"parlour.games.{game}.reader")
            rows = {name: row for name, row in known.items() if name.endswith(PARTS)}
            assert {
                name.removesuffix(part) for name in rows for part in PARTS if name.endswith(part)
            } <= known.keys()
            for row in rows.values():
                for wording in [row] if isinstance(row, str) else row:
                    text = wording.format(by=other, about=other)
                    assert not names(text, me)
                    assert not read(text, language, speaker=me, names=everybody).facts
