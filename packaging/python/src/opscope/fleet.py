"""Plans: many models measured with many settings, on this machine or by Slurm or Ray (docs/fleet.md).

The jobs, their names and the files are the program's (`opscope-cli plan`); this module starts it where the engine of a cluster says.
"""

from __future__ import annotations

import json
import pathlib
import subprocess
import time
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Union

import pandas as pd

from ._errors import OpscopeError
from ._model import Model, PathLike
from ._program import ProgressBar, call, call_json, program, progress_bar, words

#: Shortest and longest time in seconds between two looks at the files of a cluster's jobs.
POLL_SECONDS = (1.0, 30.0)
#: Times that a job is given to another Ray actor after its actor or node was lost.
MOST_LOST = 3
#: Seconds in which a node that lost its actor gets no job: Ray takes half a minute to see that a node is dead.
REST_SECONDS = 10.0
#: Longest array that a Slurm takes whose MaxArraySize nobody changed.
MOST_ARRAY_TASKS = 1000
Report = Callable[[dict], None]


def make(models: Union[PathLike, Model, Sequence[Union[PathLike, Model]]], output: PathLike, **settings: Any) -> pd.DataFrame:
    """Writes a plan of all combinations of the settings, and returns its jobs.

    output: `.json` or `.parquet`. settings: those of `opscope-cli plan make`, each a value or a list: `threads=[1, 2]`,
    `precision=["f32", "bf16"]`, `dim={"batch": [1, 8]}`, `runs=20`, `exclude="precision=bf16,threads=1"`.
    """
    several = models if isinstance(models, (list, tuple)) else [models]
    paths = [str(model.path if isinstance(model, Model) else model) for model in several]
    flags: List[str] = []
    for name, value in settings.items():
        if isinstance(value, Mapping):
            value = {key: ",".join(map(str, sizes)) if isinstance(sizes, (list, tuple)) else sizes for key, sizes in value.items()}
        flags += words(name, value)
    call(["plan", "make", *paths, *flags, "--force", "-o", str(output)])
    return jobs(output)


def jobs(plan: PathLike) -> pd.DataFrame:
    """The jobs of a plan, a row each: index, job (name of its file), model, dims, threads, precision … (docs/fleet.md)."""
    path = pathlib.Path(plan)
    if path.suffix != ".parquet":
        frame = pd.DataFrame(json.loads(path.read_text("utf-8"))["jobs"])
    else:
        import pyarrow.parquet as parquet

        frame = parquet.read_table(path).to_pandas()
        for name in ("dims", "options"):
            frame[name] = frame[name].map(json.loads)
    for name in ("threads", "runs", "warmup"):
        frame[name] = frame[name].astype("Int64")
    return frame


def status(plan: PathLike, to: PathLike) -> pd.DataFrame:
    """A row for each job: index, job, what, state (`done`, `failed`, `missing`), file; code, signal, count and message of its failure."""
    return pd.DataFrame(call_json(["plan", "status", str(plan), "--to", str(to)])[1]["jobs"])


def run(plan: PathLike, *, to: PathLike, runner: str = "local", progress: Optional[Union[bool, Report]] = None, **options: Any) -> pd.DataFrame:
    """Carries out the jobs that have no result yet, and returns status(plan, to). Jobs may fail: their rows say why.

    Call it again after anything was killed: what is done stays.

    to: folder of the results, `<job>.opscope`; a cluster's machines must see plan, models and folder under the same paths.
    runner: `local`: one after the other on this machine. `slurm`: an array job, one job of the plan per task. `ray`: one actor on each node
    with the resource `measure`.
    progress: a function that gets events such as `{"event": "job", "index", "job", "state", "done", "total"}`, or whether to show a bar;
    by default in notebooks and terminals.
    options: of `local` those of `opscope-cli plan run` (`machine_class="big"`, `retry_failed=True`, `lock=FILE`); of `slurm` `sbatch`
    (further words for it), `timeout` (seconds) and those of `plan slurm`; of `ray` `address`, `timeout`, `lock` and `retry_failed`.
    """
    runners = {"local": _run_local, "slurm": _run_slurm, "ray": _run_ray}
    if runner not in runners:
        raise OpscopeError(f"runner is {runner!r}, expected local, slurm or ray", "usage", 2)
    bar = None
    report = progress if callable(progress) else None
    if report is None and ProgressBar.wanted(progress if isinstance(progress, bool) else None):
        report = bar = _JobBar(pathlib.Path(plan).name)
    try:
        runners[runner](pathlib.Path(plan).absolute(), pathlib.Path(to).absolute(), report, **options)
    finally:
        if bar is not None:
            bar.close()
    return status(plan, to)


