"""Measurements: profiles, comparisons, verification."""

from __future__ import annotations

import json
import pathlib
import shutil
import tempfile
from functools import cached_property
from typing import Any, Dict, Mapping, Optional, Union

import numpy as np
import pandas as pd

from . import _html
from ._errors import OpscopeError
from ._model import SHOWN_ROWS, Model, PathLike
from ._program import ProgressBar, call, call_json, words

SIDES = {0: "single", 1: "a", 2: "b", 3: "recorded", 4: "plain", 5: "warm-up", 6: "prefill"}


def _to_file(result: str, source: str, *flags: str) -> None:
    call(["export", source, *flags, "--force", "-o", result])


class Profile:
    """A profile file (docs/profile-file.md). Frames are read when they are first asked for; times are in ns.

    A measurement that was not given a name is in a temporary folder, which goes with this object: save() keeps it.
    """

    def __init__(self, path: PathLike, folder: Optional["tempfile.TemporaryDirectory[str]"] = None):
        self.path = pathlib.Path(path)
        self._folder = folder  # removed with this object
        if not self.path.is_file():
            raise OpscopeError(f"cannot open {self.path}: no such file", "file", 3)

    def save(self, path: PathLike) -> None:
        """Copies the profile file."""
        shutil.copyfile(self.path, path)

    @cached_property
    def report(self) -> Dict[str, Any]:
        """The document of `opscope-cli export --to json`: totals, steps, accounting, memory, findings."""
        with tempfile.TemporaryDirectory(prefix="opscope-") as folder:
            file = pathlib.Path(folder) / "report.json"
            _to_file(str(file), str(self.path), "--to", "json")
            return json.loads(file.read_text())

    @property
    def metadata(self) -> Dict[str, Any]:
        """Model, machine, settings and clock of the measurement."""
        return self.report["metadata"]

    @property
    def wall(self) -> Dict[str, Any]:
        """Samples, median_ns, lo_ns and hi_ns (95 % interval; absent with too few runs), percentiles of the runs without recording."""
        return self.report["total"]

    @cached_property
    def operators(self) -> pd.DataFrame:
        """A row for each step: its nodes, implementation, median_ns with lo_ns and hi_ns, share of the run, flops, bytes. Unknown: NaN."""
        with tempfile.TemporaryDirectory(prefix="opscope-") as folder:
            file = pathlib.Path(folder) / "operators.csv"
            _to_file(str(file), str(self.path), "--to", "csv")
            frame = pd.read_csv(file, keep_default_na=False)
        numbers = [name for name in frame.columns if name.endswith(("_ns", "_s", "_hertz")) or name in ("share", "flops", "bytes", "samples")]
        for name in numbers:
            frame[name] = pd.to_numeric(frame[name], errors="coerce")
        return frame

    @cached_property
    def _rows(self) -> pd.DataFrame:
        import pyarrow.parquet as parquet

        schema = parquet.read_schema(self.path)
        texts = [field.name for field in schema if str(field.type) in ("string", "large_string")]
        return parquet.read_table(self.path, read_dictionary=texts).to_pandas()

    def _of_kind(self, kind: str, columns: "list[str]") -> pd.DataFrame:
        rows = self._rows[self._rows["kind"] == kind]
        return rows[[name for name in columns if name in rows]].reset_index(drop=True)

    @cached_property
    def runs(self) -> pd.DataFrame:
        """run, round, side, start_ns, dur_ns. Only `plain` (or `single`) runs are not slowed down by recording; `warm-up` runs do not count."""
        frame = self._of_kind("run", ["run", "round", "side", "start_ns", "dur_ns"])
        frame["side"] = frame["side"].map(SIDES).astype("category")
        return frame

    @cached_property
    def spans(self) -> pd.DataFrame:
        """A row for each execution of a step: run, step, node, op_type, impl, track, start_ns, dur_ns, flops, bytes."""
        return self._of_kind("op", ["run", "step", "node", "op_type", "impl", "track", "start_ns", "dur_ns", "flops", "bytes"])

    @cached_property
    def phases(self) -> pd.DataFrame:
        """Work of a step other than computing, and pieces of its work by thread."""
        return self._of_kind("phase", ["run", "step", "phase", "track", "start_ns", "dur_ns"])

    @cached_property
    def counters(self) -> pd.DataFrame:
        return self._of_kind("counter", ["run", "name", "start_ns", "value"])

    @cached_property
    def kernels(self) -> pd.DataFrame:
        """What a GPU did: kernels and copies."""
        return self._of_kind("gpu", ["run", "step", "work", "kernel", "node", "track", "start_ns", "dur_ns", "moved_bytes"])

    def to_html(self, path: PathLike) -> None:
        """Writes the report, one page that holds the profile."""
        _to_file(str(path), str(self.path), "--to", "html")

    def to_trace(self, path: PathLike) -> None:
        """Writes a trace for Chrome's and Perfetto's viewers."""
        _to_file(str(path), str(self.path), "--to", "chrome")

    def __repr__(self) -> str:
        return f"<opscope.Profile {self.path.name}: {_html.duration(self.wall.get('median_ns'))} a run>"

    def _repr_html_(self) -> str:
        rows = self.operators.sort_values("median_ns", ascending=False)
        cells = [(_html.escaped(row["name"]), _html.escaped(row["op_type"]), _html.duration(row["median_ns"]), _html.bar(row["share"]))
                 for _, row in rows.head(SHOWN_ROWS).iterrows()]
        meta = self.metadata
        threads = meta.get("settings.threads", "?")
        quiet = (f"median {_html.duration(self.wall.get('median_ns'))} of {self.wall.get('samples')} runs · {meta.get('machine.cpu', '')} · "
                 f"{threads} thread{'' if str(threads) == '1' else 's'}")
        return _html.page(self.report["model"]["name"], quiet, _html.table(("operator", "type", "median", "share"), cells, len(rows) - SHOWN_ROWS))


