"""Avalon in words: both languages, every event, every request, every option of a table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from jinja2 import Environment, meta
from parlour.core import Event, EventKind, Request, RequestKind, event_kinds, request_kinds
from parlour.core.conformance import play_randomly
from parlour.errors import TemplateError
from parlour.language.wording import Phrases, game_words, rules
from parlour.language.wording import tell as tell_event
from parlour.llm import Language

import parlour_avalon
from parlour_avalon import AvalonSetup, Role, Team, kinds, seat_names, start
from parlour_avalon.game import GAME
from parlour_avalon.quests import APPROVE, FAIL, REJECT, SUCCESS
from tables import Plan, play, table

LANGUAGES: tuple[Language, ...] = ("en", "zh")
PHRASES = Phrases("parlour_avalon")
TEMPLATES = game_words(GAME)
PROMPTS = Path(parlour_avalon.__file__).parent / "prompts"
ENGLISH = sorted(path.name for path in (PROMPTS / "en").iterdir())
TOLD = (
    event_kinds.ROLE,
    event_kinds.FELLOWS,
    kinds.SEEN,
    kinds.LED,
    kinds.PROPOSED,
    event_kinds.SPOKE,
    event_kinds.PASSED,
    kinds.BALLOTED,
    kinds.APPROVED,
    kinds.REJECTED,
    kinds.PLAYED,
    kinds.SUCCEEDED,
    kinds.FAILED,
    kinds.HUNT,
    event_kinds.CONFERRED,
    kinds.ASSASSINATED,
    event_kinds.WON,
    event_kinds.REVEALED,
)
FULL = Event(
    number=3, kind=event_kinds.ROLE, round=2, actor="Ann", chosen=("Cy", "Di"), text="Hm!", role="evil"
)
NOBODY = (event_kinds.FELLOWS, kinds.SEEN, kinds.PROPOSED, kinds.REJECTED, kinds.ASSASSINATED)
HALF_WIDTH = re.compile(r"[\u3400-\u9fff][,:;?!()]|[,:;?!()][\u3400-\u9fff]|[\u3400-\u9fff]\.")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def tell(event: Event, language: Language) -> str:
    return tell_event(event, language, "avalon")


def told(language: Language, kind: EventKind, **about: object) -> str:
    role = "merlin" if kind in (event_kinds.ROLE, event_kinds.REVEALED) else "evil"
    return tell(replace(FULL, kind=kind, **{"role": role, **about}), language)  # pyright: ignore[reportArgumentType]


def is_chinese(text: str) -> bool:
    return bool(re.search(r"[\u3400-\u9fff]", text))


def source(language: Language, name: str) -> str:
    return (PROMPTS / language / name).read_text(encoding="utf-8")


def wanted(language: Language, name: str) -> set[str]:
    return meta.find_undeclared_variables(Environment(autoescape=False).parse(source(language, name)))


# Files


def test_both_languages_have_the_same_templates():
    assert sorted(path.name for path in (PROMPTS / "zh").iterdir()) == ENGLISH


@pytest.mark.parametrize("name", ENGLISH)
def test_both_languages_ask_for_the_same_variables(name: str):
    assert wanted("en", name) == wanted("zh", name)


@pytest.mark.parametrize("name", ENGLISH)
def test_each_template_is_written_in_its_own_language(name: str):
    assert not re.search(r"[\u3000-\u9fff\uff00-\uffef]", source("en", name))
    bare = re.sub(r"\{\{.*?\}\}", "名", source("zh", name))
    assert is_chinese(bare)
    assert not HALF_WIDTH.search(re.sub(r"\{%.*?%\}", "", bare))


def test_both_languages_have_the_same_phrases_with_the_same_places():
    english, chinese = PHRASES.all("en"), PHRASES.all("zh")
    fields = [
        {key: {part[1] for part in Formatter().parse(said) if part[1]} for key, said in each.items()}
        for each in (english, chinese)
    ]
    assert fields[0] == fields[1]
    own = [said for said in chinese.values() if not re.fullmatch(r"\{\w+\}", said)]
    assert all(map(is_chinese, own))
    assert not any(map(is_chinese, english.values()))


@each_language
def test_every_role_side_and_option_has_a_name(language: Language):
    for role in Role:
        assert PHRASES.say(f"role_{role}", language)
    for team in Team:
        assert PHRASES.say(f"team_{team}", language)
    for option in (APPROVE, REJECT, SUCCESS, FAIL):
        assert PHRASES.say(f"option_{option}", language)


# Events


@pytest.mark.parametrize("kind", TOLD)
@each_language
def test_every_event_is_told_in_its_own_language_in_one_line(kind: EventKind, language: Language):
    words = told(language, kind)
    assert is_chinese(words) == (language == "zh")
    assert "\n" not in words


def test_whatever_a_game_tells_has_words():
    """Played through often, so that a kind of event without words is missed here."""
    setup = AvalonSetup(players=seat_names(10, "en"), confers=True)
    found: set[str] = set()
    for seed in range(12):
        _, events = play_randomly(start(setup.players, seed, setup), seed)
        found |= {event.kind for event in events}
        assert all(tell(event, language) for event in events for language in LANGUAGES)
    assert found == set(TOLD)


@each_language
def test_an_event_of_another_game_is_no_event_of_avalon(language: Language):
    with pytest.raises(TemplateError):
        told(language, event_kinds.NIGHT)


@pytest.mark.parametrize("kind", NOBODY)
@each_language
def test_nobody_is_told_otherwise_than_somebody(kind: EventKind, language: Language):
    assert "Cy" in told(language, kind)
    assert "Cy" not in told(language, kind, chosen=())
    assert told(language, kind, chosen=())


@pytest.mark.parametrize(
    ("kind", "options"), [(kinds.BALLOTED, (APPROVE, REJECT)), (kinds.PLAYED, (SUCCESS, FAIL))]
)
@each_language
def test_each_choice_and_none_read_otherwise(kind: EventKind, options: tuple[str, ...], language: Language):
    choices = [(option,) for option in options] + [()]
    assert len({told(language, kind, chosen=chosen) for chosen in choices}) == 3


@each_language
def test_each_role_and_each_side_reads_otherwise(language: Language):
    for kind in (event_kinds.ROLE, event_kinds.REVEALED):
        assert len({told(language, kind, role=role.value) for role in Role}) == len(Role)
    assert len({told(language, event_kinds.WON, chosen=(team.value,)) for team in Team}) == len(Team)


@each_language
def test_percival_reads_two_names_and_not_which_is_which_or_the_one_name_of_merlin(language: Language):
    two, other = (told(language, kinds.SEEN, role="merlin", chosen=pair) for pair in (("Cy", "Di"), ("Cy",)))
    assert "Cy" in two
    assert "Di" in two
    assert ("Morgana" in two, "莫甘娜" in two) == (language == "en", language == "zh")
    assert "Morgana" not in other
    assert "莫甘娜" not in other


@each_language
def test_a_quest_tells_how_many_fails_there_were(language: Language):
    clean, spared = (told(language, kinds.SUCCEEDED, chosen=(fails,)) for fails in "01")
    one, two = (told(language, kinds.FAILED, chosen=(fails,)) for fails in "12")
    assert len({clean, spared, one, two}) == 4
    assert "2" in two.replace("2", "", 1)


@each_language
def test_the_fifth_proposal_says_that_it_is_the_last(language: Language):
    fourth, fifth = (told(language, kinds.LED, chosen=(n,)) for n in "45")
    assert len(fifth) > len(fourth) + 5


@each_language
def test_what_was_said_stands_word_for_word_with_who_said_it(language: Language):
    for kind in (event_kinds.SPOKE, event_kinds.CONFERRED):
        words = told(language, kind, text="{{ no }} “go” <b>")
        assert "Ann" in words
        assert "{{ no }} “go” <b>" in words


# Rules


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("leads", ("lot", "first")),
        ("discussions", (0, 1, 2)),
        ("words", (50, 100)),
        ("confers", (False, True)),
    ],
)
@each_language
def test_every_option_of_a_table_stands_in_its_rules(
    option: str, values: tuple[Any, ...], language: Language
):
    tables = [table(language=language, **{option: value}) for value in values]
    assert len({rules(each) for each in tables}) == len(values)


@each_language
def test_each_set_of_roles_has_rules_of_its_own(language: Language):
    deals = ("MPsAG", "MPsAD", "MPsAO", "MPsAm", "MssAm")
    assert len({rules(table(deal, language=language)) for deal in deals}) == len(deals)


@each_language
def test_the_rules_name_the_players_and_only_the_roles_that_are_dealt(language: Language):
    mordred, oberon = {"en": ("Mordred", "Oberon"), "zh": ("莫德雷德", "奥伯伦")}[language]
    full, bare = (rules(table(deal, language=language)) for deal in ("MPssssADGO", "MPsAG"))
    assert is_chinese(full) == (language == "zh")
    assert all(name in bare for name in table("MPsAG").players)
    assert mordred in full
    assert oberon in full
    assert mordred not in bare
    assert oberon not in bare


def test_the_rules_tell_the_sizes_of_the_quests_and_where_two_fails_are_needed():
    five, seven = (rules(table(deal)) for deal in ("MPsAG", "MPssAGO"))
    assert "2, 3, 2, 3 and 3 players go" in five
    assert "only with two" not in five
    assert "quest 4 fails only with two" in seven
    assert "第四次任务要有两张失败才算失败" in rules(table("MPssAGO", language="zh"))


# Requests

REQUESTS: tuple[RequestKind, ...] = (
    kinds.PROPOSE,
    request_kinds.SPEAK,
    kinds.BALLOT,
    kinds.QUEST,
    kinds.CONFER,
    kinds.ASSASSINATE,
)


def asked(language: Language) -> dict[str, Request]:
    """A request of every kind, from a game that was played."""
    tale = play(table("MPsAG", language=language, confers=True), Plan(named="Bo").answer)
    return {request.kind: request for request in tale.requests}


@each_language
def test_every_request_of_a_game_has_a_task(language: Language):
    assert set(asked(language)) == set(REQUESTS)


@pytest.mark.parametrize("verb", [*REQUESTS, "whom"])
@pytest.mark.parametrize("role", list(Role))
@each_language
def test_a_task_names_what_may_be_chosen_and_the_limit_of_what_is_said(
    verb: str, role: Role, language: Language
):
    request = asked(language)["confer" if verb == "whom" else verb]
    task = TEMPLATES.speak(verb, language, request=request, addressee="Bo", role=role)
    chooses = verb not in (request_kinds.SPEAK, kinds.CONFER)
    assert all(option in task for option in request.options) or not chooses
    assert not request.words or verb == "whom" or str(request.words) in task
    assert request.text in task
    assert is_chinese(task) == (language == "zh")


@pytest.mark.parametrize("role", list(Role))
@each_language
def test_a_reminder_says_who_one_is_and_whom_one_knows(role: Role, language: Language):
    request = asked(language)["speak"]
    fellows = ["Di"] if role.team is Team.EVIL and role is not Role.OBERON else []
    pair = replace(FULL, kind=kinds.SEEN, chosen=("Di", "Eve"))
    seen = [pair] if role in (Role.MERLIN, Role.PERCIVAL) else []
    words = TEMPLATES.speak(
        "reminder",
        language,
        player="Ann",
        role=role,
        request=request,
        living=[],
        fellows=fellows,
        dealt={"seen": seen},
    )
    assert "Ann" in words
    assert PHRASES.say(f"role_{role}", language) in words
    assert all(name in words for name in (*fellows, *(pair.chosen if seen else ())))
