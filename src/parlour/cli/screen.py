"""A match on the terminal: who speaks to whom as it happens, and what it has cost so far."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.rule import Rule
from rich.text import Text

from parlour.arena import Act, Fault, Item, Setup
from parlour.games import SILENT, Event, EventKind, Kind, Player, Request, count_words
from parlour.llm import Ledger
from parlour.wording import word

WORDS_PER_SECOND, PAUSE, LONGEST_PAUSE = 12, 0.3, 4.0
"""How fast a person reads, in words and seconds."""
COLOURS = (
    "cyan",
    "magenta",
    "green",
    "yellow",
    "blue",
    "red",
    "bright_cyan",
    "bright_magenta",
    "bright_green",
    "bright_yellow",
    "bright_blue",
    "bright_red",
)


@dataclass(kw_only=True)
class Screen:
    """An audience that prints; with a viewpoint it prints what that player may see and no more.

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
    _told: set[tuple[EventKind, str | None]] = field(default_factory=set[tuple[EventKind, str | None]])

    def __post_init__(self) -> None:
        names = self.setup.game.script.players
        self._colours = {name: COLOURS[n % len(COLOURS)] for n, name in enumerate(names)}
        columns = (
            BarColumn(bar_width=20),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
        )
        self._progress = Progress(*columns, console=self.console)
        self._task = self._progress.add_task("", total=expected_requests(self.setup))
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
        kinds = {request.kind for request in requests}
        if kinds & {Kind.INTRODUCE, Kind.VOTE, Kind.ANSWER}:
            titles = {Kind.INTRODUCE: "introductions", Kind.VOTE: "vote", Kind.ANSWER: "answers"}
            self._head(word(titles[next(iter(kinds))], self.setup.language))

    def spoke(self, request: Request, chunk: str) -> None:
        """Shows speech as it forms, where it will be heard."""
        self._speech[request.id] = self._speech.get(request.id, "") + chunk

    def happened(self, item: Item) -> None:
        """Prints what went on record."""
        if isinstance(item, Fault):
            self._print(f"[red]{escape(word('fault', self.setup.language, **item.model_dump()))}[/]")
        elif isinstance(item, Act):
            self._progress.advance(self._task)
        elif isinstance(item, Event) and (self.viewpoint is None or item.is_visible_to(self.viewpoint)):
            self._show(item)

    def _show(self, event: Event) -> None:
        match event.kind:
            case EventKind.ROUND:
                self._head(self._word("round", round=event.round, rounds=self.setup.game.rounds))
            case EventKind.INTRODUCED:
                self._say(self._name(event.actor), event.text)
            case EventKind.ASKED:
                to = self._word(
                    "asks", actor=self._name(event.actor), to=self._name(event.to), case=event.case
                )
                self._say(to, event.text)
            case EventKind.REPLIED:
                self._say(self._name(event.actor), event.text, indent=4)
            case EventKind.PASSED:
                key = "no_question" if event.case and not event.to else "silent"
                self._print(f"[dim]{self._word(key, actor=self._name(event.actor), case=event.case)}[/]")
            case EventKind.VOTED:
                self._vote(event)
            case EventKind.ELIMINATED | EventKind.REVEALED | EventKind.WON:
                self._reveal(event)
            case _:
                pass

    def _vote(self, event: Event) -> None:
        key = "votes_for" if event.chosen else "abstains"
        choice = self._name(event.chosen[0]) if event.chosen else ""
        self._print(self._word(key, actor=self._name(event.actor), choice=choice, case=event.case))

    def _reveal(self, event: Event) -> None:
        """The verdict is told twice where it was sealed from the players; it is shown once."""
        if (event.kind, event.case) in self._told:
            return
        if not self._told:
            self._head(self._word("verdict"))
        self._told.add((event.kind, event.case))
        if event.kind is EventKind.ELIMINATED:
            key = "accused" if event.chosen else "nobody_accused"
            name = self._name(event.chosen[0]) if event.chosen else ""
            self._print(self._word(key, case=event.case, name=name))
        elif event.kind is EventKind.REVEALED:
            names = self._word("comma").join(map(self._name, event.chosen))
            self._print(self._word("truth" if event.chosen else "truth_nobody", case=event.case, names=names))
        elif event.chosen:
            self._print(f"[bold]{self._word(event.chosen[0])}[/]")

    def _say(self, title: str, text: str, *, indent: int = 0) -> None:
        self.console.print(Padding(title, (1, 0, 0, indent)))
        self.console.print(Padding(Text(text), (0, 0, 0, indent + 2)))
        if self.is_paced:
            time.sleep(min(LONGEST_PAUSE, PAUSE + count_words(text) / WORDS_PER_SECOND))

    def _head(self, title: str) -> None:
        self.console.print()
        self.console.print(Rule(title, style="dim"))

    def _print(self, markup: str) -> None:
        self.console.print(markup, highlight=False)

    def _word(self, key: str, *, case: str | None = None, **variables: object) -> str:
        """A phrase as markup; names come as markup already."""
        return word(key, self.setup.language, case=escape(case or ""), **variables)

    def _name(self, player: Player | None) -> str:
        if player not in self._colours:
            return escape(player or "")
        return f"[bold {self._colours[player]}]{escape(player)}[/]"

    def _foot(self) -> Group:
        """What stands below everything: the speech that forms, and the bar."""
        lines: list[Padding | Progress] = []
        for request_id, request in self._waiting.items():
            if text := self._speech.get(request_id):
                lines = [Padding(f"{self._name(request.player)} [dim]{escape(text[-600:])}[/]", (1, 0, 0, 2))]
        names = dict.fromkeys(self._name(request.player) for request in self._waiting.values())
        is_silent = any(request.kind in SILENT for request in self._waiting.values())
        thinking = self._word("thinking") if is_silent else self._word("comma").join(names)
        self._progress.update(self._task, description=f"{spent(self.ledger)}  [dim]{thinking}[/]")
        return Group(*lines, self._progress)


def spent(ledger: Ledger) -> str:
    """Calls, tokens and dollars so far, in a few characters."""
    tally = ledger.total
    usage = tally.usage
    dollars = "$?" if usage.dollars is None else f"${usage.dollars:.2f}"
    tokens = f"{usage.input_tokens / 1000:.1f}k → {usage.output_tokens / 1000:.1f}k"
    return f"{tally.calls} calls · {tokens} tokens · {dollars}"


def expected_requests(setup: Setup) -> int:
    """About how many requests a match will make, for a bar."""
    game, script = setup.game, setup.game.script
    players, victims = len(script.players), len(script.victims)
    per_round = 2 * players + 2 * players * victims * game.questions
    return players * (1 + victims) + game.rounds * per_round + (script.rows() if game.answers else 0)
