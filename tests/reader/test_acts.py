"""What players do with words besides telling facts is heard as it was meant, in every wording."""

from __future__ import annotations

from random import Random

import pytest

from parlour.language.facts import (
    Level,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
    answering,
    joined_by,
    lead_up,
    read,
    render,
)
from parlour.llm import Language
from parlour.reader import SpeechAct, TableNames, hear_acts, wordings
from parlour.reader.hearing import reasons
from tests.reader.eight import LANGUAGES, everybody

PACKAGES = ("parlour.games.onenight.reader", "parlour.games.werewolf.reader")


def table(language: Language) -> TableNames:
    return TableNames(language, everybody(language))


def test_each_act_is_heard_as_what_it_is_in_every_wording():
    for package in PACKAGES:
        for language in LANGUAGES:
            by, to, about, second = everybody(language)[:4]
            for kind, rows in wordings(language, package).items():
                for row in rows:
                    given = {
                        name: value
                        for name, value in {"to": to, "about": about, "second": second}.items()
                        if f"{{{name}}}" in row
                    }
                    text = row.format(**given)
                    assert hear_acts(text, by, table(language), package) == (
                        SpeechAct(kind=kind, by=by, **given),
                    ), text
                    assert read(text, language, speaker=by, names=everybody(language)).facts == (), text


def test_each_reason_is_heard_alone_and_after_a_fact():
    for package in PACKAGES:
        for language in LANGUAGES:
            by, about, second = everybody(language)[:3]
            fact = Suspicion(by=by, whom=about, level=Level.SOME)
            rows = reasons(language, package)
            assert len(rows) > 30
            for row in rows:
                given = {
                    name: value
                    for name, value in {"about": about, "second": second}.items()
                    if f"{{{name}}}" in row
                }
                reason = (row[:1].upper() + row[1:]).format(**given)
                act = SpeechAct(kind="because", by=by, **given)
                assert hear_acts(reason, by, table(language), package) == (act,), reason
                said = render(fact, language, Random(1), speaker=by)
                text = joined_by("because", said, reason, language, Random(row), everybody(language))
                assert read(text, language, speaker=by, names=everybody(language)).facts == (fact,), text
                assert hear_acts(text, by, table(language), package) == (act,), text


def test_what_leads_up_to_a_fact_or_whom_it_answers_changes_nothing_of_it():
    for language in LANGUAGES:
        names = everybody(language)
        by, to, whom = names[:3]
        opinions = (
            Suspicion(by=by, whom=whom, level=Level.STRONG),
            Trust(by=by, whom=whom, level=Level.SOME),
            VoteFor(by=by, whom=whom),
        )
        for seed in range(120):
            rng = Random(seed)
            for fact in (*opinions, RoleClaim(who=by, role="villager")):
                said = render(fact, language, rng, speaker=by)
                kind = "introductions" if isinstance(fact, RoleClaim) else "leads"
                text = lead_up(said, language, rng, names, kind=kind)
                told = read(text, language, speaker=by, names=names)
                assert (told.facts, told.ignored, told.answers) == ((fact,), (), ()), text
                text = answering(said, to, language, rng, names)
                told = read(text, language, speaker=by, names=names)
                assert (told.facts, told.ignored, told.answers) == ((fact,), (), (to,)), text
                assert hear_acts(text, by, table(language)) == (SpeechAct(kind="answer", by=by, to=to),)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Player 2, tell us: whom do you suspect?"),
        ("en", "Player 2, whom do you suspect?"),
        ("zh", "2号玩家，你来说说：你怀疑谁？"),
        ("zh", "2号玩家，你怀疑谁？"),
    ],
)
def test_a_question_of_the_grammar_is_heard_as_put_to_whomever_it_names(language: Language, text: str):
    by, to = everybody(language)[:2]
    assert set(hear_acts(text, by, table(language))) == {SpeechAct(kind="ask_suspect", by=by, to=to)}
