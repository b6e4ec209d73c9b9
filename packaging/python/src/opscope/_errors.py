"""Exceptions. Their texts are those of the program."""

from __future__ import annotations

from typing import Optional


class OpscopeError(Exception):
    """What the program refused or could not do.

    kind: `usage`, `file`, `unsupported`, `resource`, `cancelled` or `failed`; code: exit code of the command line (2 wrong usage, 3 file,
    4 model cannot run, 5 device or memory, 130 interrupted).
    """

    def __init__(self, message: str, kind: str = "failed", code: Optional[int] = None):
        super().__init__(message)
        self.kind = kind
        self.code = code


class Crashed(OpscopeError):
    """The program ended without an answer; `message` has what it wrote last, code is negative for a signal."""

    def __init__(self, message: str, code: Optional[int] = None):
        super().__init__(message, "crashed", code)
