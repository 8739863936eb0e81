"""Witness twins: the same story in the same words, but for who holds what a case depends on."""

from collections import Counter

import pytest

from parlour.errors import SetupError
from parlour.games.mystery import Script, difficulty_report, solve
from parlour.games.mystery.difficulty import decisive
from parlour.games.mystery.shape import Difficulty
from parlour.games.mystery.solve import sentences_of
from parlour.games.mystery.twins import DIFFICULTIES, TwinScripts, generate_twins
from parlour.language.facts import Language, NoMeans, NoMotive

TABLES = [(6, 1, "normal"), (7, 2, "normal"), (7, 1, "hard"), (8, 1, "3")]
TOLD = [*zip(TABLES, ("en", "zh", "en", "zh"), strict=True)]


def twins(seed: int, table: tuple[int, int, str], lang: str = "en") -> TwinScripts:
    players, victims, difficulty = table
    return generate_twins(seed, players=players, victims=victims, difficulty=difficulty, lang=lang)


def sentences(script: Script) -> Counter[tuple[str | None, str]]:
    return Counter((each.source, each.text) for each in sentences_of(script))


@pytest.mark.parametrize(("table", "lang"), TOLD, ids=str)
def test_twins_differ_in_one_sentence_that_another_has(table: tuple[int, int, str], lang: Language):
    found = twins({"en": 0, "zh": 1}[lang], table, lang)
    (one, other), (first, second) = found.scripts, found.witnesses
    gone, come = sentences(one) - sentences(other), sentences(other) - sentences(one)
    ((was, text),), ((now, same),) = gone, come
    assert (was, now, text) == (first, second, same)
    assert isinstance(found.fact, NoMeans | NoMotive)
    assert found.fact.who not in (first, second)
    [told] = [each for each in sentences_of(one) if (each.source, each.text) == (first, text)]
    assert told.fact == found.fact
    assert (one.questions, one.victims, one.relations) == (
        other.questions,
        other.victims,
        other.relations,
    )
    assert (one.title, one.synopsis) == (other.title, other.synopsis)
    for mine, theirs in zip(one.characters, other.characters, strict=True):
        if mine.name not in (first, second):
            assert mine == theirs
    assert one.id != other.id


@pytest.mark.parametrize(("table", "lang"), TOLD, ids=str)
def test_either_twin_is_proved_by_its_text_and_needs_its_own_witness_alone(
    table: tuple[int, int, str], lang: str
):
    found = twins(3, table, lang)
    for script, witness in zip(found.scripts, found.witnesses, strict=True):
        solution = solve(script)
        assert solution.is_proved
        assert not solution.knowing
        needed = decisive(solution.evidence, solution.truth)
        assert {name for names in needed.values() for name in names} == {witness}
        for name in solution.civilians:
            rest = solution.evidence.told_by([each for each in script.players if each != name])
            assert (list(rest.survivors()) == [solution.truth]) is (name != witness)
        if table[2] == "3":
            assert len(difficulty_report(solution).needed or ()) == 2


def test_the_same_twins_come_of_the_same_seed_and_both_languages_tell_the_same():
    one, again = twins(2, TABLES[0]), twins(2, TABLES[0])
    assert one == again
    chinese = twins(2, TABLES[0], "zh")
    seats = [script.players.index(name) for script, name in zip(one.scripts, one.witnesses, strict=True)]
    assert seats == [
        script.players.index(name) for script, name in zip(chinese.scripts, chinese.witnesses, strict=True)
    ]
    assert [each.story for each in one.scripts] == [each.story for each in chinese.scripts]


def test_no_case_depends_on_one_witness_where_it_is_too_easy_or_too_hard():
    for difficulty in [each for each in Difficulty if each not in DIFFICULTIES]:
        with pytest.raises(SetupError, match=f"twins are of difficulty normal, hard or 3, not {difficulty}"):
            generate_twins(1, players=8, difficulty=difficulty)


def test_four_players_are_too_few_for_twins(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parlour.games.mystery.twins._ATTEMPTS", 20)
    with pytest.raises(SetupError, match=r"seed 1 gives no witness twins of 4 players.* or more players"):
        generate_twins(1, players=4)
