"""Whoever has a persona puts things in words of its own, and a question stays the same question."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from parlour.core import count_words
from parlour.language.facts import Level, Question, Suspicion, read
from parlour.llm import READER, Language, LanguageModel, Part, Prompt, Speech, open_provider
from parlour.methods.humanized.persona import Persona, write_statement
from parlour.methods.humanized.reader import StatementText
from parlour.reader.character import Manner, Trait
from tests.games.mystery.reader import tables


def asked(prompt: Prompt, language: Language, to: str) -> str:
    model = LanguageModel(backend=open_provider(READER), game="mystery", players=tables.PLAYERS[language])
    wants = Speech(kind="ask", to=to, case=tables.VICTIM[language])
    return asyncio.run(model.generate(prompt, wants=wants))


def questions(text: str, language: Language, by: str, to: str) -> tuple[Question, ...]:
    return read(text, language, speaker=by, reader=to, names=tables.PLAYERS[language]).questions


def test_a_terse_persona_asks_the_same_in_fewer_words():
    for language in tables.LANGUAGES:
        me, to, *_ = tables.PLAYERS[language]
        bare = tables.prompt(language)
        statement = Part(
            text=write_statement(Persona.read("A7E1N2O4C1"), me, language), purpose=StatementText()
        )
        plain = asked(bare, language, to)
        own = asked(replace(bare, system=(statement, *bare.system)), language, to)
        assert own != plain
        assert questions(own, language, me, to) == questions(plain, language, me, to) != ()
        stop = {"en": ". ", "zh": "。"}[language]
        assert len(own.rpartition(stop)[2]) < len(plain.rpartition(stop)[2])


def test_who_is_very_reserved_still_does_not_always_find_the_fewest_words():
    players = tables.PLAYERS["en"]
    me, other, *_ = players
    suspicion = Suspicion(by=me, whom=other, level=Level.STRONG)
    plain = tables.said(suspicion, "en", by=me)
    reserved = Trait(factor="extraversion", is_high=False, degree=3)
    lengths: list[int] = []
    for occasion in range(20):
        manner = Manner(traits=(reserved,), language="en", by=me, to=None, names=players, heard=str(occasion))
        spoken = manner.spoken([plain], None)
        lengths += [count_words(each) for each in spoken if read(each, "en", speaker=me, names=players).facts]
    assert len(lengths) == 20
    assert 5 <= lengths.count(min(lengths)) <= 15
