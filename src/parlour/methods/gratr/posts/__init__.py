"""Intent analysis: what posts mean, by a graph of who stands with whom, and by the rivals of it."""

from parlour.methods.gratr.posts.analyse import Watch, analyse
from parlour.methods.gratr.posts.analysis import Analysis, AuthorView, GraphsAtPost, JudgedPost
from parlour.methods.gratr.posts.approach import APPROACHES, open_approach
from parlour.methods.gratr.posts.asking import Asking
from parlour.methods.gratr.posts.contest import Camp, Contest, IntentClass
from parlour.methods.gratr.posts.files import (
    SAMPLE,
    Posts,
    parse_contest,
    parse_posts,
    read_contest,
    read_posts,
    sample,
)
from parlour.methods.gratr.posts.graphs import Graphs
from parlour.methods.gratr.posts.post import Post
from parlour.methods.gratr.posts.rivals import Finding, Rival, RivalOptions
from parlour.methods.gratr.posts.score import METRICS, ClassScore, IntervalEstimate, PostScore, score
from parlour.methods.gratr.posts.study import Foreseen, Study, conduct, foresee

__all__ = [
    "APPROACHES",
    "METRICS",
    "SAMPLE",
    "Analysis",
    "Asking",
    "AuthorView",
    "Camp",
    "ClassScore",
    "Contest",
    "Finding",
    "Foreseen",
    "Graphs",
    "GraphsAtPost",
    "IntentClass",
    "IntervalEstimate",
    "JudgedPost",
    "Post",
    "PostScore",
    "Posts",
    "Rival",
    "RivalOptions",
    "Study",
    "Watch",
    "analyse",
    "conduct",
    "foresee",
    "open_approach",
    "parse_contest",
    "parse_posts",
    "read_contest",
    "read_posts",
    "sample",
    "score",
]
