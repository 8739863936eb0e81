"""The Python library: the functions of `import parlour`, which the command line uses too."""
