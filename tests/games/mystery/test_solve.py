"""The solver, on generated scripts and on small ones written by hand."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from parlour.errors import SetupError, UsageError
from parlour.games.mystery import Difficulty, Hypothesis, Script, Victim, difficulty_report, generate, solve
from parlour.games.mystery.asking import MysteryAsked
from parlour.games.mystery.difficulty import decisive
from parlour.games.mystery.finale import Proof, prove
from parlour.games.mystery.library import saves
from parlour.games.mystery.repair import full_deduction, truth
from parlour.language.facts import Killing
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


SHAPES: tuple[dict[str, int | str], ...] = (
    {"players": 4},
    {"players": 6},
    {"players": 6, "difficulty": "hard"},
    {"players": 7, "victims": 2},
    {"players": 7, "murderers": 2},
    {"players": 3},
)
SEEDS = range(12)


def proved(seed: int, shape: dict[str, int | str]) -> tuple[Proof, tuple[Hypothesis, ...]]:
    solution = solve(generate(seed, **shape))  # pyright: ignore[reportArgumentType] - as keywords
    proof = prove(solution.evidence)
    assert proof
    assert proof.truth == solution.truth
    return proof, tuple(solution.evidence.hypotheses())


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_step_is_entailed_and_the_last_leaves_the_truth_alone(shape: dict[str, int | str]):
    for seed in SEEDS:
        proof, possible = proved(seed, shape)
        for step in proof.steps:
            gone = [each for each in possible if each not in step.left]
            assert gone, "a step that refutes nothing is none"
            for hypothesis in gone:
                liars = set(chain.from_iterable(hypothesis))
                killed = {
                    Killing(who=who, victim=victim)
                    for victim, killers in zip(proof.victims, hypothesis, strict=True)
                    for who in killers
                }
                assert killed.issuperset(step.clash.killings)
                assert liars.isdisjoint(step.clash.sources), "only the word of the innocent counts"
            for cleared in step.cleared:
                case = proof.victims.index(cleared.victim)
                assert all(cleared.who not in each[case] for each in step.left)
                assert any(cleared.who in each[case] for each in possible)
            possible = step.left
        assert possible == (proof.truth,)


def test_where_one_did_it_every_step_clears_one_of_the_others_as_long_as_anything_does():
    for seed in SEEDS:
        proof, possible = proved(seed, {"players": 6})
        assert [len(step.cleared) for step in proof.steps] == [1] * 5
        assert len(possible) == 6
        assert all(step.ground != "lie" for step in proof.steps)


def test_a_lie_rests_on_a_murderer_and_on_somebody_innocent_and_none_is_told_twice():
    caught = 0
    for seed in SEEDS:
        proof, _ = proved(seed, {"players": 6})
        guilty = set(chain.from_iterable(proof.truth))
        told = [tuple(each for each in clash.statements if each.source in guilty) for clash in proof.lies]
        assert all(told)
        assert len(set(told)) == len(told)
        assert all(set(clash.sources) - guilty for clash in proof.lies)
        caught += len(proof.lies)
    assert caught > len(SEEDS)


def test_what_leaves_more_than_one_answer_open_is_not_proved():
    said = solve(generate(7, players=6)).evidence
    assert prove(said.told_by(())) is None


def test_far_too_many_answers_are_not_told_one_by_one():
    assert prove(solve(generate(3, players=8, victims=4, difficulty="easy")).evidence) is None


NEEDED_SHAPES: tuple[dict[str, int | str], ...] = (
    {},
    {"players": 4},
    {"players": 5, "difficulty": "hard"},
    {"difficulty": "easy", "lang": "zh"},
)


def made(seed: int, needed: str | None, shape: dict[str, int | str]) -> Script:
    return generate(seed, needed=needed, **shape)  # pyright: ignore[reportArgumentType] - as keywords


@pytest.mark.parametrize("shape", NEEDED_SHAPES, ids=str)
def test_without_the_seat_the_case_stays_open_and_with_it_it_is_proved(shape: dict[str, int | str]):
    innocent = 0
    for seed in range(3):
        script = made(seed, "2", shape)
        name = script.players[1]
        solution = solve(script)
        assert solution.is_proved
        assert not solution.knowing, "nobody can tell alone, the one who is needed neither"
        if script.victims_of(name):
            continue
        innocent += 1
        assert all(name in each for each in decisive(solution.evidence, solution.truth).values())
        others = [each for each in script.players if each != name]
        assert len(list(solution.evidence.told_by(others).survivors())) > 1
    assert innocent


def test_to_be_needed_says_nothing_of_who_did_it():
    for seed in range(4):
        plain, needing = generate(seed), generate(seed, needed="1")
        guilty = bool(plain.victims_of(plain.players[0]))
        assert guilty == bool(needing.victims_of(needing.players[0]))
        if guilty:
            assert [each.acts for each in plain.characters] == [each.acts for each in needing.characters]


def test_the_same_is_made_again_and_a_name_means_its_seat():
    plain = generate(3)
    name = next(each for each in plain.players if not plain.victims_of(each))
    script = generate(3, needed=name)
    assert saves(script) == saves(generate(3, needed=str(1 + plain.players.index(name))))
    assert script.players == plain.players


def test_what_cannot_be_is_refused_in_words():
    for needed, difficulty, said in (
        ("7", "normal", "there is no seat '7'"),
        ("Nobody", "normal", "no seat"),
        ("1", "4", "easy, normal or hard"),
    ):
        with pytest.raises(SetupError, match=said):
            generate(1, needed=needed, difficulty=difficulty)


def test_a_made_story_needs_the_only_person_and_others_stay_as_they_are():
    assert MysteryAsked().for_person(3).needed == "3"
    assert MysteryAsked(victims=2).for_person(6).needed == "6"
    untouched = (
        MysteryAsked(script="teahouse"),
        MysteryAsked(difficulty=Difficulty.FOUR),
        MysteryAsked(victims=3),
        MysteryAsked(players=4),
    )
    assert all(asked.for_person(5) == asked for asked in untouched)
    assert MysteryAsked(needed="2").for_person(5).needed == "2"


def test_another_table_like_it_needs_the_same_seat():
    setup = MysteryAsked(players=5, difficulty=Difficulty.HARD, rounds=1, needed="4").deal(2, "zh")
    again = MysteryAsked.again(setup)
    assert (again.needed, again.players, again.difficulty) == ("4", 5, Difficulty.HARD)
