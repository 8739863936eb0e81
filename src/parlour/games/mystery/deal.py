"""What every player is given, and when: role, script act by act, secrets and aims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.core import Event, Player, event, event_kinds, private
from parlour.games.mystery.setup import MysterySetup


def opening(setup: MysterySetup) -> Iterator[Event]:
    """Everything that is dealt before anybody speaks."""
    script = setup.script
    if script.synopsis:
        yield event(event_kinds.SCRIPT, text=script.synopsis)
    for character in script.characters:
        name = character.name
        yield private(event_kinds.ROLE, name, chosen=script.victims_of(name))
        yield from (_script(setup, name, act) for act in character.acts[: _acts_at_first(setup)])
        if character.secrets:
            yield private(event_kinds.SECRET, name, text="\n".join(character.secrets))
        if character.objectives:
            yield private(event_kinds.OBJECTIVE, name, text="\n".join(character.objectives))


def acts_of_round(setup: MysterySetup, number: int) -> Iterator[Event]:
    """The acts dealt when a round opens.

    They are spread evenly over the rounds; with fewer rounds than acts, several come at once.
    """
    acts = setup.script.acts
    due = [act for act in range(_acts_at_first(setup), acts) if round_of_act(setup, act) == number]
    for character in setup.script.characters:
        for act in due:
            if act < len(character.acts):
                yield _script(setup, character.name, character.acts[act])


def round_of_act(setup: MysterySetup, act: int) -> int:
    """The round with which an act is dealt, the first act being 0; 0 for what is dealt before the rounds."""
    return 1 + act * setup.rounds // setup.script.acts if act >= _acts_at_first(setup) else 0


def _acts_at_first(setup: MysterySetup) -> int:
    """One, or all of them where there are no rounds to wait for."""
    return 1 if setup.rounds else setup.script.acts


def _script(setup: MysterySetup, name: Player, text: str) -> Event:
    """An act of somebody's script, dealt to that player, or at an omniscient table to all."""
    dealt = private(event_kinds.SCRIPT, name, text=text)
    return replace(dealt, visible_to=frozenset(setup.script.players)) if setup.omniscient else dealt
