"""LightRAG over posts, as GRATR's table 4 compares it: a graph of who and what earlier posts speak of."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.agents import read_options
from parlour.methods.gratr.posts import Asking, Finding, Posts, Rival, RivalOptions

from parlour_lightrag.library import Mode
from parlour_lightrag.light import Light


class LightOptions(RivalOptions):
    """How LightRAG can be set, spelled `light-rag:mode=mix`.

    Attributes:
        mode: how its library searches: by entities (`local`), by relations (`global`), by both (`hybrid`), or
            by the vectors of posts too (`mix`).
    """

    mode: Mode = "hybrid"


def light(settings: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Rival:
    """LightRAG: a graph of who and what earlier posts speak of, asked by keywords."""
    options = read_options(LightOptions, "light-rag", settings)
    names = tuple(camp.name for camp in asking.contest.camps)
    retrieval = Light(
        model=asking.model, look_up=finding.look_up, names=names, mode=options.mode, most=options.most
    )
    return Rival(posts=posts, asking=asking, retrieval=retrieval, options=options, purpose="older-light")
