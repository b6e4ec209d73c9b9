"""Plans and runners, against a built opscope-cli. Slurm is played by scripts here; tests/fleet tries real ones."""

from __future__ import annotations

import hashlib
import os
import pathlib
import subprocess

import numpy as np
import pytest

import opscope
from opscope import fleet
from opscope._program import program

SAMPLES = pathlib.Path(__file__).parents[3] / "resources" / "samples"
CNN = SAMPLES / "residual-cnn" / "model.onnx"


@pytest.fixture
def quick(tmp_path, monkeypatch):
    """A plan of three jobs that take little time, in tmp_path."""
    plan = tmp_path / "plan.json"
    fleet.make([CNN], plan, threads=[1, 2], optimize=["none", "full"], exclude="threads=2,optimize=none", runs=2, warmup=0)
    return plan


def test_a_plan_is_a_frame(tmp_path, quick):
    jobs = fleet.jobs(quick)
    assert list(zip(jobs["threads"], jobs["optimize"])) == [(1, "none"), (1, "full"), (2, "full")]
    assert jobs["job"].is_unique and jobs["limit"].eq("").all() and jobs["warmup"].eq(0).all()
    fleet.make([CNN], tmp_path / "plan.parquet", threads=[1, 2], optimize=["none", "full"], exclude="threads=2,optimize=none", runs=2, warmup=0)
    ofparquet = fleet.jobs(tmp_path / "plan.parquet")
    relative = os.path.relpath(CNN, tmp_path)
    assert jobs["model"].isin([str(CNN), relative]).all()
    assert ofparquet.to_dict("records") == jobs.to_dict("records")
    with pytest.raises(opscope.OpscopeError) as caught:
        fleet.make([CNN], tmp_path / "bad.json", precision=["f32", "f7"])
    assert caught.value.code == 2 and "f7" in str(caught.value)


def test_a_name_follows_external_weights(tmp_path):
    onnx = pytest.importorskip("onnx")
    helper = onnx.helper
    weights = onnx.numpy_helper.from_array(np.ones((64, 64), np.float32), "w")
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "g",
                              [helper.make_tensor_value_info("x", 1, [1, 64])], [helper.make_tensor_value_info("y", 1, [1, 64])], [weights])
    onnx.save_model(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), str(tmp_path / "m.onnx"), save_as_external_data=True,
                    location="m.bin", size_threshold=0)
    before = fleet.make(tmp_path / "m.onnx", tmp_path / "a.json", runs=1)
    file_hash = hashlib.sha256((tmp_path / "m.bin").read_bytes()).hexdigest()
    assert before["weights_sha256"][0] == hashlib.sha256(file_hash.encode()).hexdigest()
    (tmp_path / "m.bin").write_bytes(np.zeros((64, 64), np.float32).tobytes())
    after = fleet.make(tmp_path / "m.onnx", tmp_path / "b.json", runs=1)
    assert before["model_sha256"][0] == after["model_sha256"][0] and before["job"][0] != after["job"][0]
    with pytest.raises(opscope.OpscopeError, match="has changed since the plan was made") as caught:
        opscope._program.call(["plan", "run-job", str(tmp_path / "a.json"), "0", "--to", str(tmp_path / "r")])
    assert caught.value.code == 3


def test_the_local_runner_and_its_frames(tmp_path, quick):
    events = []
    done = fleet.run(quick, to=tmp_path / "results", progress=events.append, lock=tmp_path / "lock")
    assert list(done["state"]) == ["done"] * 3
    assert [event["state"] for event in events] == ["started", "done"] * 3 and events[-1]["done"] == events[-1]["total"] == 3
    frame = fleet.frame(tmp_path / "results", plan=quick)
    assert list(frame["settings.threads"]) == list(frame["threads"]) == [1, 1, 2]
    for _, row in frame.iterrows():
        wall = opscope.load(row["file"]).wall
        assert row["samples"] == wall["samples"] == 2 and abs(row["median_ns"] - wall["median_ns"]) <= 1
    ops = fleet.rows(tmp_path / "results", kind="op", columns=["profile", "op_type", "dur_ns"])
    assert ops["profile"].nunique() == 3 and (ops["op_type"] == "Conv").any()
    assert len(fleet.rows(tmp_path / "nothing")) == 0 and len(fleet.frame(tmp_path / "nothing")) == 0
    with pytest.raises(opscope.OpscopeError, match="expected local, slurm or ray"):
        fleet.run(quick, to=tmp_path / "results", runner="abacus")


