"""A page on which a person labels deeds: one file, from the disk, by keyboard, with nothing sent anywhere."""

from __future__ import annotations

import json
from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from parlour.games.werewolf.labelling.items import LabelledDeed
from parlour.games.werewolf.reasoning import Label


def labelling_page(items: Sequence[LabelledDeed], title: str, run: str) -> str:
    """The page as HTML; the rules' own labels are not in it.

    Args:
        items: to be labelled, in that order.
        title: of the suite.
        run: whose items they are, under which the browser keeps what was labelled.
    """
    environment = Environment(
        loader=PackageLoader("parlour.games.werewolf.labelling", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown = [item.model_dump(mode="json", exclude={"rules", "match", "request"}) for item in items]
    data = json.dumps(shown, ensure_ascii=False).replace("<", "\\u003c")
    return environment.get_template("page.html.j2").render(
        title=title, run=run, data=data, labels=list(Label)
    )
