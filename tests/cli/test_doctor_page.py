"""What the doctor's page says of a database."""

from __future__ import annotations

from dataclasses import replace

from parlour.cli.checkup import Checkup, ChineseFonts, Extra, Package, Plugins, Software, UserFolder
from parlour.cli.doctor import page
from parlour.cli.model_inventory import Embeddings, ModelKind, Models
from parlour.store import DatabaseState
from tests.cases import cases

NUMPY = Package(name="numpy", wanted=">=2", version="2.3")
SCIPY = Package(name="scipy", wanted="", version="")
EXTRAS = (
    Extra(name="envs", packages=(NUMPY,), lacks=()),
    Extra(name="report", packages=(NUMPY, SCIPY), lacks=("scipy",)),
)
NEW = DatabaseState(place="~/parlour.db", is_server=False)
MADE = DatabaseState(
    place="~/parlour.db", is_server=False, is_made=True, revision="9", matches=3,
    size=1_500_000, free=20_000,
)  # fmt: skip


def lines(database: DatabaseState = NEW, *troubles: str) -> list[str]:
    checkup = Checkup(
        is_well=not troubles,
        troubles=troubles,
        software=Software(
            parlour="1",
            python="Python 3",
            system="Linux",
            packages=(NUMPY, SCIPY),
            extras=EXTRAS,
            troubles=(),
        ),
        database=database,
        models=Models(
            default="reader",
            kinds=(ModelKind(form="reader", lacks=""),),
            keys=(),
            files=(),
            embeddings=Embeddings(name="bm25", place="", cache="~/vectors", cache_size=0),
            asked=None,
            troubles=(),
        ),
        plugins=Plugins(working={"games": 3}, packages=(), troubles=()),
        chinese=ChineseFonts(is_drawn=False, fonts=()),
        folders=(UserFolder(holds="models", path="~/models", is_made=False, free=999, trouble=""),),
    )
    return list(page(checkup))


def of_database(database: DatabaseState) -> list[str]:
    told = lines(database)
    begin = told.index("Database") + 1
    return told[begin : told.index("", begin)]


def test_of_a_database_that_is_not_made_it_is_said_when_it_will_be():
    nothing = "  nothing in it yet: it is made when it is first needed"
    assert of_database(NEW) == ["  ~/parlour.db", nothing]


def test_of_a_database_that_is_made_it_is_said_what_it_holds():
    assert of_database(MADE) == [
        "  ~/parlour.db",
        "  3 matches, 1.5 MB, schema 9",
        "  20 kB free on its disk",
    ]


def test_of_a_database_that_cannot_be_reached_nothing_is_promised():
    assert of_database(replace(NEW, trouble="no server")) == ["  ~/parlour.db"]


@cases(
    ("size", "said"),
    [
        (None, "of unknown size"),
        (999, "999 B"),
        (1000, "1 kB"),
        (1_000_000, "1.0 MB"),
        (2_340_000_000, "2.3 GB"),
        (5 * 10**15, "5000.0 TB"),
    ],
)
def test_a_size_is_said_in_the_unit_that_fits_it(size: int | None, said: str):
    assert f"  3 matches, {said}, schema 9" in of_database(replace(MADE, size=size))


def test_packages_and_extras_are_told_with_what_is_missing():
    told = lines()
    assert "  numpy 2.3, scipy missing" in told
    assert "  envs    numpy 2.3" in told
    assert "  report  not installed: scipy" in told


def test_the_page_ends_with_what_is_wrong():
    assert lines()[-1] == "Nothing is wrong."
    assert lines(NEW, "one", "another")[-3:] == ["What is wrong", "  - one", "  - another"]
