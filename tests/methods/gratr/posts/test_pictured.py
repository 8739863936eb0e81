"""What is shown of the graphs of a file of posts: each post, and whose trust was looked up after it."""

from __future__ import annotations

from parlour.methods.gratr import Evidence, EvidenceType, Stance
from parlour.methods.gratr.posts import Analysis, Graphs, JudgedPost
from parlour.methods.gratr.posts.graphs import GraphParameters
from parlour.methods.gratr.views import ChainsRetrieved, EvidenceTaken, posts_histories
from tests.methods.gratr.posts.posting import HARBOUR, posts_of

POSTS = posts_of(
    [
        "anna,2031-05-01T08:00:00Z,I support the Bridge!,",
        "bo,2031-05-02T09:00:00Z,Nice weather,",
    ]
)
FOR_THE_BRIDGE = Evidence(
    by="@anna", about="Bridge", type=EvidenceType.DEFEND, relation=Stance.ALLY, score=9, event=0
)


def test_each_post_is_taken_in_on_its_day_and_then_its_author_is_looked_up():
    evidence = ((FOR_THE_BRIDGE,), ())
    found = Analysis(
        posts=POSTS,
        contest=HARBOUR,
        method="gratr",
        model="reader",
        judged=tuple(
            JudgedPost(post=post, evidence=items, intent=None, reason="")
            for post, items in zip(POSTS.posts, evidence, strict=True)
        ),
        begun=Graphs.begun(HARBOUR, ("@anna", "@bo"), GraphParameters()),
    )
    bridge, ferry = posts_histories(found, "en")
    steps = [moment.step for moment in bridge.moments if moment.step]
    assert [(type(each), each.round) for each in steps] == [
        (EvidenceTaken, 1),
        (ChainsRetrieved, 1),
        (ChainsRetrieved, 2),
    ]
    assert bridge.moments[-1].graph.trust["@anna"] > 0 > ferry.moments[-1].graph.trust["@anna"]
