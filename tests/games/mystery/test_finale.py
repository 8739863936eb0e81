"""The proof in words, beside what was said at the table: matches of the reader, looked back at."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

import parlour
from parlour.arena import Record, entry
from parlour.core import Event, event_kinds
from parlour.games.mystery import MysterySetup, SourcedFact, generate, solve
from parlour.games.mystery.finale import ProofTelling, prove
from parlour.games.mystery.hindsight import Inquest, Saying, question_for
from parlour.games.mystery.reader.asking import bears_on
from parlour.language.facts import NoMotive, read, render
from parlour.language.hearing import Chip, OfferedReadings
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.views import Finale, finale
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

LANGUAGES: tuple[Language, ...] = ("en", "zh")


@cache
def played(language: Language = "en", rounds: int = 1) -> Record:
    return parlour.play(
        "mystery",
        seed=5,
        players=5,
        rounds=rounds,
        answers=False,
        method="plain",
        model="reader",
        language=language,
        db=":memory:",
    ).record


def innocent(record: Record) -> str:
    script = MysterySetup.of(record.setup.game).script
    return next(name for name in script.players if not script.victims_of(name))


def told(record: Record, viewer: str | None) -> Finale:
    found = finale(record, viewer)
    assert found
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_statement_is_told_as_said_if_and_only_if_the_record_says_so(language: Language):
    record = played(language)
    names = (*record.setup.players, *MysterySetup.of(record.setup.game).victims)
    said = {
        (each.actor, fact)
        for each in record.events
        if each.kind in (event_kinds.INTRODUCED, event_kinds.REPLIED)
        for fact in read(each.text, language, speaker=each.actor, reader=each.to, names=names).facts
    }
    unheard = GamePhrases("mystery", language).say("proof_unheard")
    steps = [*told(record, None).steps, *told(record, None).lies]
    lines = [line for step in steps for line in step.lines if line.speaker]
    spoken = 0
    for line in lines:
        facts = read(line.text, language, speaker=line.speaker, names=names).facts
        heard = any((name, fact) in said for fact in facts for name in record.setup.players)
        assert heard == (unheard not in line.note), line
        spoken += heard
    assert 0 < spoken < len(lines)


def test_the_question_that_could_have_been_put_is_one_that_the_fact_answers():
    for seed in range(20):
        evidence = solve(generate(seed, players=6, difficulty="hard")).evidence
        proof = prove(evidence)
        assert proof
        clashes = [*(step.clash for step in proof.steps), *proof.lies]
        for statement in (each for clash in clashes for each in clash.statements):
            question = question_for(statement)
            assert question
            assert bears_on(statement.fact, question)


def test_who_looks_back_is_told_what_they_could_have_asked_and_when_and_nobody_else_is():
    record = played()
    me = innocent(record)
    mine = [line.note for step in told(record, me).steps for line in step.lines]
    could = [note for note in mine if "could have" in note]
    asked = next(each for each in record.events if each.kind is event_kinds.ASKED and each.actor == me)
    assert could
    assert all(f"In round 1 you asked {asked.to}" in note for note in could)
    script = MysterySetup.of(record.setup.game).script
    for viewer in (None, script.victims[0].murderers[0]):
        notes = [line.note for step in told(record, viewer).steps for line in step.lines]
        assert not any("could have" in note for note in notes)


LEOPOLD, TOBIAS, GRETA = "Leopold", "Tobias", "Greta"


def noted(
    viewer: str | None, said: Saying | None = None, *, knows: str = "", asked: str | None = LEOPOLD
) -> str:
    """What is told of an alibi that Leopold knows, where Tobias and Greta asked somebody in round 1."""
    script = generate(7, players=5)
    evidence = solve(script).evidence
    proof = prove(evidence)
    assert proof
    alibi = proof.steps[0].clash.statements[0]
    assert alibi.source == LEOPOLD
    if knows:
        more = SourcedFact(source=knows, fact=alibi.fact)
        evidence = replace(evidence, statements=(*evidence.statements, more))
    talk = Inquest(
        sayings={alibi: said} if said else {},
        turns={(name, script.victims[0].name): [(1, asked)] for name in (TOBIAS, GRETA)},
    )
    telling = ProofTelling(
        phrases=GamePhrases("mystery", "en"),
        script=script,
        evidence=evidence,
        proof=proof,
        talk=talk,
        viewer=viewer,
    )
    first, *public = telling.finale().steps[0].lines
    assert {line.note for line in public} == {"Everybody knew this."}
    return first.note


def test_what_was_said_is_told_with_who_asked_for_it():
    for viewer, said, note in (
        (TOBIAS, Saying(round=0, asker=None), "Said at the introductions."),
        (TOBIAS, Saying(round=2, asker=None), "Said in round 2."),
        (TOBIAS, Saying(round=2, asker=TOBIAS), "Said in round 2, because you asked."),
        (TOBIAS, Saying(round=2, asker=GRETA), "Said in round 2, when Greta asked."),
        (LEOPOLD, Saying(round=2, asker=GRETA), "Said in round 2, when Greta asked."),
        (None, Saying(round=2, asker=GRETA), "Said in round 2, when Greta asked."),
        (LEOPOLD, None, "You knew this, and the table never understood it from you."),
        (None, None, "Nobody ever said it."),
    ):
        assert noted(viewer, said) == note
    asked = Saying(round=1, asker=TOBIAS)
    assert noted(TOBIAS, asked, knows=GRETA) == "Greta knew it too. Said in round 1, because you asked."


def test_what_one_could_have_asked_stands_beside_what_one_did():
    for asked, could in (
        (LEOPOLD, "In round 1 you asked Leopold, and could have put it so: "),
        (GRETA, "In round 1 you asked Greta, and could have asked Leopold: "),
        (None, "In round 1 you asked nobody, and could have asked Leopold: "),
    ):
        assert noted(TOBIAS, asked=asked).startswith(f"Nobody ever said it. {could}")


def test_a_reply_that_stays_out_is_no_turn_to_ask():
    record = played()
    evidence = solve(MysterySetup.of(record.setup.game).script).evidence
    entries = list(record.entries)
    for number, each in enumerate(record.items):
        if isinstance(each, Event) and each.kind is event_kinds.REPLIED:
            entries[number] = entry(number, replace(each, kind=event_kinds.PASSED, text=""))
    silent = Inquest.of(replace(record, entries=tuple(entries)), evidence)
    assert silent.turns == Inquest.of(record, evidence).turns
    assert any(len(turns) == 1 for turns in silent.turns.values())


def test_nobody_could_have_been_asked_before_they_knew():
    setup = MysterySetup(script=generate(7, players=5, acts=3), rounds=3, answers=False)
    table = laid(setup, method="random")
    evidence = solve(setup.script).evidence
    talk = replace(Inquest.of(recorded(table, play(table)), evidence), sayings={})
    rounds = dict.fromkeys(range(1, 4), 0)
    for name, character in zip(setup.players, setup.script.characters, strict=True):
        viewer = next(other for other in setup.players if other != name)
        for act, text in enumerate(character.acts):
            facts = read(text, "en", reader=name, names=(*setup.players, *setup.victims)).facts
            for statement in evidence.statements:
                if statement.source == name and statement.fact in facts:
                    seen = talk.looked_back(statement, evidence, setup.victims[0], viewer).opening
                    assert seen is None or seen.round == max(1, act + 1), statement
                    rounds[act + 1] += seen is not None
    assert all(rounds.values()), "an act in which nothing could be asked for proves nothing"


def test_what_a_person_typed_and_confirmed_counts_as_said():
    record = played()
    setup = MysterySetup.of(record.setup.game)
    evidence = solve(setup.script).evidence
    number, speech = next(
        (n, each)
        for n, each in enumerate(record.items)
        if isinstance(each, Event) and each.to and each.text
        if each.kind is event_kinds.REPLIED
    )
    typed = f"no reason to kill {setup.victims[0]} sorry"
    meant = NoMotive(who=speech.actor or "", victim=setup.victims[0])
    chip = Chip(text="", sentences=(render(meant, "en", Random(0), speaker=speech.actor),))
    typed = OfferedReadings(typed=typed, language="en", chips=(chip,)).speech([chip])
    fact = SourcedFact(source=speech.actor, fact=meant)
    entries = list(record.entries)
    entries[number] = entry(number, replace(speech, text=typed))
    said = Inquest.of(replace(record, entries=tuple(entries)), evidence).sayings
    assert said[fact].round == speech.round


def test_neither_a_script_in_free_prose_nor_a_game_without_proofs_has_one():
    prose = parlour.play(
        "mystery", script="lighthouse", rounds=0, answers=False, method="random", db=":memory:"
    )
    werewolf = parlour.play("werewolf", players=6, method="random", seed=1, db=":memory:")
    assert finale(prose.record) is None
    assert finale(werewolf.record) is None
