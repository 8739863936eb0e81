"""Each secret of a night, planted in the prompts of an otherwise clean game of roles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import pytest

from parlour.arena import GameSetup, Record
from parlour.core import Event, EventKind, Player, event_kinds
from parlour.evaluation import audit
from parlour.games.werewolf import kinds
from parlour.language.wording import tell
from parlour.llm import Part, Source
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.arena.replies import varied
from tests.arena.werewolves import werewolves
from tests.cases import cases
from tests.llm.loopback import Loopback


@dataclass(frozen=True, kw_only=True)
class Case:
    """A game, its secrets, and a villager who lives long enough to be asked after the first night."""

    game: GameSetup
    secrets: tuple[EventKind, ...]
    villager: Player


CASES = [
    Case(
        game=werewolves(),
        secrets=(
            event_kinds.ROLE,
            event_kinds.FELLOWS,
            event_kinds.CONFERRED,
            kinds.TARGETED,
            kinds.ATTACKED,
            event_kinds.CHECKED,
            kinds.PROTECTED,
        ),
        villager="Player 7",
    ),
    Case(
        game=one_night(rounds=2, minion_knows_wolf=True),
        secrets=(event_kinds.ROLE, event_kinds.FELLOWS, event_kinds.CHECKED, event_kinds.POLLED),
        villager="Zeta",
    ),
]
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.game.name)
each_secret = cases(("case", "kind"), [(case, kind) for case in CASES for kind in case.secrets])


@cache
def match(case: Case) -> Record:
    with Loopback(varied) as server:
        setup = laid(case.game, model=server.model, method="plain")
        return recorded(setup, play(setup))


def with_part(case: Case, part: Part) -> Record:
    """The match with a part more in the last prompt of the villager."""
    record = match(case)
    last = max(n for n, call in enumerate(record.calls) if call.key.player == case.villager)
    call = record.calls[last]
    changed = replace(call, user=(*call.user, part))
    return replace(record, calls=(*record.calls[:last], changed, *record.calls[last + 1 :]))


def hidden(case: Case, kind: EventKind) -> Event:
    found = (each for each in match(case).events if each.kind is kind)
    return next(each for each in found if not each.is_visible_to(case.villager))


@each_case
def test_a_clean_game_has_no_leaks(case: Case):
    assert audit(match(case)) == []


@each_secret
def test_a_secret_that_is_told_as_an_event_is_one_that_the_player_did_not_see(case: Case, kind: EventKind):
    event = hidden(case, kind)
    source = Source(origin="event", events=(event.number,))
    leaks = audit(with_part(case, Part(text=tell(event, "en", case.game.name), source=source)))
    assert {leak.player for leak in leaks} == {case.villager}
    assert any("did not see" in leak.problem for leak in leaks)


@each_secret
def test_a_secret_that_passes_for_an_own_thought_is_found_by_its_words(case: Case, kind: EventKind):
    event = hidden(case, kind)
    words = event.text or tell(event, "en", case.game.name)
    thought = Part(text=f"I think: {words}", source=Source(origin="thought", owner=case.villager))
    whose = "private papers" if kind in (event_kinds.ROLE, event_kinds.FELLOWS) else f"the secret {kind}"
    assert any(whose in leak.problem for leak in audit(with_part(case, thought)))
