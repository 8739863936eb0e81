"""Events and rules of each game, put into words in both languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core import Action, Event, GameSetup, event_kinds, find_game, private
from parlour.core.conformance import play_randomly
from parlour.errors import TemplateError
from parlour.games import onenight, werewolf
from parlour.games.werewolf import kinds
from parlour.language.wording import rules, tell, tell_named
from parlour.llm import Language
from tests.arena.mysteries import mystery
from tests.arena.onenights import one_night
from tests.arena.werewolves import werewolves
from tests.cases import cases

LANGUAGES: tuple[Language, ...] = ("en", "zh")
GAMES = ("mystery", "onenight", "werewolf")
CASES = {"mystery": "Vic", "onenight": "werewolf", "werewolf": "werewolves"}
SIDES = {"mystery": "civilian", "onenight": "werewolf", "werewolf": "werewolf"}
MYSTERY = tuple(find_game("mystery").kinds.events.values())
PAPERS = (event_kinds.SCRIPT, event_kinds.SECRET, event_kinds.OBJECTIVE)
each_language = cases("language", LANGUAGES)
each_game = cases("game", GAMES)


def is_chinese(text: str) -> bool:
    return any("\u3400" <= sign <= "\u9fff" for sign in text)


def told(game: str, language: Language, kind: str, **about: object) -> str:
    full = Event(
        number=3,
        kind=find_game(game).kinds.events[kind],
        round=2,
        actor="Ann",
        to="Bo" if game == "mystery" else None,
        case=CASES[game],
        chosen=("Cy", "Di"),
        text="Hm!",
        role="werewolf",
    )
    return tell(replace(full, **about), language, game)  # pyright: ignore[reportArgumentType]


@each_game
def test_every_event_is_told_in_its_own_language_whatever_it_leaves_out(game: str):
    for kind, language in product(set(find_game(game).kinds.events) - {"script", "interrupted"}, LANGUAGES):
        assert is_chinese(told(game, language, kind)) == (language == "zh"), kind
        for actor, case, chosen in product(("Ann", None), (CASES[game], None), (("Cy",), ())):
            assert told(game, language, kind, actor=actor, to=None, case=case, chosen=chosen), kind


@each_language
def test_an_event_that_the_game_does_not_know_is_no_event_of_its(language: Language):
    with pytest.raises(TemplateError):
        tell(Event(number=0, kind=event_kinds.ASKED), language, "werewolf")


@each_game
@each_language
def test_nobody_is_told_otherwise_than_somebody(game: str, language: Language):
    for kind in {"checked", "voted", "eliminated", "polled", "targeted", "saved", "answered"}.intersection(
        find_game(game).kinds.events
    ):
        somebody, nobody = told(game, language, kind), told(game, language, kind, chosen=())
        assert somebody != nobody, kind
        assert "Cy" in somebody, kind
        assert "Cy" not in nobody, kind


@each_game
@each_language
def test_what_was_said_stands_word_for_word_with_who_said_it(game: str, language: Language):
    for kind in {"introduced", "asked", "replied", "spoke", "conferred"}.intersection(
        find_game(game).kinds.events
    ):
        words = told(game, language, kind, text="{{ no }} “go”\n<b>")
        assert "{{ no }} “go”\n<b>" in words
        assert "Ann" in words
        assert ("Bo" in words) == (kind in ("asked", "replied"))


@given(st.text(alphabet="ab {}%#<&在。\n", min_size=1).filter(str.strip), st.sampled_from(PAPERS))
def test_papers_are_told_word_for_word(text: str, kind: event_kinds.EventKind):
    for language in LANGUAGES:
        assert text.strip() in tell(Event(number=0, kind=kind, actor="Ann", text=text), language, "mystery")


@each_language
def test_a_murderers_role_names_whom_it_killed_and_a_civilians_says_nobody(language: Language):
    murderer, civilian = (
        told("mystery", language, "role", actor="Bo", chosen=dead) for dead in (("Vic", "Wes"), ())
    )
    assert all(name in murderer for name in ("Bo", "Vic", "Wes"))
    assert "Bo" in civilian
    assert murderer != civilian


@each_language
def test_three_ways_of_passing_are_told_apart(language: Language):
    abouts: list[dict[str, object]] = [{}, {"to": None}, {"to": None, "case": None}]
    passed = [told("mystery", language, "passed", **about) for about in abouts]
    assert len(set(passed)) == 3
    assert "Bo" in passed[0]
    assert "Vic" in passed[1]


@each_language
@cases(
    ("game", "roles", "sides"),
    [
        (
            "onenight",
            [role for role in onenight.Role if role not in onenight.OF_PEOPLE],
            [*onenight.Team],
        ),
        ("werewolf", [*werewolf.Role], ["good", "werewolf"]),
        ("mystery", [], ["civilian", "murderer"]),
    ],
)
def test_each_role_and_each_side_reads_otherwise(
    game: str, roles: Sequence[StrEnum], sides: Sequence[str], language: Language
):
    for kind in ("role", "revealed"):
        assert len({told(game, language, kind, role=str(role)) for role in roles}) == len(roles)
    assert len({told(game, language, "won", chosen=(str(side),)) for side in sides}) == len(sides)
    if game != "mystery":
        good, bad = (told(game, language, "checked", role=side) for side in (str(sides[0]), str(sides[1])))
        assert good != bad


def test_whatever_one_night_tells_has_words():
    setup = one_night(minion_knows_wolf=True)
    for seed in range(12):
        _, events = play_randomly(onenight.start(setup.players, seed, setup), seed)
        assert all(tell(event, "en", "onenight") for event in events)


def test_whatever_werewolf_tells_has_words():
    """Played through with all roles, so that a new kind of event is missed here."""
    setup = werewolves("wwsxghvvvvv", ties="runoff", reveal="all")
    for seed in range(12):
        state = werewolf.start(setup.players, seed, setup)
        while not state.is_over:
            actions = {
                each.id: Action(
                    chosen=each.options[seed % len(each.options) :][:1] if each.most else (),
                    speech="Yes." if each.words else "",
                )
                for each in state.requests()
            }
            state, events = state.apply(actions)
            assert all(tell(event, "en", "werewolf") for event in events)


@each_language
@cases(
    ("make", "full", "bare", "words"),
    [
        (one_night, "smwmntv", "svw", {"en": ("tanner", "minion"), "zh": ("皮匠", "爪牙")}),
        (werewolves, "wwsxghvvv", "wsvvv", {"en": ("witch", "hunter"), "zh": ("女巫", "猎人")}),
    ],
)
def test_the_rules_name_the_players_and_the_roles_that_are_dealt(
    make: Callable[..., GameSetup],
    full: str,
    bare: str,
    words: dict[Language, tuple[str, ...]],
    language: Language,
):
    table = make(full, language)
    assert all(name in rules(table) for name in (*table.players, *words[language]))
    assert is_chinese(rules(table)) == (language == "zh")
    assert not any(word in rules(make(bare, language)) for word in words[language])


@each_language
def test_the_rules_name_the_victims_and_the_rounds(language: Language):
    text = rules(mystery(language, names=("Ann", "Bo", "Cy"), dead=("Vic", "Wes"), rounds=7))
    assert all(word in text for word in ("Ann", "Bo", "Cy", "Vic", "Wes", "7"))


@each_language
def test_every_option_of_a_table_stands_in_its_rules(language: Language):
    options: dict[Callable[..., GameSetup], dict[str, tuple[object, ...]]] = {
        one_night: {"rounds": (1, 2, 3, 4), "words": (50, 120), "minion_knows_wolf": (False, True)},
        werewolves: {
            **dict.fromkeys(("self_save", "guard_repeats", "parity"), (True, False)),
            "confers": (0, 1),
            "discussions": (1, 2),
            "days": (9, 10),
            "doubly_saved": ("dies", "lives"),
            "opens": ("first", "next", "lot"),
            "ties": ("nobody", "lot", "runoff"),
            "reveal": ("none", "eliminated", "all"),
        },
    }
    deals: dict[Callable[..., GameSetup], str] = {one_night: "smwmntv", werewolves: "wwsxgvvv"}
    for make, choices in options.items():
        for option, values in choices.items():
            texts = {rules(make(deals[make], language, **{option: value})) for value in values}
            assert len(texts) == len(values), option


def test_a_guard_who_protects_itself_is_named_in_the_third_person():
    act = private(kinds.PROTECTED, "Ann", chosen=("Ann",))
    assert tell_named(act, "en", "werewolf") == "On night 0 Ann protects Ann."
    assert tell_named(act, "zh", "werewolf") == "第0夜，Ann守护了自己。"
