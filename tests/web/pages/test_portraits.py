"""Portraits come out the same each time, are told apart, and hold nothing but shapes."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

from parlour.games.mystery import MysterySetup, generate
from parlour.views import premise_of, story_shelves
from parlour.web.pages.portraits import hues, portrait_css, portraits

NAMES = tuple(f"<b>{n}</b>\"'" for n in range(12))
BEARD, MOUSTACHE, EARRINGS = "M30 48c0 20 9 26", "M48 58q-4-3-10 2", 'cx="28" cy="56" r="2.4"'
MONOCLE, BOW_TIE, PARTING = "M60 52q4 10 1 20", "M48 84l-8-4v9z", "M29 46c-4-20 5-29"
PEARLS, FRINGE, BERET = "M36 75q12 17 24 0", "M27 60c-4-30 3-43", "M24 30c-2-14 12-20"
SHAPES = {"svg", "rect", "circle", "ellipse", "path", "g"}


def test_a_table_has_the_same_faces_whenever_it_is_looked_at():
    assert portraits("m", NAMES) == portraits("m", NAMES)
    assert portraits("m", NAMES) != portraits("other", NAMES)


def test_the_colours_of_a_table_are_as_far_from_each_other_as_they_can_be():
    for count in (1, 5, len(NAMES)):
        colours = sorted(hues("m", NAMES[:count]))
        apart = [later - each for each, later in pairwise([*colours, colours[0] + 360])]
        assert all(abs(each - 360 / count) <= 1 for each in apart)


def test_a_portrait_is_well_formed_and_fetches_and_runs_nothing():
    for svg in portraits("m", NAMES):
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(svg).iter()}
        assert tags <= SHAPES


def test_the_sheet_holds_no_name():
    css = portrait_css("m", ("Anna", "</style>"))
    assert "Anna" not in css
    assert "<" not in css


def test_faces_fit_names_and_are_still_told_apart():
    men, women = tuple(f"Man {n}" for n in range(4)), tuple(f"Woman {n}" for n in range(4))
    players = (*men, *women)
    bearded = set[str]()
    for number in range(60):
        drawn = portraits(f"m{number}", players, women, men)
        assert len(set(drawn)) == len(players)
        faces = dict(zip(players, drawn, strict=True))
        mens = (BEARD, MOUSTACHE, MONOCLE, BOW_TIE, PARTING)
        assert not any(sign in faces[name] for name in women for sign in mens)
        assert not any(sign in faces[name] for name in men for sign in (EARRINGS, PEARLS, FRINGE, BERET))
        bearded |= {name for name in men if BEARD in faces[name] or MOUSTACHE in faces[name]}
    assert bearded == set(men)


def test_the_people_of_every_story_on_the_shelf_are_known_as_women_or_men():
    for shelf in story_shelves().values():
        for premise in shelf.premises:
            assert {*premise.women, *premise.men} == set(premise.players)
            assert not premise.women & premise.men


def test_a_script_says_who_is_a_woman_or_a_man_and_else_the_name_does():
    script = generate(2, players=4)
    setup = MysterySetup(script=script)
    premise, dumped = premise_of(setup), setup.model_dump_json()
    assert "gender" not in dumped
    assert premise.women
    assert premise.women | premise.men == {*script.players}
    parts = tuple(part.model_copy(update={"gender": "man"}) for part in script.characters)
    declared = setup.model_copy(update={"script": script.model_copy(update={"characters": parts})})
    assert MysterySetup.model_validate_json(declared.model_dump_json()) == declared
    assert premise_of(declared).men == {*script.players}
    assert not premise_of(declared).women
