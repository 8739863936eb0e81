"""What can be true in a story, and its controlled English and Chinese."""
