"""Judges the stage "refusals" of check.sh: what has to be said where something of a GPU is missing, and that the rest goes on."""
import json
import re

from check_rows import Refused, one_line, passed_if, row, truth_of

CANNOT = 125  # without.sh: this machine does not let it be tried

def judge_refusals(kept):
    rows = []

    def status(name):
        try:
            return json.loads(kept.text(name))
        except ValueError:
            return {"code": "no JSON", "reason": one_line(kept.text(name, "err"))}

    hidden = status("hidden")
    if hidden.get("code") in ("no-driver", "no-plugin") or any(d.get("emulated") for d in hidden.get("devices", [])):
        rows.append(row("refusals", "a hidden GPU", "skipped", hidden.get("reason") or "the device is emulated"))
    else:
        good = kept.code("hidden") == 5 and hidden.get("code") == "no-device" and "CUDA_VISIBLE_DEVICES=" in hidden.get("reason", "")
        rows.append(passed_if(good, "refusals", "a hidden GPU",
                              f"exit code {kept.code('hidden')}, {hidden.get('code')}: {hidden.get('reason')}; expected 5, no-device"))
    if not any(d.get("emulated") for d in hidden.get("devices", [])):
        words = one_line(kept.text("run", "err"))
        rows.append(passed_if(kept.code("run") == 5 and "no CUDA device" in words, "refusals", "run without a GPU",
                              f"exit code {kept.code('run')}: {words}; expected 5 and the reason"))
        plugin = status("noplugin")
        rows.append(passed_if(plugin.get("code") == "no-plugin", "refusals", "no plug-in", f"{plugin.get('code')}: {plugin.get('reason')}"))
    rows.append(passed_if(kept.code("cpu") == 0, "refusals", "the CPU runs without a GPU", one_line(kept.text("cpu", "err"))))
    return rows + [judge(kept, name) for name, judge in REFUSALS.items() if kept.code(name) is not None]


def error_of(kept, name):
    """The words of an error that ended a command."""
    try:
        return json.loads(kept.text(name))["error"]["message"]
    except (ValueError, KeyError, TypeError):
        return one_line(kept.text(name, "err") or kept.text(name))


def limits_of(kept, name):
    return {limit["code"]: limit["message"] for limit in kept.json(name).get("device_limits", [])}


def refusal(name):
    """Makes a row of a function that returns whether all is as it should be, and words."""

    def decorate(judge):
        def judged(kept, file):
            if kept.code(file) == CANNOT:
                return row("refusals", name, "skipped", one_line(kept.text(file, "err")))
            if "no NVIDIA driver" in kept.text(file) + kept.text(file, "err"):
                return row("refusals", name, "skipped", "no NVIDIA driver on this machine")
            try:
                good, words = judge(kept, file)
            except (Refused, KeyError, TypeError, ValueError) as error:
                return row("refusals", name, "failed", str(error))
            return row("refusals", name, "passed" if good else "failed", words if good else f"exit code {kept.code(file)}: {words}")

        return judged

    return decorate


@refusal("a full device")
def judge_memory(kept, file):
    words = error_of(kept, file)
    return kept.code(file) == 5 and re.search(r"needs \S+ GB, \S+ GB free on GPU 0", words), words


def judge_code(name, wanted, code=5):
    @refusal(name)
    def judged(kept, file):
        status = json.loads(kept.text(file))
        return kept.code(file) == code and status["code"] == wanted, f"{status['code']}: {status['reason']}; expected {wanted}"

    return judged


@refusal("an ordinary user")
def judge_user(kept, file):
    limits = limits_of(kept, file)
    has_kernels = truth_of(kept.json(file))["kernels"] > 0
    return has_kernels and set(limits) <= {"counters-refused"}, "; ".join(limits.values()) or "kernels and counters"


@refusal("libraries that are missing")
def judge_libraries_missing(kept, file):
    notices = kept.json(file).get("notices", [])
    named = [name for name in ("cuBLASLt", "cuDNN") if any(name in notice and "not found" in notice for notice in notices)]
    return named, "; ".join(notices) or "nothing is said of them"


@refusal("a profile without CUPTI")
def judge_tracer(kept, file):
    limits = limits_of(kept, file)
    return "no-tracer" in limits and "coarse" in limits, "; ".join(limits.values()) or "nothing is said of it"


@refusal("text that the driver compiles")
def judge_text(kept, file):
    return kept.code(file) == 0, one_line(kept.text(file, "err") or kept.text(file))


@refusal("no code for this device")
def judge_no_code(kept, file):
    words = one_line(kept.text(file, "err") + " " + kept.text(file))
    return kept.code(file) != 0 and re.search(r"built without code|JIT", words), words


@refusal("a tool that traces already")
def judge_traced(kept, file):
    out = kept.text(file)
    document = json.loads(out[out.index("{") : out.rindex("}") + 1])  # the tool says things of its own before and behind
    limits = {limit["code"]: limit["message"] for limit in document.get("device_limits", [])}
    return kept.code(file) == 0 and (not limits or "tracer-taken" in limits), "; ".join(limits.values()) or "both trace"


REFUSALS = {"memory": judge_memory, "stub": judge_code("the stub library", "stub-driver"),
            "nodes": judge_code("device nodes that may not be opened", "device-refused"), "user": judge_user,
            "libraries": judge_libraries_missing, "tracer": judge_tracer, "text": judge_text, "nocode": judge_no_code,
            "ncu": judge_traced}
