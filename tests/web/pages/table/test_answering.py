"""Whatever a game asks of a person, the page has words for it, and says what is wrong with an answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from parlour.arena import GameSetup, start_state
from parlour.core import PASS, Action, Request, RequestKind, chance, request_kinds
from parlour.errors import IllegalAction
from parlour.games import onenight, werewolf
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import kinds
from parlour.llm import Language
from parlour.web.hosting import Form, form
from parlour.web.pages.table.answering import (
    called_by_name,
    confirmation,
    fault_in,
    heading,
    hint,
    may_pass,
    only_choice,
    pass_label,
    request_of,
    send_label,
    speech_label,
)
from tests.arena.mysteries import laid
from tests.web.pages.table.bare import scene_of

LANGUAGES: tuple[Language, ...] = get_args(Language)


def _games(language: Language) -> tuple[GameSetup, ...]:
    return (
        MysterySetup(script=generate(5, players=4, lang=language), rounds=1),
        werewolf.WerewolfSetup(language=language, players=werewolf.seat_names(9, language)),
        onenight.OneNightSetup(language=language, players=onenight.seat_names(7, language)),
        onenight.OneNightSetup(language=language, players=onenight.seat_names(10, language), rules="people"),
    )


def _decided(request: Request, seed: int) -> Action:
    draw = chance(seed, request.id)
    chosen = tuple(draw.sample(request.options, max(request.least, min(1, request.most))))
    return Action(chosen=chosen, speech="Yes." if request.words else "")


def _requests(game: GameSetup, seed: int) -> Iterator[Request]:
    state = start_state(laid(game, seed=seed))
    while not state.is_over:
        requests = state.requests()
        yield from (request for request in requests if not request.kind.silent)
        state, _ = state.apply({each.id: _decided(each, seed) for each in requests})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_request_of_every_game_has_its_words(language: Language, tmp_path: Path):
    kinds: set[tuple[str, str]] = set()
    for game in _games(language):
        scene = scene_of(tmp_path, game)
        for request in (each for seed in range(4) for each in _requests(game, seed)):
            asked = form("asked", request)
            said = [heading(scene, asked), send_label(scene, asked), pass_label(scene, asked)]
            said += [speech_label(scene, asked, "Ben")] if asked.words else []
            assert all(said), request
            assert not any("None" in each for each in (*said, hint(scene, asked))), request
            kinds.add((game.name, asked.kind))
    assert len(kinds) >= 14


def test_whoever_may_speak_is_told_whom_they_would_interrupt_if_anybody(tmp_path: Path):
    werewolves = _games("en")[1]
    scene, (me, speaker, *_) = scene_of(tmp_path, werewolves), werewolves.players
    for partner, told in (
        (speaker, f"{speaker} is speaking: do you cut in?"),
        (None, "Free discussion: do you want to speak?"),
    ):
        request = Request(id="a", step=0, player=me, kind=request_kinds.BID, partner=partner)
        assert heading(scene, form("asked", request)) == told


@pytest.mark.parametrize(
    ("language", "secret", "dies"),
    [("en", "Secret vote 1 of 3", "Who should die"), ("zh", "第1次秘密投票，共3次", "你投谁出局")],
)
def test_a_vote_is_promised_to_be_secret_only_by_rules_that_keep_it_so(
    language: Language, secret: str, dies: str, tmp_path: Path
):
    paper, people = _games(language)[2:]
    for game, has, lacks in ((paper, secret, dies), (people, dies, secret)):
        votes = [each for each in _requests(game, 1) if each.kind is request_kinds.VOTE]
        asked = form("asked", votes[0])
        told = heading(scene_of(tmp_path, game), asked)
        assert has in told
        assert not told.startswith(secret), "what is asked comes first"
        assert lacks not in told


def test_the_page_finds_wrong_what_the_rules_do_and_lets_the_rest_pass(tmp_path: Path):
    for game in _games("en"):
        scene = scene_of(tmp_path, game)
        for request in _requests(game, 1):
            asked = form("asked", request)
            for chosen in {(), request.options[:1], request.options[:2], request.options}:
                for speech in ("", "Yes.", "word " * (request.words + 1)):
                    action = Action(chosen=chosen, speech=speech.strip())
                    if action == PASS:
                        continue
                    wrong = fault_in(scene, asked, action)
                    assert wrong or _is_legal(request, action), (request, action)


def _is_legal(request: Request, action: Action) -> bool:
    try:
        request.check(action)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize(
    ("speech", "called"),
    [
        ("What motive did you have to kill Sylvia, Ann?", ("Ann",)),
        ("ann, where were you when Anna died?", ("Ann",)),
        ("Did you see Ann?", ()),
        ("Ann had a reason.", ()),
        ("Anna, did you see Ben?", ("Anna",)),
        ("周文，你七点在哪里？", ("周文",)),
        ("你为什么怀疑罗川，周文？", ("周文",)),
        ("你看见周文了吗？", ()),
    ],
)
def test_a_question_calls_its_addressee_by_name(speech: str, called: tuple[str, ...]):
    assert called_by_name(speech, ("Ann", "Anna", "Ben", "周文")) == called


def test_what_cannot_be_taken_back_is_asked_twice_and_speech_is_not(tmp_path: Path):
    for game in _games("en"):
        scene = scene_of(tmp_path, game)
        for request in _requests(game, 1):
            asked = form("asked", request)
            decided = _decided(request, 1)
            is_final = request.kind.name not in ("introduce", "ask", "reply", "speak", "confer", "answer")
            assert (confirmation(scene, asked, decided) is not None) == is_final, request
            if may_pass(asked):
                assert (confirmation(scene, asked, PASS) is None) == (request.kind is request_kinds.ANSWER)


def test_a_vote_that_does_not_count_is_not_said_to_be_final(tmp_path: Path):
    for language in LANGUAGES:
        game = onenight.OneNightSetup(language=language, players=onenight.seat_names(7, language), rounds=2)
        scene, (me, other, *_) = scene_of(tmp_path / language, game), game.players
        vote = Request(
            id="v", step=0, round=1, player=me, kind=request_kinds.VOTE, options=(other,), least=1, most=1
        )
        early, last = (
            confirmation(scene, form("v", each), Action(chosen=(other,)))
            for each in (vote, replace(vote, round=2))
        )
        assert early == scene.phrases.say("confirm_vote_early", choice=other)
        assert last == scene.say("confirm_vote", choice=other)


def test_what_is_typed_is_heard_in_the_round_and_by_the_question_of_its_form(tmp_path: Path):
    game = werewolf.WerewolfSetup(language="en", players=werewolf.seat_names(9, "en"))
    scene, kind = scene_of(tmp_path, game), request_kinds.SPEAK
    asked = Request(
        id="a", step=0, round=2, player=game.players[0], kind=kind, case="Vera", words=50, text="Speak."
    )
    assert request_of(scene, form("a", asked)) == asked


def test_whom_the_guard_may_not_protect_again_is_named_with_the_reason(tmp_path: Path):
    told = {"en": "Not twice running: Player 2.", "zh": "不能连续两夜守护：2号玩家。"}
    for language in LANGUAGES:
        game = werewolf.WerewolfSetup(language=language, players=werewolf.seat_names(6, language))
        scene, living = scene_of(tmp_path / language, game), game.players[:5]
        barred = tuple(player for player in living if player != game.players[1])
        for options, words in ((barred, told[language]), (living, "")):
            request = Request(
                id="2.protect", step=2, round=2, player=living[0], kind=kinds.PROTECT, options=options, most=1
            )
            assert hint(scene, form("name", request), living) == words
            assert hint(scene, form("name", replace(request, kind=request_kinds.VOTE)), living) == ""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("Save Player 2", "Let Player 2 die", "Save yourself", "Decide", "Keep the poison")),
        ("zh", ("救2号玩家", "不救2号玩家", "救自己", "决定", "不用毒药")),
    ],
)
def test_the_witch_saves_whoever_is_attacked_with_one_button(
    language: Language, told: tuple[str, ...], tmp_path: Path
):
    game = werewolf.WerewolfSetup(language=language, players=werewolf.seat_names(6, language))
    scene, (me, other, *others) = scene_of(tmp_path, game), game.players

    def ask(kind: RequestKind, *options: str) -> Form:
        return form("a", Request(id="1.a", step=0, player=me, kind=kind, options=options, most=1))

    save, save_me, poison = ask(kinds.SAVE, other), ask(kinds.SAVE, me), ask(kinds.POISON, other, *others)
    labels = [send_label(scene, save), pass_label(scene, save), send_label(scene, save_me)]
    assert (*labels, send_label(scene, poison), pass_label(scene, poison)) == told
    assert other in heading(scene, save)
    assert [only_choice(scene, each) for each in (save, save_me, poison)] == [(other,), (me,), ()]
    question = confirmation(scene, save, Action(chosen=(other,)))
    assert question
    assert question.startswith(told[0])
