"""Notes of which the people are mixed up: what moves with a name, and what stays."""

from __future__ import annotations

from dataclasses import replace

from parlour.agents import SeatContext
from parlour.agents.attention import shuffled
from parlour.llm import Part
from parlour.reader import EarlierOpinion
from tests.agents.seats import place


def seat(player: str, players: tuple[str, ...], seed: int) -> SeatContext:
    return replace(place(), player=player, players=players, seed=seed)


def note(text: str, **odds: float) -> Part:
    return Part(text=text, purpose=EarlierOpinion(odds=odds))


def test_names_and_odds_move_together_and_nobody_is_lost():
    for names in (("Ann", "Bo", "Annabel", "Cy", "Di"), ("1号玩家", "2号玩家", "11号玩家", "12号玩家")):
        me, *others = names
        seats = [seat(me, names, seed) for seed in range(20)]
        odds = {name: float(number) for number, name in enumerate(others, 1)}
        own = Part(
            text="; ".join(f"{name} {much:g}" for name, much in odds.items()),
            purpose=EarlierOpinion(odds=odds),
        )
        seen = set[str]()
        for each in seats:
            [mixed] = shuffled([own], each)
            assert isinstance(mixed.purpose, EarlierOpinion)
            assert mixed.text == "; ".join(f"{name} {much:g}" for name, much in mixed.purpose.odds.items())
            assert sorted(mixed.purpose.odds) == sorted(others)
            seen.add(mixed.text)
            assert shuffled([own], each) == (mixed,)
        assert len(seen) > len(others)


def test_what_is_no_note_stays():
    parts = [Part(text="Ann asks Bo."), note("Bo did it.", Bo=2.0)]
    asked, mixed = shuffled(parts, seat("Cy", ("Ann", "Bo", "Cy"), 1))
    assert asked is parts[0]
    assert mixed.text in ("Bo did it.", "Ann did it.")


def test_a_latin_name_within_chinese_talk_moves_too():
    [mixed] = shuffled([note("我怀疑Bo说谎。", Bo=2.0)], seat("Ann", ("Ann", "Bo", "Cy", "Di"), 3))
    assert isinstance(mixed.purpose, EarlierOpinion)
    assert mixed.text == f"我怀疑{next(iter(mixed.purpose.odds))}说谎。"
    drawn = {
        shuffled([note("我怀疑Bo说谎。", Bo=2.0)], seat("Ann", ("Ann", "Bo", "Cy"), n))[0].text
        for n in range(9)
    }
    assert drawn == {"我怀疑Bo说谎。", "我怀疑Cy说谎。"}
