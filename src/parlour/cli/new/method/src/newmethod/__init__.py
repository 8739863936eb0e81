"""The method newmethod."""
