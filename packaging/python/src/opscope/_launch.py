"""The console scripts."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys

from ._program import program


def command_line() -> None:
    """`opscope-cli`: becomes the program."""
    path = program()
    os.execv(path, [path, *sys.argv[1:]])


def window() -> None:
    """`opscope`: opens the window, if it is installed beside this package."""
    own = pathlib.Path(sys.argv[0]).resolve()
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which("opscope", path=folder)
        if found and pathlib.Path(found).resolve() != own:
            os.execv(found, [found, *sys.argv[1:]])
    sys.exit("the window of Opscope is not installed; this package has opscope-cli (`opscope-cli --help`) and `import opscope`")
