"""Starts opscope-cli, one process for each call."""

from __future__ import annotations

import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
from typing import Any, Callable, Iterable, List, Mapping, Optional, Sequence

from ._errors import Crashed, OpscopeError

#: Results that are no errors: done, finding, undecided.
RESULT_CODES = (0, 1, 6)
KINDS = {2: "usage", 3: "file", 4: "unsupported", 5: "resource", 130: "cancelled"}
LAST_BYTES = 2048
_PACKAGE = pathlib.Path(__file__).parent


def program() -> str:
    """Path of opscope-cli: that of the package, else OPSCOPE_CLI, else the one on the path."""
    carried = _PACKAGE / "_native" / "bin" / "opscope-cli"
    if carried.exists():
        return str(carried)
    found = os.environ.get("OPSCOPE_CLI") or shutil.which("opscope-cli")
    if found and pathlib.Path(found).name == "opscope-cli" and _is_script_of_package(found):
        found = None  # the console script of this package would start itself
    if not found:
        raise OpscopeError("opscope-cli was not found: install a wheel that carries it, or set OPSCOPE_CLI to the program", "file", 3)
    return found


def _is_script_of_package(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"#!" and b"opscope._launch" in file.read(4096)
    except OSError:
        return False


def words(name: str, value: Any) -> List[str]:
    """`runs=5` as `--runs 5`, `check_only=True` as `--check-only`; a list repeats the option, a mapping gives NAME=VALUE."""
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [flag]
    if isinstance(value, Mapping):
        return [word for key, item in value.items() for word in (flag, f"{key}={item}")]
    if isinstance(value, (list, tuple)):
        return [word for item in value for word in (flag, str(item))]
    return [flag, str(value)]


def error_of(text: str, code: int, last: str) -> OpscopeError:
    """The exception for an exit code that is no result."""
    try:
        error = json.loads(text)["error"]
        return OpscopeError(error["message"], error["kind"], code)
    except (ValueError, KeyError, TypeError):
        pass
    message = last.strip()
    if code in KINDS and message:
        return OpscopeError(message[len("opscope-cli: "):] if message.startswith("opscope-cli: ") else message, KINDS[code], code)
    end = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
    return Crashed(f"opscope-cli {end}" + (f": {message}" if message else ""), code)


def call(arguments: Sequence[str], progress: Optional[Callable[[dict], None]] = None) -> "tuple[int, str]":
    """Runs a command. Returns its exit code and what it printed; raises OpscopeError for codes that are no results.

    progress: gets each event of --json-progress.
    """
    command = [program(), *arguments, "--quiet"] + (["--json-progress"] if progress else [])
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    last = bytearray()

    def read_messages() -> None:
        assert process.stderr is not None
        for line in process.stderr:
            event = _event(line) if progress else None
            if event is not None:
                progress(event)
            else:
                last.extend(line)
                del last[:-LAST_BYTES]

    reader = threading.Thread(target=read_messages, daemon=True)
    reader.start()
    assert process.stdout is not None
    try:
        out = process.stdout.read().decode("utf-8", "replace")
        code = process.wait()
    except BaseException:  # Ctrl+C: the program writes what is complete
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    reader.join()
    if code not in RESULT_CODES:
        raise error_of(out, code, last.decode("utf-8", "replace"))
    return code, out


def _event(line: bytes) -> Optional[dict]:
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) and "event" in event else None


def call_json(arguments: Iterable[str], progress: Optional[Callable[[dict], None]] = None) -> "tuple[int, Any]":
    """The same with `--format json`; returns the exit code and the document."""
    code, text = call([*arguments, "--format", "json"], progress)
    try:
        return code, json.loads(text)
    except ValueError as error:
        raise Crashed(f"opscope-cli printed no JSON: {error}", code) from None


def progress_bar() -> Optional[Any]:
    """tqdm's bar: of widgets in a notebook, of text in a terminal. None without tqdm, and in a notebook without ipywidgets, where the text
    of a bar would stay in the page."""
    try:
        if "ipykernel" not in sys.modules:
            from tqdm import tqdm
        elif importlib.util.find_spec("ipywidgets") is not None:
            from tqdm.notebook import tqdm
        else:
            return None
    except ImportError:
        return None
    return tqdm


class ProgressBar:
    """Shows the runs of a measurement with tqdm, in notebooks and terminals, if tqdm is installed."""

    def __init__(self, title: str):
        self._bar = None
        self._title = title

    @staticmethod
    def wanted(choice: Optional[bool]) -> bool:
        if choice is not None:
            return choice
        return "ipykernel" in sys.modules or sys.stderr.isatty()

    def __call__(self, event: dict) -> None:
        if event.get("event") != "run":
            return
        if self._bar is None:
            tqdm = progress_bar()
            if tqdm is None:
                return
            self._bar = tqdm(desc=self._title, unit=" runs", leave=False)
        self._bar.update(1)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
