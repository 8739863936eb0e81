"""The figures that Parlour holds itself to: `make bench` prints them as a table."""
