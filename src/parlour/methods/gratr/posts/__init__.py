"""Intent analysis: the meaning of posts, by a graph of trust between authors and camps, and by its rivals."""

from parlour.methods.gratr.posts.analysis import Analysis, AuthorView, JudgedPost, Watch
from parlour.methods.gratr.posts.approach import APPROACHES, Finding, Rival, RivalOptions
from parlour.methods.gratr.posts.asking import Asking
from parlour.methods.gratr.posts.contest import Contest
from parlour.methods.gratr.posts.files import (
    SAMPLE,
    Dispensable,
    Posts,
    PostsForm,
    read_contest,
    read_posts,
    sample,
)
from parlour.methods.gratr.posts.graphs import Graphs
from parlour.methods.gratr.posts.study import (
    METRICS,
    Foreseen,
    IntervalEstimate,
    PostScore,
    Study,
    conduct,
    foresee,
    score,
)
from parlour.methods.gratr.posts.table import DateOrder

__all__ = [
    "APPROACHES",
    "METRICS",
    "SAMPLE",
    "Analysis",
    "Asking",
    "AuthorView",
    "Contest",
    "DateOrder",
    "Dispensable",
    "Finding",
    "Foreseen",
    "Graphs",
    "IntervalEstimate",
    "JudgedPost",
    "PostScore",
    "Posts",
    "PostsForm",
    "Rival",
    "RivalOptions",
    "Study",
    "Watch",
    "conduct",
    "foresee",
    "read_contest",
    "read_posts",
    "sample",
    "score",
]
