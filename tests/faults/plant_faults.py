#!/usr/bin/env python3
"""Plants small faults into a copy of the sources, one of them active at a time, and counts how many of them the tests catch.

  plant_faults.py plant [--seed N] [--faults N]   makes the copy with faults, build/faults/tree, and checks that it compiles
  plant_faults.py build                           takes tests/ from here and builds the tests
  plant_faults.py run [--again] [--folder F]      runs the tests; --again: only against the faults that survived; --folder: of this folder only

A fault is a comparison turned (`<` becomes `<=` or `>=`), a constant changed, a statement dropped, or an error ignored. Faults are drawn at random
from some groups of sources (what CMake compiles as one) in each folder, a quarter of each kind, and each is switched on by its number in the
environment (planted_fault.h). Constants that the compiler needs and headers have no faults.

A run of each test class (a test of ctest) without a fault says how long it takes and which faults it reaches. A fault that no class of the
folder's tests reaches is not counted; spare ones take its place. The others run against each class that reaches them, the quickest first, until
one fails, dies, or takes five times as long and five seconds more. Classes that fail without a fault are left out.

Exit code 1 if fewer than 85 % of the faults of a folder are caught. Needs what ./test.sh needs, and a build takes its time.
"""

import argparse
import concurrent.futures
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fault_sites import Finder

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build/faults"
TREE = PLACE / "tree"
BUILD = TREE / "build/ci"
# Folder of sources, folder of its tests, share of the faults, groups of sources that get faults.
FOLDERS = [("model", "model", 0.2, 8), ("layout", "layout", 0.15, 5), ("engine/reference", "engine", 0.2, 5), ("engine/plan", "engine", 0.1, 2),
           ("profiler", "profiler", 0.2, 9), ("app/cli", "app", 0.15, 6)]
KINDS = ["comparison", "constant", "dropped", "error"]
SPARE = 1.6  # so many faults are planted for one that is counted
ENOUGH = 0.85
MEMORY = 8 << 30
JOBS = 2


def environment():
    return dict(os.environ, CCACHE_BASEDIR=str(TREE), CCACHE_NOHASHDIR="1")


def call(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, env=environment(), **options)


def save(name, value):
    path = PLACE / (name + ".part")
    path.write_text(json.dumps(value, indent=1))
    path.rename(PLACE / name)


def load(name, otherwise=None):
    path = PLACE / name
    return json.loads(path.read_text()) if path.exists() or otherwise is None else otherwise


# Planting


def make_tree():
    if TREE.exists():
        call("git", "-C", ROOT, "worktree", "remove", "--force", TREE)
    call("git", "-C", ROOT, "worktree", "add", "--detach", TREE, "HEAD")
    take_tests()
    folder = TREE / "model/planted"
    folder.mkdir()
    shutil.copy(ROOT / "tests/faults/planted_fault.cpp", folder)
    call("cmake", "--preset", "ci", "-DOPSCOPE_CUDA=OFF", "-DOPSCOPE_GUI=OFF", cwd=TREE)


def take_tests():
    shutil.copytree(ROOT / "tests", TREE / "tests", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))


def groups_of_sources():
    """What is compiled as one -> (command that compiles it, its sources relative to the tree)."""
    groups = {}
    text = subprocess.run(["ninja", "-C", str(BUILD), "-t", "compdb"], check=True, capture_output=True, text=True).stdout
    for entry in json.loads(text):
        source = Path(entry["file"])
        if source.suffix not in (".cpp", ".cxx") or " -c " not in entry["command"]:
            continue
        sources = re.findall(r'#include "(.*\.cpp)"', source.read_text()) if source.name.startswith("unity_") else [str(source)]
        inside = [str(Path(s).relative_to(TREE)) for s in sources if s.startswith(f"{TREE}/") and not s.startswith(str(BUILD))]
        if inside:
            command = re.sub(r"^\S*ccache ", "", entry["command"])
            command = re.sub(r" -(MD|MT \S+|MF \S+|o \S+)(?= )", "", command).replace(" -c ", " -fsyntax-only -c ")
            groups[str(source)] = (command, inside)
    return groups


