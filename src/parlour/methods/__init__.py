"""One folder per method: the assembly, its own modules, its prompts."""
