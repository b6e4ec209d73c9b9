#!/usr/bin/env python3
"""Judges what the stages of check.sh printed. Needs Python's own library only.

  check_report.py judge STAGE DIR            rows of one stage, one JSON object per line
  check_report.py finish ROWS OUT SECONDS [emulated]
                                             gpu-check.json and gpu-check.txt in OUT, and the table on stdout

A stage leaves three files per command in DIR: NAME.out, NAME.err, NAME.rc. A row is {stage, name, outcome, message} and the
figures it was judged by; outcome is passed, failed or skipped. What a program cannot do has failed, with its own words.
"""
import json
import os
import re
import statistics
import sys

from check_refusals import judge_refusals
from check_rows import Kept, Refused, one_line, passed_if, row, truth_of

MOST_OVERHEAD = 0.02  # of the wall, of networks whose kernels are long
MOST_GAP = 0.01  # of the wall: kernels + named gaps
MOST_RECORD_BYTES = 4 << 20
LIBRARIES_NEEDED = ("cuBLASLt", "cuDNN", "NVRTC", "CUPTI")
LONG_KERNELS = ("resnet50",)  # others are launch-bound: their overhead is told, not judged


def judge_env(kept):
    rows = []
    try:
        gpu = json.loads(kept.text("gpu"))
    except ValueError:
        return [row("env", "opscope-cli gpu", "failed", "no JSON: " + one_line(kept.text("gpu", "err")))]
    devices = ", ".join(f"{d['name']} ({d['compute_capability']})" for d in gpu.get("devices", []))
    rows.append(passed_if(gpu.get("usable") is True, "env", "device", gpu.get("reason", ""), device=devices,
                          driver=gpu.get("driver", ""), build=gpu.get("build", ""), operators=len(gpu.get("operators", []))))
    if any(d.get("emulated") for d in gpu.get("devices", [])):
        return rows + [row("env", "libraries", "skipped", "the device is emulated")]
    if not gpu.get("usable"):
        return rows + [row("env", "libraries", "skipped", "no usable device")]
    found = {library["name"].split()[0]: library for library in gpu.get("libraries", [])}  # "cuDNN 9"
    for name in dict.fromkeys(LIBRARIES_NEEDED + tuple(found)):
        library = found.get(name, {"reason": "not asked for by this build"})
        rows.append(passed_if(not library.get("reason"), "env", name, library.get("reason", ""),
                              version=library.get("version", ""), path=library.get("path", "")))
    rows += code_rows(kept, gpu)
    rows.append(row("env", "machine", "passed", one_line(kept.text("smi") + " " + kept.text("machine"))))
    return rows


def code_rows(kept, gpu):
    """Whether the module has code of the device, or text that its driver compiles; as module_code.py printed it."""
    if kept.code("code") is None:
        return []
    try:
        module = kept.json("code")
    except Refused as error:
        return [row("env", "code", "failed", str(error))]
    rows = []
    for device in gpu["devices"]:
        number = int(device["compute_capability"].replace(".", ""))
        texts = [name for name in module["text"] if int(re.sub(r"\D", "", name)) <= number]
        is_there = f"sm_{number}" in module["code"]
        has = ", ".join(module["code"] + module["text"])
        rows.append(passed_if(is_there or texts, "env", "code", f"{device['name']} is sm_{number}, the module has {has}", has=has,
                              compiled_by_driver=not is_there, parts=module["parts"]))
    return rows


def judge_build(kept):
    how = one_line(kept.text("how"))
    good = kept.code("version") == 0
    rows = [passed_if(good, "build", "opscope-cli starts", how, how=how, version=kept.text("version").strip())]
    rows.append(passed_if(kept.code("suite") == 0, "build", "a kernel of the module runs",
                          one_line(kept.text("suite", "err") or kept.text("suite"))))
    return rows


