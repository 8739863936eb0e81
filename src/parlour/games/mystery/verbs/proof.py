"""What follows from a script, put into lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.games.mystery import DifficultyReport, Hypothesis, Solution, SolutionProblem


def proof_lines(solution: Solution) -> Iterator[str]:
    """Whether a script is solved, and if not, which sentences stand in the way."""
    victims = solution.evidence.victims
    if solution.is_proved:
        yield f"solved: {_told(solution.truth, victims)}; from all that is said, exactly that follows"
    else:
        yield f"not solved: answers that are possible: {len(solution.survivors)}, not exactly the one meant"
    for problem in solution.problems:
        yield from _problem_lines(problem, victims)
    yield from (f"too easy: {name} can tell alone, before anybody speaks" for name in solution.knowing)


def difficulty_lines(report: DifficultyReport) -> Iterator[str]:
    """How hard a script is."""
    if report.needed is None:
        yield "fewest testimonies: all of them together are not enough"
    else:
        count = len(report.needed) + 1
        others = ", ".join(report.needed) or "nobody"
        yield f"fewest testimonies: {count}, one's own among them; {report.placed} must hear {others}"
    yield "bits by testimony: " + ", ".join(f"{name} {bits:.2f}" for name, bits in report.bits.items())
    yield f"answers left open if the murderers are silent, or lie: {report.silent}"
    shields = (f"{name} {'public' if n is None else n}" for name, n in report.shields.items())
    yield "honest witnesses to disbelieve before it can have killed: " + ", ".join(shields)
    yield f"framed by one lie: {', '.join(report.framed) or 'nobody'}"


def _problem_lines(problem: SolutionProblem, victims: tuple[str, ...]) -> Iterator[str]:
    told = _told(problem.hypothesis, victims)
    if problem.is_meant:
        yield f"meant, but impossible: {told}; these sentences clash:"
    elif problem.sentences:
        yield f"not meant, but possible: {told}; only the word of the accused speaks against it:"
    else:
        yield f"not meant, but possible: {told}; no sentence speaks against it"
    yield from (f"  {each.source or 'synopsis'}: {each.text}" for each in problem.sentences)


def _told(hypothesis: Hypothesis, victims: tuple[str, ...]) -> str:
    pairs = zip(hypothesis, victims, strict=True)
    return ", ".join(f"{' and '.join(killers)} killed {victim}" for killers, victim in pairs)
