"""What a request says to roles that want otherwise than most."""

from __future__ import annotations

import pytest

from parlour.core import RequestKind, find_game
from parlour.games.werewolf import kinds
from parlour.language.wording import game_words
from parlour.llm import Language
from tests.agents.seats import asking


def said(kind: RequestKind, language: Language, role: str) -> str:
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