def _run_local(plan: pathlib.Path, to: pathlib.Path, report: Optional[Report], **options: Any) -> None:
    flags = [word for name, value in options.items() for word in words(name, value)]
    call(["plan", "run", str(plan), "--to", str(to), *flags], report)


def _states(plan: pathlib.Path, to: pathlib.Path) -> Dict[str, Any]:
    return call_json(["plan", "status", str(plan), "--to", str(to)])[1]


def _tell(report: Optional[Report], before: Dict[int, str], now: Dict[str, Any]) -> None:
    """An event for each job that ended since the last look."""
    ended = [row for row in now["jobs"] if row["state"] != "missing"]
    for row in ended:
        if before.get(row["index"]) != row["state"]:
            before[row["index"]] = row["state"]
            if report is not None:
                report({"event": "job", "index": row["index"], "job": row["job"], "state": row["state"], "done": len(ended), "total": len(now["jobs"])})


# Slurm


def _run_slurm(plan: pathlib.Path, to: pathlib.Path, report: Optional[Report], sbatch: Sequence[str] = (), timeout: Optional[float] = None,
               **options: Any) -> None:
    """Submits an array of all jobs and waits until it has ended. The files say what was done, and nothing that Slurm says."""
    to.mkdir(exist_ok=True)
    now = _states(plan, to)
    before: Dict[int, str] = {}
    _tell(report, before, now)
    if now["missing"] == 0:
        return
    flags = [word for name, value in options.items() for word in words(name, value)]
    script = to / "array.sh"
    call(["plan", "slurm", str(plan), "--to", str(to), *flags, "--force", "-o", str(script)])
    submitted = _command(["sbatch", "--parsable", *_array_of_missing(now, options), *sbatch, str(script)])
    array = submitted.strip().split(";")[0]
    end = None if timeout is None else time.monotonic() + timeout
    pause = POLL_SECONDS[0]
    try:
        while _in_queue(array):
            if end is not None and time.monotonic() > end:
                raise OpscopeError(f"the array {array} of Slurm has not ended after {timeout:g} s: " + _queue_text(array), "cancelled", 130)
            time.sleep(pause)
            pause = min(pause * 1.2, POLL_SECONDS[1])
            _tell(report, before, _states(plan, to))
    except BaseException:  # Ctrl+C: jobs that nobody waits for are cancelled
        subprocess.run(["scancel", array], check=False)
        raise
    _tell(report, before, _states(plan, to))


def _array_of_missing(now: Dict[str, Any], options: Mapping[str, Any]) -> List[str]:
    """Replaces the array of the script by one of the jobs that have no result, where a task has one job."""
    if len(now["jobs"]) > MOST_ARRAY_TASKS or options.get("chunk"):
        return []
    indices = [row["index"] for row in now["jobs"] if row["state"] == "missing"]
    ranges: List[List[int]] = []
    for index in indices:
        if ranges and ranges[-1][1] == index - 1:
            ranges[-1][1] = index
        else:
            ranges.append([index, index])
    text = ",".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)
    return ["--array=" + text + (f"%{options['parallel']}" if options.get("parallel") else "")]