def _input_flags(inputs: Optional[Mapping[str, Any]], folder: str) -> "list[str]":
    """`--input` of each value: an array is written to the folder, a text is a description such as `random:0..100`."""
    flags = []
    for number, (name, value) in enumerate((inputs or {}).items()):
        if not isinstance(value, str):
            file = pathlib.Path(folder) / f"input_{number}.npy"
            np.save(str(file), np.asarray(value), allow_pickle=False)
            value = f"file:{file}"
        flags += ["--input", f"{name}={value}"]
    return flags


def profile(model: Union[Model, PathLike], *, runs: Optional[int] = None, dims: Optional[Mapping[str, int]] = None,
            threads: Optional[int] = None, engine: Optional[str] = None, inputs: Optional[Mapping[str, Any]] = None,
            output: Optional[PathLike] = None, progress: Optional[bool] = None, **options: Any) -> Profile:
    """Measures a model in a process of its own.

    runs: pairs of a run with and one without recording; by default until the limit of time. inputs: name -> array or description; the others
    are random. output: file to keep, else a temporary one. progress: show a bar (tqdm); by default in notebooks and terminals. options: those
    of `opscope-cli profile` (`precision="bf16"`, `limit="30s"`, `counters="cpu"`).
    """
    path = model.path if isinstance(model, Model) else pathlib.Path(model)
    folder = tempfile.TemporaryDirectory(prefix="opscope-")
    file = pathlib.Path(output) if output is not None else pathlib.Path(folder.name) / (path.stem + ".opscope")
    settings = {"runs": runs, "dim": dims, "threads": threads, "engine": engine, **options}
    flags = [word for name, value in settings.items() for word in words(name, value)]
    shows = ProgressBar(path.name) if ProgressBar.wanted(progress) else None
    try:
        call(["profile", str(path), *flags, *_input_flags(inputs, folder.name), "-o", str(file)], shows)
    finally:
        if shows is not None:
            shows.close()
    if output is not None:
        folder.cleanup()
        return Profile(file)
    return Profile(file, folder)


def load(path: PathLike) -> Profile:
    """A profile file that exists."""
    return Profile(path)


class Comparison:
    """What `opscope-cli compare` says of two profiles or models."""

    def __init__(self, document: Dict[str, Any], code: int):
        self.document = document
        self.code = code  #: 0 done, 1 beyond the gate, 6 undecided

    @property
    def wall(self) -> Dict[str, Any]:
        """a_ns, b_ns, change with low and high (95 %), p, verdict."""
        return self.document["time"]["wall"]

    @property
    def verdict(self) -> str:
        return self.wall["verdict"]

    @cached_property
    def operators(self) -> pd.DataFrame:
        """A row for each operator: a_ns, b_ns, change with low and high, verdict."""
        return pd.DataFrame(self.document["time"]["operators"])

    def __repr__(self) -> str:
        return f"<opscope.Comparison: {self.verdict}>"

    def _repr_html_(self) -> str:
        rows = self.operators.assign(size=lambda frame: (frame["b_ns"] - frame["a_ns"]).abs()).sort_values("size", ascending=False)
        cells = [(_html.escaped(row["operator"]), _html.duration(row["a_ns"]), _html.duration(row["b_ns"]), _change(row["change"]),
                  _html.escaped(row["verdict"])) for _, row in rows.head(SHOWN_ROWS).iterrows()]
        quiet = f"{_html.duration(self.wall['a_ns'])} → {_html.duration(self.wall['b_ns'])} ({_change(self.wall['change'])})"
        return _html.page(self.verdict, quiet, _html.table(("operator", "a", "b", "change", "verdict"), cells, len(rows) - SHOWN_ROWS))


def _change(share: Optional[float]) -> str:
    return "–" if share is None or share != share else f"{share:+.1%}"


def compare(a: Union[Profile, PathLike], b: Union[Profile, PathLike], **options: Any) -> Comparison:
    """Compares two profiles. options: those of `opscope-cli compare` (`gate="3%"`)."""
    paths = [str(side.path if isinstance(side, Profile) else side) for side in (a, b)]
    flags = [word for name, value in options.items() for word in words(name, value)]
    code, document = call_json(["compare", *paths, *flags])
    return Comparison(document, code)


class Verification:
    """What `opscope-cli verify` says. `passed` is false if a value is past its tolerance."""

    def __init__(self, document: Dict[str, Any], code: int):
        self.document = document
        self.passed = code == 0

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        return f"<opscope.Verification: {'passed' if self.passed else 'failed'}>"


def verify(path: Union[Model, PathLike], **options: Any) -> Verification:
    """Runs a model on its test data, or against another engine (`against="onnxruntime"`), and compares the values."""
    flags = [word for name, value in options.items() for word in words(name, value)]
    code, document = call_json(["verify", str(path.path if isinstance(path, Model) else path), *flags])
    return Verification(document, code)
