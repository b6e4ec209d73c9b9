"""Run ONNX models, and see where the time goes (docs/python.md)."""

from . import fleet
from ._errors import Crashed, OpscopeError
from ._model import Model, open, run
from ._profile import Comparison, Profile, Verification, compare, load, profile, verify

__version__ = "0.1.0"
__all__ = ["Comparison", "Crashed", "Model", "OpscopeError", "Profile", "Verification", "compare", "fleet", "load", "open", "profile", "run", "verify"]
