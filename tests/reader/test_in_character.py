"""Whoever has a persona puts things in words of its own, and a question stays the same question."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from parlour.language.facts import Question, read
from parlour.llm import READER, Language, LanguageModel, Part, Prompt, Speech, open_provider
from parlour.methods.humanized.persona import Persona, write_statement
from parlour.methods.humanized.reader import StatementText
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
