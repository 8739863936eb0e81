"""What people type is among the chips, and hardly ever said wrongly without a tap.

The half that was worked on is in `corpus/dev`, the half that was not looked at in `corpus/unseen`. The floors
say what holds; what is hoped for stands in `bench/hearing.py`.
"""

from __future__ import annotations

import sys

import pytest

from parlour.language.facts import Language
from parlour.language.hearing import chip, hear
from tests.language.hearing.scoring import GAMES, LANGUAGES, corpus, is_reversed, reversible, score, table

LEAST = {
    "dev": {"mystery": 0.9, "werewolf": 0.9, "onenight": 0.88},
    "unseen": {"mystery": 0.68, "werewolf": 0.62, "onenight": 0.61},
}
LEAST_OFFERED = {
    "dev": {"mystery": 0.97, "werewolf": 0.97, "onenight": 0.97},
    "unseen": {"mystery": 0.88, "werewolf": 0.85, "onenight": 0.87},
}
"""Of remarks of which every act is among the chips."""
LEAST_ONE_TAP = {
    "dev": {"mystery": 0.96, "werewolf": 0.96, "onenight": 0.96},
    "unseen": {"mystery": 0.82, "werewolf": 0.8, "onenight": 0.79},
}
"""Of remarks of which all is said, and nothing else, after at most one tap."""
MOST_MISREAD = 0.005


@pytest.mark.parametrize("half", ["dev", "unseen"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_so_much_is_offered_and_so_little_said_wrongly_without_a_tap(
    game: str, language: Language, half: str, capsys: pytest.CaptureFixture[str]
):
    got = score(game, language, corpus(half, game, language))
    understood, tapped, offered, lit, misread = (
        got.share(each)[0] for each in ("understood", "one tap", "offered", "lit", "misread")
    )
    told = f"{tapped:.1%} of {len(got.lines)} after a tap, {offered:.1%} offered, {lit:.1%} lit"
    told += f", {understood:.1%} understood, {misread:.2%} misread"
    with capsys.disabled():
        sys.stdout.write(f"\n{half}, {game} {language}: {told}, {got.milliseconds:.1f} ms\n")
    assert understood >= LEAST[half][game]
    assert misread <= MOST_MISREAD
    assert tapped >= LEAST_ONE_TAP[half][game]
    assert offered >= LEAST_OFFERED[half][game]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_act_of_a_chip_is_said_and_lacks_nothing(game: str, language: Language):
    for line in corpus("dev", game, language)[::6]:
        at = table(line, game, language)
        for reading in hear(line.text, at).offered:
            got = chip(reading, at)
            assert len(got.sentences) == len(reading)
            for words in (got.text, *got.sentences):
                assert words
                assert not {*words} & {*"…[]{}"}, words


def test_no_negation_contrast_or_hearsay_is_reversed_without_a_tap():
    found = [
        line.text for game, language, line, may in reversible() if is_reversed(game, language, line, may)
    ]
    assert found == []
