"""What a player says when its turn comes, without a table around it."""

from __future__ import annotations

from parlour.reader import TableNames, TalkTurn, heard
from parlour.reader.reader import AnyPrompt

PLAYERS = ("Ann", "Ben", "Cat")
LOTS = 40


def kinds(lot: int) -> set[str]:
    """What a player does with words who has nothing to tell and has heard nothing."""
    table = TableNames("en", PLAYERS)
    papers = AnyPrompt(table=table, me=PLAYERS[0], role="", lines=(), task="", lot=f"{lot}", heard=())
    turn = TalkTurn(papers=papers, told=(), others=PLAYERS[1:])
    return {act.kind for act in heard(" ".join(turn.sentences()), PLAYERS[0], table)}


def test_who_has_no_other_remark_appeals_to_the_table_now_and_then():
    appeals = sum("appeal" in kinds(lot) for lot in range(LOTS))
    assert LOTS / 8 < appeals < LOTS / 2
