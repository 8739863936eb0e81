"""A script in a page for somebody who may still want to play it."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.games.mystery.script import Category, Script


def describe(script: Script, *, spoilers: bool = False) -> Iterator[str]:
    """Lines about a script; without spoilers, only what everybody at the table learns before it begins."""
    yield f"{script.title} ({script.id}, {script.language})"
    if script.warning:
        yield f"Warning: {script.warning}"
    if script.synopsis:
        yield f"\n{script.synopsis}"
    yield f"\nPlayers: {', '.join(script.players)}"
    yield f"Victims: {', '.join(victim.name for victim in script.victims)}"
    yield "Questions: " + ", ".join(f"{script.rows(category)} {category}" for category in Category)
    if spoilers:
        yield from _secrets(script)


def _secrets(script: Script) -> Iterator[str]:
    for victim in script.victims:
        yield f"\n{victim.name} was killed by {' and '.join(victim.murderers) or 'nobody at the table'}"
    for character in script.characters:
        yield f"\n## {character.name}"
        yield from character.acts
        yield from (f"Secret: {secret}" for secret in character.secrets)
        yield from (f"Objective: {objective}" for objective in character.objectives)
    for relation in script.relations:
        yield f"\n{relation.of} is {' and '.join(relation.kinds)} of {relation.to}"
    for number, question in enumerate(script.questions):
        asked = ", ".join(question.asked_of) or "everybody"
        yield f"\n{number}. {question.text} ({question.aspect}, {question.points} points, to {asked})"
        for letter, option in zip(question.letters, question.options, strict=True):
            yield f"  {'*' if letter in question.key else ' '} {letter}. {option}"
