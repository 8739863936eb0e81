"""The page of a table; every part is drawn from the table's current state."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from nicegui import ui
from starlette.requests import Request as PageRequest

from parlour.arena import Act, listener
from parlour.core import Action, Player, Request, request_kinds
from parlour.errors import NoEntry
from parlour.evaluation import Sides
from parlour.llm import Language
from parlour.store import AccessToken, AccessTokenKind
from parlour.views import truth
from parlour.web.gate import language_of
from parlour.web.hosting import FeedLine, TableServer
from parlour.web.insight.readings import StageArrow
from parlour.web.pages.after.verdict import describe_aims, describe_endings
from parlour.web.pages.look import add_script, add_text, keep_token, shell, style
from parlour.web.pages.portraits import face_css
from parlour.web.pages.stage import StageWords, dress_stage
from parlour.web.pages.table.answering import Drafts, FloorForm, is_floor
from parlour.web.pages.table.asked import AnswerHandler, Composer
from parlour.web.pages.table.conversation import Awaited, Conversation, Filter, FilterBar
from parlour.web.pages.table.head import LiveStage, MatchProgress, Notice, OutNotice, Reveal
from parlour.web.pages.table.panels import FirstLook, Guide, Notebook, RoleCard, RulesPanel, is_guided
from parlour.web.pages.table.scene import PHRASES, Pulse, Scene, box, button, keep_typed
from parlour.web.pages.table.typing_aid import voice_settings
from parlour.web.sheets import is_person

TABS = ("table", "card", "rules", "notes")
"""The parts that a telephone shows one at a time."""


@dataclass(frozen=True, kw_only=True)
class PlayerPanels:
    """The parts of a player's page beside those of a spectator's."""

    player: Player
    composer: Composer
    role_card: RoleCard
    rules: RulesPanel
    notebook: Notebook
    drafts: Drafts
    floor: FloorForm
    first_look: FirstLook


class TablePage:
    """The page of a table in one browser."""

    def __init__(
        self, server: TableServer, ticket: AccessToken, scene: Scene, *, guides: bool, is_paced: bool
    ) -> None:
        self._server, self._ticket, self._scene = server, ticket, scene
        self._locks = scene.table.locks
        self._projection = scene.table.projection(scene.visibility)
        self._last_number, self._guides = -1, guides
        self._title = scene.title
        self._words = StageWords(scene.table.setup)
        self._progress = MatchProgress(scene, self._words)
        people = [player for player in scene.players if is_person(scene.table.setup, player)]
        self._reveal = Reveal(
            scene.game.kinds.events,
            is_paced=is_paced,
            watcher=scene.player if people == [scene.player] else None,
            language=scene.language,
        )
        self._telling: asyncio.Task[None] | None = None
        self._was_over = self._was_out = False
        self._client = ui.context.client
        keep_typed()
        for script in ("typing_aid", "voice", "phone"):
            add_script(f"table/{script}.js")
        with box("div", "table", data_tab="table") as self._frame:
            self._build()
        self._pulse = Pulse(self.draw)
        self.draw()
        self._leave = scene.table.feed.listen(self._pulse.beat)
        self._client.on_delete(self._close)  # pyright: ignore[reportUnknownMemberType]

    def draw(self) -> None:
        """Draws the changes."""
        table = self._scene.table
        if table.locks != self._locks and not self._still_admitted():
            return
        is_first, now = self._last_number < 0, time.monotonic()
        lines = self._projection.lines(self._last_number)
        self._reveal.offer(lines, now, table.settings.seconds)
        self._last_number = self._projection.last
        if is_first:
            self._reveal.skip()
        if table.is_over and not self._was_over:
            self._was_over = True
            self._conversation.go_to_newest()
        self._show_lines(self._reveal.due(now))
        is_told = self._reveal.next_at is None
        self._tell_fate(is_over=table.is_over and (is_told or self._progress.has_rounds))
        self._skip.set_visibility(not is_told)
        self._skip.text = self._scene.say("reveal_end" if self._reveal.reads else "reveal_all")
        if self._reveal.next_at is not None:
            self._pulse.beat_at(self._reveal.next_at)
            self._draw_reveal()
            return
        self._notice.show(table.settings)
        self._draw_now()
        if self._panels:
            self._panels.rules.show(table.settings)
            self._look_first()
            forms = self._panels.floor.among(table.forms(self._panels.player))
            self._panels.composer.show(forms)
            self._call(is_asked=bool(forms))
            self._tell_outcome(self._panels.player)

    def _tell_fate(self, *, is_over: bool) -> None:
        fate = self._progress.state.fates.get(self._scene.player or "")
        if fate and not self._was_out:
            self._was_out = True
            self._conversation.go_to_newest()
        self._out.show(fate, is_over=is_over)

    def _show_lines(self, lines: Sequence[FeedLine]) -> None:
        for line in lines:
            self._progress.state.take(line)
        self._conversation.add(lines)
        if self._panels:
            self._panels.role_card.add(lines)

    def _draw_reveal(self) -> None:
        self._conversation.form({}, ())
        self._awaited.show((), (), is_asked=False)
        self._stage.show(self._progress.state, {}, self._marks, ())
        self._phase.text, self._mood.text = self._progress.revealing, ""

    def _skip_reveal(self) -> None:
        if self._reveal.reads:
            self._reveal.skip_to_end()
        else:
            self._reveal.skip()
        self._pulse.draw_now()

    def _tell_outcome(self, player: Player) -> None:
        if self._telling or not self._scene.table.is_over:
            return

        async def tell() -> None:
            sides, end = await asyncio.to_thread(self._read_outcome)
            self._notice.tell_outcome(sides, player, end)

        self._telling = asyncio.create_task(tell())

    def _read_outcome(self) -> tuple[Sides, str]:
        record, scene = self._scene.table.record(), self._scene
        true, sides, player = truth(record), Sides.of(record), scene.player or ""
        lines = describe_endings(true.verdicts, scene.phrases, scene.language, player)
        if sides.reward(player) != 1:
            lines += describe_aims(true, sides, player, scene.phrases)
        return sides, (" " if scene.language == "en" else "").join(lines)

    @property
    def _marks(self) -> dict[Player, int]:
        return dict(self._panels.notebook.notes.suspicions) if self._panels else {}

    def _draw_now(self) -> None:
        table, scene = self._scene.table, self._scene
        requests = [request for request in table.open_requests(scene.visibility) if not request.kind.bids]
        alone = len(table.feed.requests) == 1
        audible = [request for request in requests if scene.visibility.hears(request, alone=alone)]
        self._conversation.form(table.feed.speech, audible)
        answers = self._given_answers()
        doing = {request.player: self._does(request, audible) for request in requests}
        awaited = [request for request in table.thinking(scene.visibility) if not request.kind.bids]
        doing |= {request.player: self._does(request, audible) for request in awaited}
        self._awaited.show(
            answers,
            [request.player for request in awaited],
            is_asked=bool(scene.player and table.forms(scene.player)),
        )
        speaking = [
            StageArrow(kind="speech", by=request.player, of=request.partner)
            for request in audible
            if request.partner and table.feed.speech.get(request.id)
        ]
        self._stage.show(self._progress.state, doing, self._marks, speaking)
        self._phase.text = self._progress.phase(requests)
        self._mood.text = self._progress.mood

    def _given_answers(self) -> tuple[Act, ...]:
        player, panels = self._scene.player, self._panels
        if not (player and panels):
            return ()
        answers, words = self._scene.table.given_answers(player), panels.floor.words
        waiting = Act(request="", player=player, chosen=(), speech=words, is_fallback=False)
        return (*answers, waiting) if words else answers

    def _does(self, request: Request, audible: Sequence[Request]) -> str:
        feed = self._scene.table.feed
        if request.id in feed.settled:
            return "decided"
        if request.player == self._scene.player:
            return "your_turn"
        if request in audible and feed.speech.get(request.id):
            return "speaking"
        if self._scene.is_talk_free and request.kind is request_kinds.SPEAK:
            return "has_floor"
        return "awaited" if request.player in self._scene.table.outside else "thinking"

    def _build(self) -> None:
        scene, player = self._scene, self._scene.player
        with box("div", "head cloth"):
            with box("div", "phase", role="status"):
                self._phase = add_text("span", "", "phase-now")
                self._mood = add_text("span", "", "phase-mood")
                if player is None:
                    add_text("span", scene.say("watching"), "chip")
                self._skip = button(scene.say("reveal_all"), self._skip_reveal, "is-skip")
            self._stage = LiveStage(scene, self._words, lambda player: self._show_only(Filter(person=player)))
            voice_settings(scene)
        self._notice = Notice(scene, self._ticket)
        self._out = OutNotice(scene)
        self._guide = guide = Guide(scene, self._turn_to, is_open=self._guides) if player else None
        self._filter_bar = FilterBar(scene, self._show_only)
        with box("div", "body"):
            with box("section", "middle"):
                self._conversation = Conversation(scene)
                with self._conversation.foot:
                    self._awaited = Awaited(scene)
                foot = box("div", "foot")
            self._panels = self._build_panels(player, foot, guide) if player and guide else None

    def _build_panels(self, player: Player, foot: ui.element, guide: Guide) -> PlayerPanels:
        scene, hosting = self._scene, self._server.store.hosting
        drafts = Drafts(hosting, scene.table.match, player)
        with foot:
            floor = FloorForm(scene, player)
            handler = AnswerHandler(
                drafts=drafts,
                answer=self._answer,
                listener=listener(scene.table.setup, player),
                typing=floor.typing,
                note_unheard=self._conversation.unheard.add,
                living=lambda: [name for name in scene.players if name not in self._progress.state.fates],
                has_unread=lambda: self._conversation.has_unread,
                badge=partial(self._words.badge, self._progress.state),
            )
            composer = Composer(scene, handler, self._conversation.frame)
        with box("aside", "side"):
            with box("section", "panel is-card", aria_label=scene.say("card"), tabindex="0"):
                role_card = RoleCard(scene, player)
                button(scene.say("card_read"), lambda: self._turn_to("table"), "is-main card-read")
            with box("section", "panel is-rules", aria_label=scene.say("rules"), tabindex="0"):
                rules = RulesPanel(scene, guide.open)
            with box("section", "panel is-notes", aria_label=scene.say("notes"), tabindex="0"):
                notebook = Notebook(scene, player, hosting, self._draw_now)
        first_look = FirstLook(hosting, scene.table.match, player, self._ticket.token)
        self._tabs("table" if first_look.is_taken else "card")
        return PlayerPanels(
            player=player,
            composer=composer,
            role_card=role_card,
            rules=rules,
            notebook=notebook,
            drafts=drafts,
            floor=floor,
            first_look=first_look,
        )

    def _tabs(self, first: str) -> None:
        with box("nav", "tabs", aria_label=self._scene.say("views")):
            self._tab_buttons = {
                name: button(self._scene.say(name), partial(self._turn_to, name), f"tab is-{name}")
                for name in TABS
            }
        self._show_tab(first)

    def _turn_to(self, name: str) -> None:
        if self._panels and self._panels.role_card.is_dealt and self._tab_now == "card" != name:
            self._panels.first_look.take()
        if self._guide:
            self._guide.follow(name)
        self._show_tab(name)

    def _look_first(self) -> None:
        panels = self._panels
        is_new = panels and panels.role_card.is_dealt and not panels.first_look.is_taken
        if is_new and self._tab_now == "table":
            self._show_tab("card")

    def _show_tab(self, name: str) -> None:
        self._tab_now = name
        self._frame.props["data-tab"] = name
        for other, tab in self._tab_buttons.items():
            tab.props["aria-pressed"] = "true" if other == name else "false"

    def _show_only(self, line_filter: Filter) -> None:
        self._stage.pick(line_filter.person)
        self._conversation.show_only(line_filter)
        self._filter_bar.show(line_filter)
        self._draw_now()

    def _answer(self, request: str, action: Action) -> None:
        self._server.admit(self._ticket.token)
        if self._panels and is_floor(request):
            self._panels.floor.answer(action)
        elif self._panels:
            self._scene.table.remote_seat(self._panels.player).answer(request, action)
        self._conversation.has_unread = False
        self._conversation.go_to_newest()

    def _call(self, *, is_asked: bool) -> None:
        title = f"● {self._scene.say('waiting_for_you')}" if is_asked else self._scene.title
        if title != self._title:
            self._title = title
            with self._client:
                ui.page_title(title)
            tab = self._tab_buttons["table"]
            tab.classes(add="is-called") if is_asked else tab.classes(remove="is-called")

    def _still_admitted(self) -> bool:
        self._locks = self._scene.table.locks
        try:
            self._server.admit(self._ticket.token)
        except NoEntry:
            self._close()
            self._frame.clear()
            with self._frame:
                gone(self._scene)
            return False
        return True

    def _close(self) -> None:
        self._pulse.stop()
        self._leave()
        self._leave = lambda: None
        if self._panels:
            self._panels.drafts.write()


def gone(scene: Scene) -> None:
    """Shows that a seat was passed on, or that a spectators' link was renewed."""
    with box("div", "sheet empty"):
        add_text("h1", scene.say("gone", name=scene.player) if scene.player else scene.say("link_gone"))
        add_text("p", scene.say("gone_why" if scene.player else "link_gone_why"))
        add_text("a", scene.say("to_lobby"), "button", href="/")