class Planter:
    def __init__(self, seed, faults):
        self.random = random.Random(seed)
        self.originals, self.groups, self.faults, self.wanted = {}, {}, {}, {}
        self.number = 0
        self.total = faults

    def draw_groups(self):
        everything = groups_of_sources()
        for folder, tests, share, count in FOLDERS:
            groups = {name: group for name, group in everything.items() if group[1][0].startswith(folder + "/") and "planted" not in name}
            sites = {}
            for name, (_, sources) in groups.items():
                found = []
                for source in sources:
                    self.originals[source] = (TREE / source).read_text()
                    found += Finder(source, self.originals[source], self.random).find()
                self.random.shuffle(found)
                sites[name] = found
            chosen = set()
            while len(chosen) < min(count, len(groups)):
                chosen.add(self.random.choices(list(sites), [len(s) for s in sites.values()])[0])
            for name in sorted(chosen):
                self.groups[name] = (groups[name][0], sites[name], folder, tests)
                self.wanted[name] = round(self.total * share * SPARE / len(chosen))

    def top_up(self):
        """Draws faults until each group has as many as it shall have. Returns the groups that changed."""
        changed = []
        for name, (_, sites, folder, tests) in self.groups.items():
            mine = [fault for fault in self.faults.values() if fault["group"] == name]
            while len(mine) < self.wanted[name]:
                kind = min(KINDS, key=lambda kind: sum(fault["kind"] == kind for fault in mine))
                rest = [site for site in sites if site.kind == kind] or sites
                if not rest:
                    break
                site = rest[0]
                sites.remove(site)
                if any(f["file"] == site.file and f["line"] <= site.last_line and site.line <= f["last_line"] for f in mine):
                    continue
                fault = dict(site.__dict__, number=self.number, group=name, folder=folder, tests=tests)
                self.faults[self.number] = fault
                mine.append(fault)
                self.number += 1
                changed.append(name)
        return sorted(set(changed))

    def write(self):
        for source, text in self.originals.items():
            mine = [fault for fault in self.faults.values() if fault["file"] == source]
            edits = sorted(((*edit, fault["number"]) for fault in mine for edit in fault["edits"]), reverse=True)
            for begin, end, new, number in edits:
                text = text[:begin] + new.replace("{n}", str(number)).replace("{{", "{").replace("}}", "}") + text[end:]
            if mine:
                text = '#include "tests/faults/planted_fault.h"\n#line 1\n' + text
            if (TREE / source).read_text() != text:
                (TREE / source).write_text(text)

    def compile(self, name):
        done = subprocess.run(self.groups[name][0], shell=True, cwd=BUILD, capture_output=True, text=True)
        return name, done.returncode, done.stderr

    def drop(self, name, output):
        """Drops the faults at the lines that the compiler names; if there are none, all faults of the group."""
        mine = [fault for fault in self.faults.values() if fault["group"] == name]
        places = {(file, int(line)) for file, line in re.findall(r"([\w/.-]+\.cpp):(\d+):\d+: (?:\S+ )*(?:error|required from here)", output)}
        guilty = [f for f in mine if any(file.endswith("/" + f["file"]) and f["line"] <= line <= f["last_line"] for file, line in places)]
        if not guilty:
            print(f"{name}: no fault is at a line of these errors; all are dropped\n{output[:2000]}", flush=True)
        for fault in guilty or mine:
            del self.faults[fault["number"]]
        return len(guilty or mine)

    def plant(self):
        self.draw_groups()
        dirty, tries, dropped = self.top_up(), 0, 0
        while dirty:
            self.write()
            again = set()
            with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
                for name, code, output in pool.map(self.compile, dirty):
                    if code:
                        dropped += self.drop(name, output)
                        again.add(name)
            tries += 1
            print(f"round {tries}: {len(dirty)} groups compiled, {len(again)} of them with errors; {dropped} faults dropped so far", flush=True)
            dirty = sorted(again | set(self.top_up()) if tries < 4 else again)
        self.write()
        save("faults.json", list(self.faults.values()))


