"""How what a match costs grows with its players, rounds and victims, and a run with its matches."""
