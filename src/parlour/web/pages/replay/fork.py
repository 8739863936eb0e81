"""Going on otherwise: another match, the same up to a decision, with another mind in a seat from there on."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from parlour.agents import METHODS
from parlour.arena import HUMAN
from parlour.errors import ParlourError
from parlour.llm import Language
from parlour.web.insight import ForkPoint, Visit
from parlour.web.pages.god import said
from parlour.web.pages.own_tables import keep_token
from parlour.web.pages.replay.phrases import PHRASES

_SAME = ""


class ForkForm:
    """What is to be otherwise, and the button that does it; for the host alone.

    Args:
        seen: whose match, and who looks.
        language: of the table.
    """

    def __init__(self, seen: Visit, language: Language) -> None:
        self._seen = seen
        self._say = partial(PHRASES.say, language=language)
        self._decision: ForkPoint | None = None
        methods = {_SAME: self._say("as_before"), HUMAN: self._say("a_person")}
        methods |= {name: name for name in METHODS.installed()}
        said("p", self._say("fork_note"), "faded")
        self._where = said("p", "")
        with ui.element("div").classes("fields"):
            players = {name: name for name in seen.setup.players}
            self._seat = ui.select(players, value=seen.setup.players[0], label=self._say("seat"))
            self._method = ui.select(methods, value=_SAME, label=self._say("method"))
            self._model = ui.input(self._say("model"), placeholder=self._say("model_default"))
        self._button = ui.button(self._say("fork"), on_click=self._fork)
        self._told = ui.element("div")
        self._told.props["aria-live"] = "polite"

    def show(self, number: int) -> None:
        """Says where the match would part if it were forked at an entry."""
        self._decision = self._seen.decision_after(number)
        self._button.set_enabled(self._decision is not None)
        self._where.text = (
            self._say("fork_where", player=self._decision.player, number=self._decision.number)
            if self._decision
            else self._say("fork_nowhere")
        )

    async def _fork(self) -> None:
        if self._decision is None:
            return
        seat, method = str(self._seat.value), str(self._method.value)
        changes = {seat: (method, str(self._model.value or "").strip())} if method else {}
        self._button.set_enabled(False)
        try:
            self._seen.check_pass()
            table, passes = await self._seen.house.fork(self._seen.match, self._decision.step, changes)
        except ParlourError as error:
            self._tell(str(error))
            return
        finally:
            self._button.set_enabled(True)
        table.start()
        keep_token(next(each.token for each in passes if each.kind == "host"))
        self._told.clear()
        with self._told:
            said("p", self._say("forked", match=table.match))
            with ui.element("ul"):
                for each in passes:
                    name = self._say(f"link_{each.kind}", player=each.player)
                    with ui.element("li"):
                        page = "watch" if each.kind == "spectator" else each.kind
                        ui.link(name, f"/{page}/{each.token}", new_tab=True)

    def _tell(self, sentence: str) -> None:
        self._told.clear()
        with self._told:
            said("p", sentence, "wine")