# Running


def folder_of_class():
    used = {tests for _, tests, _, _ in FOLDERS}
    folders = {path.stem: path.relative_to(TREE / "tests").parts[0] for path in (TREE / "tests").rglob("tst_*.cpp")}
    return {name: folder for name, folder in folders.items() if folder in used}


def test_classes():
    """Test -> (folder, command, environment)."""
    text = call("ctest", "--show-only=json-v1", cwd=BUILD, capture_output=True, text=True).stdout
    folders = folder_of_class()
    classes = {}
    for test in json.loads(text)["tests"]:
        settings = {p["name"]: p["value"] for p in test["properties"]}
        if test["name"] in folders and "command" in test and Path(test["command"][0]).exists() and not settings.get("DISABLED"):
            values = dict(pair.split("=", 1) for pair in settings.get("ENVIRONMENT", []))
            classes[test["name"]] = (folders[test["name"]], test["command"], values)
    return classes


def run_class(test, limit, **variables):
    """Returns "passed", "failed" or "late", and the seconds. Files go to a folder that is deleted. No debugger is started for a crash, which
    would take longer than the limit."""
    _, command, values = test
    with tempfile.TemporaryDirectory(prefix="fault", ignore_cleanup_errors=True) as folder:
        own = dict(QTEST_DISABLE_STACK_DUMP="1", HOME=folder, TMPDIR=folder, XDG_CACHE_HOME=folder + "/cache", OPSCOPE_TEST_DATA=folder + "/none")
        settings = dict(os.environ) | values | own | variables
        begin = time.monotonic()
        process = subprocess.Popen(command, cwd=folder, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit_process)
        try:
            result = "failed" if process.wait(limit) else "passed"
        except subprocess.TimeoutExpired:
            result = "late"
        seconds = time.monotonic() - begin
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        return result, seconds


def limit_process():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def record(names, classes):
    """Each class once without a fault: seconds and the faults that it reaches."""
    def one(name):
        file = PLACE / f"reached.{name}"
        file.unlink(missing_ok=True)
        result, seconds = run_class(classes[name], 900, OPSCOPE_FAULTS_REACHED=str(file))
        reached = [i for i, byte in enumerate(file.read_bytes()) if byte] if file.exists() else []
        file.unlink(missing_ok=True)
        if result != "passed":
            print(f"{name}: {result} without a fault; left out", flush=True)
        return name, dict(result=result, seconds=seconds, reached=reached)

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        return dict(pool.map(one, names))


def judge(fault, classes, recorded):
    """The fault with "caught": the class that fails, how, or None."""
    number = fault["number"]
    able = [n for n, row in recorded.items() if number in row["reached"] and classes[n][0] == fault["tests"]]
    caught = None
    for name in sorted(able, key=lambda n: recorded[n]["seconds"]):
        result, _ = run_class(classes[name], 5 * recorded[name]["seconds"] + 5, OPSCOPE_FAULT=str(number))
        if result != "passed":
            caught = [name, result]
            break
    return dict(fault, caught=caught, classes=len(able))


def select(faults, recorded, classes, total, folders):
    """The faults that count, and for each folder how many were not reached."""
    chosen, unreached = [], {}
    for folder, tests, share, _ in folders:
        reached = {i for n, row in recorded.items() if classes[n][0] == tests for i in row["reached"]}
        mine = [fault for fault in faults if fault["folder"] == folder]
        random.Random(0).shuffle(mine)
        taken, unreached[folder] = 0, 0
        for fault in mine:
            if taken == round(total * share):
                break
            if fault["number"] in reached:
                chosen.append(fault)
                taken += 1
            else:
                unreached[folder] += 1
    return chosen, unreached


