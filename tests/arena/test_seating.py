"""From a setup to a table, and people whose answers are kept."""

from __future__ import annotations

import asyncio

import pytest

from parlour.agents import Agent
from parlour.arena import HUMAN, SECRET_BITS, Seating, Setup, Status, drawn_seed, seat_agents, secret_seed
from parlour.arena.wrappers import ElicitedAgent, ElicitedNoticer
from parlour.core import PASS, Action, Request, RequestKind, request_kinds
from parlour.errors import ReplayDiffers, SetupError, UnknownMethod
from parlour.llm import LanguageModel
from parlour.store import MemoryLog
from tests.agents.seats import Slate
from tests.arena.mysteries import laid, mystery
from tests.arena.people import Sitter, obedient
from tests.arena.playing import journal, play
from tests.llm.samples import Scripted


def seated(setup: Setup, log: MemoryLog | None = None, **people: Agent) -> tuple[dict[str, Agent], list[str]]:
    """The agents, and for whom a model was opened."""
    opened: list[str] = []

    def open_model(seat: object) -> LanguageModel:
        opened.append(getattr(seat, "player", ""))
        return LanguageModel(backend=Scripted("Hm."))

    agents = seat_agents(setup, log or MemoryLog(), open_model, None, people)
    return agents, opened


def test_every_seat_gets_an_agent_and_a_model_only_where_it_needs_one():
    setup = laid(mystery(), methods={"Ben": "random", "Carl": HUMAN})
    agents, opened = seated(setup)
    assert list(agents) == ["Anna", "Ben", "Carl", "Dora"]
    assert opened == ["Anna", "Dora"]


def test_a_method_or_an_option_that_there_is_not_is_named():
    with pytest.raises(UnknownMethod, match="plaier-star"):
        seated(laid(mystery(), methods={"Ben": "plaier-star"}))
    with pytest.raises(SetupError, match="speed"):
        seated(laid(mystery(), methods={"Ben": "player-star:speed=9"}))


def test_a_seat_is_asked_what_it_holds_of_others_only_where_the_setup_says_so():
    usual = laid(mystery())
    eliciting = usual.model_copy(update={"elicits": True})
    (agents, _), (asked, _) = seated(usual), seated(eliciting)
    kinds = ElicitedAgent, ElicitedNoticer
    assert not any(isinstance(agent, kinds) for agent in agents.values())
    assert all(isinstance(agent, kinds) for agent in asked.values())


# People


def request(kind: RequestKind = request_kinds.VOTE, number: int = 4) -> Request:
    return Request(
        id=f"{number}.{kind}.Carl", step=number, player="Carl", kind=kind, options=("Anna", "Ben"), most=1
    )


def answered(log: MemoryLog, person: Sitter | None, what: Request) -> Action:
    people = {"Carl": person} if person else {}
    agents, _ = seated(laid(mystery(), methods={"Carl": HUMAN}), log, **people)
    return asyncio.run(agents["Carl"].act(what, Slate()))


@pytest.mark.parametrize("action", [Action(chosen=("Ben",)), PASS])
def test_a_person_is_not_asked_again_what_it_answered(action: Action):
    log, person = MemoryLog(), Sitter()
    assert answered(log, Sitter(lambda _: action), request()) == action
    assert [call.key.request for call in log.calls] == ["4.vote.Carl"]
    assert answered(log, person, request()) == action
    assert person.asked == []
    answered(log, person, request(number=5))
    assert person.asked == [request(number=5)]


def test_a_replay_asks_nobody():
    log = MemoryLog()
    answered(log, Sitter(), request())
    assert answered(log, None, request()) == obedient(request())
    with pytest.raises(ReplayDiffers, match=r"no answer of Carl to 5\.vote\.Carl"):
        answered(log, None, request(number=5))


class Leaving(Sitter):
    """A person who goes away after some answers."""

    def __init__(self, answers: int) -> None:
        super().__init__()
        self.left = answers

    async def act(self, request: Request, context: object) -> Action:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        self.asked.append(request)
        return obedient(request)


def test_a_match_with_people_goes_on_where_they_left():
    setup = laid(mystery(), method="random", methods={"Carl": HUMAN, "Dora": HUMAN})
    whole = MemoryLog()
    carl, dora = Sitter(), Sitter()
    play(setup, whole, people={"Carl": carl, "Dora": dora})

    log, leaving, other = MemoryLog(), Leaving(5), Sitter()
    with pytest.raises(KeyboardInterrupt):
        play(setup, log, people={"Carl": leaving, "Dora": other})
    assert log.status is Status.STOPPED
    again, other_again = Sitter(), Sitter()
    play(setup, log, people={"Carl": again, "Dora": other_again})
    assert journal(log) == journal(whole)
    assert leaving.asked + again.asked == carl.asked
    assert other.asked + other_again.asked == dora.asked


def test_a_program_that_plays_from_elsewhere_cannot_guess_the_seed():
    for seating in (
        Seating(method="remote"),
        Seating(method="plain", seats=("Anna=plain@reader", "Ben=remote")),
        Seating(method="plain", teams=("werewolf=remote",)),
    ):
        assert max(drawn_seed(seating) for _ in range(20)) > 2 ** (SECRET_BITS - 20)
    assert max(drawn_seed(Seating(method="plain", seats=("Ben=human",))) for _ in range(20)) < 2**31
    assert len({secret_seed() for _ in range(100)}) == 100
