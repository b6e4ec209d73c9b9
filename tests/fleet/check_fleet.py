#!/usr/bin/env python3
"""Carries out a plan by real runners, kills parts of them in the middle, and checks that every job's result is there once and whole.

check_fleet.py [local] [slurm] [ray] [--jobs N] [--models FILE…] [--folder DIR]: without a runner all that are installed. Needs OPSCOPE_CLI.
Slurm and Ray: the package (PYTHONPATH=packaging/python/src) with numpy, pandas and pyarrow. Slurm: root, and Debian's slurmctld, slurmd, slurm-client and
munge. Ray: PyPI's ray, and root for a network of its own. Ends with 77 if a runner that was named is missing.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 1800.0
LIFETIME = 4 * 3600  # seconds after which the nodes of Ray end by themselves
START_TRIES = 3


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def cli(*words: object, check: bool = True) -> subprocess.CompletedProcess:
    done = subprocess.run([os.environ["OPSCOPE_CLI"], *map(str, words)], capture_output=True, text=True, check=False)
    if check and done.returncode not in (0, 1):
        raise SystemExit(f"opscope-cli {' '.join(map(str, words))} ended with {done.returncode}: {done.stderr}")
    return done


def states(plan: pathlib.Path, to: pathlib.Path) -> dict:
    return json.loads(cli("plan", "status", plan, "--to", to, "--format", "json").stdout)


def wait_for(what: str, is_true, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            raise SystemExit(f"not within {seconds:g} s: {what}")
        time.sleep(0.05)


def results(to: pathlib.Path) -> int:
    return len(list(to.glob("*.opscope")))


def children(process: int) -> list[int]:
    try:
        return [int(word) for word in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def measuring(to: pathlib.Path) -> list[int]:
    """Processes that measure for this folder: `opscope-cli profile … -o <to>/jobs/…`."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if b"profile" in words[1:2] and any(word.startswith(os.fsencode(to / "jobs")) for word in words):
                found.append(int(entry.name))
    return found


def kill_measurement(to: pathlib.Path) -> int:
    """Kills one measurement in progress."""
    wait_for("a measurement that can be killed", lambda: measuring(to))
    with contextlib.suppress(ProcessLookupError, IndexError):
        process = measuring(to)[0]
        os.kill(process, signal.SIGKILL)
        return process
    return 0


