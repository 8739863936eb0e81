"""The form that opens a table says what cannot be, beside the field where it was told."""

from __future__ import annotations

from pathlib import Path

from nicegui import ui

from parlour.web.hosting import TableServer
from tests.web.hosting.houses import until
from tests.web.pages.visiting import Come, Visitor, text_of, visit


def number(visitor: Visitor, label: str) -> ui.number:
    return next(
        each for each in visitor.parts() if isinstance(each, ui.number) and each.props["label"] == label
    )


def test_a_number_of_players_that_cannot_be_is_complained_about_until_it_can(tmp_path: Path):
    async def story(_: TableServer, come: Come) -> None:
        visitor = await come("/")
        werewolf = next(each for each in visitor.parts("choice") if text_of(each).startswith("Werewolf\n"))
        visitor.send(werewolf, "click")
        await until(lambda: "Werewolf" in visitor.words("preview"))
        players, opens = number(visitor, "Players"), visitor.button("Open the table")
        assert isinstance(opens, ui.button)
        players.value = 99
        await until(lambda: visitor.words("wine", "opening-preview"))
        assert players.error == visitor.words("wine", "opening-preview")
        assert not opens.enabled
        players.value = 6
        await until(lambda: opens.enabled)
        assert not players.error
        assert not visitor.words("wine", "opening-preview")

    visit(tmp_path, story)
