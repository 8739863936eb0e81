"""For the reference: `play = blocking(aplay)` is a function as `aplay` is, for callers that do not await."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import griffe


class Blocking(griffe.Extension):
    """Gives each such name the signature and the docstring of its asynchronous twin."""

    def on_module_members(
        self, *, node: ast.AST | griffe.ObjectNode, mod: griffe.Module, agent: object, **_: object
    ) -> None:
        """Adds what a module assigns from `blocking`; who only reads the source sees no function there."""
        del agent
        for name, twin in twins(node) if isinstance(node, ast.Module) else ():
            found = mod.members[twin]
            assert isinstance(found, griffe.Function)
            assert found.docstring is not None
            same = griffe.Function(name, parameters=found.parameters, returns=found.returns)
            same.docstring = griffe.Docstring(found.docstring.value, parent=same)
            mod.set_member(name, same)


def twins(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Of each `name = blocking(twin)`, by itself or in a tuple, both names."""
    for assigned in module.body:
        match assigned:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = list(zip(names, values, strict=False))  # a starred name takes none of ours
            case ast.Assign(targets=[name], value=value):
                pairs = [(name, value)]
            case _:
                pairs = []
        for pair in pairs:
            match pair:
                case ast.Name(id=name), ast.Call(func=ast.Name(id="blocking"), args=[ast.Name(id=twin)]):
                    yield name, twin
                case _:
                    pass
