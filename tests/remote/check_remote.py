#!/usr/bin/env python3
"""Measures on another computer (`profile --target ssh:HOST`) through a real sshd on the loopback, and breaks it in the middle.

check_remote.py [--model FILE] [--folder DIR]. Needs OPSCOPE_CLI, and sshd, ssh and ssh-keygen (Debian: openssh-server, openssh-client); ends with
77 where they are missing. The sshd has keys, a port and a configuration of its own, and listens on 127.0.0.1. As root a small tmpfs is the full
disk, else a limit of the size of files.
"""

from __future__ import annotations

import argparse
import contextlib
import getpass
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
PATIENCE = 600.0
MOST_MEMORY = 1 << 30  # bytes of the program here, whatever comes from there


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def wait_for(what: str, is_true, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            raise SystemExit(f"not within {seconds:g} s: {what}")
        time.sleep(0.05)


def find(program: str) -> str | None:
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def children(process: int) -> list[int]:
    try:
        return [int(word) for word in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """An sshd with a home of its own. `wrap`: a script that every connection runs instead of its command, SSH_ORIGINAL_COMMAND."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.cache = folder / "there"
        self.cache.mkdir()
        for name in ("host", "user", "stranger"):
            subprocess.run([find("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        shutil.copy(folder / "user.pub", folder / "authorized")
        self.port = free_port()
        (folder / "wrap").write_text('#!/bin/sh\nif test -f "$(dirname "$0")/limits"; then . "$(dirname "$0")/limits"; fi\nexec sh -c "$SSH_ORIGINAL_COMMAND"\n')
        (folder / "wrap").chmod(0o755)
        self.process: subprocess.Popen | None = None

    def start(self, wrap: str = "") -> None:
        """`wrap`: commands that run before those of each connection."""
        self.stop()
        with contextlib.suppress(PermissionError):
            pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        lines = [f"Port {self.port}", "ListenAddress 127.0.0.1", f"HostKey {self.folder}/host", f"PidFile {self.folder}/pid",
                 f"AuthorizedKeysFile {self.folder}/authorized", "StrictModes no", "UsePAM no", "PasswordAuthentication no",
                 "PermitRootLogin yes", f"SetEnv XDG_CACHE_HOME={self.cache}"]
        if wrap:
            (self.folder / "limits").write_text(wrap + "\n")
            lines.append(f"ForceCommand {self.folder}/wrap")
        config = self.folder / "sshd_config"
        config.write_text("\n".join(lines) + "\n")
        self.process = subprocess.Popen([find("sshd"), "-D", "-f", config, "-E", self.folder / "log"])
        wait_for("sshd listens", lambda: self.process.poll() is not None or self.answers())
        if self.process.poll() is not None:
            raise SystemExit(f"sshd ended: {(self.folder / 'log').read_text()}")

    def answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def sessions(self) -> list[int]:
        return children(self.process.pid) if self.process else []

    def cut(self) -> None:
        """Kills the processes of sshd that serve connections."""
        for session in self.sessions():
            for process in [*children(session), session]:
                with contextlib.suppress(OSError):
                    if pathlib.Path(f"/proc/{process}/comm").read_text().startswith("sshd"):
                        os.kill(process, signal.SIGKILL)

    def client(self, key: str = "user", is_known: bool = True) -> str:
        """Words of the command for ssh (OPSCOPE_SSH)."""
        known = self.folder / ("known" if is_known else "nobody")
        known.write_text(f"[127.0.0.1]:{self.port} {(self.folder / 'host.pub').read_text()}" if is_known else "")
        config = self.folder / f"config-{key}-{is_known}"
        config.write_text(f"Host box\n HostName 127.0.0.1\n Port {self.port}\n User {getpass.getuser()}\n IdentityFile {self.folder}/{key}\n"
                          f" IdentitiesOnly yes\n IdentityAgent none\n UserKnownHostsFile {known}\n GlobalKnownHostsFile /dev/null\n")
        return f"ssh -F {config}"

    def kept(self) -> pathlib.Path:
        return self.cache / "opscope/remote"

    def is_tidy(self) -> bool:
        return not [*self.kept().glob("run.*"), *self.kept().glob("part.*")]


class Checks:
    def __init__(self, folder: pathlib.Path, model: pathlib.Path):
        self.folder = folder
        self.model = model
        self.server = Server(folder)
        self.rows: list[tuple[str, str, str]] = []
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "here"), "OPSCOPE_SSH": self.server.client()}
        self.output = folder / "result.opscope"

    def words(self, *more: object) -> list[str]:
        return [os.environ["OPSCOPE_CLI"], "profile", str(self.model), "--target", "ssh:box", "--threads", "1", *map(str, more), "-o", str(self.output)]

    def run(self, *more: object) -> tuple[int, str, int, float]:
        """Exit code, messages, peak memory in bytes and seconds."""
        self.output.unlink(missing_ok=True)
        start = time.monotonic()
        with open(self.folder / "messages", "w+b") as messages:
            process = subprocess.Popen(self.words(*more), stdout=subprocess.DEVNULL, stderr=messages, env=self.environment)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            messages.seek(0)
            return process.returncode, messages.read().decode(errors="replace"), usage.ru_maxrss * 1024, time.monotonic() - start

    def begin(self) -> subprocess.Popen:
        """A measurement of ten minutes, when its first run was told."""
        self.output.unlink(missing_ok=True)
        process = subprocess.Popen(self.words("--runs", 1000000, "--limit", "10min", "--json-progress"), stdout=subprocess.DEVNULL,
                                   stderr=open(self.folder / "messages", "wb"), env=self.environment)
        wait_for("a measured run", lambda: process.poll() is not None or '"side":"profiled"' in (self.folder / "messages").read_text())
        assert process.poll() is None, (self.folder / "messages").read_text()
        return process

    def end(self, process: subprocess.Popen) -> tuple[int, str]:
        return process.wait(PATIENCE), "\n".join(line for line in (self.folder / "messages").read_text().splitlines() if '"event":"run"' not in line
                                                 and '"event":"phase"' not in line)

    def row(self, case: str, command: str, result: str) -> None:
        self.rows.append((case, command, result))
        say(f"{case}: {result}")
        wait_for(f"nothing is left there after: {case}", self.server.is_tidy)
        left = list((self.folder / "here/opscope/temporary").glob("*/*"))
        assert not left, left

    def metadata(self) -> dict:
        done = subprocess.run([os.environ["OPSCOPE_CLI"], "export", self.output, "--to", "json"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["metadata"]

    # Cases

    def honest(self) -> None:
        self.server.start()
        code, messages, _, first = self.run("--runs", 5)
        assert code == 0 and "copying" in messages, messages
        code, messages, _, second = self.run("--runs", 5)
        assert code == 0 and "copying" not in messages, messages
        metadata = self.metadata()
        assert metadata["settings.runs"] == 5 and metadata["settings.threads"] == 1, metadata
        self.row("run", "--runs 5", f"code 0, a profile of 5 runs on {metadata['machine.cpu']}; {first:.1f} s with copying, then {second:.1f} s without")

    def cancelled(self) -> None:
        self.server.start()
        process = self.begin()
        process.send_signal(signal.SIGTERM)
        code, messages = self.end(process)
        assert code == 130, (code, messages)
        assert self.metadata()["profile.interrupted"] is True
        self.row("cancel", "SIGTERM to the program here", "code 130; the runs until then are kept, marked as interrupted")
        process = self.begin()
        process.kill()
        process.wait()
        assert not self.output.exists()
        self.row("killed here", "SIGKILL to the program here", "the program there has ended too, nothing is left")

    def cut(self) -> None:
        self.server.start()
        process = self.begin()
        self.server.cut()
        code, messages = self.end(process)
        assert code == 5 and "the connection to box ended while measuring" in messages, (code, messages)
        assert not self.output.exists()
        self.row("connection cut", "SIGKILL to the session of sshd", f"code 5: {messages.splitlines()[-1]}")

    def refused(self) -> None:
        self.server.start()
        for case, client in (("no key", self.server.client("stranger")), ("unknown host key", self.server.client(is_known=False))):
            code, messages, _, seconds = self.with_client(client)
            assert code == 5 and "ssh does not connect to box" in messages, (code, messages)
            self.row(case, "another key" if case == "no key" else "no known_hosts", f"code 5 after {seconds:.1f} s: {messages.splitlines()[-1]}")

    def with_client(self, client: str) -> tuple[int, str, int, float]:
        usual = self.environment["OPSCOPE_SSH"]
        self.environment["OPSCOPE_SSH"] = client
        try:
            return self.run("--runs", 1)
        finally:
            self.environment["OPSCOPE_SSH"] = usual
            self.server.client()  # writes the known key again

    def fake(self, program: str, printed: str) -> str:
        """Commands that put a program before that of the system."""
        place = self.folder / "fake"
        place.mkdir(exist_ok=True)
        for other in place.iterdir():
            other.unlink()
        (place / program).write_text(f"#!/bin/sh\necho '{printed}'\n")
        (place / program).chmod(0o755)
        return f"PATH={place}:$PATH; export PATH"

    def unfit(self) -> None:
        for case, program, printed, expected in (("wrong architecture", "uname", "Linux aarch64", "is of the architecture aarch64"),
                                                 ("older C library", "getconf", "glibc 2.17", "has the GNU C library 2.17"),
                                                 ("other system", "uname", "Darwin arm64", "runs Darwin, expected Linux")):
            self.server.start(self.fake(program, printed))
            code, messages, _, _ = self.run("--runs", 1)
            assert code == 5 and expected in messages and not self.output.exists(), (code, messages)
            self.row(case, f"{program} prints {printed}", f"code 5: {messages.splitlines()[-1]}")

    def full(self) -> None:
        usual = self.server.cache
        small = self.folder / "small"
        small.mkdir()
        is_mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", small], capture_output=True, check=False).returncode == 0
        try:
            if is_mounted:
                self.server.cache = small
                self.server.start()
                code, messages, _, _ = self.run("--runs", 1)
                assert code == 5 and "of free space for" in messages, (code, messages)
                self.row("disk too small there", "a tmpfs of 12 MiB", f"code 5: {messages.splitlines()[-1]}")
                self.server.start(self.fake("df", "tmpfs 99999999 1 99999998 1% /"))
                command = "the same, df is fooled"
            else:
                say("no tmpfs can be mounted here: a limit of the size of files is the full disk")
                self.server.cache = small
                self.server.start("trap '' XFSZ; ulimit -f 100")
                command = "ulimit -f 100 there"
            code, messages, _, _ = self.run("--runs", 1)
            assert code == 5 and "did not take all files" in messages, (code, messages)
            self.row("disk full while copying", command, f"code 5: {messages.splitlines()[-1]}")
            self.server.cache = usual
            self.server.start("trap '' XFSZ; ulimit -f 4")
            code, messages, _, _ = self.run("--runs", 3)
            assert code == 3 and "on box: " in messages, (code, messages)
            self.row("disk full while measuring", "ulimit -f 4 there", f"code 3: {messages.splitlines()[-1]}")
        finally:
            self.server.cache = usual
            self.server.stop()
            if is_mounted:
                subprocess.run(["umount", small], check=True)

    def hostile(self) -> None:
        """The program there is replaced by one that does what a program should not."""
        self.server.start()
        [program] = self.server.kept().glob("program-*/bin/opscope-cli")
        own = program.with_suffix(".own")
        program.rename(own)
        head = f'#!/bin/sh\nif test "$1" = --version; then exec "{own}" --version; fi\nwhile test $# -gt 0; do if test "$1" = -o; then out=$2; fi; shift; done\n'
        cases = (("endless bytes", "exec cat /dev/zero >&2", 5), ("endless lines", "exec yes >&2", 5),
                 ("endless progress", "exec yes '{\"event\":\"run\",\"index\":1,\"side\":\"profiled\",\"wall_ns\":1}' >&2", 5),
                 ("a profile of 3 GiB", 'truncate -s 3G "$out"', 3), ("200 MB of zeros", 'truncate -s 200M "$out"', 3),
                 ("no profile", 'head -c 1000000 /dev/urandom >"$out"', 3), ("nothing", "exit 0", 3),
                 ("wrong events", 'echo \'{"event":"point","point":[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]}\' >&2; exit 3', 3),
                 ("terminal escapes", "printf '\\033]0;owned\\007\\033[2J\\r words\\n' >&2; exit 4", 4))
        try:
            for case, script, expected in cases:
                program.write_text(head + script + "\n")
                program.chmod(0o755)
                code, messages, memory, seconds = self.run("--runs", 1)
                assert code == expected and not self.output.exists(), (case, code, messages[-2000:])
                assert memory < MOST_MEMORY and "\x1b" not in messages, (case, memory)
                self.row(f"hostile: {case}", script, f"code {code} after {seconds:.1f} s, {memory >> 20} MiB: {messages.splitlines()[-1]}")
        finally:
            own.rename(program)
        for case, wrap in (("a shell that prints without end", "yes"), ("a shell that prints zeros", "cat /dev/zero")):
            self.server.start(wrap)
            code, messages, memory, seconds = self.run("--runs", 1)
            assert code == 5 and memory < MOST_MEMORY, (code, messages[-2000:])
            self.row(f"hostile: {case}", wrap, f"code {code} after {seconds:.1f} s, {memory >> 20} MiB: {messages.splitlines()[-1]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=pathlib.Path, default=ROOT / "resources/samples/residual-cnn/model.onnx")
    parser.add_argument("--folder", type=pathlib.Path, help="keep what is written here")
    arguments = parser.parse_args()
    missing = [program for program in ("sshd", "ssh", "ssh-keygen") if find(program) is None]
    if missing:
        print(f"skipped: {', '.join(missing)} not installed (openssh-server, openssh-client)")
        return SKIPPED
    with contextlib.ExitStack() as stack:
        folder = arguments.folder
        if folder is None:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="opscope-remote-")))
        folder.mkdir(parents=True, exist_ok=True)
        checks = Checks(folder.resolve(), arguments.model.resolve())
        stack.callback(checks.server.stop)
        for case in (checks.honest, checks.cancelled, checks.cut, checks.refused, checks.unfit, checks.full, checks.hostile):
            case()
        for row in checks.rows:
            print("| " + " | ".join(row) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
