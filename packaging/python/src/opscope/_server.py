"""Client of `opscope-cli serve --stdio` (docs/serve.md): one process that keeps models ready."""

from __future__ import annotations

import atexit
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import threading
from typing import Any, Dict, List, Mapping, Optional

import numpy as np

from ._errors import Crashed, OpscopeError
from ._program import LAST_BYTES, error_of, program

PROTOCOL = 1
MOST_BYTES = 16 << 20
CANCEL_SECONDS = 5.0
#: Room in /dev/shm that is left free for other programs.
SPARE_BYTES = 64 << 20


def _new_folder(parent: Optional[pathlib.Path]) -> pathlib.Path:
    return pathlib.Path(tempfile.mkdtemp(prefix=f"opscope-{os.getpid()}-", dir=parent))


def _remove_left(*parents: pathlib.Path) -> None:
    """Removes folders of this user whose Python was killed, because they may hold much memory."""
    for parent in parents:
        for folder in parent.glob("opscope-*-*"):
            owner = re.fullmatch(r"opscope-(\d+)-\w+", folder.name)
            try:
                if owner and folder.stat().st_uid == os.getuid() and not pathlib.Path("/proc", owner[1]).exists():
                    shutil.rmtree(folder, ignore_errors=True)
            except OSError:  # another process removes it, too
                pass


