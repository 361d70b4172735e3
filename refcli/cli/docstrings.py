"""Docstrings where Python is told to drop them (``-OO``, ``PYTHONOPTIMIZE=2``): help and schemas are made from them."""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType


class WithDocstrings(SourceFileLoader):
    """Loads a module from its source, without its assertions, as was asked, but with its docstrings."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return compile(self.get_data(path), path, "exec", dont_inherit=True, optimize=1)


class Finder:
    """Finds the modules of refcli, each with that loader."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The module's spec; None for one that is not ours, or that is here without its source."""
        spec = PathFinder.find_spec(name, path, target) if name.startswith("refcli.") else None
        if spec is None or not isinstance(spec.loader, SourceFileLoader):
            return None
        spec.loader = WithDocstrings(name, spec.loader.path)
        return spec


def keep_docstrings() -> None:
    """Load every module of refcli that is still to be loaded with its docstrings."""
    sys.meta_path.insert(0, Finder)