_VIEWPORT = "width=device-width, initial-scale=1, interactive-widget=resizes-content"
"""The page shrinks above an on-screen keyboard, in browsers that can do so."""


def register(server: Callable[[], TableServer], *, is_paced: bool) -> None:
    """Adds both pages."""

    @ui.page("/seat/{token}", viewport=_VIEWPORT)
    def seat(token: str, request: PageRequest) -> None:
        _show(server(), token, "seat", request, is_paced=is_paced)

    @ui.page("/watch/{token}", viewport=_VIEWPORT)
    def watch(token: str, request: PageRequest) -> None:
        _show(server(), token, "spectator", request, is_paced=is_paced)


def _show(
    server: TableServer, token: str, kind: AccessTokenKind, request: PageRequest, *, is_paced: bool
) -> None:
    try:
        ticket, table = server.admit(token)
    except NoEntry:
        _turn_away("no_entry_why", language_of(request))
        return
    if ticket.kind != kind and not (kind == "spectator" and ticket.kind == "host"):
        _turn_away("wrong_pass", table.setup.language)
        return
    player = ticket.player or None if kind == "seat" else None
    scene = Scene(table=table, player=player)
    dress_stage()
    ui.add_css(style("table/table.css") + face_css(table.setup))
    with shell(scene.title, scene.language, is_heading=True):
        if player:
            keep_token(token)
        guides = not is_guided(request.cookies, scene.game.name)
        TablePage(server, ticket, scene, guides=guides, is_paced=is_paced)


def _turn_away(why: str, language: Language) -> None:
    ui.context.client.status_code = 404
    title = PHRASES.say("no_entry", language)
    with shell(title, language), box("div", "sheet empty"):
        add_text("h1", title)
        add_text("p", PHRASES.say(why, language))
        add_text("a", PHRASES.say("to_lobby", language), "button is-main", href="/")