def report(judged, unreached):
    print(f"\n{'folder':18} {'faults':>6} {'caught':>6} {'late':>5} {'survived':>8} {'share':>7} {'not reached':>12}")
    is_enough = True
    rows = [(folder, [f for f in judged if f["folder"] == folder], unreached[folder]) for folder, _, _, _ in FOLDERS if folder in unreached]
    rows += [(kind, [f for f in judged if f["kind"] == kind], "") for kind in KINDS] + [("all", judged, sum(unreached.values()))]
    for i, (name, faults, missed) in enumerate(rows):
        caught = [f for f in faults if f["caught"]]
        late = sum(f["caught"][1] == "late" for f in caught)
        share = len(caught) / max(1, len(faults))
        is_enough = is_enough and (share >= ENOUGH or name in KINDS)
        print(f"{name:18} {len(faults):6} {len(caught):6} {late:5} {len(faults) - len(caught):8} {share:7.1%} {missed:>12}")
    print("\nsurvivors")
    for fault in judged:
        if not fault["caught"]:
            print(f"  {fault['number']}: {fault['file']}:{fault['line']}: {fault['kind']}: {fault['change']} ({fault['classes']} classes)")
    return is_enough


def run(total, again, only):
    folders = [row for row in FOLDERS if not only or row[0] in only]
    used = {tests for _, tests, _, _ in folders}
    classes = {name: test for name, test in test_classes().items() if test[0] in used}
    recorded, judged, unreached = load("recorded.json", {}), load("judged.json", {}), load("unreached.json", {})
    recorded.update(record([name for name in sorted(classes) if again or name not in recorded], classes))
    save("recorded.json", recorded)
    recorded = {name: row for name, row in recorded.items() if name in classes and row["result"] == "passed"}
    if again:
        todo = [fault for fault in judged.values() if not fault["caught"] and (not only or fault["folder"] in only)]
    else:
        chosen, missed = select(load("faults.json"), recorded, classes, total, folders)
        unreached.update(missed)
        save("unreached.json", unreached)
        todo = [fault for fault in chosen if str(fault["number"]) not in judged]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        waiting = [pool.submit(judge, fault, classes, recorded) for fault in todo]
        for i, future in enumerate(concurrent.futures.as_completed(waiting), 1):
            fault = future.result()
            judged[str(fault["number"])] = fault
            save("judged.json", judged)
            if not fault["caught"] or i % 20 == 0:
                print(f"{i} of {len(todo)}: {fault['number']} {fault['file']}:{fault['line']} {fault['caught'] or 'survived'}", flush=True)
    return report(list(judged.values()), unreached)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["plant", "build", "run"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--folder", action="append", choices=[row[0] for row in FOLDERS])
    arguments = parser.parse_args()
    PLACE.mkdir(parents=True, exist_ok=True)
    if arguments.command == "plant":
        for old in PLACE.glob("*.json"):
            old.unlink()
        make_tree()
        call("ninja", "-C", BUILD, f"-j{JOBS}", "opscope_onnx_schema", "CMakeFiles/opscope_pch_std.dir/cmake_pch.hxx.gch")
        Planter(arguments.seed, arguments.faults).plant()
    elif arguments.command == "build":
        take_tests()
        call("cmake", ".", cwd=BUILD)
        targets = subprocess.run(["ninja", "-C", str(BUILD), "-t", "targets", "all"], capture_output=True, text=True).stdout.split()
        folders = folder_of_class()
        programs = [name for name in sorted({*folders, *("tests_" + folder for folder in folders.values())}) if name + ":" in targets]
        call("ninja", "-C", BUILD, f"-j{JOBS}", "-k", "0", "opscope-cli", *programs)
    else:
        return 0 if run(arguments.faults, arguments.again, arguments.folder) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
