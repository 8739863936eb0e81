"""A match on the terminal: its announcement, events and cost as it runs, its result and its proof."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from parlour.arena import HUMAN, Act, Fault, Item, Record, Setup, Status
from parlour.core import GAMES, Event, Player, Request
from parlour.evaluation import Spent
from parlour.language.wording import has_word, word
from parlour.library.match import cost_line, outcome_of, score_lines
from parlour.llm import Ledger
from parlour.views import FinaleStep, MatchStory, ScreenPage, finale, story_of, summary_of
from parlour.views.terminal import cost_of


@dataclass(kw_only=True)
class Screen:
    """An observer that prints; with a viewpoint it prints what that player may see and no more."""

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
        """True if it shows speech while it is generated."""
        return self.is_live and not self.is_paced

    def on_requests(self, requests: Sequence[Request]) -> None:
        """Shows which players are deciding."""
        self._waiting = {request.id: request for request in requests}
        self._speech.clear()
        for kind in dict.fromkeys(request.kind for request in requests):
            key = f"heading_{kind.name}"
            if has_word(key, self.setup.language, self.setup.game.name):
                self._page.head(self._page.word(key))

    def spoke(self, request: Request, chunk: str) -> None:
        """Shows a piece of speech while it is generated."""
        self._speech[request.id] = self._speech.get(request.id, "") + chunk

    def on_decision(self, act: Act) -> None:
        """Removes a request that was answered."""
        self._waiting.pop(act.request, None)

    def on_item(self, item: Item) -> None:
        """Prints a recorded item; a player sees only its own faults, since others' reveal their roles."""
        if isinstance(item, Fault) and self.viewpoint in (None, item.player):
            self._page.line(f"[red]{escape(word('fault', self.setup.language, **item.model_dump()))}[/]")
        elif isinstance(item, Act):
            self._progress.advance(self._task)
        elif isinstance(item, Event) and (self.viewpoint is None or item.is_visible_to(self.viewpoint)):
            with GAMES.guard(self.setup.game.name):
                self.story.show(item)

    def _foot(self) -> Group:
        lines: list[Padding | Progress] = []
        for request_id, request in self._waiting.items():
            if text := self._speech.get(request_id):
                markup = f"{self._page.name(request.player)} [dim]{escape(text[-600:])}[/]"
                lines = [Padding(Text.from_markup(markup, emoji=False), (1, 0, 0, 2))]
        names = dict.fromkeys(self._page.name(request.player) for request in self._waiting.values())
        is_silent = any(request.kind.silent for request in self._waiting.values())
        thinking = self._page.word("thinking") if is_silent else self._page.word("comma").join(names)
        tally = self.ledger.total
        spent = f"{tally.calls} calls · {cost_of(tally.usage, digits=1)}"
        self._progress.update(self._task, description=f"{spent}  [dim]{thinking}[/]")
        return Group(*lines, self._progress)


SMOLLM2 = "smollm2"
USAGE = (
    *("calls", "input_tokens", "cached_tokens", "output_tokens", "thought_tokens", "is_estimated"),
    *("dollars", "seconds"),
)


def announce(setup: Setup, story: MatchStory, console: Console) -> None:
    """Prints the story or the roles, and the method and model of each seat."""
    language = setup.language
    story.announce()
    console.print()
    comma = word("comma", language)
    fillings: dict[str, list[Player]] = defaultdict(list)
    for seat in setup.seats:
        on_model = word("by_model", language, method=seat.method, model=seat.model)
        fillings[on_model if seat.model else seat.method].append(seat.player)
    for filling, players in fillings.items():
        console.print(word("seats", language, players=comma.join(players), filling=filling))
    if language == "zh" and any(seat.model == SMOLLM2 for seat in setup.seats):
        console.print(word("english_only", language, model=SMOLLM2), style="yellow")


def print_finale(console: Console, record: Record) -> None:
    """Prints the proof of who it was, from the view of the person who played, if there was exactly one.

    Prints nothing for an unfinished match or a game without a proof.
    """
    if record.status is not Status.FINISHED:
        return
    people = [seat.player for seat in record.setup.seats if seat.method == HUMAN]
    proof = finale(record, people[0] if len(people) == 1 else None)
    if proof is None:
        return
    setup = record.setup
    page = ScreenPage(console=console, game=setup.game.name, language=setup.language, players=setup.players)
    page.head(word("finale", setup.language))
    console.print(Text(proof.opening), style="dim")
    for number, step in enumerate(proof.steps, start=1):
        _print_step(page, step, f"{number}. ")
    console.print()
    console.print(Text(proof.verdict, style="bold"))
    for step in proof.lies:
        _print_step(page, step, "")


def _print_step(page: ScreenPage, step: FinaleStep, number: str) -> None:
    console = page.console
    console.print()
    console.print(Text(f"{number}{step.title}", style="bold"))
    for line in step.lines:
        name = f"{page.name(line.speaker)}: " if line.speaker else ""
        console.print(Text("   ").append_text(Text.from_markup(name, emoji=False)).append(line.text))
        console.print(Text(f"      {line.note}"), style="dim")
    if step.conclusion:
        console.print(Text(f"   {step.conclusion}"))


def result(record: Record, ledger: Ledger, seconds: float) -> dict[str, Any]:
    """Returns the figures of a finished match as `parlour play --json` prints them.

    `model` is that of most seats, empty if none has one; `script` is empty in a game without one. Dollars are
    null if no price is known; output tokens include thoughts; an estimate is our own count.
    """
    setup, total = record.setup, ledger.total
    summary = summary_of(setup.game.name)
    models = Counter(seat.model for seat in setup.seats if seat.model)
    scores = summary.scores(record).items()
    usage = asdict(total.usage) | {"calls": total.calls, "seconds": round(seconds, 3)}
    return {
        "match": record.match,
        "game": setup.game.name,
        "script": setup.game.story,
        "seed": setup.seed,
        "model": next((model for model, _ in models.most_common(1)), ""),
        "methods": {seat.player: "@".join(filter(None, (seat.method, seat.model))) for seat in setup.seats},
        "outcome": outcome_of(record).model_dump(mode="json"),
        "votes": [vote.model_dump(mode="json") for vote in summary.votes(record)],
        "scores": {name: {"value": score.value, "n": score.n} for name, score in scores},
        "usage": {name: usage[name] for name in USAGE},
        "faults": len(record.faults),
    }


def print_result(console: Console, record: Record, figures: Mapping[str, Any]) -> None:
    """Prints scores and costs for a person."""
    language = record.setup.language
    table = Table(title=word("scores", language), title_justify="left", box=None, show_header=False)
    for name, value in score_lines(record, summary_of(record.setup.game.name).scores(record)):
        table.add_row(name, value)
    console.print()
    console.print(table)
    usage = {name: figures["usage"][name] for name in USAGE if name not in ("thought_tokens", "is_estimated")}
    mark = "~" if figures["usage"]["is_estimated"] else ""
    cost = cost_line(Spent(**usage), figures["faults"], language, mark=mark)
    console.print(f"\n{cost}\n{word('kept', language, match=record.match)}", style="dim")
