"""Recorded games of people: read, watched, and measured against; the reader fitted and calibrated."""
