"""A patch for keys that contradict their own story, from who killed whom in it."""

from __future__ import annotations

from parlour.games.mystery.keys import Patch, digest, row_digest
from parlour.games.mystery.library.wellplay.names import Register
from parlour.games.mystery.script import Question, Script


def repairs(script: Script) -> Patch:
    """The right options of each question whose key names no murderer; none where no option names one either.

    Args:
        script: as it was imported; who is meant by an option follows from the names that everybody has in it.
    """
    people = Register()
    for person in (*script.characters, *script.victims):
        people.enter(person.name, person.aliases)
    murderers = {victim.name: victim.murderers for victim in script.victims}
    found: dict[str, tuple[str, ...]] = {}
    for question in script.questions:
        if Question.CONTRADICTS in question.flags:
            killers = murderers.get(people.within(question.text) or "", ())
            named = [option for option in question.options if people.recognise(option) in killers]
            if named:
                found[row_digest(question)] = tuple(digest(option) for option in named)
    return found
