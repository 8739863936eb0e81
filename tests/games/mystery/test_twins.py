"""Witness twins, and whether the decisive witnesses were asked: counted from records alone."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from parlour.arena import Note, Record
from parlour.core import Event, event_kinds
from parlour.errors import SetupError
from parlour.evaluation import Amount, Cut, metric, score_match
from parlour.games.mystery import MysterySetup, Script, difficulty_report, library, solve
from parlour.games.mystery.difficulty import decisive
from parlour.games.mystery.scores import witness_amounts, witnesses
from parlour.games.mystery.shape import Difficulty
from parlour.games.mystery.solve import sentences_of
from parlour.games.mystery.twins import DIFFICULTIES, TwinScripts, generate_twins
from parlour.language.facts import Language, NoMeans, NoMotive
from parlour.llm import BUILT_IN
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

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


TWINS = generate_twins(5, players=7, difficulty=3)
TURN = "player-star:choice=turn,among=everybody"
NO_PRUNER = "player-star:pruner=false"


@cache
def match(method: str, twin: int = 0, questions: int = 1) -> Record:
    setup = MysterySetup(script=TWINS.scripts[twin], rounds=3, questions=questions, answers=False)
    table = laid(setup, model=BUILT_IN, method=method, context=1_000_000)
    return recorded(table, play(table))


def asked(record: Record) -> list[tuple[str, str]]:
    """Who questioned whom, in order; there is one case."""
    found = (each for each in record.events if each.kind is event_kinds.ASKED)
    return [(each.actor or "", each.to or "") for each in found]


def seekers(script: Script, witness: str) -> list[str]:
    return [name for name in script.players if name != witness and not script.victims_of(name)]


def test_the_witness_of_a_twin_is_the_one_who_holds_the_fact():
    for twin in (0, 1):
        [(case, names)] = witnesses(TWINS.scripts[twin]).items()
        assert (case, tuple(names)) == (TWINS.scripts[twin].victims[0].name, (TWINS.witnesses[twin],))


@pytest.mark.parametrize(("method", "twin"), [(TURN, 0), ("player-star", 1), ("random", 0)])
def test_it_is_counted_who_asked_the_witness_within_so_many_questions(method: str, twin: int):
    record, witness = match(method, twin), TWINS.witnesses[twin]
    told, put = witness_amounts(record), asked(record)
    for most in (1, 2, 3, 5):
        own = [[to for by, to in put if by == name][:most] for name in seekers(TWINS.scripts[twin], witness)]
        right = sum(witness in each for each in own)
        assert told[f"witness.asked.{most}"] == Amount(reached=right, possible=len(own), n=len(own))
    for most in (4, 8, 16, 32):
        is_heard = witness in [to for _, to in put][:most]
        assert told[f"witness.heard.{most}"] == Amount(reached=is_heard, possible=1, n=1)


def test_whoever_is_pruned_before_anybody_asked_it_is_counted():
    for twin in (0, 1):
        record, witness = match("player-star", twin), TWINS.witnesses[twin]
        heard, gone = False, set[str]()
        keepers = seekers(TWINS.scripts[twin], witness)
        for each in record.items:
            if isinstance(each, Note) and each.thought.kind == "suspects" and each.player in keepers:
                body = each.thought.body
                if witness in body["before"] and witness not in body["after"] and not heard:  # pyright: ignore[reportOperatorIssue]
                    gone.add(each.player)
            if isinstance(each, Event) and each.kind is event_kinds.ASKED:
                heard = heard or each.to == witness
        told = witness_amounts(record)
        assert told["witness.pruned"] == Amount(reached=len(gone), possible=len(keepers), n=len(keepers))
        assert told["witness.lost"].reached == (0 if heard else len(gone))


def test_who_keeps_no_list_prunes_nobody():
    assert witness_amounts(match(NO_PRUNER))["witness.pruned"].reached == 0
    assert "witness.pruned" not in witness_amounts(match("plain"))


def test_the_counts_are_metrics_of_every_mystery():
    score = score_match(match(TURN))
    for name in ("witness.asked.3", "witness.heard.16", "witness.pruned", "witness.lost"):
        parts, told = metric(name).parts(score, Cut()), score.amounts[name]
        assert (parts.reached, parts.possible, parts.n) == (told.reached, told.possible, told.n)


def test_whoever_is_left_out_is_not_counted():
    script, witness = TWINS.scripts[0], TWINS.witnesses[0]
    one, *_ = seekers(script, witness)
    assert witness_amounts(match(TURN), [one])["witness.asked.1"].n == len(seekers(script, witness)) - 1


def test_nothing_is_counted_where_nobody_asks_or_no_proof_is_found():
    table = laid(MysterySetup(script=TWINS.scripts[0], rounds=0, answers=False), method="random")
    assert witness_amounts(recorded(table, play(table))) == {}
    assert witnesses(library.find("lighthouse", "en")) == {}
