"""The games that are shipped, each a package that registers itself as one from elsewhere would."""