def suite_rows(stage, kept, name="suite"):
    """Rows that gpu_kernel_suite printed, and one more if it did not come to its end."""
    rows, summary = [], None
    for line in kept.text(name).splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            continue
        if entry.get("summary"):
            summary = entry
            continue
        entry["stage"] = stage
        if "precision" in entry:
            entry["name"] += " " + entry["precision"]
        rows.append(entry)
    code = kept.code(name)
    if summary is None:
        last = f" after {rows[-1]['name']}" if rows else ""
        rows.append(row(stage, "kernel suite", "failed",
                        f"it ended{last} (exit code {code}): {one_line(kept.text(name, 'err')) or 'nothing said'}"))
    elif not summary["complete"]:
        rows.append(row(stage, "kernel suite", "skipped", f"time was over after {len(rows)} cases"))
    elif not rows:
        rows.append(row(stage, "kernel suite", "failed", "no case ran"))
    return rows


def judge_verify(kept):
    rows = []
    for name in kept.names():
        try:
            tests = kept.json(name, (0, 1, 4))["tests"]  # 4: the device cannot run it, the test says why
            test = tests[0]
            nodes = test.get("nodes", [])
            on_device = sum(1 for node in nodes if node.get("device") == "cuda")
            good = test["outcome"] == "passed" and on_device > 0
            why = test["message"] or f"{on_device} of {len(nodes)} nodes ran on the device"
            rows.append(passed_if(good, "verify", name, f"{test['outcome']}: {why}", nodes=len(nodes), nodes_cuda=on_device))
        except (Refused, KeyError, IndexError) as error:
            rows.append(row("verify", name, "failed", str(error)))
    return rows or [row("verify", "models", "failed", "no model is here")]


def has_replays(document):
    return any(step["op_type"] == "Replay" and step["samples"] > 0 for step in document["report"]["steps"])


def judge_truth(kept):
    rows = []
    for name in kept.names():
        try:
            document = kept.json(name)
            figures = truth_of(document)
            lacks_graph = name.endswith(".on") and not has_replays(document)
        except (Refused, KeyError, TypeError) as error:
            why = str(error) if isinstance(error, Refused) else f"the report has no {error}"
            rows.append(row("truth", name, "failed", why))
            continue
        faults = []
        if figures["kernels"] == 0:
            faults.append("no kernel was recorded")
        if lacks_graph:
            faults.append("no graph was launched")
        if figures["linked"] != figures["kernels"] or figures["unlinked"]:
            faults.append(f"{figures['linked']} of {figures['kernels']} kernels belong to a step, {figures['unlinked']} records of all "
                          "runs to none")
        if figures["dropped"]:
            faults.append(f"{figures['dropped']} records are lost")
        if figures["gap"] > MOST_GAP:
            faults.append(f"{figures['gap']:.1%} of the wall has no name")
        if figures["violations"]:
            faults.append(f"{figures['violations']} kernels begin before their launch")
        rows.append(passed_if(not faults, "truth", name, "; ".join(faults), **figures))
    return rows or [row("truth", "models", "failed", "no model is here")]


def median_of(document, key="wall_ns"):
    walls = document.get(key) or []
    if not walls:
        raise Refused(f"no {key}")
    return statistics.median(walls)


def judge_graphs(kept):
    rows = []
    for model in sorted({name.rsplit(".", 1)[0] for name in kept.names()}):
        try:
            off, on = kept.json(model + ".off"), kept.json(model + ".on")
            a, b = median_of(off), median_of(on)
            same = [(x["name"], x["mean"]) for x in off["outputs"]] == [(x["name"], x["mean"]) for x in on["outputs"]]
            graph = on["cuda_graph"]
            faults = [] if same else ["outputs differ between replay and stream"]
            if graph["launches"] == 0:
                faults.append("no graph was launched: " + ("; ".join(graph["reasons"]) or "no reason is given"))
            if off["cuda_graph"]["launches"] != 0:
                faults.append("graphs were launched without being asked for")
            rows.append(passed_if(not faults, "graphs", model, "; ".join(faults), off_ns=a, on_ns=b, speedup=a / b if b else 0,
                                  steps=graph["steps"], graphs=graph["graphs"]))
        except Refused as error:
            rows.append(row("graphs", model, "failed", str(error)))
        except KeyError as error:
            rows.append(row("graphs", model, "failed", f"the document has no {error}"))
    return rows or [row("graphs", "models", "failed", "no model is here")]


