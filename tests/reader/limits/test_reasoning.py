"""Steps, notes and lapses: what bounds and reminds a player, and what it lets slip."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.games.mystery.reader import PART as MYSTERY
from parlour.language.facts import Claim, Killing, Presence, RoleClaim, Secret, read
from parlour.llm import Call, EarlierOpinion, Language, Prompt, Speech, Talk
from parlour.reader import BoundedSeat, Bounds, game_reader
from parlour.reader.limits import HidingSeat
from parlour.reader.limits.bounded import BoundedCall
from parlour.reader.limits.options import Limits
from tests.games.mystery.reader.tables import EIGHT, PLAYERS, VICTIM, introduced, prompt
from tests.reader.limits.calls import LANGUAGES, mystery_calls, werewolf_calls

each_language = pytest.mark.parametrize("language", LANGUAGES)


def seat(sent: Prompt, bounds: Bounds):
    found = MYSTERY.seat(sent, ())
    assert isinstance(found, BoundedSeat)
    return found.with_bounds(bounds)


def talk(language: Language) -> Prompt:
    """The first player heard two say where they were: all but the last have an alibi by its own papers."""
    _, ben, carl, _ = PLAYERS[language]
    said = [
        introduced(language, 1, Presence(who=ben, place="kitchen", slot=EIGHT)),
        introduced(language, 2, Presence(who=carl, place="library", slot=EIGHT)),
    ]
    return prompt(language, talk=said)


def test_an_alibi_takes_three_statements():
    for language in LANGUAGES:
        victim, others = VICTIM[language], PLAYERS[language][1:]
        suspected = {
            steps: [
                name for name in others if seat(talk(language), Bounds(steps=steps)).suspicion(name, victim)
            ]
            for steps in (0, 2, 3, None)
        }
        assert suspected[0] == suspected[2] == list(others)
        assert suspected[3] == suspected[None] == [others[-1]]


def test_a_note_counts_by_what_has_been_missed():
    for language in LANGUAGES:
        victim, (ben, *_, dora) = VICTIM[language], PLAYERS[language][1:]
        noted = EarlierOpinion(case=victim, odds={dora: 0.02})
        bounds = {weight: Bounds(steps=0, opinions=(noted,), weight=weight) for weight in (0.0, 0.3, 1.0)}
        held = {weight: seat(talk(language), each).suspicion(dora, victim) for weight, each in bounds.items()}
        assert held[0.0] == pytest.approx(1 / 3)
        assert held[0.0] > held[0.3] > held[1.0] == 0
        others = {
            weight: seat(talk(language), each).suspicion(ben, victim) for weight, each in bounds.items()
        }
        assert others[1.0] == pytest.approx(1 / 2, abs=0.01)


@each_language
def test_methods_mark_the_notes_in_their_prompts(language: Language):
    def marks(calls: tuple[Call, ...], purpose: str) -> list[EarlierOpinion]:
        parts = [part for call in calls if call.prompt.purpose == purpose for part in call.prompt.user]
        return [part.purpose for part in parts if isinstance(part.purpose, EarlierOpinion)]

    assert any(min(each.odds.values()) < 0.1 for each in marks(mystery_calls(language), "vote"))
    assert any(each.odds for each in marks(werewolf_calls(language), "vote"))
    assert any(each.odds for each in marks(werewolf_calls(language, "humanized"), "vote"))


@each_language
def test_a_note_moves_only_a_reader_that_has_missed_something(language: Language):
    def held(sent: Call, limits: Limits) -> list[float]:
        reader = BoundedCall(call=sent, game=game_reader(sent.game), limits=limits).seat
        return [reader.suspicion(name) for name in sent.players]

    asked = (call for call in reversed(mystery_calls(language)) if call.prompt.purpose == "ask")
    call = next(call for call in asked if 1 not in held(call, Limits(attention=0.1)))  # no culprit, who knows
    turned = EarlierOpinion(odds=dict.fromkeys(call.players[:3], 0.02))
    user = tuple(replace(part, purpose=turned) for part in call.prompt.user[-3:-2])
    noted = replace(
        call, prompt=replace(call.prompt, user=(*call.prompt.user[:-3], *user, *call.prompt.user[-2:]))
    )

    assert held(noted, Limits()) == held(call, Limits())
    assert held(noted, Limits(slip=0.1)) == held(call, Limits(slip=0.1))
    assert held(noted, Limits(attention=0.1)) != held(call, Limits(attention=0.1))


def test_only_culprits_have_something_to_let_slip():
    for language in LANGUAGES:
        for game in ("mystery", "werewolf"):
            calls = mystery_calls(language) if game == "mystery" else werewolf_calls(language)
            guilty, innocent = set[str](), set[str]()
            names = (*calls[0].players, *game_reader(game).people(calls[0].prompt))
            for call in (call for call in calls if isinstance(call.wants, Speech | Talk)):
                player = game_reader(game).seat(call.prompt, call.players)
                assert isinstance(player, HidingSeat)
                (guilty if (hidden := player.hidden()) else innocent).add(player.me)
                for sentence in hidden:
                    said = read(sentence, language, speaker=player.me, names=names).facts
                    assert said
                    assert not isinstance(said[0], Claim | Secret | Killing)
                    assert game == "mystery" or said == (RoleClaim(who=player.me, role="werewolf"),)
            assert guilty
            assert innocent
            assert not guilty & innocent


@each_language
def test_at_full_lapse_a_culprit_tells_it_in_every_speech(language: Language):
    for call in mystery_calls(language):
        wants = call.wants
        if not isinstance(wants, Speech):
            continue
        game = game_reader(call.game)
        ideal = BoundedCall(call=call, game=game, limits=Limits()).seat
        loose = BoundedCall(call=call, game=game, limits=Limits(lapse=1)).seat
        said, more = ideal.speech(wants), loose.speech(wants)
        hidden = ideal.hidden() if isinstance(ideal, HidingSeat) else ()
        assert more[: len(said)] == said
        assert len(more) - len(said) == (1 if hidden else 0)
        assert set(more[len(said) :]) <= set(hidden)
