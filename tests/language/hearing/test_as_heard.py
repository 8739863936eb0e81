from __future__ import annotations

import json

import pytest

from parlour.language.facts import Language
from tests.language.hearing.as_heard import HEARD, as_heard
from tests.language.hearing.scoring import GAMES, LANGUAGES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_heard_otherwise_than_before(game: str, language: Language):
    before = json.loads(HEARD.read_text(encoding="utf-8"))[f"{game}-{language}"]
    now = {said: [*told] for said, told in as_heard(game, language).items()}
    assert now == before
