"""Whole matches by people's rules: every method plays them, nothing leaks, and a replay is the same."""

from __future__ import annotations

import pytest

from parlour.arena import Record, events
from parlour.core import event_kinds, read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.games.onenight import kinds
from parlour.language.facts import NIGHT_OF_CARDS, Language, RoleClaim, read
from parlour.language.wording import tell

NIGHT = {kinds.LOOKED, kinds.ROBBED, kinds.SWAPPED, kinds.DRANK, kinds.WOKE}


def played(method: str, language: Language, *, players: int = 6, seed: int = 3, rounds: int = 1) -> Record:
    asked = read_asked({"name": "onenight", "players": players, "rounds": rounds, "rules": "people"})
    return check_match(lay_alike(asked, method, seed=seed, language=language))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_the_reader_says_of_the_night_is_read_back_by_the_grammar(language: Language):
    record = played("plain", language, players=8, rounds=2)
    told = [event for event in events(record) if event.kind is event_kinds.SPOKE]
    names = record.setup.players
    facts = [
        fact
        for event in told
        for fact in read(event.text, language, speaker=event.actor or "", names=names).facts
    ]
    assert len({type(fact) for fact in facts} & set(NIGHT_OF_CARDS)) >= 3
    claims = {fact.who for fact in facts if isinstance(fact, RoleClaim)}
    assert claims == set(names), "everybody says what they were dealt"


def test_no_prompt_holds_what_another_did_by_night():
    record = played("plain", "en", players=8)
    for event in events(record):
        if event.kind in NIGHT and event.chosen:
            line = tell(event, "en", "onenight")
            readers = {call.key.player for call in record.calls for part in call.user if line in part.text}
            assert readers <= (event.visible_to or set()), line
