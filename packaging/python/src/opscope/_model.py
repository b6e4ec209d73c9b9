"""A model, as `inspect`, `check` and `draw` show it."""

from __future__ import annotations

import os
import pathlib
from functools import cached_property
from typing import Any, Dict, List, Mapping, Optional, Union

import pandas as pd

from . import _html
from ._errors import OpscopeError
from ._program import call, call_json, words
from ._server import shared

PathLike = Union[str, "os.PathLike[str]"]
SHOWN_ROWS = 12
#: Above, a picture of the folded graph says little in a cell of a notebook.
MOST_DRAWN_NODES = 5000


class Model:
    """An ONNX file. Everything is read when it is first asked for.

    options: those of `opscope-cli inspect` and `check` (`shape={"x": "1x3x224x224"}`).
    """

    def __init__(self, path: PathLike, **options: Any):
        self.path = pathlib.Path(path)
        self._options = [word for name, value in options.items() for word in words(name, value)]
        self.info  # a file that cannot be read is an error here

    def _ask(self, command: str, *flags: str) -> Any:
        return call_json([command, str(self.path), *flags, *self._options])[1]

    @cached_property
    def info(self) -> Dict[str, Any]:
        """Identity, opsets, inputs, outputs, counts, FLOP and bytes (docs/command-line.md, inspect)."""
        return self._ask("inspect")

    @cached_property
    def operators(self) -> pd.DataFrame:
        """A row for each node: path, name, type, domain, outputs (shapes and types), flops, bytes (unknown: NaN)."""
        return pd.DataFrame(self._ask("inspect", "--nodes")["rows"])

    @cached_property
    def values(self) -> pd.DataFrame:
        """A row for each value: who makes it and who reads it."""
        return pd.DataFrame(self._ask("inspect", "--values")["rows"])

    @cached_property
    def weights(self) -> pd.DataFrame:
        """A row for each weight, largest first."""
        return pd.DataFrame(self._ask("inspect", "--weights")["rows"])

    @cached_property
    def findings(self) -> pd.DataFrame:
        """What the checker found; empty for a sound model."""
        return pd.DataFrame(self._ask("check")["problems"])

    @property
    def inputs(self) -> List[Dict[str, str]]:
        """name, type and shape of each input."""
        return self.info["inputs"]

    @property
    def outputs(self) -> List[Dict[str, str]]:
        return self.info["outputs"]

    def find(self, query: str) -> pd.DataFrame:
        """Nodes and values that match, in the language of the window's Find line: `type:Conv attr:group>1`."""
        return pd.DataFrame(self._ask("inspect", "--find", query)["rows"])

    def svg(self, theme: str = "light") -> str:
        """The graph with its groups folded, as SVG. theme: light or dark."""
        return call(["draw", str(self.path), "--theme", theme, "-o", "/dev/stdout"])[1]

    def run(self, inputs: Mapping[str, Any], **options: Any) -> Dict[str, Any]:
        return run(self.path, inputs, **options)

    def __repr__(self) -> str:
        return f"<opscope.Model {self.path}: {self.info['nodes']} nodes, {self.info['parameters']} parameters>"

    def _repr_html_(self) -> str:
        info = self.info
        types = sorted(info["operators"], key=lambda row: -row["count"])
        parts = [_html.table(("operator", "count"), [(_html.escaped(row["type"]), str(row["count"])) for row in types[:SHOWN_ROWS]],
                             len(types) - SHOWN_ROWS)]
        if info["nodes"] <= MOST_DRAWN_NODES:
            try:
                parts.append(_html.themed_picture(self.svg("light"), self.svg("dark")))
            except OpscopeError as error:
                parts.append(f"<p>{_html.escaped(error)}</p>")
        quiet = f"{info['nodes']} nodes · {info['parameters']:,} parameters · {len(self.findings)} findings"
        return _html.page(self.path.name, quiet, *parts)


def open(path: PathLike, **options: Any) -> Model:  # noqa: A001 (the name of the call in every example)
    """Opens an ONNX file. Raises OpscopeError if it cannot be read."""
    return Model(path, **options)


def run(model: Union[Model, PathLike], inputs: Mapping[str, Any], *, dims: Optional[Mapping[str, int]] = None,
        threads: Optional[int] = None, **options: Any) -> Dict[str, Any]:
    """Runs a model once. Returns the outputs: name -> array.

    inputs: name -> array, for every input without a weight of its own; shapes and types must be those of the model. An absent optional
    output is missing in the result. bfloat16 and 8-bit floats come back as float32, 4-bit integers as int8. The model stays ready for the
    next call. options: those of `opscope-cli run` (`precision="bf16"`, `optimize="none"`, `input={"mask": "ones"}`).
    """
    path = model.path if isinstance(model, Model) else pathlib.Path(model)
    settings = {"dim": dims, "threads": threads, **options}
    flags = [word for name, value in settings.items() for word in words(name, value)]
    return shared.run(str(path.absolute()), flags, inputs)["values"]
