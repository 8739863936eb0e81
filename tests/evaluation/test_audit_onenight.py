"""Each secret of One Night, planted in the prompts of an otherwise clean game; its votes among them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from parlour.arena import Record, events
from parlour.evaluation import audit
from parlour.games import Event, EventKind
from parlour.llm import Part, Source
from parlour.wording import tell
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.arena.replies import varied
from tests.llm.loopback import Loopback

SECRETS = [EventKind.ROLE, EventKind.FELLOWS, EventKind.CHECKED, EventKind.POLLED]
VILLAGER = "Zeta"


@cache
def match() -> Record:
    with Loopback(varied) as server:
        setup = laid(one_night(rounds=2, minion_knows_wolf=True), model=server.model, method="plain")
        return recorded(setup, play(setup))


def with_part(part: Part) -> Record:
    """The match with a part more in the last prompt of the villager."""
    record = match()
    last = max(n for n, call in enumerate(record.calls) if call.key.player == VILLAGER)
    call = record.calls[last]
    changed = replace(call, user=(*call.user, part))
    return replace(record, calls=(*record.calls[:last], changed, *record.calls[last + 1 :]))


def hidden(kind: EventKind) -> Event:
    return next(each for each in events(match()) if each.kind is kind and not each.is_visible_to(VILLAGER))


def test_a_clean_game_has_no_leaks():
    assert audit(match()) == []


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_that_is_told_as_an_event_is_one_that_the_player_did_not_see(kind: EventKind):
    event = hidden(kind)
    source = Source(origin="event", events=(event.number,))
    leaks = audit(with_part(Part(text=tell(event, "en", "onenight"), source=source)))
    assert {leak.player for leak in leaks} == {VILLAGER}
    assert any("did not see" in leak.problem for leak in leaks)


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_that_passes_for_an_own_thought_is_found_by_its_words(kind: EventKind):
    words = tell(hidden(kind), "en", "onenight")
    leaks = audit(with_part(Part(text=f"I think: {words}", source=Source(origin="thought", owner=VILLAGER))))
    whose = "private papers" if kind in (EventKind.ROLE, EventKind.FELLOWS) else f"the secret {kind}"
    assert any(whose in leak.problem for leak in leaks)
