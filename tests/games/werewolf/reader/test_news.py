"""What is news at a table of Werewolf, and what only repeats what everybody could see."""

from __future__ import annotations

from parlour.games.werewolf.reader.beliefs import Course, weigh_echoes
from parlour.games.werewolf.reader.clues import Clue, Gone
from parlour.language.facts import Level, Suspicion
from parlour.llm import Language
from tests.games.werewolf.reader.nights import day, mind
from tests.games.werewolf.reader.test_beliefs import claims
from tests.reader.eight import LANGUAGES, name, said


def suspects(seat: int, whom: int, language: Language, level: Level = Level.STRONG) -> Suspicion:
    return Suspicion(by=name(seat, language), whom=name(whom, language), level=level)


def opinions(language: Language, *facts: Suspicion) -> list[Clue]:
    spoken = [said(seat, language, fact) for seat, fact in enumerate(facts, start=3)]
    events = [*day(1, language), claims(2, language, 5), *spoken]
    return [clue for clue in mind(language, events).common.clues if clue.kind == "suspects"]


def test_who_follows_a_seer_says_nothing_new_and_who_names_another_does():
    for language in LANGUAGES:
        follows, differs = opinions(language, suspects(3, 5, language), suspects(4, 6, language))
        assert follows.echo > 10
        assert differs.echo == 0
        good, hit, bad, both = follows.cells
        assert max(good, hit, bad, both) - min(good, hit, bad, both) < 0.1


def test_an_opinion_counts_once_however_often_it_is_told():
    for language in LANGUAGES:
        again = [suspects(3, 6, language), suspects(3, 6, language, Level.SOME)]
        events = [*day(1, language), *(said(3, language, fact) for fact in again)]
        assert [clue.kind for clue in mind(language, events).common.clues] == ["suspects"]


def test_talk_that_goes_on_is_weighed_as_if_it_were_read_from_its_beginning():
    players = ("Ada", "Bo", "Cy", "Di", "Eli", "Flo", "Gus")
    suspicions = [(by, about) for by in players[:4] for about in players[3:] if by != about]
    clues = [Clue(kind="suspects", by=by, about=about, weight=0.6) for by, about in suspicions]
    happened = (*clues[:5], Gone(name="Cy", is_wolf=False), *clues[5:], Gone(name="Gus", is_wolf=True))
    other = (Gone(name="Bo", is_wolf=True), *happened[1:])
    for events in (happened, other):
        whole = Course.begin(players, 2)
        for count, event in enumerate(events):
            whole.add(event)
            assert weigh_echoes(events[: count + 1], players, 2) == tuple(whole.clues.values())
