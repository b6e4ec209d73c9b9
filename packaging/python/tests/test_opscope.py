"""Tests of the package against a built opscope-cli (OPSCOPE_CLI) and the sample models of the source tree."""

from __future__ import annotations

import os
import pathlib
import signal
import struct
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import opscope
from opscope import _html, _server
from opscope._program import program

SAMPLES = pathlib.Path(__file__).parents[3] / "resources" / "samples"
CNN = SAMPLES / "residual-cnn" / "model.onnx"
DECODER = SAMPLES / "tiny-decoder" / "model.onnx"

pytest_plugins = ["pytester"]


def image(seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).random((1, 3, 96, 96), dtype=np.float32)


def memory_of(process: int) -> int:
    """Resident set in bytes."""
    return int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture(scope="module")
def profile(tmp_path_factory) -> opscope.Profile:
    return opscope.profile(CNN, runs=6, threads=1, output=tmp_path_factory.mktemp("profile") / "cnn.opscope", progress=False)


def test_model_frames():
    model = opscope.open(CNN)
    assert len(model.operators) == model.info["nodes"] == 54
    assert (model.operators["type"] == "Conv").sum() == 15
    assert model.operators["flops"].sum() == model.info["flops"]
    assert model.inputs[0]["name"] == "image"
    assert len(model.findings) == 0
    assert set(model.find("type:Gemm")["type"]) == {"Gemm"}
    page = model._repr_html_()
    assert "Conv" in page and page.count("data:image/svg+xml") == 2  # light and dark


@pytest.mark.parametrize("ns, text", [(999_600, "1 ms"), (999_400, "999 µs"), (12.34e6, "12.3 ms"), (5, "5 ns"), (None, "–")])
def test_durations(ns, text):
    assert _html.duration(ns) == text


def test_run_is_bit_equal_to_the_command_line(tmp_path):
    x = image()
    np.save(tmp_path / "x.npy", x)
    (tmp_path / "out").mkdir()
    subprocess.run([program(), "run", str(CNN), "--input", f"image=file:{tmp_path / 'x.npy'}", "--save", str(tmp_path / "out"), "--quiet"],
                   check=True, stdout=subprocess.DEVNULL)
    result = opscope.run(CNN, {"image": x})["probabilities"]
    assert result.dtype == np.float32 and result.shape == (1, 10)
    assert result.tobytes() in (tmp_path / "out" / "output_0.pb").read_bytes()
    assert np.array_equal(result, opscope.open(CNN).run({"image": x})["probabilities"])


def test_inputs_change_their_values_and_sizes():
    first, second = opscope.run(CNN, {"image": image(1)}), opscope.run(CNN, {"image": image(2)})
    assert not np.array_equal(first["probabilities"], second["probabilities"])
    assert np.array_equal(opscope.run(CNN, {"image": image(1)})["probabilities"], first["probabilities"])
    names = [entry["name"] for entry in opscope.open(DECODER).inputs]
    for length in (1, 7, 3):
        feeds = {name: np.zeros((1, length), np.int64) for name in names if "past" not in name}
        assert opscope.run(DECODER, feeds)["logits"].shape[:2] == (1, length)


def test_errors_are_exceptions_with_the_programs_sentences():
    cases = [(lambda: opscope.open("/nowhere.onnx"), "file", 3), (lambda: opscope.run(CNN, {}), "usage", 2),
             (lambda: opscope.run(CNN, {"image": image(), "other": image()}), "usage", 2),
             (lambda: opscope.run(CNN, {"image": np.zeros((1, 4), np.float32)}), None, None),
             (lambda: opscope.profile(CNN, frobnicate=1, progress=False), "usage", 2),
             (lambda: opscope.profile(CNN, dims={"nothing": 2}, progress=False), "usage", 2), (lambda: opscope.load("/nowhere.opscope"), "file", 3)]
    for call, kind, code in cases:
        with pytest.raises(opscope.OpscopeError) as caught:
            call()
        assert str(caught.value)
        assert kind is None or (caught.value.kind, caught.value.code) == (kind, code)


def test_frames_are_those_of_the_file(profile):
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(profile.path).to_pandas()
    assert len(profile.spans) == (table["kind"] == "op").sum()
    assert profile.spans["dur_ns"].sum() == table.loc[table["kind"] == "op", "dur_ns"].sum()
    plain = profile.runs[profile.runs["side"] == "plain"]
    assert len(plain) == profile.wall["samples"] == 6
    assert abs(np.median(plain["dur_ns"]) - profile.wall["median_ns"]) <= 1
    by_step = profile.spans.groupby("step")["dur_ns"].median()
    recorded = profile.operators.set_index("step")["median_ns"]
    both = by_step.to_frame("spans").join(recorded, how="inner")
    assert len(both) == len(recorded) and np.allclose(both["spans"], both["median_ns"], atol=1)
    assert profile.metadata["settings.threads"] == 1


def test_a_temporary_profile_goes_with_its_object(tmp_path):
    made = opscope.profile(CNN, runs=3, threads=1, progress=False)
    path = made.path
    made.save(tmp_path / "kept.opscope")
    assert path.exists() and len(opscope.load(tmp_path / "kept.opscope").runs) == len(made.runs)
    del made
    assert not path.exists()


