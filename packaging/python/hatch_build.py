"""Marks the wheel as one for this platform if it carries the program. It fits every Python 3: nothing is linked with Python."""

import pathlib

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ProgramHook(BuildHookInterface):
    def initialize(self, version, build_data):
        if (pathlib.Path(self.root) / "src/opscope/_native/bin/opscope-cli").exists():
            build_data["pure_python"] = False
            build_data["tag"] = "py3-none-linux_x86_64"
