"""A gate for speed in tests: `def test_speed(opscope_gate): opscope_gate("m.onnx", baseline="base.opscope", limit="3%")`."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest

from ._profile import compare, profile

UNDECIDED = 6


def pytest_addoption(parser: Any) -> None:
    parser.getgroup("opscope").addoption("--opscope-reports", default="opscope-reports", metavar="DIR",
                                         help="folder for the reports of opscope_gate (default: opscope-reports)")


@pytest.fixture
def opscope_gate(request: Any) -> Any:
    """Measures a model and compares it with a baseline. Fails if it is slower by more than the limit, skips if that is undecided."""

    def gate(model: Any, baseline: Any, limit: str = "3%", **options: Any) -> Any:
        folder = pathlib.Path(request.config.getoption("--opscope-reports"))
        folder.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]+", "_", request.node.name)
        current = profile(model, output=folder / f"{name}.opscope", progress=False, **options)
        report = folder / f"{name}.html"
        result = compare(baseline, current, gate=limit, report=report)
        request.node.user_properties.append(("opscope_report", str(report)))
        wall = result.wall
        change = f"{wall['change']:+.1%}" if wall["change"] is not None else "unknown"
        text = f"{model}: {result.verdict}, {change} ({wall['a_ns'] / 1e6:.4g} -> {wall['b_ns'] / 1e6:.4g} ms); report: {report}"
        if result.code == UNDECIDED:
            pytest.skip(text)
        if result.code != 0:
            pytest.fail(text, pytrace=False)
        return result

    return gate