def judge_overhead(kept):
    rows = []
    for model in sorted({name.rsplit(".", 1)[0] for name in kept.names()}):
        try:
            rounds = range(1, 4)
            off = [median_of(kept.json(f"{model}.off{i}")) for i in rounds]
            on = [median_of(kept.json(f"{model}.on{i}"), "wall_recorded_ns") for i in rounds]
            again = median_of(kept.json(f"{model}.off4"))
        except Refused as error:
            rows.append(row("overhead", model, "failed", str(error)))
            continue
        plain, recorded = statistics.median(off), statistics.median(on)
        overhead = recorded / plain - 1
        noise = max(off) - min(off)
        faults = []
        if model in LONG_KERNELS and overhead > MOST_OVERHEAD and recorded - plain > noise:
            faults.append(f"recording costs {overhead:.1%}, expected at most {MOST_OVERHEAD:.0%}")
        if model in LONG_KERNELS and again > max(off) + noise:
            faults.append(f"slower after recording: {again / plain - 1:.1%}")
        rows.append(passed_if(not faults, "overhead", model, "; ".join(faults), off_ns=plain, on_ns=recorded, overhead=overhead,
                              off_again_ns=again))
    return rows or [row("overhead", "models", "failed", "no model is here")]


def judge_record(kept):
    rows = []
    for name in kept.names():
        size = kept.text(name, "bytes").strip()
        if kept.code(name) != 0:
            why = one_line(kept.text(name, "err") or kept.text(name))
            rows.append(row("record", name, "failed", f"exit code {kept.code(name)}: {why}"))
        elif not size.isdigit():
            rows.append(row("record", name, "failed", "no file was written: this build does not know OPSCOPE_CUPTI_DUMP"))
        else:
            rows.append(passed_if(0 < int(size) <= MOST_RECORD_BYTES, "record", name,
                                  f"{size} bytes, expected 1 to {MOST_RECORD_BYTES}", bytes=int(size)))
    return rows or [row("record", "replay files", "failed", "nothing was recorded")]


def judge_memcheck(kept):
    rows = []
    for name in kept.names():
        text = kept.text(name) + kept.text(name, "err")
        errors = re.findall(r"ERROR SUMMARY: (\d+) error", text)
        hazards = re.findall(r"RACECHECK SUMMARY: (\d+) hazard", text)
        if "Device not supported" in text:
            rows.append(row("memcheck", name, "skipped", "compute-sanitizer does not support this machine"))
        elif not errors and not hazards:
            rows.append(row("memcheck", name, "failed", f"no summary (exit code {kept.code(name)}): {one_line(text[-300:])}"))
        else:
            count = int((errors or hazards)[-1])
            first = re.search(r"========= (?!COMPUTE|ERROR|RACECHECK)(.+)", text)
            rows.append(passed_if(count == 0, "memcheck", name, f"{count}: {first.group(1) if first else ''}", errors=count))
    return rows or [row("memcheck", "kernels", "failed", "nothing ran")]


def probe_rows(stage, kept):
    return rows_of_probe(stage, kept) or [row(stage, "probes", "skipped", one_line(kept.text("probes", "err")) or "nothing said")]


def rows_of_probe(stage, kept, name="probes"):
    rows = []
    for line in kept.text(name).splitlines():
        try:
            entry = json.loads(line)
            rows.append({**entry, "stage": stage})
        except ValueError:
            continue
    return rows


def judge_libraries(kept):
    rows = []
    for name in sorted({entry.rsplit(".", 1)[0] for entry in kept.names() if entry.endswith((".ours", ".theirs"))}):
        try:
            ours = median_of(kept.json(name + ".ours"))
        except Refused as error:
            rows.append(row("libraries", name, "failed", str(error)))
            continue
        try:
            theirs = kept.json(name + ".theirs")
        except Refused as error:
            rows.append(row("libraries", name, "skipped", str(error), ours_ns=ours))
            continue
        rows.append(row("libraries", name, "passed", f"{theirs['sum_ns'] / ours:.0%} of the wall is what the libraries' products need",
                        ours_ns=ours, theirs_ns=theirs["sum_ns"], products=theirs["products"]))
    return rows or [row("libraries", "networks", "skipped", "no network is here")]


