"""Analyses of a match for viewers who may see everything: suspicions, beliefs, and costs."""
