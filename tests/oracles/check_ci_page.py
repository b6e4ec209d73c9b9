#!/usr/bin/env python3
"""Do the shell steps of the workflows in docs/ci.md run?

    check_ci_page.py PROGRAM MODEL

Makes a git repository with two commits of MODEL, sets the variables that GitHub Actions and GitLab set, and runs every shell step of the
page as their runners do: GitHub with `bash -e`, GitLab with `set -eo pipefail`. Steps of other actions (checkout, upload) are left out. The
exit code of a comparison may be 0, 1 or 6: both commits have the same model, so 1 is counted and printed. Needs PyYAML and git.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/ci.md"


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def repository(folder, model):
    origin, work = folder / "origin", folder / "work"
    (origin / "models").mkdir(parents=True)
    git(origin, "init", "--quiet", "--initial-branch", "main")
    shutil.copy(model, origin / "models/model.onnx")
    git(origin, "add", "models")
    git(origin, "commit", "--quiet", "-m", "first")
    git(folder, "clone", "--quiet", str(origin), str(work))
    git(work, "commit", "--quiet", "--allow-empty", "-m", "second")
    return work


def archive(folder, program):
    (folder / "opscope/bin").mkdir(parents=True)
    wrapper = folder / "opscope/bin/opscope-cli"
    wrapper.write_text(f'#!/bin/sh\nexec "{program}" "$@"\n')
    wrapper.chmod(0o755)
    subprocess.run(["tar", "-czf", folder / "opscope.tar.gz", "-C", folder / "opscope", "."], check=True)
    return (folder / "opscope.tar.gz").as_uri()


def run(name, shell, script, folder, environment, allowed=(0,)):
    done = subprocess.run([*shell, "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
    fine = done.returncode in allowed
    print(f"{'ok  ' if fine else 'BAD '} {name}: exit code {done.returncode}")
    if not fine:
        print(done.stdout + done.stderr)
    return fine


def github(workflow, folder, work, url):
    fine = True
    for event in ("pull_request", "push"):
        paths = folder / f"{event}-path"
        environment = os.environ | {str(k): str(v) for k, v in workflow["env"].items()} | {
            "PROFILES": str(folder / "github-profiles"), "RUNNER_TEMP": str(folder / event), "GITHUB_PATH": str(paths),
            "GITHUB_STEP_SUMMARY": str(folder / f"{event}.md"), "GITHUB_WORKSPACE": str(work), "GITHUB_BASE_REF": "main",
            "GITHUB_SHA": "0123456789abcdef", "OPSCOPE_URL": url}
        paths.touch()
        for step in workflow["jobs"]["speed"]["steps"]:
            condition = step.get("if", "always()")
            if "run" not in step or ("event_name" in condition and f"'{event}'" not in condition):
                continue
            own = dict(environment, PATH=":".join(paths.read_text().split() + [environment["PATH"]]))
            allowed = (0, 1) if "compare" in step["run"] else (0,)
            fine &= run(f"GitHub, {event}, {step['name']}", ["bash", "-e"], step["run"], work, own, allowed)
        print(f"     summary of {event}: {len((folder / f'{event}.md').read_text())} characters")
    return fine


def gitlab(pipeline, folder, work, url):
    fine = True
    for job in pipeline["stages"][:1] + ["compare", "history"]:
        environment = os.environ | {str(k): str(v) for k, v in pipeline["variables"].items()} | {
            "PROFILES": str(folder / "gitlab-profiles"), "CI_PROJECT_DIR": str(work), "OPSCOPE_URL": url,
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_COMMIT_SHA": "fedcba9876543210",
            "CI_COMMIT_TIMESTAMP": "2026-11-27T10:00:00+01:00"}
        script = "\n".join(["set -eo pipefail", *pipeline["default"]["before_script"], *pipeline[job]["script"]])
        fine &= run(f"GitLab, {job}", ["bash"], script, work, environment, (0, 1, 6) if job == "compare" else (0,))
    return fine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("model", type=pathlib.Path)
    arguments = parser.parse_args()
    blocks = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), re.DOTALL)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        work = repository(folder, arguments.model)
        url = archive(folder, arguments.program.resolve())
        fine = github(blocks[0], folder, work, url) & gitlab(blocks[1], folder, work, url)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
