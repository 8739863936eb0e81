"""The reader in a game that brings no part of its own."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.llm import Part, Prompt
from parlour.reader import AnyGame, AnySeat, words

PLAYERS = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")


def seat(me: str, talk: Sequence[str] = (), *, lot: str = "", rules: str = "") -> AnySeat:
    prompt = Prompt(
        player=me,
        request="r",
        purpose="test",
        language="en",
        system=(Part(text=rules),),
        user=tuple(Part(text=line) for line in talk),
        lot=lot,
    )
    found = AnyGame().seat(prompt, PLAYERS)
    assert isinstance(found, AnySeat)
    return found


def test_ties_fall_anew_in_every_match_and_whenever_something_is_said():
    tops = {seat("Ann", lot=str(lot)).top for lot in range(30)}
    assert tops == {*PLAYERS} - {"Ann"}
    talk = [f"{name}: I am the seer." for name in PLAYERS[1:]]
    assert len({tuple(seat("Ann", talk[:count]).rank(PLAYERS)) for count in range(5)}) > 1


def test_ties_fall_alike_whoever_reads():
    ranked = [seat(me, lot="7").rank(["Cy", "Di", "Eve", "Fay"]) for me in ("Ann", "Bo")]
    assert ranked[0] == ranked[1]


def test_free_discussion_is_known_from_the_rules():
    assert not seat("Ann").papers.is_free
    assert seat("Ann", rules=words("frames", "en")["free_talk"]).papers.is_free
