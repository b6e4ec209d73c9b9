"""What the judges of check_report.py have in common: rows, and what a stage of check.sh left behind."""
import json
import os
import re


class Refused(Exception):
    """Why something cannot be judged; it counts as failed."""


def row(stage, name, outcome, message="", **figures):
    return {"stage": stage, "name": name, "outcome": outcome, "message": message, **figures}


def passed_if(truth, stage, name, message, **figures):
    return row(stage, name, "passed" if truth else "failed", "" if truth else message, **figures)


def one_line(text, most=300):
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


class Kept:
    """What the commands of one stage said."""

    def __init__(self, folder):
        self.folder = folder

    def text(self, name, kind="out"):
        try:
            with open(os.path.join(self.folder, f"{name}.{kind}"), encoding="utf-8", errors="replace") as file:
                return file.read()
        except OSError:
            return ""

    def names(self):
        ends = [file[:-3] for file in os.listdir(self.folder) if file.endswith(".rc")]
        return sorted(ends)

    def code(self, name):
        text = self.text(name, "rc").strip()
        return int(text) if text.lstrip("-").isdigit() else None

    def note(self, name):
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
                return one_line(file.read())
        except OSError:
            return None

    def json(self, name, good=(0, 1)):
        """The document of a command that ended with one of these codes; Refused with its words otherwise."""
        code = self.code(name)
        if code is None:
            raise Refused("not run")
        try:
            document = json.loads(self.text(name))
        except ValueError:
            document = None
        if code not in good or not isinstance(document, dict) or "error" in document:
            error = (document or {}).get("error", {}).get("message", "") if isinstance(document, dict) else ""
            words = error or self.text(name, "err") or self.text(name)
            raise Refused(f"exit code {code}: {one_line(words)}")
        return document


def device_of(document):
    """What the device told, as docs/opscope-report-1.schema.json has it."""
    device = (document.get("report") or {}).get("device")
    if not isinstance(device, dict):
        device = {"limits": document.get("device_limits", [{"message": "the profile has no part about the device"}])}
    # Without CUPTI times are those of steps: nothing to be judged as kernels.
    if not device.get("tracer", "").startswith("CUPTI") or "accounting" not in device:
        why = "; ".join(limit["message"] for limit in device.get("limits", []))
        raise Refused("kernels were not recorded: " + (why or "no reason is given"))
    return device


def truth_of(document):
    """Of one profile: kernels of its median run, those that a step owns, records lost, and the share of the wall without name."""
    device = device_of(document)
    account, losses = device["accounting"], device["losses"]
    gaps = account["gaps"]
    parts = sum(account[key] for key in ("operators_ns", "copies_ns", "sets_ns", "unattributed_ns")) - account["overlap_ns"]
    wall = account["wall_ns"]
    nameless = abs(wall - parts - sum(gaps.values())) + gaps["lost_ns"] + gaps["unknown_ns"]
    violations = re.search(r"(\d+) kernels? begins? before", device.get("clock", ""))
    return {"kernels": account["kernels"], "linked": sum(row["kernels"] for row in device["operators"]),
            "unlinked": losses["unlinked"], "dropped": sum(losses.values()) - losses["unlinked"],
            "wall_ns": wall, "busy_ns": account["busy_ns"], "gap": nameless / wall if wall else 1.0,
            "violations": int(violations.group(1)) if violations else 0, "gaps": gaps}
