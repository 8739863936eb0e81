"""Portraits come out the same each time, are told apart, and hold nothing but shapes."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from parlour.web.pages.portraits import portrait_css, portraits

NAMES = tuple(f"<b>{n}</b>\"'" for n in range(12))
SHAPES = {"svg", "rect", "circle", "ellipse", "path", "g"}


def test_a_table_has_the_same_faces_whenever_it_is_looked_at():
    assert portraits("m", NAMES) == portraits("m", NAMES)
    assert portraits("m", NAMES) != portraits("other", NAMES)


def test_no_two_at_a_table_look_alike():
    assert len(set(portraits("m", NAMES))) == len(NAMES)


def test_a_portrait_is_well_formed_and_fetches_and_runs_nothing():
    for svg in portraits("m", NAMES):
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(svg).iter()}
        assert tags <= SHAPES


def test_the_sheet_holds_no_name():
    css = portrait_css("m", ("Anna", "</style>"))
    assert "Anna" not in css
    assert "<" not in css
