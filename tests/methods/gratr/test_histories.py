"""Which graph of a seat takes what is on record of its thoughts."""

from __future__ import annotations

from parlour.agents import Thought
from parlour.arena import Item, Note, Record, Status, entry
from parlour.core import Event, event_kinds
from parlour.methods.gratr.views import EvidenceTaken, Learned, TrustHistory, trust_histories
from tests.arena.mysteries import laid, mystery
from tests.methods.gratr.graphs import item

ASKED = Event(
    number=1, kind=event_kinds.ASKED, round=1, actor="Ben", to="Carl", case="Vera", text="Was it you?"
)
INTRODUCED = Event(number=2, kind=event_kinds.INTRODUCED, round=1, actor="Dora", text="I saw nothing.")
OTHER = Event(number=3, kind=event_kinds.ASKED, round=1, actor="Dora", to="Ben", case="Walt", text="And you?")


def thought(player: str, *events: int, known: int | None = None) -> Note:
    """That somebody took in what was said in those events, and perhaps was certain of Dora."""
    taken = {
        "read": [*events],
        "items": [item("Ben", "attack", "Carl", 6, number).model_dump(mode="json") for number in events],
        "known": [{"player": "Dora", "is_ally": True, "why": "checked", "event": known}] if known else [],
    }
    told = Thought.model_validate({"kind": "evidence", "body": taken})
    return Note(request="1.0", player=player, thought=told)


def histories(*happened: Item, player: str | None = "Anna") -> tuple[TrustHistory, ...]:
    setup = laid(mystery(victims=2), method="random", methods={"Anna": "gratr", "Ben": "gratr"})
    entries = tuple(entry(number, each) for number, each in enumerate(happened))
    record = Record(match="m", setup=setup, status=Status.RUNNING, started="", entries=entries)
    return trust_histories(record, player)


def taken(history: TrustHistory) -> list[int]:
    steps = (moment.step for moment in history.moments)
    return [step.event for step in steps if isinstance(step, EvidenceTaken | Learned)]


def test_what_was_said_of_one_case_moves_its_graph_alone_and_anything_else_moves_all():
    vera, walt = histories(ASKED, INTRODUCED, OTHER, thought("Anna", 3, 1, 2))
    assert (vera.case, walt.case) == ("Vera", "Walt")
    assert (taken(vera), taken(walt)) == ([1, 2], [2, 3])
    assert vera.moments[0].graph.trust["Carl"] < 0
    assert vera.told[2] == walt.told[2]


def test_what_is_certain_is_so_in_every_case():
    for history in histories(ASKED, INTRODUCED, thought("Anna", 1, known=2)):
        assert history.moments[-1].graph.trust["Dora"] == 1
        assert history.moments[-1].step == Learned(
            round=1, event=2, player="Dora", is_ally=True, why="checked"
        )


def test_a_seat_takes_in_its_own_thoughts_alone():
    happened = (ASKED, INTRODUCED, thought("Ben", 1, 2))
    assert [taken(each) for each in histories(*happened)] == [[], []]
    assert [(each.owner, each.case, taken(each)) for each in histories(*happened, player=None)] == [
        ("Anna", "Vera", []),
        ("Anna", "Walt", []),
        ("Ben", "Vera", [1, 2]),
        ("Ben", "Walt", [2]),
    ]
