"""Whoever sees everything is shown the pages that methods at the table draw, and those alone."""

from __future__ import annotations

import pytest

from parlour.arena import Setup
from parlour.llm import Language
from parlour.methods.gratr.views import trust_histories, trust_page
from parlour.views import mind_pages
from tests.cases import cases
from tests.methods.gratr.views.histories import werewolf


def seated_by(setup: Setup, method: str) -> Setup:
    seats = tuple(seat.model_copy(update={"method": method, "then": ()}) for seat in setup.seats)
    return setup.model_copy(update={"seats": seats})


@pytest.mark.parametrize(("language", "title"), [("en", "Trust graphs"), ("zh", "信任图")])
def test_a_table_with_gratr_has_its_trust_graphs(language: Language, title: str):
    record = werewolf(language)
    pages = mind_pages(record.setup)
    assert list(pages) == ["gratr"]
    assert pages["gratr"].title(language) == title
    assert pages["gratr"].note(language) != pages["gratr"].title(language)
    assert pages["gratr"].draw(record) == trust_page(trust_histories(record))


@cases("method", ["plain", "plain:window=3", "human", "gone-since"])
def test_who_draws_nothing_has_no_page(method: str):
    assert mind_pages(seated_by(werewolf("en").setup, method)) == {}


def test_options_of_a_method_change_nothing_of_whose_page_it_is():
    assert list(mind_pages(seated_by(werewolf("en").setup, "gratr:hops=false"))) == ["gratr"]
