"""Intent analysis: what posts mean, by a graph of who stands with whom, and by the rivals of it."""

from parlour.intent.analyse import Watch, analyse
from parlour.intent.analysis import Analysis, AuthorView, Judged, Moment
from parlour.intent.approach import APPROACHES, open_approach
from parlour.intent.asking import Asking
from parlour.intent.contest import Camp, Contest, IntentClass
from parlour.intent.files import SAMPLE, Posts, parse_contest, parse_posts, read_contest, read_posts, sample
from parlour.intent.graphs import Graphs
from parlour.intent.post import Post
from parlour.intent.score import METRICS, ClassScore, Measure, Score, score
from parlour.intent.study import Foreseen, Study, conduct, foresee

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
    "Foreseen",
    "Graphs",
    "IntentClass",
    "Judged",
    "Measure",
    "Moment",
    "Post",
    "Posts",
    "Score",
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