def _command(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise OpscopeError(f"{command[0]} was not found: this machine does not submit to Slurm", "resource", 5) from None
    if done.returncode != 0:
        raise OpscopeError(f"{command[0]} ended with code {done.returncode}: {done.stderr.strip()}", "resource", 5)
    return done.stdout


def _in_queue(array: str) -> bool:
    """Whether tasks of the array are waiting or running. Slurm forgets an array some minutes after its end."""
    done = subprocess.run(["squeue", "-h", "-r", "-j", array, "-o", "%i"], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return bool(done.stdout.strip())
    return "Invalid job id" not in done.stderr  # a controller that does not answer is waited for


def _queue_text(array: str) -> str:
    done = subprocess.run(["squeue", "-h", "-r", "-j", array, "-o", "%i %T %r"], capture_output=True, text=True, check=False)
    return ", ".join(done.stdout.strip().splitlines()[:5]) or done.stderr.strip()


# Ray


def _measure(plan: str, index: int, to: str, flags: Sequence[str]) -> "tuple[int, str]":
    """Runs one job on the node of an actor. The program ends with the actor."""
    import ctypes
    import signal

    def end_with_parent() -> None:
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG

    done = subprocess.run([program(), "plan", "run-job", plan, str(index), "--to", to, *flags, "--quiet"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=end_with_parent, check=False)
    return done.returncode, done.stderr[-2048:].decode("utf-8", "replace")


def _class_resource(name: str) -> Dict[str, float]:
    """The custom resource of nodes of a class of machines."""
    return {"measure": 1, **({f"machine_class:{name}": 1} if name else {})}


def _run_ray(plan: pathlib.Path, to: pathlib.Path, report: Optional[Report], address: Optional[str] = None, timeout: Optional[float] = None,
             lock: Optional[PathLike] = None, retry_failed: bool = False) -> None:
    """An actor on each node. Ray's own retries are not used: a job whose actor was lost goes back into the list, at most MOST_LOST times."""
    try:
        import ray
    except ImportError:
        raise OpscopeError("Python has no ray: pip install ray", "resource", 5) from None
    to.mkdir(exist_ok=True)
    now = _states(plan, to)
    before: Dict[int, str] = {}
    _tell(report, before, now)
    rows = jobs(plan)
    states = {row["index"]: row["state"] for row in now["jobs"]}
    waiting = [int(index) for index in rows["index"] if states[index] != "done" and (retry_failed or states[index] != "failed")]
    if not waiting:
        return
    started = not ray.is_initialized()
    if started:
        try:
            ray.init(address=address or "auto", log_to_driver=False, logging_level="ERROR")
        except ConnectionError as error:
            raise OpscopeError(f"no cluster of Ray answers: {error}", "resource", 5) from None
    try:
        flags = words("lock", lock) + words("retry_failed", retry_failed)
        classes = dict(zip(rows["index"], rows["machine_class"]))
        _RayJobs(ray, str(plan), str(to), flags, classes, timeout, lambda: _tell(report, before, _states(plan, to))).work(waiting)
    finally:
        if started:
            ray.shutdown()


class _RayJobs:
    """Gives jobs to actors: one at a time each, as many actors as there are nodes that measure."""

    def __init__(self, ray: Any, plan: str, to: str, flags: Sequence[str], classes: Dict[int, str], timeout: Optional[float],
                 changed: Callable[[], None]):
        self._ray = ray
        self._call = (plan, to, list(flags))
        self._classes = classes
        self._end = None if timeout is None else time.monotonic() + timeout
        self._changed = changed
        self._actors: Dict[str, Any] = {}  # by node
        self._rests: Dict[str, float] = {}  # node -> end of its rest

    def work(self, waiting: List[int]) -> None:
        lost: Dict[int, int] = {}
        running: Dict[Any, "tuple[str, int]"] = {}  # call -> node and job
        try:
            while waiting or running:
                nodes = self._nodes()
                self._check_possible(waiting, running, nodes)
                now = time.monotonic()
                busy = {node for node, _ in running.values()} | {node for node, end in self._rests.items() if end > now}
                for node, resources in nodes.items():
                    index = None if node in busy else self._job_for(waiting, resources)
                    if index is None:
                        continue
                    waiting.remove(index)
                    running[self._start(node, index)] = (node, index)
                if not running:
                    time.sleep(0.5)  # all nodes rest
                done = self._ray.wait(list(running), num_returns=1, timeout=2.0)[0] if running else []
                for finished in done:
                    node, index = running.pop(finished)
                    self._finish(finished, node, index, waiting, lost)
                if done:
                    self._changed()
                if self._end is not None and time.monotonic() > self._end:
                    raise OpscopeError(f"{len(waiting) + len(running)} jobs have not ended in time", "cancelled", 130)
        finally:
            for actor in self._actors.values():
                self._ray.kill(actor)

    def _nodes(self) -> Dict[str, Dict[str, float]]:
        """Resources of the nodes that measure, by id."""
        return {node["NodeID"]: node["Resources"] for node in self._ray.nodes() if node["Alive"] and node["Resources"].get("measure", 0) >= 1}

    def _job_for(self, waiting: List[int], resources: Dict[str, float]) -> Optional[int]:
        return next((index for index in waiting if all(resources.get(name, 0) >= amount
                                                       for name, amount in _class_resource(self._classes[index]).items())), None)

    def _check_possible(self, waiting: List[int], running: Dict[Any, Any], nodes: Dict[str, Dict[str, float]]) -> None:
        if running or any(self._job_for(waiting, resources) is not None for resources in nodes.values()):
            return
        wanted = sorted({name for index in waiting for name in _class_resource(self._classes[index])})
        raise OpscopeError(f"{len(waiting)} jobs wait for nodes that Ray does not have: start one with "
                           f"--resources='{json.dumps({name: 1 for name in wanted})}'", "resource", 5)

    def _start(self, node: str, index: int) -> Any:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        ray = self._ray
        if node not in self._actors:
            # On the actor of a node, so that it is one per node whatever Ray would place.
            remote = ray.remote(num_cpus=0, resources={"measure": 1}, max_restarts=0, max_task_retries=0)(_Measuring)
            self._actors[node] = remote.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False)).remote()
        plan, to, flags = self._call
        return self._actors[node].measure.remote(plan, index, to, flags)

    def _finish(self, finished: Any, node: str, index: int, waiting: List[int], lost: Dict[int, int]) -> None:
        try:
            code, message = self._ray.get(finished)
        except (self._ray.exceptions.RayActorError, self._ray.exceptions.RayTaskError) as error:
            self._actors.pop(node, None)
            self._rests[node] = time.monotonic() + REST_SECONDS
            lost[index] = lost.get(index, 0) + 1
            if lost[index] > MOST_LOST:
                raise OpscopeError(f"job {index} was lost {lost[index]} times with its actor: {error}", "resource", 5) from None
            waiting.insert(0, index)
            return
        if code == 130:  # asked to stop, which is no failure
            waiting.append(index)


class _Measuring:
    """The actor."""

    def measure(self, plan: str, index: int, to: str, flags: Sequence[str]) -> "tuple[int, str]":
        return _measure(plan, index, to, flags)


class _JobBar:
    def __init__(self, title: str):
        self._bar: Any = None
        self._title = title

    def __call__(self, event: dict) -> None:
        if event.get("event") != "job":
            return
        if self._bar is None:
            tqdm = progress_bar()
            if tqdm is None:
                return
            self._bar = tqdm(desc=self._title, unit=" jobs", total=event["total"], leave=False)
        self._bar.n = event["done"]
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


# Results


def frame(folder: PathLike, plan: Optional[PathLike] = None) -> pd.DataFrame:
    """A row for each result of a folder: file, its metadata (`model.name`, `machine.host`, `settings.threads` …), samples and median_ns of the wall.

    Runs without recording count, where there are any. plan: adds the columns of its jobs, and rows of jobs without a result.
    """
    rows = [_row(path) for path in sorted(pathlib.Path(folder).glob("*.opscope"))]
    results = pd.DataFrame(rows, columns=None if rows else ["job", "file", "samples", "median_ns"])
    if plan is None:
        return results
    return jobs(plan).merge(results, on="job", how="left")


def _row(path: pathlib.Path) -> Dict[str, Any]:
    import numpy as np
    import pyarrow.parquet as parquet

    file = parquet.ParquetFile(path)
    metadata = json.loads(file.schema_arrow.metadata[b"opscope.metadata"])
    table = file.read(["kind", "side", "dur_ns"])
    kind, side, duration = (np.asarray(table[name]) for name in ("kind", "side", "dur_ns"))
    counted = (kind == "run") & ((side == 4) if ((kind == "run") & (side == 4)).any() else (side == 0) | (side == 3))
    runs = duration[counted]
    return {"job": path.stem, "file": str(path), "samples": len(runs), "median_ns": float(np.median(runs)) if len(runs) else float("nan"), **metadata}


def rows(folder: PathLike, kind: Optional[str] = None, columns: Optional[Sequence[str]] = None) -> pd.DataFrame:
    """Rows of all results of a folder (docs/profile-file.md), of one kind such as `op` or `run`."""
    import pyarrow.dataset as dataset

    files = [str(path) for path in sorted(pathlib.Path(folder).glob("*.opscope"))]
    if not files:
        return pd.DataFrame(columns=list(columns or []))
    table = dataset.dataset(files, format="parquet").to_table(columns=list(columns) if columns else None,
                                                              filter=dataset.field("kind") == kind if kind else None)
    return table.to_pandas()
