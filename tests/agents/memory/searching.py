"""Segments of texts, and a query among them."""

from __future__ import annotations

from parlour.agents.memory import Query, Segment


def segments(*texts: str) -> list[Segment]:
    return [Segment(text=text, events=(number,)) for number, text in enumerate(texts)]


def query(text: str) -> Query:
    return Query(player="Ann", request="4.ask.Ann.Vic", purpose="script", text=text, language="en")
