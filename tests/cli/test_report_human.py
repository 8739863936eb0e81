"""Matches of people with agents, as PLAYER*'s tables 3 and 6 count them."""

from __future__ import annotations

import asyncio
import csv
from pathlib import Path
from statistics import fmean, pstdev

import pytest

from parlour.core import Player
from parlour.evaluation import MEASURES, SCALES, Survey, mean_mark, score_match
from parlour.experiments.published_table import table
from parlour.experiments.report import Row
from parlour.games.mystery import MysterySetup, generate
from parlour.games.mystery.answers import grade_answers
from parlour.methods.player_star.human import HumanMatch, human_rows, read_human_matches, write_human
from parlour.store import Store
from parlour.web.hosting import Standing, TableServer
from parlour.web.sheets import put_survey
from tests.cases import cases
from tests.cli.runs import Parlour
from tests.experiments.published.printed import cells_of
from tests.web.hosting.houses import opened, setup, sit, until

PACKAGE = "parlour.methods.player_star"

TABLE_6 = table(PACKAGE, "player-table6")
GAME = MysterySetup(script=generate(5, players=4), rounds=1)
MURDERER = GAME.script.victims[0].murderers[0]
INNOCENT = next(each for each in GAME.players if each != MURDERER)


def survey(*marks: int) -> Survey:
    return Survey.model_validate(dict(zip(SCALES, marks, strict=True)))


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two matches whose person is the murderer, one with a survey; and one whose person is not."""
    db = str(tmp_path_factory.mktemp("human") / "parlour.db")

    async def play() -> None:
        async with opened(db) as house:
            await finish(house, MURDERER, survey(5, 4, 3, 2, 1))
            await finish(house, MURDERER, None)
            await finish(house, INNOCENT, survey(1, 1, 1, 1, 1))

    asyncio.run(play())
    return db


async def finish(house: TableServer, person: Player, said: Survey | None) -> None:
    table, _ = house.open(setup(GAME.players.index(person), of=GAME))
    table.start()
    await sit(table, person)
    await until(lambda: table.settings.standing is Standing.FINISHED)
    if said:
        put_survey(house.store, table, person, said)


@pytest.fixture(scope="module")
def matches(db: str) -> list[HumanMatch]:
    with Store.open(db) as store:
        return list(read_human_matches(store))


def of(rows: list[Row], condition: str, metric: str) -> Row:
    [row] = [each for each in rows if (each.condition, each.metric) == (condition, metric)]
    return row


def test_only_agents_are_scored_and_marks_are_those_that_were_given(db: str, matches: list[HumanMatch]):
    assert [each.condition for each in matches] == ["PLAYER*", "PLAYER*", "PLAYER* (other tables)"]
    with Store.open(db) as store:
        record = store.record(matches[0].match)
    agents = [each for each in grade_answers(record) if each.player != MURDERER]
    assert len(agents) < len(grade_answers(record))
    assert sum(each.asked for each in matches[0].score.answers) == len(agents)
    assert sum(each.right for each in matches[0].score.answers) == sum(each.is_right for each in agents)
    assert sum(each.asked for each in matches[0].score.votes) == len(GAME.players) - 1
    whole = score_match(record)
    assert (whole.won, whole.lost) == (matches[0].score.won, matches[0].score.lost)


def test_ours_stand_beside_the_published_and_other_tables_in_rows_of_their_own(matches: list[HumanMatch]):
    rows = human_rows(matches)
    immersion = of(rows, "PLAYER*", "survey.role_immersion")
    assert (immersion.published, immersion.ours, immersion.n) == (2.83, 2, 1)
    assert (immersion.low, immersion.high) == (None, None)
    assert of(rows, "PLAYER*", "survey.overall").ours == 3
    assert "not comparable because" in immersion.note
    assert of(rows, "PLAYER*", "win_rate").published == 0.667
    assert of(rows, "PLAYER*", "win_rate").n == 2
    other = of(rows, "PLAYER* (other tables)", "survey.overall")
    assert (other.published, other.ours) == (None, 1)
    assert "the person was no murderer" in other.note
    alone = of(rows, "O-CoT", "survey.question_quality")
    assert (alone.published, alone.ours, alone.note) == (1.58, None, "published only")


def test_the_report_is_read_by_people_and_programs_and_written_as_files(
    parlour: Parlour, db: str, tmp_path: Path
):
    told = parlour("report", "--human", "--db", db)
    assert told.code == 0
    assert "3 matches with a person · 2 surveys" in told.out
    assert "Role immersion" in told.out
    rows = [Row.model_validate(line) for line in parlour("report", "--human", "--json", "--db", db).json]
    assert {each.metric for each in rows} > set(MEASURES)
    names = {path.name for path in write_human(rows, tmp_path)}
    assert names == {f"player-human.{end}" for end in ("csv", "json", "png", "svg", "pdf")}
    with (tmp_path / "player-human.csv").open(encoding="utf-8") as file:
        assert len(list(csv.reader(file))) == len(rows) + 1


@cases("column", TABLE_6.columns)
def test_the_row_overall_of_table_6_is_mean_and_spread_of_the_five_scales(column: str):
    """So its ± is not what people differ by. Means are cut, not rounded (3.116 is printed 3.11)."""
    marks = [cells_of(TABLE_6, column, f"survey.{scale}")["overall"].value or 0 for scale in SCALES]
    printed = cells_of(TABLE_6, column, "survey.overall")["overall"]
    assert fmean(marks) == pytest.approx(printed.value, abs=0.01)
    assert pstdev(marks) == pytest.approx(printed.deviation, abs=0.01)


def test_the_interval_of_marks_lies_around_their_mean_and_needs_five_people():
    assert mean_mark([])[0] is None
    few, found = mean_mark([4, 4])
    assert (few, found.low, found.basis) == (4, None, "few")
    mean, found = mean_mark([2, 3, 5, 4, 4, 3])
    assert found.low is not None
    assert found.high is not None
    assert 2 <= found.low < (mean or 0) < found.high <= 5