class Server:
    """One request at a time; threads wait for each other. A fork of Python gets a process of its own."""

    def __init__(self, options: Optional[List[str]] = None):
        self._lock = threading.Lock()
        self._options = options or []
        self._process: Optional[subprocess.Popen] = None
        self._owner = 0
        self._id = 0
        self._last = bytearray()
        self._folder: Optional[pathlib.Path] = None
        self._kept: Dict[str, np.memmap] = {}
        atexit.register(self.close)

    def request(self, content: Mapping[str, Any]) -> Any:
        """Returns the `result` of the answer. Raises OpscopeError, or Crashed if the process ended or broke the protocol."""
        with self._lock:
            return self._request(content)

    def run(self, model: str, options: List[str], inputs: Mapping[str, Any]) -> Dict[str, Any]:
        """Runs a model. Returns the result, with the arrays of its outputs as `values`."""
        with self._lock:
            self._start()
            files = {name: self._write(number, name, np.asarray(value)) for number, (name, value) in enumerate(inputs.items())}
            folder = self._room(0)
            result = self._request({"op": "run", "model": model, "options": options, "inputs": files, "outputs": str(folder)})
            result["values"] = {output["name"]: _read(folder / output["file"]) for output in result["outputs"] if output["file"]}
            return result

    def close(self) -> None:
        """Ends the process, if there is one. The next request starts another."""
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.stdin.close()
            try:
                process.wait(CANCEL_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._folder is not None and self._owner == os.getpid():
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder, self._kept = None, {}

    # The lock is held from here on.

    def _start(self) -> None:
        if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
            return
        if self._owner == os.getpid():
            self.close()
        self._process, self._folder, self._kept, self._last = None, None, {}, bytearray()
        self._owner = os.getpid()
        process = subprocess.Popen([program(), "serve", "--stdio", *self._options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self._process = process
        threading.Thread(target=self._read_messages, args=(process, self._last), daemon=True).start()
        hello = self._receive()
        if hello.get("protocol") != PROTOCOL:
            self._end()
            raise OpscopeError(f"opscope-cli {hello.get('opscope')} speaks protocol {hello.get('protocol')}, expected {PROTOCOL}", "usage", 2)

    @staticmethod
    def _read_messages(process: subprocess.Popen, last: bytearray) -> None:
        for line in process.stderr:  # else the pipe fills, and the process waits
            last.extend(line)
            del last[:-LAST_BYTES]
        process.wait()  # Jupyter waits at its end for a child that nobody has waited for

    def _request(self, content: Mapping[str, Any]) -> Any:
        self._start()
        self._id += 1
        self._send({"id": self._id, **content})
        try:
            answer = self._receive()
        except (KeyboardInterrupt, SystemExit):
            self._cancel()
            raise
        if answer.get("id") != self._id or "ok" not in answer:
            self._end()
            raise Crashed(f"opscope-cli answered request {answer.get('id')!r}, expected {self._id}")
        if answer["ok"]:
            return answer["result"]
        error = answer["error"]
        raise OpscopeError(error["message"], error["kind"], error["code"])

    def _cancel(self) -> None:
        """Lets the process end the request; ends it if it does not in time."""
        self._send({"op": "cancel", "id": self._id})
        timer = threading.Timer(CANCEL_SECONDS, self._process.kill)
        timer.start()
        try:
            if self._receive().get("id") != self._id:
                self._end()  # the interrupt came within a message
        except OpscopeError:
            pass
        finally:
            timer.cancel()

    def _send(self, content: Mapping[str, Any]) -> None:
        text = json.dumps(content).encode()
        if len(text) > MOST_BYTES:
            raise OpscopeError(f"the request has {len(text)} bytes, the most are {MOST_BYTES}", "usage", 2)
        try:
            self._process.stdin.write(struct.pack("<II", len(text), 0) + text)
            self._process.stdin.flush()
        except (BrokenPipeError, ValueError):
            raise self._crash() from None

    def _receive(self) -> Dict[str, Any]:
        head = self._process.stdout.read(8)
        if len(head) < 8:
            raise self._crash()
        length, payload = struct.unpack("<II", head)
        if length > MOST_BYTES or payload != 0:
            self._end()
            raise Crashed(f"opscope-cli announced an answer of {length} bytes and a payload of {payload}")
        text = self._process.stdout.read(length)
        if len(text) < length:
            raise self._crash()
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self._end()
            raise Crashed("opscope-cli sent an answer that is no JSON object")
        return answer

    def _crash(self) -> OpscopeError:
        process = self._process
        self._end()
        return error_of("", process.returncode, self._last.decode("utf-8", "replace"))

    def _end(self) -> None:
        """Ends a process whose answers cannot be trusted. The next request starts another."""
        if self._process is not None:
            try:
                self._process.wait(0.2)  # one that crashed keeps its own exit code
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None

    # Files of inputs and outputs

    def _room(self, size: int) -> pathlib.Path:
        """The folder of values: in memory if there is room, else for temporary files."""
        if self._folder is None:
            memory = pathlib.Path("/dev/shm")
            in_memory = memory.is_dir() and os.access(memory, os.W_OK) and _free(memory) > size + SPARE_BYTES
            _remove_left(memory, pathlib.Path(tempfile.gettempdir()))
            self._folder = _new_folder(memory if in_memory else None)
        elif size > 0 and self._folder.parts[:3] == ("/", "dev", "shm") and _free(self._folder) < size + SPARE_BYTES:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._kept = {}
            self._folder = _new_folder(None)
        return self._folder

    def _write(self, number: int, name: str, value: np.ndarray) -> str:
        """A file that is kept while shape and type stay the same: new pages cost more than the copy."""
        kept = self._kept.get(name)
        if kept is not None and kept.dtype == value.dtype and kept.shape == value.shape:
            kept[...] = value
            return str(kept.filename)
        if value.dtype.hasobject:
            raise OpscopeError(f"input {name!r} is an array of objects; texts need the type str", "usage", 2)
        file = self._room(value.nbytes) / f"input_{number}_{abs(hash(name))}.npy"
        if value.ndim > 0 and value.size > 0 and value.dtype.kind != "U":
            kept = np.lib.format.open_memmap(str(file), mode="w+", dtype=value.dtype, shape=value.shape)
            kept[...] = value
            self._kept[name] = kept
        else:
            np.save(str(file), value)
        return str(file)


def _read(file: pathlib.Path) -> Any:
    if file.suffix == ".npy":
        return np.load(str(file))
    raise OpscopeError(f"{file.name} is a sequence or a map, which has no array; opscope-cli run --save writes it", "unsupported", 4)


def _free(folder: pathlib.Path) -> int:
    state = os.statvfs(folder)
    return state.f_bavail * state.f_frsize


#: The process that all calls of this interpreter share.
shared = Server()