def test_the_slurm_runner_submits_what_is_missing(tmp_path, quick, monkeypatch):
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    scripts = {
        # Runs the tasks of --array one after the other, and drops the first: Slurm loses tasks.
        "sbatch": "#!/usr/bin/env python3\nimport os, subprocess, sys\n"
                  "array = next(word for word in sys.argv if word.startswith('--array='))\n"
                  f"open({str(tmp_path / 'arrays')!r}, 'a').write(array + '\\n')\n"
                  "parts = [part.split('-') for part in array[len('--array='):].split('%')[0].split(',')]\n"
                  "tasks = [task for part in parts for task in range(int(part[0]), int(part[-1]) + 1)]\n"
                  "for task in tasks[1:] or tasks:\n"
                  "    subprocess.run(['bash', sys.argv[-1]], env={**os.environ, 'SLURM_ARRAY_TASK_ID': str(task)}, stdout=subprocess.DEVNULL)\n"
                  "print('17;cluster')\n",
        "squeue": "#!/bin/sh\nexit 0\n",
        "scancel": "#!/bin/sh\nexit 0\n",
    }
    for name, text in scripts.items():
        (bin_folder / name).write_text(text)
        (bin_folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{bin_folder}:{os.environ['PATH']}")
    to = tmp_path / "results"
    first = fleet.run(quick, to=to, runner="slurm", program=program())
    assert list(first["state"]) == ["missing", "done", "done"]
    assert list(fleet.run(quick, to=to, runner="slurm", program=program(), parallel=2)["state"]) == ["done"] * 3
    assert list(fleet.run(quick, to=to, runner="slurm")["state"]) == ["done"] * 3
    assert (tmp_path / "arrays").read_text().split() == ["--array=0-2", "--array=0%2"]
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(opscope.OpscopeError, match="sbatch was not found"):
        fleet.run(quick, to=tmp_path / "other", runner="slurm", program=program())


def test_the_manifest_is_yaml_that_says_the_same(tmp_path, quick):
    yaml = pytest.importorskip("yaml")
    folder = tmp_path / "a: 'b' \"c\" $(HOME) $$(HOME) #d \u2028\x85\x7f\n- e"
    folder.mkdir()
    plan = folder / "plan.json"
    fleet.make([CNN], plan, threads=[1, 2], runs=1)
    text = subprocess.run([program(), "plan", "kubernetes", str(plan), "--to", str(folder / "results"), "--image", "i: \"m\"", "--claim", "c #x"],
                          check=True, capture_output=True, text=True).stdout
    job = yaml.safe_load(text)
    spec = job["spec"]
    assert (spec["completions"], spec["completionMode"], spec["backoffLimitPerIndex"]) == (2, "Indexed", 3)
    pod = spec["template"]["spec"]
    container = pod["containers"][0]
    expanded = [word.replace("$$", "$") for word in container["command"]]
    assert expanded == ["opscope-cli", "plan", "run-job", str(plan), "$(JOB_COMPLETION_INDEX)", "--to", str(folder / "results")]
    assert container["image"] == "i: \"m\"" and pod["volumes"][0]["persistentVolumeClaim"]["claimName"] == "c #x"
    assert container["volumeMounts"][0]["mountPath"] == str(folder)
    assert container["resources"]["requests"] == container["resources"]["limits"] == {"cpu": "2", "memory": "4Gi"}
    assert spec["podFailurePolicy"]["rules"][1]["onExitCodes"]["values"] == [2, 3, 4]
