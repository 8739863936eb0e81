"""The verbs of the command line that are about scripts."""
