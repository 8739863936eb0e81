"""The solver, on generated scripts and on small ones written by hand."""

from typing import Any

import pytest

from parlour.errors import UsageError
from parlour.games.mystery import Script, Victim, difficulty_report, generate, solve
from parlour.games.mystery.repair import full_deduction, truth
from parlour.games.mystery.shape import Difficulty
from tests.games.mystery.worlds import invent

CASE = "Vic was killed in the cellar. Vic was killed at 9:00 in the evening."
PARTS = {
    "Ann": "You were in the garden at 9:00 in the evening. You saw Cy in the garden at 9:00 in the evening.",
    "Bo": "You killed Vic. You claim that you were in the attic at 9:00 in the evening.",
    "Cy": "You were in the garden at 9:00 in the evening. You saw Ann in the garden at 9:00 in the evening.",
}


def script(*, synopsis: str = CASE, **parts: str) -> Script:
    told = PARTS | parts
    return Script.model_validate(
        {
            "title": "The Mill",
            "language": "en",
            "synopsis": synopsis,
            "characters": [
                {"name": name, "acts": [text], "aliases": [f"Old {name}"]} for name, text in told.items()
            ],
            "victims": [{"name": "Vic", "murderers": ["Bo"]}],
        }
    )


def test_the_text_proves_what_the_world_proves():
    for lang in ("en", "zh"):
        for seed in range(8):
            options: dict[str, Any] = {
                "players": 3 + seed,
                "victims": 1 + seed // 4,
                "difficulty": [*Difficulty][:3][seed % 3],
                "lang": lang,
            }
            mystery, solution = invent(seed, **options), solve(generate(seed, acts=1 + seed % 2, **options))
            world = full_deduction(mystery.world, mystery.knowledge)
            assert solution.is_proved
            assert not solution.knowing
            assert not solution.problems
            assert solution.survivors == tuple(world.survivors()) == (truth(mystery.world),)
            assert set(solution.evidence.statements) == set(world.statements)


def test_an_authors_script_in_the_controlled_language_is_solved():
    solution = solve(script())
    assert solution.is_proved
    assert solution.knowing == ("Ann", "Cy")


def test_an_alias_is_the_same_person():
    assert solve(script(Ann=PARTS["Ann"].replace("saw Cy", "saw Old Cy"))).is_proved


def test_innocent_people_who_contradict_each_other_are_named_with_their_sentences():
    solution = solve(script(Cy="Ann was in the kitchen at 9:00 in the evening."))
    assert not solution.is_proved
    (problem,) = [each for each in solution.problems if each.is_meant]
    assert [(each.source, each.text) for each in problem.sentences] == [
        ("Ann", "You were in the garden at 9:00 in the evening."),
        ("Cy", "Ann was in the kitchen at 9:00 in the evening."),
    ]


def test_a_sentence_that_clears_the_murderer_is_named():
    solution = solve(script(Cy=f"{PARTS['Cy']} Bo was in the attic at 9:00 in the evening."))
    (problem,) = [each for each in solution.problems if each.is_meant]
    assert [(each.source, each.text) for each in problem.sentences] == [
        ("Cy", "Bo was in the attic at 9:00 in the evening."),
        (None, "Vic was killed in the cellar."),
        (None, "Vic was killed at 9:00 in the evening."),
    ]
    assert solution.survivors == ()


def test_a_second_solution_is_named_with_the_word_of_its_accused():
    solution = solve(script(Ann="You were in the garden at 9:00 in the evening."))
    assert solution.survivors == ((("Bo",),), (("Cy",),))
    (problem,) = solution.problems
    assert problem.hypothesis == (("Cy",),)
    assert not problem.is_meant
    assert ("Cy", "You were in the garden at 9:00 in the evening.") in [
        (each.source, each.text) for each in problem.sentences
    ]


def test_a_second_solution_against_which_nothing_speaks_has_no_sentences():
    solution = solve(script(Ann="You are Bo's neighbour.", Cy="You are Bo's neighbour."))
    assert [problem.sentences for problem in solution.problems] == [(), ()]


def test_free_prose_is_refused_in_words():
    prose = dict.fromkeys(PARTS, "It was a dark night, and the rain would not stop.")
    with pytest.raises(UsageError, match="says nothing in the controlled language"):
        solve(script(synopsis="A storm.", **prose))


def test_a_victim_whom_nobody_at_the_table_killed_is_left_out():
    told = script()
    wes = Victim(name="Wes")
    assert solve(told.model_copy(update={"victims": (*told.victims, wes)})).is_proved
    with pytest.raises(UsageError, match="no victim whom anybody at the table killed"):
        solve(told.model_copy(update={"victims": (wes,)}))


def test_the_report_counts_what_must_be_heard():
    report = difficulty_report(
        solve(script(Ann=PARTS["Ann"], Di="You heard Ann in the garden at 9:00 in the evening."))
    )
    assert report.needed == ("Ann",)
    assert report.placed == "Di"
    assert report.silent == 2
    assert report.shields == {"Ann": 2, "Cy": 1, "Di": 0}
    assert report.bits["Ann"] == pytest.approx(0.415, abs=0.001)
    assert report.bits["Bo"] == 0


def test_who_has_a_motive_and_no_alibi_but_its_own_can_be_framed():
    di = "You were in the attic at 9:00 in the evening. You had a motive to kill Vic: jealousy."
    assert difficulty_report(solve(script(Di=di))).framed == ("Di",)
    seen = f"{PARTS['Ann']} You heard Di in the attic at 9:00 in the evening."
    assert difficulty_report(solve(script(Di=di, Ann=seen))).framed == ()


@pytest.mark.parametrize(("players", "victims"), [(5, 1), (6, 1), (6, 2), (8, 1), (9, 3)])
def test_in_a_hard_mystery_nobody_can_tell_after_hearing_one_other(players: int, victims: int):
    for seed in range(4):
        script = generate(seed, players=players, victims=victims, difficulty=Difficulty.HARD)
        assert len(difficulty_report(solve(script)).needed or ()) >= 2


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("difficulty", Difficulty)
def test_that_two_killed_one_is_said_in_the_texts_and_proved_from_them(lang: str, difficulty: Difficulty):
    players = 9 if difficulty.isdecimal() else 6
    solution = solve(
        generate(len(difficulty), players=players, murderers=2, difficulty=difficulty, lang=lang)
    )
    assert solution.is_proved
    assert not solution.knowing
    assert len(solution.truth[0]) == 2
