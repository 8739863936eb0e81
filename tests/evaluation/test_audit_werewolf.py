"""Each secret of a night, planted in the prompts of an otherwise clean game."""

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
from tests.arena.playing import play, recorded
from tests.arena.replies import varied
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Loopback

SECRETS = [
    EventKind.ROLE,
    EventKind.FELLOWS,
    EventKind.CONFERRED,
    EventKind.TARGETED,
    EventKind.ATTACKED,
    EventKind.CHECKED,
    EventKind.PROTECTED,
]
VILLAGER = "Player 7"
"""One who lives long enough to be asked after the first night."""


@cache
def match() -> Record:
    with Loopback(varied) as server:
        setup = laid(werewolves(), model=server.model, method="plain")
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
    leaks = audit(with_part(Part(text=tell(event, "en", "werewolf"), source=source)))
    assert {leak.player for leak in leaks} == {VILLAGER}
    assert any("did not see" in leak.problem for leak in leaks)


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_that_passes_for_an_own_thought_is_found_by_its_words(kind: EventKind):
    event = hidden(kind)
    words = event.text or tell(event, "en", "werewolf")
    leaks = audit(with_part(Part(text=f"I think: {words}", source=Source(origin="thought", owner=VILLAGER))))
    whose = "private papers" if kind in (EventKind.ROLE, EventKind.FELLOWS) else f"the secret {kind}"
    assert any(whose in leak.problem for leak in leaks)
