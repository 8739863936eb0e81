"""Acts as evidence without a model: appendix D.1, examples 4 and 5."""

from __future__ import annotations

from parlour.core import Event, event_kinds
from parlour.games.werewolf import kinds
from parlour.methods.gratr.statement_reader import StatementReader
from tests.methods.gratr.tables import seat


def test_a_vote_attacks_with_ten_and_a_protection_defends_with_ten():
    reader = StatementReader(place=seat("Ann", "villager").place, self_defence=False, action=10, roles=())
    for kind, credibility in ((event_kinds.VOTED, -1), (kinds.PROTECTED, 1), (kinds.NAMED, 1)):
        [item] = reader.act(Event(number=3, kind=kind, actor="Ben", chosen=("Cat",), round=1))
        assert (item.by, item.about, item.credibility, item.note) == ("Ben", "Cat", credibility, "")
