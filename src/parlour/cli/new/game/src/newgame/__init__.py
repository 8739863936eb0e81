"""The game Newgame."""
