"""The tables and figures of PLAYER* and Questum as suites."""
