"""The murder mystery: its script, its rules, its solver, and scripts by chance."""

from parlour.games.mystery.clashes import Clash, SourcedFact
from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.games.mystery.difficulty import DifficultyReport, difficulty_report
from parlour.games.mystery.generate import generate
from parlour.games.mystery.questions import questions
from parlour.games.mystery.rules import MysteryState, Stage, start
from parlour.games.mystery.script import (
    LETTERS,
    Aspect,
    Category,
    Character,
    Kinship,
    Question,
    Script,
    Victim,
    question_name,
    question_of,
    slug,
)
from parlour.games.mystery.setup import MysterySetup, Team
from parlour.games.mystery.shape import Difficulty
from parlour.games.mystery.solve import ScriptSentence, Solution, SolutionProblem, solve
from parlour.games.mystery.twins import TwinScripts, generate_twins

__all__ = [
    "LETTERS",
    "Aspect",
    "Category",
    "Character",
    "Clash",
    "Deduction",
    "Difficulty",
    "DifficultyReport",
    "Hypothesis",
    "Kinship",
    "MysterySetup",
    "MysteryState",
    "Question",
    "Script",
    "ScriptSentence",
    "Solution",
    "SolutionProblem",
    "SourcedFact",
    "Stage",
    "Team",
    "TwinScripts",
    "Victim",
    "difficulty_report",
    "generate",
    "generate_twins",
    "question_name",
    "question_of",
    "questions",
    "slug",
    "solve",
    "start",
]