def judge_questions(kept):
    rows = rows_of_probe("questions", kept, "tracer") + rows_of_probe("questions", kept)
    params = kept.note("params")
    if params:
        found = re.search(r"RmProfilingAdminOnly: (\d)", params)
        rows.append(row("questions", "6 counters for everybody", "passed",
                        {"0": "yes", "1": "administrators only"}.get(found.group(1) if found else "", "not said")))
    if kept.code("counters") is not None:
        try:
            limits = kept.json("counters").get("device_limits", [])
            rows.append(row("questions", "6 counters here", "passed", one_line(json.dumps(limits)) if limits else "all of them"))
        except Refused as error:
            rows.append(row("questions", "6 counters here", "skipped", str(error)))
    silent = [name for name in ("tracer", "probes") if not kept.text(name)]
    return rows + [row("questions", name, "skipped", one_line(kept.text(name, "err")) or "nothing said") for name in silent]


def judge_tuning(kept):
    """cuDNN against our own kernel, of what the program remembers after it timed both."""
    rows = []
    for name in kept.names():
        try:
            kept.json(name)
        except Refused as error:
            rows.append(row("tuning", name, "failed", str(error)))
            continue
        try:
            choices = json.loads(kept.text(name, "tune"))["choices"]
        except (ValueError, KeyError):
            choices = {}
        both = next((c for key, c in choices.items() if key.startswith(("attention of", "pool of")) and c["runners_up"]), None)
        if both is None:
            rows.append(row("tuning", name, "skipped", "cuDNN was not timed beside our own kernel"))
            continue
        times = {both["name"]: both["median_ns"], both["runners_up"][0]["name"]: both["runners_up"][0]["median_ns"]}
        own = times.pop("our own kernel")
        (engine, theirs), = times.items()
        faster = "cuDNN" if theirs < own else "own"
        rows.append(row("tuning", name, "passed", f"{engine}: {theirs / 1e3:.1f} µs, our own kernel: {own / 1e3:.1f} µs",
                        cudnn_ns=theirs, own_ns=own, faster=faster))
    return rows or [row("tuning", "models", "failed", "no model was run")]


def tuning_table(rows):
    """What is faster for each attention and pool, in µs."""
    timed = [r for r in rows if r["stage"] == "tuning" and "own_ns" in r]
    lines = [f"{'attention or pool':<28}{'cuDNN µs':>11}{'own µs':>11}  faster"]
    for r in timed:
        lines.append(f"{r['name']:<28}{r['cudnn_ns'] / 1e3:>11.1f}{r['own_ns'] / 1e3:>11.1f}  {r['faster']}")
    return lines if timed else []


JUDGES = {
    "env": judge_env, "build": judge_build, "refusals": judge_refusals, "verify": judge_verify, "truth": judge_truth,
    "graphs": judge_graphs, "overhead": judge_overhead, "record": judge_record, "memcheck": judge_memcheck,
    "libraries": judge_libraries, "tuning": judge_tuning, "questions": judge_questions,
    "kernels": lambda kept: suite_rows("kernels", kept),
    "edges": lambda kept: suite_rows("edges", kept),
    "conformance": lambda kept: suite_rows("conformance", kept),
    "models": lambda kept: suite_rows("models", kept),
    "ceilings": lambda kept: probe_rows("ceilings", kept),
}


def judge(stage, folder):
    kept = Kept(folder)
    for note, outcome in (("broken", "failed"), ("late", "skipped"), ("missing", "skipped")):
        words = kept.note(note)
        if words is not None:
            return [row(stage, "stage", outcome, words)]
    rows = JUDGES[stage](kept)
    cut = kept.note("cut")
    return rows + ([row(stage, "stage", "failed", cut)] if cut else [])


def percent(value, digits=1):
    return "–" if value is None else f"{100 * value:.{digits}f}"


