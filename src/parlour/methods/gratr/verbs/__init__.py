"""The verb of the command line that comes with GRATR."""