def make_plan(folder: pathlib.Path, count: int, chosen: list[str]) -> pathlib.Path:
    """A plan of 15 settings of the chosen models; without any, `count` jobs of the sample models."""
    plan = folder / "plan.json"
    if chosen:
        cli("plan", "make", *chosen, "--threads", "1,2,3", "--precision", "f32,f32-strict", "--optimize", "none,basic,full", "--exclude",
            "threads=3,optimize=basic", "--exclude", "threads=3,precision=f32-strict,optimize=none", "--runs", 1, "--warmup", 0, "-o", plan)
        return plan
    models = [ROOT / "resources/samples" / name / "model.onnx" for name in ("residual-cnn", "control-flow", "tiny-decoder")]
    seeds = -(-count // (len(models) * 4))
    jobs = []
    for seed in range(seeds):  # a seed more makes four jobs more of each model
        part = folder / f"part{seed}.json"
        cli("plan", "make", *models, "--threads", "1,2", "--optimize", "none,full", "--runs", 3 + seed, "--warmup", 0, "-o", part)
        jobs += json.loads(part.read_text())["jobs"]
        part.unlink()
    for index, job in enumerate(jobs[:count]):
        job["index"] = index
    plan.write_text(json.dumps({"format": "opscope-plan", "version": 1, "opscope": cli("--version").stdout.split()[1], "jobs": jobs[:count]}))
    return plan


def steps_of(profile: pathlib.Path) -> tuple:
    """What two runs of a job must have in common: how many runs of each side there are, and how often each step was measured."""
    content = json.loads(cli("export", profile, "--to", "json").stdout)
    sides = collections.Counter(run["side"] for run in content["runs"])
    return dict(sides), {step["id"]: (step["name"], step["samples"]) for step in content["steps"]}


def check_end(plan: pathlib.Path, to: pathlib.Path, expected: dict | None) -> dict:
    now = states(plan, to)
    total = len(now["jobs"])
    assert now["done"] == total, now
    files = sorted(path.name for path in to.glob("*.opscope"))
    assert files == sorted(row["job"] + ".opscope" for row in now["jobs"]), "each result once"
    assert not list(to.glob("*.fail")), list(to.glob("*.fail"))
    rows = {path.name: steps_of(path) for path in to.glob("*.opscope")}
    if expected is not None:
        assert rows == expected, "the same rows"
    say(f"  {total} of {total} results, each once and whole" + (", with the same rows as the local runner's" if expected is not None else ""))
    return rows


# This machine


def check_local(plan: pathlib.Path, to: pathlib.Path, lock: pathlib.Path) -> None:
    total = len(json.loads(plan.read_text())["jobs"])

    def start() -> subprocess.Popen:
        return subprocess.Popen([os.environ["OPSCOPE_CLI"], "plan", "run", str(plan), "--to", str(to), "--lock", str(lock), "--quiet"],
                                stdout=subprocess.DEVNULL)

    runner = start()
    wait_for("a third of the results", lambda: results(to) >= total // 3)
    wait_for("a measurement", lambda: children(runner.pid))
    child = children(runner.pid)[0]
    runner.kill()
    runner.wait()
    wait_for("the end of the measurement of a killed runner", lambda: child not in measuring(to), 10)
    say(f"  the runner was killed after {results(to)} results; its measurement ended with it")
    runner = start()
    wait_for("half of the results", lambda: results(to) >= total // 2)
    kill_measurement(to)
    say(f"  a measurement was killed after {results(to)} results")
    wait_for("two thirds of the results", lambda: results(to) >= total * 2 // 3)
    runner.send_signal(signal.SIGINT)
    code = runner.wait()
    assert code == 130, code
    say(f"  the runner was interrupted after {results(to)} results: code {code}")
    runner = start()
    assert runner.wait() == 0


# Slurm

SLURM_CONF = """ClusterName=check
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
SlurmctldPort={port}
SlurmdPort={port1}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerParameters=batch_sched_delay=0,sched_interval=2
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdTimeout=20
KillWait=5
MinJobAge=600
MaxArraySize=10001
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} Boards=1 SocketsPerBoard=1 CoresPerSocket={cpus} ThreadsPerCore=1 RealMemory=2000
PartitionName=measure Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
"""


class Slurm:
    """A controller and a node on the loopback of this machine."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        for name in ("state", "spool"):
            (folder / name).mkdir(parents=True)
        host = socket.gethostname().split(".")[0]
        (folder / "slurm.conf").write_text(SLURM_CONF.format(host=host, port=16817, port1=16818, folder=folder, cpus=len(os.sched_getaffinity(0))))
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        self.munge = None
        if not os.path.exists("/run/munge/munge.socket.2"):
            os.makedirs("/run/munge", exist_ok=True)
            shutil.chown("/run/munge", "munge", "munge")
            os.chmod("/run/munge", 0o755)
            self.munge = subprocess.Popen(["runuser", "-u", "munge", "--", "munged", "--foreground"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wait_for("munged", lambda: os.path.exists("/run/munge/munge.socket.2"), 30)
        self.daemons: dict[str, subprocess.Popen] = {}
        self.start("slurmctld")
        self.start("slurmd")
        wait_for("an idle node", lambda: "idle" in self.ask("sinfo", "-h", "-o", "%T"), 60)

    def start(self, name: str) -> None:
        self.daemons[name] = subprocess.Popen([name, "-D"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self, name: str) -> None:
        self.daemons[name].kill()
        self.daemons[name].wait()

    @staticmethod
    def ask(*words: str) -> str:
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60).stdout

    def running(self) -> str:
        return next(iter(self.ask("squeue", "-h", "-r", "-t", "R", "-o", "%A").split()), "")

    def end(self) -> None:
        subprocess.run(["scancel", "--user=root"], check=False, timeout=60)
        for daemon in self.daemons.values():
            daemon.terminate()
            daemon.wait()
        if self.munge is not None:
            for process in children(self.munge.pid):
                os.kill(process, signal.SIGTERM)
            self.munge.terminate()
            self.munge.wait()


def missing_of_slurm() -> str:
    missing = [name for name in ("slurmctld", "slurmd", "sbatch", "munged") if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin") is None]
    if missing:
        return "this machine has no " + ", ".join(missing) + " (Debian: slurmctld slurmd slurm-client munge)"
    return "" if os.geteuid() == 0 else "its daemons are started by root only"


def missing_modules() -> str:
    missing = [name for name in ("numpy", "pandas", "pyarrow") if importlib.util.find_spec(name) is None]
    return "Python has no " + ", ".join(missing) if missing else ""


DRIVER = """
import sys
from opscope import fleet
plan, to, runner, options = sys.argv[1:5]
import json
done = fleet.run(plan, to=to, runner=runner, progress=False, **json.loads(options))
print(done["state"].value_counts().to_dict())
"""


def driver(plan: pathlib.Path, to: pathlib.Path, runner: str, options: dict, prefix: tuple = ()) -> subprocess.Popen:
    """opscope.fleet.run in a process of its own, which can be killed."""
    return subprocess.Popen([*prefix, sys.executable, "-c", DRIVER, str(plan), str(to), runner, json.dumps(options)])


def check_slurm(plan: pathlib.Path, to: pathlib.Path, folder: pathlib.Path) -> None:
    total = len(json.loads(plan.read_text())["jobs"])
    os.environ["PATH"] += ":/usr/sbin"
    slurm = Slurm(folder)
    options = {"program": os.environ["OPSCOPE_CLI"]}
    try:
        begin = time.monotonic()
        first = driver(plan, to, "slurm", options)
        wait_for("some results", lambda: results(to) >= total // 6)
        say(f"  {results(to)} results after {time.monotonic() - begin:.0f} s")
        kill_measurement(to)
        say(f"  a measurement was killed after {results(to)} results")
        wait_for("more results", lambda: results(to) >= total // 3)
        first.kill()  # nobody waits any more; the array goes on
        first.wait()
        wait_for("more results", lambda: results(to) >= total // 2)
        wait_for("a task that runs", slurm.running)
        job = slurm.running()
        slurm.ask("scontrol", "requeue", job)
        say(f"  the driver was killed, and task {job} was put back after {results(to)} results")
        slurm.kill("slurmctld")
        time.sleep(3)
        slurm.start("slurmctld")
        wait_for("the controller", lambda: slurm.ask("sinfo", "-h", "-o", "%T").strip() != "", 60)
        say(f"  the controller was killed and started after {results(to)} results")
        wait_for("more results", lambda: results(to) >= total * 2 // 3)
        slurm.kill("slurmd")
        for step in subprocess.run(["pgrep", "-P", "1", "-f", "slurmstepd"], capture_output=True, text=True, check=False).stdout.split():
            with contextlib.suppress(OSError):
                if os.fsencode(folder) in pathlib.Path(f"/proc/{step}/environ").read_bytes():
                    os.kill(int(step), signal.SIGKILL)
        say(f"  the node was lost after {results(to)} results")
        time.sleep(2)
        slurm.start("slurmd")
        # An array of the first driver may still be queued beside that of this one: results stay whole.
        subprocess.run(["scancel", "--user=root"], check=False, timeout=60)
        wait_for("a node that answers", lambda: "idle" in heal(slurm), 120)
        second = driver(plan, to, "slurm", {**options, "timeout": PATIENCE})
        assert second.wait() == 0
        say(f"  resumed; {time.monotonic() - begin:.0f} s in all")
    finally:
        slurm.end()


def heal(slurm: Slurm) -> str:
    """What an administrator does for a node that was drained after a crash."""
    state = slurm.ask("sinfo", "-h", "-o", "%T")
    if "drain" in state or "down" in state:
        slurm.ask("scontrol", "update", "nodename=" + socket.gethostname().split(".")[0], "state=resume")
    return state


# Ray


def missing_of_ray() -> str:
    if importlib.util.find_spec("ray") is None:
        return "Python has no ray (pip install ray)"
    done = subprocess.run(["unshare", "-n", "true"], check=False, capture_output=True)
    return "" if done.returncode == 0 else "a network of its own needs root (unshare -n)"


class Ray:
    """Two nodes on the loopback of a network of their own: Ray listens on all addresses."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        folder.mkdir()
        self.holder = subprocess.Popen(["unshare", "-n", "sh", "-c", f"ip link set lo up; exec sleep {LIFETIME}"])
        time.sleep(0.5)
        self.nodes: list[subprocess.Popen] = []
        try:
            self.start("--head", "--port=6399", "--include-dashboard=false", "--min-worker-port=20000", "--max-worker-port=20099", f"--temp-dir={folder}")
            self.join(20100)
        except BaseException:
            self.end()
            raise

    @property
    def inside(self) -> tuple:
        return ("nsenter", "-t", str(self.holder.pid), "-n")

    def start(self, *words: str) -> None:
        """Starts a node. Ray gives up a node that is not up within 30 s, which a busy machine with few processors may need: then it is tried again."""
        ray = shutil.which("ray", path=str(pathlib.Path(sys.executable).parent) + ":" + os.environ["PATH"])
        log = self.folder / f"node{len(self.nodes)}.log"
        for _ in range(START_TRIES):
            with log.open("w") as out:
                node = subprocess.Popen([*self.inside, "timeout", str(LIFETIME), ray, "start", "--block", "--node-ip-address=127.0.0.1", "--num-cpus=1",
                                         '--resources={"measure":1}', "--object-store-memory=100000000", "--disable-usage-stats", *words],
                                        stdout=out, stderr=subprocess.STDOUT)
            self.nodes.append(node)  # end() stops it whatever happens
            wait_for("the start of a node of Ray", lambda: node.poll() is not None or "Ray runtime started" in log.read_text(), 300)
            if node.poll() is None:
                return
            self.nodes.remove(node)
            say(f"  a node of Ray did not start, code {node.returncode}")
        raise SystemExit(f"no node of Ray starts: {log.read_text()[-2000:]}")

    def join(self, port: int) -> None:
        self.start("--address=127.0.0.1:6399", f"--min-worker-port={port}", f"--max-worker-port={port + 99}")

    def descendants(self, process: int) -> list[int]:
        found = [process]
        for child in children(process):
            found += self.descendants(child)
        return found

    def kill_raylet(self, node: subprocess.Popen) -> None:
        for process in self.descendants(node.pid):
            with contextlib.suppress(OSError):
                if b"raylet/raylet" in pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0]:
                    os.kill(process, signal.SIGKILL)

    def end(self) -> None:
        processes = [process for node in self.nodes for process in self.descendants(node.pid)]
        for process in reversed(processes):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for node in self.nodes:
            node.wait()
        self.holder.kill()
        self.holder.wait()


def check_ray(plan: pathlib.Path, to: pathlib.Path, folder: pathlib.Path, lock: pathlib.Path) -> None:
    total = len(json.loads(plan.read_text())["jobs"])
    ray = Ray(folder)
    say("  two nodes of Ray are up")
    options = {"address": "127.0.0.1:6399", "lock": str(lock), "timeout": PATIENCE}
    try:
        begin = time.monotonic()
        first = driver(plan, to, "ray", options, ray.inside)
        wait_for("some results", lambda: results(to) >= total // 6)
        say(f"  {results(to)} results after {time.monotonic() - begin:.0f} s")
        kill_measurement(to)
        say(f"  a measurement was killed after {results(to)} results")
        wait_for("more results", lambda: results(to) >= total // 3)
        ray.kill_raylet(ray.nodes[1])
        say(f"  the second node was killed after {results(to)} results")
        wait_for("more results", lambda: results(to) >= total // 2)
        for process in ray.descendants(first.pid):
            os.kill(process, signal.SIGKILL)
        first.wait()
        say(f"  the driver was killed after {results(to)} results")
        ray.join(20200)
        second = driver(plan, to, "ray", options, ray.inside)
        assert second.wait() == 0
        say(f"  resumed with a new node; {time.monotonic() - begin:.0f} s in all")
    finally:
        ray.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runners", nargs="*", metavar="RUNNER", help="local, slurm, ray")
    parser.add_argument("--jobs", type=int, default=12, help="of the sample models")
    parser.add_argument("--models", nargs="+", default=[], help="15 settings of these models instead")
    parser.add_argument("--folder", help="an empty folder, which is kept")
    arguments = parser.parse_args()
    runners = arguments.runners or ["local", "slurm", "ray"]
    folder = pathlib.Path(arguments.folder or tempfile.mkdtemp(prefix="opscope-fleet-"))
    folder.mkdir(exist_ok=True)
    lock = folder / "lock"
    skipped = False
    try:
        plan = make_plan(folder, arguments.jobs, arguments.models)
        expected = None
        for runner in runners:
            why = "" if runner == "local" else missing_modules() or {"slurm": missing_of_slurm, "ray": missing_of_ray}[runner]()
            if why:
                say(f"{runner}: skipped, {why}")
                skipped = skipped or bool(arguments.runners)
                continue
            say(f"{runner}: {len(json.loads(plan.read_text())['jobs'])} jobs")
            to = folder / runner
            to.mkdir()
            if runner == "local":
                check_local(plan, to, lock)
            elif runner == "slurm":
                check_slurm(plan, to, folder / "slurm-files")
            else:
                check_ray(plan, to, folder / "ray-files", lock)
            rows = check_end(plan, to, expected)
            expected = expected or rows
    finally:
        if not arguments.folder:
            shutil.rmtree(folder, ignore_errors=True)
    return SKIPPED if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
