"""What plays at each peer's table. Run by that peer's interpreter, so nothing here imports Parlour."""
