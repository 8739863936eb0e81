"""Who was what in a match that is replayed: folded, since it gives away what the table was looking for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from nicegui import ui

from parlour.language.wording import GamePhrases, word
from parlour.llm import Language
from parlour.views import Truth, truth
from parlour.web.insight import Visit
from parlour.web.pages.god import data_table, said
from parlour.web.pages.replay.phrases import PHRASES


class RoleList:
    """What everybody was in the end, or who was the answer to each hidden question; read when it is unfolded.

    Args:
        seen: whose match, and who looks; somebody who may see everything.
        language: of the table.
    """

    def __init__(self, seen: Visit, language: Language) -> None:
        self._seen, self._is_read = seen, False
        self._language: Language = language
        with ui.element("details").classes("sheet who-was") as folded:
            said("summary", PHRASES.say("who_was", language))
            self._box = ui.element("div")
        folded.on("toggle", self._read, js_handler="() => emit()")

    async def _read(self) -> None:
        if self._is_read:
            return
        self._is_read = True
        true = await asyncio.to_thread(lambda: truth(self._seen.record()))
        heads = ("seat", "role") if true.roles else ("case", "culprits")
        told = [PHRASES.say(head, self._language) for head in heads]
        with self._box, data_table(PHRASES.say("who_was", self._language), told):
            for name, what in self._rows(true).items():
                with ui.element("tr"):
                    said("th", name, scope="row")
                    said("td", what)

    def _rows(self, true: Truth) -> Mapping[str, str]:
        language = self._language
        phrases = GamePhrases(self._seen.setup.game.name, language)
        if true.roles:
            return {player: phrases.role(role) for player, role in true.roles.items()}
        none, comma = PHRASES.say("nobody", language), word("comma", language)
        return {phrases.case(case): comma.join(who) or none for case, who in true.culprits.items()}