def profile_table(rows):
    """model x {ms off, ms on, overhead %, linked %, dropped, gap %}"""
    lines = [f"{'model':<24}{'ms off':>10}{'ms on':>10}{'overhead %':>12}{'linked %':>10}{'dropped':>9}{'gap %':>8}"]
    overheads = {r["name"]: r for r in rows if r["stage"] == "overhead" and "off_ns" in r}
    truths = {r["name"]: r for r in rows if r["stage"] == "truth" and "kernels" in r}
    names = list(dict.fromkeys(list(truths) + [n for n in overheads if n + ".off" not in truths]))
    for name in names:
        truth = truths.get(name, {})
        cost = overheads.get(name.removesuffix(".off"), {}) if not name.endswith(".on") else {}
        ms = lambda key: f"{cost[key] / 1e6:.3f}" if key in cost else "–"
        linked = truth["linked"] / truth["kernels"] if truth.get("kernels") else None
        lines.append(f"{name:<24}{ms('off_ns'):>10}{ms('on_ns'):>10}{percent(cost.get('overhead')):>12}{percent(linked):>10}"
                     f"{truth.get('dropped', '–'):>9}{percent(truth.get('gap'), 2):>8}")
    return lines if len(lines) > 1 else []


def stage_table(rows):
    lines = [f"{'stage':<14}{'passed':>8}{'failed':>8}{'skipped':>9}  what failed or was skipped first"]
    for stage in dict.fromkeys(r["stage"] for r in rows):
        of_stage = [r for r in rows if r["stage"] == stage]
        count = {o: sum(r["outcome"] == o for r in of_stage) for o in ("passed", "failed", "skipped")}
        first = next((r for o in ("failed", "skipped") for r in of_stage if r["outcome"] == o), None)
        words = f"{first['name']}: {one_line(first['message'], 90)}" if first else ""
        lines.append(f"{stage:<14}{count['passed']:>8}{count['failed']:>8}{count['skipped']:>9}  {words}".rstrip())
    return lines


def failures(rows, most=40):
    lines = [f"FAILED {r['stage']}: {r['name']}: {r['message']}" for r in rows if r["outcome"] == "failed"]
    return lines[:most] + ([f"… and {len(lines) - most} more (gpu-check.json)"] if len(lines) > most else [])


def finish(rows, seconds, emulated):
    count = {o: sum(r["outcome"] == o for r in rows) for o in ("passed", "failed", "skipped")}
    unreached = [r["stage"] for r in rows if r["name"] == "stage" and r["outcome"] == "skipped" and r["message"].startswith("no time")]
    is_good = count["failed"] == 0 and count["passed"] > 0 and not unreached
    sections = [failures(rows), stage_table(rows)]
    if unreached:
        sections.append(["not reached in time: " + ", ".join(unreached)])
    if emulated:
        sections.append(["on the emulated device: this says nothing about a GPU"])
    sections.append(tuning_table(rows))
    sections.append([f"gpu check: {count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"] + profile_table(rows))
    document = {"format": 1, **count, "complete": not unreached, "emulated": emulated, "seconds": seconds, "rows": rows}
    return document, "\n\n".join("\n".join(s) for s in sections if s) + "\n", is_good


def read_rows(path):
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip():
                rows.append(json.loads(line))
    return rows


def main(arguments):
    if len(arguments) == 3 and arguments[0] == "judge" and arguments[1] in JUDGES:
        for entry in judge(arguments[1], arguments[2]):
            print(json.dumps(entry, ensure_ascii=False))
        return 0
    if len(arguments) in (4, 5) and arguments[0] == "finish":
        document, text, is_good = finish(read_rows(arguments[1]), int(arguments[3]), arguments[4:] == ["emulated"])
        for name, content in (("gpu-check.json", json.dumps(document, ensure_ascii=False, indent=1) + "\n"), ("gpu-check.txt", text)):
            with open(os.path.join(arguments[2], name), "w", encoding="utf-8") as file:
                file.write(content)
        sys.stdout.write(text)
        return 0 if is_good else 1
    sys.stderr.write(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
