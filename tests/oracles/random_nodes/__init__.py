"""Random small nodes of every standard operator: see ../compare_random_nodes.py."""

from . import classical, elementwise, flow, movement, network  # noqa: F401  they register themselves
from .draw import CASES, Draw, Node

__all__ = ["CASES", "Draw", "Node"]
