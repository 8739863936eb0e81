"""Werewolf put into words: every event that the game tells, and the rules of each table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.core import Action, Event, EventKind, event_kinds
from parlour.errors import TemplateError
from parlour.games.werewolf import Role, WerewolfSetup, kinds, start
from parlour.language.wording import rules, tell
from parlour.llm import Language
from tests.arena.werewolves import werewolves
from tests.cases import cases
from tests.language.wording.test_tell import LANGUAGES, is_chinese

KINDS = (
    event_kinds.ROLE,
    event_kinds.FELLOWS,
    event_kinds.NIGHT,
    event_kinds.DAY,
    event_kinds.SPOKE,
    event_kinds.PASSED,
    event_kinds.CONFERRED,
    kinds.TARGETED,
    kinds.ATTACKED,
    event_kinds.CHECKED,
    kinds.PROTECTED,
    kinds.SAVED,
    kinds.POISONED,
    kinds.DIED,
    kinds.SHOT,
    event_kinds.VOTED,
    event_kinds.TIED,
    event_kinds.ELIMINATED,
    event_kinds.REVEALED,
    event_kinds.WON,
)
FULL = Event(
    number=3,
    kind=event_kinds.ROLE,
    round=2,
    actor="Ann",
    case="werewolves",
    chosen=("Cy",),
    text="Hm!",
    role="werewolf",
)
NOBODY = (
    event_kinds.FELLOWS,
    kinds.TARGETED,
    kinds.ATTACKED,
    event_kinds.CHECKED,
    kinds.PROTECTED,
    kinds.SAVED,
    kinds.POISONED,
    kinds.DIED,
    event_kinds.VOTED,
    event_kinds.ELIMINATED,
    event_kinds.WON,
)
each_language = cases("language", LANGUAGES)


def told(language: Language, kind: EventKind, **about: object) -> str:
    return tell(replace(FULL, kind=kind, **about), language, "werewolf")  # pyright: ignore[reportArgumentType]


@cases("kind", KINDS)
@each_language
def test_every_event_is_told_in_its_own_language(kind: EventKind, language: Language):
    assert is_chinese(told(language, kind)) == (language == "zh")
    assert told(language, kind, chosen=())


@each_language
def test_an_event_that_the_game_does_not_know_is_no_event_of_its(language: Language):
    with pytest.raises(TemplateError):
        told(language, event_kinds.ASKED)


def test_whatever_a_game_tells_has_words():
    """Played through with all roles, so that a new kind of event is missed here."""
    setup = werewolves("wwsxghvvvvv", ties="runoff", reveal="all")
    kinds: set[EventKind] = set()
    for seed in range(12):
        state = start(setup.players, seed, setup)
        while not state.is_over:
            actions = {
                each.id: Action(
                    chosen=each.options[seed % len(each.options) :][:1] if each.most else (),
                    speech="Yes." if each.words else "",
                )
                for each in state.requests()
            }
            state, events = state.apply(actions)
            kinds |= {event.kind for event in events}
            assert all(tell(event, "en", "werewolf") for event in events)
    assert kinds <= set(KINDS)
    assert kinds >= set(KINDS) - {event_kinds.PASSED, event_kinds.TIED}


@cases("kind", NOBODY)
@each_language
def test_nobody_is_told_otherwise_than_somebody(kind: EventKind, language: Language):
    chosen = ("werewolf",) if kind is event_kinds.WON else ("Cy",)
    somebody, nobody = told(language, kind, chosen=chosen), told(language, kind, chosen=())
    assert somebody != nobody
    assert kind is event_kinds.WON or "Cy" in somebody
    assert "Cy" not in nobody


@each_language
def test_what_was_said_stands_word_for_word_with_who_said_it(language: Language):
    for kind in (event_kinds.SPOKE, event_kinds.CONFERRED):
        words = told(language, kind, text="{{ no }} “go” <b>")
        assert "Ann" in words
        assert "{{ no }} “go” <b>" in words
    assert "Cy" in told(language, event_kinds.CONFERRED)


@each_language
def test_each_role_is_told_what_it_is_and_can_do(language: Language):
    assert len({told(language, event_kinds.ROLE, role=role.value) for role in Role}) == len(Role)
    assert len({told(language, event_kinds.REVEALED, role=role.value) for role in Role}) == len(Role)


@each_language
def test_the_two_sides_read_otherwise(language: Language):
    for kind in (event_kinds.CHECKED, event_kinds.WON):
        sides = [told(language, kind, role=side, chosen=(side,)) for side in ("good", "werewolf")]
        assert sides[0] != sides[1]


@each_language
def test_the_rules_name_the_players_and_the_powers_that_are_dealt(language: Language):
    witch, hunter = {"en": ("witch", "hunter"), "zh": ("女巫", "猎人")}[language]
    full, bare = (rules(werewolves(deal, language)) for deal in ("wwsxghvvv", "wsvvv"))
    assert all(name in full for name in werewolves("wwsxghvvv", language).players)
    assert is_chinese(full) == (language == "zh")
    assert witch in full
    assert hunter in full
    assert witch not in bare
    assert hunter not in bare


@cases(
    ("option", "values"),
    [
        ("confers", (0, 1)),
        ("self_save", (True, False)),
        ("guard_repeats", (True, False)),
        ("parity", (True, False)),
        ("doubly_saved", ("dies", "lives")),
        ("discussions", (1, 2)),
        ("opens", ("first", "next", "lot")),
        ("ties", ("nobody", "lot", "runoff")),
        ("reveal", ("none", "eliminated", "all")),
        ("days", (9, 10)),
    ],
)
@each_language
def test_every_option_of_a_table_stands_in_its_rules(
    option: str, values: tuple[object, ...], language: Language
):
    tables: list[WerewolfSetup] = [werewolves("wwsxgvvv", language, **{option: value}) for value in values]
    assert len({rules(table) for table in tables}) == len(values)
