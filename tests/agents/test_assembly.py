import asyncio
from dataclasses import dataclass, field

from parlour.agents import AgentContext, Assembly, Brief, Module, Writer
from parlour.core import Action, Event, Request, request_kinds
from parlour.llm import LanguageModel, Part, Source
from tests.agents.seats import Slate, asking, introduced, observation
from tests.llm.samples import Scripted


@dataclass
class Spy:
    """A module that says one thing and notes when it was called."""

    name: str
    trail: list[str]
    brief: Brief | None = None
    heard: list[Event] = field(default_factory=list[Event])

    def notice(self, event: Event) -> None:
        self.heard.append(event)

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        self.trail.append(f"{self.name} considers")
        return self.brief

    async def revise(self, request: Request, draft: Action, context: AgentContext) -> Action:
        self.trail.append(f"{self.name} revises")
        return Action(chosen=draft.chosen, speech=f"{draft.speech} {self.name}".strip())


def assembled(*modules: Module, model: Scripted | None = None) -> Assembly:
    seen = observation("Anna")
    writer = Writer(observation=seen, model=LanguageModel(backend=model or Scripted("Where were you?")))
    return Assembly(observation=seen, modules=modules, writer=writer)


def act(agent: Assembly, request: Request) -> Action:
    return asyncio.run(agent.act(request, Slate()))


def told(text: str) -> Brief:
    return Brief(parts=(Part(text=text, source=Source(origin="thought", owner="Anna")),), choice="Carl")


def test_modules_consider_in_order_then_revise_in_order():
    trail: list[str] = []
    action = act(assembled(Spy("one", trail, told("x")), Spy("two", trail)), asking())
    assert trail == ["one considers", "two considers", "one revises", "two revises"]
    assert action == Action(chosen=("Carl",), speech="Where were you? one two")


def test_the_first_choice_holds_and_no_model_is_asked_whom():
    model = Scripted("Where were you?")
    other = Brief(choice="Dora")
    agent = assembled(Spy("one", []), Spy("two", [], told("x")), Spy("three", [], other), model=model)
    assert act(agent, asking()).chosen == ("Carl",)
    assert [call.prompt.purpose for call in model.calls] == [request_kinds.ASK]


def test_without_a_module_that_chooses_the_model_is_asked_whom():
    model = Scripted('{"reason": "He trembles.", "choice": "Dora"}', "Where were you?")
    assert act(assembled(model=model), asking()) == Action(chosen=("Dora",), speech="Where were you?")
    assert [call.prompt.purpose for call in model.calls] == ["whom", request_kinds.ASK]


def test_a_module_that_passes_lets_the_request_go_unasked():
    model = Scripted("Where were you?")
    assert act(assembled(Spy("one", [], Brief(passes=True)), model=model), asking()).chosen == ()
    assert model.calls == []


def test_an_event_reaches_the_perspective_and_every_module():
    one, two = Spy("one", []), Spy("two", [])
    agent = assembled(one, two)
    event = introduced(20, "Ben", "I am Ben.")
    asyncio.run(agent.observe(event))
    assert one.heard == two.heard == [event]
    assert "I am Ben." in asyncio.run(agent.observation.recall(asking(), "Ben")).parts[-1].text
