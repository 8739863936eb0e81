"""A match on the terminal: who speaks to whom as it happens, and what it has cost so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from parlour.arena import Act, Fault, Item, Setup
from parlour.core import GAMES, Event, Player, Request
from parlour.language.wording import has_word, word
from parlour.llm import Ledger
from parlour.views import ScreenPage, story_of


@dataclass(kw_only=True)
class Screen:
    """An observer that prints; with a viewpoint it prints what that player may see and no more.

    Attributes:
        setup: of the match.
        console: where it prints.
        ledger: what has been spent.
        viewpoint: whose eyes it has; None sees everything.
        is_live: whether speech streams and a progress bar stands at the foot.
        is_paced: whether it waits after each speech for a person to read it.
    """

    setup: Setup
    console: Console
    ledger: Ledger
    viewpoint: Player | None = None
    is_live: bool = False
    is_paced: bool = False
    _speech: dict[str, str] = field(default_factory=dict[str, str])
    _waiting: dict[str, Request] = field(default_factory=dict[str, Request])

    def __post_init__(self) -> None:
        self._page = ScreenPage(
            console=self.console,
            game=self.setup.game.name,
            language=self.setup.language,
            players=self.setup.players,
            is_paced=self.is_paced,
        )
        self.story = story_of(self.setup.game, self._page, self.viewpoint)
        columns = (
            BarColumn(bar_width=20),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
        )
        self._progress = Progress(*columns, console=self.console)
        self._task = self._progress.add_task("", total=self.story.expected_requests())
        self._live = Live(
            console=self.console, transient=True, get_renderable=self._foot, refresh_per_second=8
        )

    def __enter__(self) -> Screen:
        if self.is_live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_live:
            self._live.stop()

    @property
    def listens(self) -> bool:
        """Whether it shows speech as it forms."""
        return self.is_live and not self.is_paced

    def asked(self, requests: Sequence[Request]) -> None:
        """Shows who is thinking."""
        self._waiting = {request.id: request for request in requests}
        self._speech.clear()
        for kind in dict.fromkeys(request.kind for request in requests):
            key = f"heading_{kind.name}"
            if has_word(key, self.setup.language, self.setup.game.name):
                self._page.head(self._page.word(key))

    def spoke(self, request: Request, chunk: str) -> None:
        """Shows speech as it forms, where it will be heard."""
        self._speech[request.id] = self._speech.get(request.id, "") + chunk

    def decided(self, act: Act) -> None:
        """Waits for one less."""
        self._waiting.pop(act.request, None)

    def happened(self, item: Item) -> None:
        """Prints what went on record; of faults a player sees its own, since others' tell what they are."""
        if isinstance(item, Fault) and self.viewpoint in (None, item.player):
            self._page.line(f"[red]{escape(word('fault', self.setup.language, **item.model_dump()))}[/]")
        elif isinstance(item, Act):
            self._progress.advance(self._task)
        elif isinstance(item, Event) and (self.viewpoint is None or item.is_visible_to(self.viewpoint)):
            with GAMES.guarded(self.setup.game.name):
                self.story.show(item)

    def _foot(self) -> Group:
        """What stands below everything: the speech that forms, and the bar."""
        lines: list[Padding | Progress] = []
        for request_id, request in self._waiting.items():
            if text := self._speech.get(request_id):
                said = f"{self._page.name(request.player)} [dim]{escape(text[-600:])}[/]"
                lines = [Padding(Text.from_markup(said, emoji=False), (1, 0, 0, 2))]
        names = dict.fromkeys(self._page.name(request.player) for request in self._waiting.values())
        is_silent = any(request.kind.silent for request in self._waiting.values())
        thinking = self._page.word("thinking") if is_silent else self._page.word("comma").join(names)
        self._progress.update(self._task, description=f"{spent(self.ledger)}  [dim]{thinking}[/]")
        return Group(*lines, self._progress)


def spent(ledger: Ledger) -> str:
    """Calls, tokens and dollars so far, in a few characters."""
    tally = ledger.total
    usage = tally.usage
    dollars = "$?" if usage.dollars is None else f"${usage.dollars:.2f}"
    tokens = f"{usage.mark}{usage.input_tokens / 1000:.1f}k → {usage.output_tokens / 1000:.1f}k"
    return f"{tally.calls} calls · {tokens} tokens · {dollars}"
