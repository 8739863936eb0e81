"""One Night put into words: every event that the game tells, and the rules of each table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.core import Event, EventKind, event_kinds
from parlour.core.conformance import play_randomly
from parlour.errors import TemplateError
from parlour.games.onenight import OF_PEOPLE, OneNightSetup, Role, Team, start
from parlour.language.wording import rules, tell
from parlour.llm import Language
from tests.arena.onenights import one_night
from tests.cases import cases
from tests.language.wording.test_tell import LANGUAGES, is_chinese

KINDS = (
    event_kinds.ROLE,
    event_kinds.FELLOWS,
    event_kinds.NIGHT,
    event_kinds.CHECKED,
    event_kinds.DAY,
    event_kinds.ROUND,
    event_kinds.SPOKE,
    event_kinds.PASSED,
    event_kinds.POLLED,
    event_kinds.VOTED,
    event_kinds.TIED,
    event_kinds.ELIMINATED,
    event_kinds.WON,
    event_kinds.REVEALED,
)
FULL = Event(
    number=3,
    kind=event_kinds.ROLE,
    round=2,
    actor="Ann",
    case="werewolf",
    chosen=("Cy", "Di"),
    text="Hm!",
    role="werewolf",
)
NOBODY = (event_kinds.CHECKED, event_kinds.POLLED, event_kinds.VOTED, event_kinds.ELIMINATED)
each_language = cases("language", LANGUAGES)


def told(language: Language, kind: EventKind, **about: object) -> str:
    return tell(replace(FULL, kind=kind, **about), language, "onenight")  # pyright: ignore[reportArgumentType]


@cases("kind", KINDS)
@each_language
def test_every_event_is_told_in_its_own_language(kind: EventKind, language: Language):
    assert is_chinese(told(language, kind)) == (language == "zh")


@each_language
def test_an_event_that_the_game_does_not_know_is_no_event_of_its(language: Language):
    with pytest.raises(TemplateError):
        told(language, event_kinds.ASKED)


def test_whatever_a_game_tells_has_words():
    """Played through with all roles, so that a new kind of event is missed here."""
    setup = one_night(minion_knows_wolf=True)
    kinds: set[EventKind] = set()
    for seed in range(12):
        _, events = play_randomly(start(setup.players, seed, setup), seed)
        kinds |= {event.kind for event in events}
        assert all(tell(event, "en", "onenight") for event in events)
    assert kinds == set(KINDS)


@cases("kind", NOBODY)
@each_language
def test_nobody_is_told_otherwise_than_somebody(kind: EventKind, language: Language):
    somebody, nobody = told(language, kind), told(language, kind, chosen=())
    assert "Cy" in somebody
    assert "Cy" not in nobody


@each_language
def test_the_seer_reads_whether_one_of_the_two_is_the_werewolf(language: Language):
    found, clear = (told(language, event_kinds.CHECKED, role=side) for side in (Team.WEREWOLF, Team.VILLAGE))
    assert found != clear
    assert all(name in words for name in ("Cy", "Di") for words in (found, clear))


@each_language
def test_a_vote_says_whose_it_is_and_which_one_counts(language: Language):
    poll, later, vote = (
        told(language, event_kinds.POLLED),
        told(language, event_kinds.POLLED, round=1),
        told(language, event_kinds.VOTED),
    )
    assert len({poll, later, vote}) == 3
    assert all("Ann" in words for words in (poll, later, vote))


@each_language
def test_what_was_said_stands_word_for_word_with_who_said_it(language: Language):
    words = told(language, event_kinds.SPOKE, text="{{ no }} “go” <b>")
    assert "Ann" in words
    assert "{{ no }} “go” <b>" in words


@each_language
def test_each_role_and_each_side_reads_otherwise(language: Language):
    for kind in (event_kinds.ROLE, event_kinds.REVEALED):
        papers = [role for role in Role if role not in OF_PEOPLE]
        assert len({told(language, kind, role=role.value) for role in papers}) == len(papers)
        assert len({told(language, kind, role=role.value, to="Cy") for role in Role}) == len(Role)
    assert len({told(language, event_kinds.WON, chosen=(team.value,)) for team in Team}) == len(Team)
    mason, minion = (told(language, event_kinds.FELLOWS, role=role) for role in (Role.MASON, Role.WEREWOLF))
    assert mason != minion


@each_language
def test_the_rules_name_the_players_and_the_roles_that_are_dealt(language: Language):
    mason, tanner, minion = {"en": ("mason", "tanner", "minion"), "zh": ("守夜人", "皮匠", "爪牙")}[language]
    full, bare = (rules(one_night(deal, language)) for deal in ("smwmntv", "svw"))
    assert all(name in full for name in one_night(language=language).players)
    assert is_chinese(full) == (language == "zh")
    assert all(role in full for role in (mason, tanner, minion))
    assert tanner not in bare
    assert minion not in bare


@cases(
    ("option", "values"),
    [("rounds", (1, 2, 3, 4)), ("words", (50, 120)), ("minion_knows_wolf", (False, True))],
)
@each_language
def test_every_option_of_a_table_stands_in_its_rules(
    option: str, values: tuple[object, ...], language: Language
):
    tables: list[OneNightSetup] = [one_night("smwmntv", language, **{option: value}) for value in values]
    assert len({rules(table) for table in tables}) == len(values)


def test_the_rules_tell_a_chinese_table_its_own_limit():
    assert "不超过192字" in rules(one_night(language="zh"))
    assert "at most 120 words" in rules(one_night())
