"""What a request says to roles that want otherwise than most."""

from __future__ import annotations

import pytest

from parlour.core import RequestKind, find_game, request_kinds
from parlour.games.werewolf import kinds
from parlour.language.wording import game_words
from parlour.llm import Language
from tests.agents.seats import asking


def said(kind: RequestKind, language: Language, role: str) -> str:
    """What somebody of a role is told on a request at a table that coaches."""
    request = asking(kind=kind, words=20, coached=True)
    words = game_words(find_game("werewolf"))
    return words.speak(kind, language, request=request, addressee=None, role=role)


@pytest.mark.parametrize(
    ("language", "hunter", "king"),
    [("en", "the hunter", "the black wolf king"), ("zh", "你是猎人", "你是黑狼王")],
)
def test_a_black_wolf_king_is_not_told_to_shoot_a_werewolf_as_the_hunter(
    language: Language, hunter: str, king: str
):
    assert hunter in said(kinds.SHOOT, language, "hunter")
    told = said(kinds.SHOOT, language, "black_wolf_king")
    assert king in told
    assert hunter not in told


@pytest.mark.parametrize(
    ("kind", "language", "aim"),
    [
        (request_kinds.SPEAK, "en", "Make the others take you for a werewolf"),
        (request_kinds.SPEAK, "zh", "要让别人以为你是狼人"),
        (request_kinds.VOTE, "en", "choose whoever takes the fewest votes from you"),
        (request_kinds.VOTE, "zh", "请选一个最不会分走你票数的玩家"),
    ],
)
def test_a_tanner_is_coached_to_be_voted_out_and_not_as_one_of_the_good(
    kind: RequestKind, language: Language, aim: str
):
    own = {role: said(kind, language, role) for role in ("tanner", "werewolf", "villager", "seer")}
    assert [role for role, text in own.items() if aim in text] == ["tanner"]