def test_reports_and_comparisons(profile, tmp_path):
    profile.to_html(tmp_path / "report.html")
    assert "opscope-data" in (tmp_path / "report.html").read_text()
    result = opscope.compare(profile, profile.path)
    assert result.verdict == "within noise" and len(result.operators) > 0
    for shown in (profile, result):
        page = shown._repr_html_()
        assert page.count("<table>") == 1 and "</div>" in page


def test_a_killed_server_is_an_exception_and_the_next_call_works():
    opscope.run(CNN, {"image": image()})
    server = _server.shared._process
    os.kill(server.pid, signal.SIGSTOP)  # so that it is killed within the request
    threading.Timer(0.2, lambda: os.kill(server.pid, signal.SIGKILL)).start()
    with pytest.raises(opscope.Crashed) as caught:
        opscope.run(CNN, {"image": image()})
    assert "SIGKILL" in str(caught.value)
    assert opscope.run(CNN, {"image": image()})["probabilities"].shape == (1, 10)


def test_folders_of_killed_programs_are_removed(tmp_path):
    child = subprocess.Popen(["true"])
    child.wait()
    for name in (f"opscope-{child.pid}-left", f"opscope-{os.getpid()}-used", "opscope-other-left"):
        (tmp_path / name).mkdir()
    _server._remove_left(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {f"opscope-{os.getpid()}-used", "opscope-other-left"}


@pytest.mark.parametrize("answer", [b"", b"\x02\x00", struct.pack("<II", 1 << 30, 0), struct.pack("<II", 2, 5) + b"{}", struct.pack("<II", 2, 0) + b"[]",
                                    struct.pack("<II", 3, 0) + b"{,}", struct.pack("<II", 40, 0) + b"{}"])
def test_a_broken_answer_is_an_exception(tmp_path, monkeypatch, answer):
    script = tmp_path / "opscope-cli"
    (tmp_path / "answer").write_bytes(answer)
    script.write_text(f"#!/bin/sh\ncat {tmp_path / 'answer'}\n")
    script.chmod(0o755)
    monkeypatch.setattr(_server, "program", lambda: str(script))
    with pytest.raises(opscope.OpscopeError):
        _server.Server().request({"op": "command", "arguments": ["inspect", "x"]})


def test_another_protocol_is_refused(tmp_path, monkeypatch):
    script = tmp_path / "opscope-cli"
    text = b'{"opscope":"9.0.0","protocol":2}'
    (tmp_path / "answer").write_bytes(struct.pack("<II", len(text), 0) + text)
    script.write_text(f"#!/bin/sh\ncat {tmp_path / 'answer'}; sleep 5\n")
    script.chmod(0o755)
    monkeypatch.setattr(_server, "program", lambda: str(script))
    with pytest.raises(opscope.OpscopeError, match="protocol 2, expected 1"):
        _server.Server().request({"op": "command", "arguments": ["inspect", "x"]})


def test_many_requests_leak_nothing():
    feeds = {"image": image()}
    for _ in range(50):
        opscope.run(CNN, feeds, threads=1)
    server = _server.shared._process
    before, descriptors = memory_of(server.pid), len(os.listdir(f"/proc/{server.pid}/fd"))
    for _ in range(1000):
        opscope.run(CNN, feeds, threads=1)
    assert _server.shared._process is server
    assert len(os.listdir(f"/proc/{server.pid}/fd")) == descriptors
    assert memory_of(server.pid) - before < 4 << 20


def test_a_fork_gets_a_server_of_its_own():
    opscope.run(CNN, {"image": image()})
    own = _server.shared._process.pid
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            opscope.run(CNN, {"image": image()})
            os.write(writer, str(_server.shared._process.pid).encode())
            _server.shared.close()
        finally:
            os._exit(0)
    os.close(writer)
    other = int(os.read(reader, 100))
    os.waitpid(child, 0)
    assert other != own
    assert opscope.run(CNN, {"image": image()})["probabilities"].shape == (1, 10)


def test_the_server_ends_with_python():
    script = f"import opscope, numpy\nopscope.run({str(CNN)!r}, {{'image': numpy.zeros((1, 3, 96, 96), numpy.float32)}})\n" \
             "from opscope import _server; print(_server.shared._process.pid, flush=True)\nimport os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    out = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(pathlib.Path(opscope.__file__).parents[1])})
    server = int(out.stdout)
    for _ in range(100):
        if not pathlib.Path(f"/proc/{server}").exists():
            return
        time.sleep(0.1)
    pytest.fail("the server is still there")


def test_gate(pytester, profile):
    pytester.makepyfile(f"""
        def test_speed(opscope_gate):
            result = opscope_gate({str(CNN)!r}, baseline={str(profile.path)!r}, limit="99%", runs=6, threads=1)
            assert result.code == 0
    """)
    result = pytester.runpytest("-p", "no:opscope", "-p", "opscope.pytest_plugin")  # an installed wheel registers it, too
    outcome = result.parseoutcomes()
    assert outcome.get("passed", 0) + outcome.get("skipped", 0) == 1
    assert list(pytester.path.glob("opscope-reports/*.html"))
