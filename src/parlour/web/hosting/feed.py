"""The feed of one table: everything on record so far, and updates from then on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.arena import Act, Fault, Item
from parlour.core import Event, Request


@dataclass(frozen=True, kw_only=True)
class Happened:
    """A new entry of the journal.

    Attributes:
        number: its position in the journal.
        item: the entry.
        request: the request that it answers, if any: a fault has one if the game's fallback was played for
            it, and none if an agent could not read a reply while it thought.
    """

    number: int
    item: Item
    request: Request | None


@dataclass(frozen=True, kw_only=True)
class RequestsChanged:
    """A new set of requests that are being answered."""

    requests: tuple[Request, ...]


@dataclass(frozen=True, kw_only=True)
class Spoke:
    """A new piece of a speech."""

    request: Request
    chunk: str


@dataclass(frozen=True, kw_only=True)
class Changed:
    """A change of the table's state: a pause, a new player of a seat, an opened or closed request."""


Update = Happened | RequestsChanged | Spoke | Changed
Listener = Callable[[Update], None]


@dataclass(kw_only=True)
class Feed:
    """The observer of a match: it passes on new entries, and nothing that a later run repeats."""

    past: list[Happened] = field(default_factory=list[Happened])
    requests: tuple[Request, ...] = ()
    settled: set[str] = field(default_factory=set[str])
    sent: dict[str, Act] = field(default_factory=dict[str, Act])
    speech: dict[str, str] = field(default_factory=dict[str, str])
    on_news: Callable[[], None] = lambda: None
    _listeners: list[Listener] = field(default_factory=list[Listener])
    _count: int = 0
    _requests_by_id: dict[str, Request] = field(default_factory=dict[str, Request])

    @property
    def listens(self) -> bool:
        """True if speech is streamed, because there is a listener."""
        return bool(self._listeners)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Passes every update to a listener until the returned function is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def load(self, items: Iterable[Item], requests: Mapping[str, Request] | None = None) -> None:
        """Reads a record whose match is not being played."""
        journal = list(items)
        self.sent = {item.request: item for item in journal if isinstance(item, Act)}
        self._requests_by_id = dict(requests or {})
        self.past = [
            Happened(number=number, item=item, request=self._answered_by(item))
            for number, item in enumerate(journal)
        ]
        self.sent, self._requests_by_id = {}, {}

    def begin(self) -> None:
        """Starts a run of the match at its first step; known entries will come again."""
        self._count = 0
        self.requests, self.settled, self.sent, self.speech = (), set(), {}, {}

    def on_requests(self, requests: Sequence[Request]) -> None:
        """Replaces the requests that are being answered."""
        self._requests_by_id = {request.id: request for request in requests}
        self.settled.clear()
        self.sent.clear()
        self.speech.clear()
        self.requests = tuple(requests)
        if self._is_live:
            self._pass_on(RequestsChanged(requests=self.requests))

    def spoke(self, request: Request, chunk: str) -> None:
        """Adds a new piece of a speech."""
        if self._is_live:
            self.speech[request.id] = self.speech.get(request.id, "") + chunk
            self._pass_on(Spoke(request=request, chunk=chunk))

    def on_decision(self, act: Act) -> None:
        """Marks a request as decided."""
        self.settled.add(act.request)
        self.sent[act.request] = act
        if self._is_live:
            self.announce_change()

    def on_item(self, item: Item) -> None:
        """Adds an entry of the journal."""
        entry = Happened(number=self._count, item=item, request=self._answered_by(item))
        self._count += 1
        if isinstance(item, Act):
            self.sent.pop(item.request, None)
        if entry.number >= len(self.past):
            self.past.append(entry)
            self.on_news()
            self._pass_on(entry)

    def announce_change(self) -> None:
        """Announces a change of the table's state."""
        self._pass_on(Changed())

    def _answered_by(self, item: Item) -> Request | None:
        if isinstance(item, Event):
            return None
        request = self._requests_by_id.get(item.request)
        if isinstance(item, Fault):
            act = self.sent.get(item.request)
            is_of_answer = act and act.is_fallback and request and item.purpose == request.kind.name
            return request if is_of_answer else None
        return request

    @property
    def _is_live(self) -> bool:
        return self._count >= len(self.past)

    def _pass_on(self, update: Update) -> None:
        for listener in tuple(self._listeners):
            listener(update)
