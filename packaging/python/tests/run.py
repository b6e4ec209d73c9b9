#!/usr/bin/env python3
"""Runs the tests of the package; ends with 77 (skipped) where a module that they need is missing."""

import importlib.util
import pathlib
import sys

missing = [name for name in ("numpy", "pandas", "pyarrow", "pytest") if importlib.util.find_spec(name) is None]
if missing:
    print("skipped: Python has no " + ", ".join(missing))
    sys.exit(77)

import pytest  # noqa: E402

sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", str(pathlib.Path(__file__).parent), *sys.argv[1:]]))
