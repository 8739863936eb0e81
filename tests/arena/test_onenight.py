"""What players of One Night are sent of what others know."""

from __future__ import annotations

from functools import cache

from parlour.evaluation import ballots, polls
from parlour.games.onenight import Role
from parlour.llm import Language
from tests.arena.onenights import one_night
from tests.arena.overheard import Overheard, overheard

LANGUAGES: tuple[Language, ...] = ("en", "zh")
POINTED = ("you point at ", "你指定了")
VOTED = ("votes for ", "投给")


@cache
def match(method: str, language: Language) -> Overheard:
    return overheard(one_night(language=language, rounds=2), method)


def test_what_the_seer_learns_reaches_the_seer_alone():
    for language in LANGUAGES:
        sent, roles = match("plain", language).sent, one_night(language=language).deal
        for prompts, role in zip(sent.values(), roles, strict=True):
            told = [text for text in prompts if any(mark in text for mark in POINTED)]
            assert bool(told) == (role is Role.SEER)


def test_of_the_votes_everybody_reads_their_own_and_no_other():
    """As in the talk, where a vote is told with whose it is; Humanized Agents read not even those."""
    for method, language in (("plain", "en"), ("plain", "zh"), ("humanized", "en")):
        played = match(method, language)
        record, others = (
            played.record,
            {name: set(played.record.setup.players) - {name} for name in played.sent},
        )
        for player, prompts in played.sent.items():
            lines = [line for text in prompts for line in text.splitlines() if _tells_a_vote(line)]
            assert bool(lines) == (method != "humanized"), player
            assert not [
                line for line in lines for other in others[player] if f"{other}{_GAP[language]}" in line
            ]
        assert not [line for text in played.shared for line in text.splitlines() if _tells_a_vote(line)]
        assert all(vote.visible_to == {vote.actor} for vote in (*polls(record), *ballots(record)))


_GAP = {"en": " votes", "zh": "投给"}


def _tells_a_vote(line: str) -> bool:
    return line.startswith(("In the secret vote after round", "第1轮之后的秘密投票，")) and any(
        mark in line for mark in VOTED
    )


def test_a_minion_is_told_of_the_werewolf_only_by_the_common_rule():
    for language in LANGUAGES:
        for knows in (False, True):
            sent = overheard(one_night(language=language, rounds=1, minion_knows_wolf=knows)).sent
            wolf, minion = (list(sent)[seat] for seat in (2, 4))
            mark = {"en": f"The werewolf is {wolf}, and", "zh": f"狼人是{wolf}，狼人"}[language]
            for player, prompts in sent.items():
                assert any(mark in text for text in prompts) == (knows and player == minion)
