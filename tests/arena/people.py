"""Hand-made agents and an observer for the tests of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from parlour.agents import AgentContext, Thought
from parlour.arena import Item, NullObserver
from parlour.core import PASS, Action, Event, Request, RequestKind, request_kinds


def obedient(request: Request) -> Action:
    """The first option, and a word where one may be said."""
    return Action(chosen=request.options[:1] if request.most else (), speech="Yes." if request.words else "")


@dataclass
class Sitter:
    """An agent that does as it is told, and minds what it saw and was asked.

    Attributes:
        decide: what it does.
    """

    decide: Callable[[Request], Action] = obedient
    seen: list[Event] = field(default_factory=list[Event])
    asked: list[Request] = field(default_factory=list[Request])

    async def observe(self, event: Event) -> None:
        self.seen.append(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        self.asked.append(request)
        return self.decide(request)


class Thinker(Sitter):
    """One that notes a thought before it votes."""

    async def act(self, request: Request, context: AgentContext) -> Action:
        if request.kind is request_kinds.VOTE:
            context.think(Thought(kind="musing", case=request.case))
        return await super().act(request, context)


def only(kind: RequestKind, action: Action) -> Callable[[Request], Action]:
    """Does one thing wherever that kind of request comes up, and is obedient otherwise."""
    return lambda request: action if request.kind is kind else obedient(request)


def silent(_request: Request) -> Action:
    """Lets everything go."""
    return PASS


class Watcher(NullObserver):
    """An observer that minds what it was shown."""

    def __init__(self) -> None:
        self.waiting: list[list[str]] = []
        self.heard: list[tuple[str, str]] = []
        self.items: list[Item] = []

    @property
    def listens(self) -> bool:
        return True

    def on_requests(self, requests: Sequence[Request]) -> None:
        self.waiting.append([request.id for request in requests])

    def spoke(self, request: Request, chunk: str) -> None:
        self.heard.append((request.id, chunk))

    def on_item(self, item: Item) -> None:
        self.items.append(item)
