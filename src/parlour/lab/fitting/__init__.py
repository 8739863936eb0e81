"""What people's words and deeds tell of who they are: tables fitted to recorded games, tested on others."""

from parlour.lab.fitting.clue_tables import PART, ClueTable, ClueTables, SeatDeed, SidedGame, stance_deeds
from parlour.lab.fitting.fit import PRIOR, FittedClue, fit_tables, values_of
from parlour.lab.fitting.halves import GameHalves, halves
from parlour.lab.fitting.held_out import HeldOut, held_out, side_chances

__all__ = [
    "PART",
    "PRIOR",
    "ClueTable",
    "ClueTables",
    "FittedClue",
    "GameHalves",
    "HeldOut",
    "SeatDeed",
    "SidedGame",
    "fit_tables",
    "halves",
    "held_out",
    "side_chances",
    "stance_deeds",
    "values_of",
]
