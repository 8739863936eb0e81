from dataclasses import replace
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from parlour.core import Event, EventKind, event_kinds
from parlour.games.mystery import kinds
from parlour.language.wording import rules, tell
from parlour.llm import Language
from tests.arena.mysteries import mystery
from tests.cases import cases

LANGUAGES: tuple[Language, ...] = ("en", "zh")
FULL = Event(
    number=3,
    kind=event_kinds.ROLE,
    round=2,
    actor="Ann",
    to="Bo",
    case="Vic",
    chosen=("Cy", "Di"),
    text="Hm!",
)
SAID = (event_kinds.INTRODUCED, event_kinds.ASKED, event_kinds.REPLIED)
PAPERS = (event_kinds.SCRIPT, event_kinds.SECRET, event_kinds.OBJECTIVE)
MYSTERY = (
    *SAID,
    *PAPERS,
    event_kinds.ROLE,
    event_kinds.ROUND,
    event_kinds.PASSED,
    event_kinds.VOTED,
    event_kinds.ELIMINATED,
    event_kinds.REVEALED,
    event_kinds.WON,
    kinds.ANSWERED,
)


def is_chinese(text: str) -> bool:
    return any("\u3400" <= sign <= "\u9fff" for sign in text)


@cases("kind", MYSTERY)
def test_every_event_can_be_told_in_both_languages_whatever_it_leaves_out(kind: EventKind):
    for blanks in product((True, False), repeat=4):
        actor, to, case, chosen = blanks
        event = replace(
            FULL,
            kind=kind,
            actor="Ann" if actor else None,
            to="Bo" if to else None,
            case="Vic" if case else None,
            chosen=("Cy",) if chosen else (),
        )
        for language in LANGUAGES:
            assert tell(event, language, "mystery")


@cases("kind", [kind for kind in MYSTERY if kind is not event_kinds.SCRIPT])
def test_the_two_languages_tell_it_in_different_words(kind: EventKind):
    event = replace(FULL, kind=kind)
    assert is_chinese(tell(event, "zh", "mystery"))
    assert not is_chinese(tell(event, "en", "mystery"))


@cases("language", LANGUAGES)
@cases("kind", SAID)
def test_what_was_said_stands_word_for_word_with_who_said_it_to_whom(kind: EventKind, language: Language):
    told = tell(replace(FULL, kind=kind, text="{{ no }} “go”\n<b>"), language, "mystery")
    assert "{{ no }} “go”\n<b>" in told
    assert "Ann" in told
    assert ("Bo" in told) == (kind is not event_kinds.INTRODUCED)


@given(st.text(alphabet="ab {}%#<&在。\n", min_size=1).filter(str.strip), st.sampled_from(PAPERS))
def test_papers_are_told_word_for_word(text: str, kind: EventKind):
    for language in LANGUAGES:
        assert text.strip() in tell(Event(number=0, kind=kind, actor="Ann", text=text), language, "mystery")


@cases("language", LANGUAGES)
def test_a_murderers_role_names_whom_it_killed_and_a_civilians_says_nobody(language: Language):
    murderer = tell(
        Event(number=0, kind=event_kinds.ROLE, actor="Bo", chosen=("Vic", "Wes")), language, "mystery"
    )
    civilian = tell(Event(number=0, kind=event_kinds.ROLE, actor="Bo"), language, "mystery")
    assert all(name in murderer for name in ("Bo", "Vic", "Wes"))
    assert "Bo" in civilian
    assert murderer != civilian


@cases("language", LANGUAGES)
@cases(
    "kind", [event_kinds.VOTED, event_kinds.ELIMINATED, event_kinds.REVEALED, event_kinds.WON, kinds.ANSWERED]
)
def test_nobody_is_told_otherwise_than_somebody(kind: EventKind, language: Language):
    somebody = replace(FULL, kind=kind, chosen=("civilian",) if kind is event_kinds.WON else ("Cy",))
    told, nobody = (
        tell(somebody, language, "mystery"),
        tell(replace(somebody, chosen=()), language, "mystery"),
    )
    assert told != nobody
    assert "Vic" in nobody
    assert "Cy" not in nobody


@cases("language", LANGUAGES)
def test_who_won_is_told_by_side(language: Language):
    won = replace(FULL, kind=event_kinds.WON, chosen=("civilian",))
    assert tell(won, language, "mystery") != tell(replace(won, chosen=("murderer",)), language, "mystery")


@cases("language", LANGUAGES)
def test_three_ways_of_passing_are_told_apart(language: Language):
    no_reply = replace(FULL, kind=event_kinds.PASSED)
    no_question = replace(no_reply, to=None)
    silence = replace(no_question, case=None)
    told = [tell(event, language, "mystery") for event in (no_reply, no_question, silence)]
    assert len(set(told)) == 3
    assert "Bo" in told[0]
    assert "Vic" in told[1]


@cases("language", LANGUAGES)
def test_the_synopsis_is_told_as_known_to_everybody_and_a_script_as_it_is(language: Language):
    script = Event(number=0, kind=event_kinds.SCRIPT, actor="Ann", text="A storm.")
    assert tell(script, language, "mystery") == "A storm."
    assert tell(replace(script, actor=None), language, "mystery").endswith("\nA storm.")


@cases("language", LANGUAGES)
def test_the_rules_name_the_table_the_victims_and_the_rounds(language: Language):
    told = rules(mystery(language, names=("Ann", "Bo", "Cy"), dead=("Vic", "Wes"), rounds=7))
    assert all(word in told for word in ("Ann", "Bo", "Cy", "Vic", "Wes", "7"))
    assert is_chinese(told) == (language == "zh")
