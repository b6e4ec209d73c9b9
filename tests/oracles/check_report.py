#!/usr/bin/env python3
"""Check a report of Opscope: JSON against its published schema and its figures against each other, HTML in a browser.

    check_report.py REPORT.json [--schema docs/opscope-report-1.schema.json]
    check_report.py REPORT.html [--browser chromium] [--pictures DIR] [--height 2600]

REPORT may also be what `run` or `profile --format json` printed: then its `report` is checked. Needs jsonschema and, for pages, pyarrow. Besides the
schema: the account and that of a GPU add up, the median of the runs is the one shown, shares are medians of the wall, ids name steps that exist.

REPORT.html is a profiling or a comparison report: it opens in headless Chromium in both themes and on paper without a console
message or a request, has its profiles inside, and the waterfall of a comparison adds up.
Prints findings; exit code 1 if there are any, 2 if a file cannot be read.
"""

import argparse
import json
import pathlib
import statistics
import sys

import jsonschema
import report_page

DEFAULT_SCHEMA = pathlib.Path(__file__).parents[2] / "docs/opscope-report-1.schema.json"
PARTS = ("operators", "reorders", "copies", "dispatch", "wait", "allocation", "unaccounted")


def schema_findings(report: dict, schema: dict) -> list[str]:
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(report)]


def device_findings(report: dict) -> list[str]:
    account = report.get("device", {}).get("accounting")
    if account is None:
        return []
    work = sum(account[f"{part}_ns"] for part in ("operators", "copies", "sets", "unattributed")) - account["overlap_ns"]
    findings = []
    if work != account["busy_ns"]:
        findings.append(f"device: operators, copies and the rest add up to {work}, busy is {account['busy_ns']}")
    if account["busy_ns"] + sum(account["gaps"].values()) != account["wall_ns"]:
        findings.append(f"device: busy and gaps add up to {account['busy_ns'] + sum(account['gaps'].values())}, wall is {account['wall_ns']}")
    if report["runs"][account["run"]]["wall_ns"] != account["wall_ns"]:
        findings.append(f"device: run {account['run']} took {report['runs'][account['run']]['wall_ns']}, the account says {account['wall_ns']}")
    return findings


def account_findings(report: dict) -> list[str]:
    account = report.get("accounting")
    if account is None:
        return device_findings(report)
    total = sum(account[f"{part}_ns"] for part in PARTS) - account["overlap_ns"]
    wall = report["runs"][account["run"]]["wall_ns"]
    findings = []
    if total != account["wall_ns"]:
        findings.append(f"accounting: the parts add up to {total}, wall is {account['wall_ns']}")
    if wall != account["wall_ns"]:
        findings.append(f"accounting: run {account['run']} took {wall}, the account says {account['wall_ns']}")
    return findings + device_findings(report)


def walls(report: dict, side: str) -> list[int]:
    return [run["wall_ns"] for run in report["runs"] if run["side"] == side and not run["has_gap"]]


def median_findings(report: dict) -> list[str]:
    samples = walls(report, "unprofiled") or walls(report, "profiled")
    if not samples or abs(statistics.median(samples) - report["total"]["median_ns"]) <= 1:
        return []
    return [f"total: the runs have the median {statistics.median(samples)}, the report says {report['total']['median_ns']}"]


def share_findings(report: dict) -> list[str]:
    recorded = walls(report, "profiled")
    wall = statistics.median(recorded) if recorded else 0
    findings = []
    for step in report["steps"]:
        if wall and "median_ns" in step and abs(step["share"] - step["median_ns"] / wall) > 1e-3 + 1 / wall:
            findings.append(f"steps/{step['id']}: share {step['share']}, median over wall is {step['median_ns'] / wall}")
    return findings


def id_findings(report: dict) -> list[str]:
    ids = {step["id"] for step in report["steps"]}
    named = {step.get("parent") for step in report["steps"]} | {id for finding in report["findings"] for id in finding["steps"]}
    return [f"step {id} is named but does not exist" for id in sorted(named - ids - {None})]


def check_page(arguments: argparse.Namespace) -> int:
    page = arguments.report.read_text(encoding="utf-8")
    findings = report_page.content_findings(page)
    findings += report_page.browser_findings(arguments.browser, arguments.report, arguments.pictures, arguments.height)
    for finding in findings:
        print(finding)
    profiles = report_page.embedded(page)
    print(f"{len(profiles)} profiles, {sum(map(report_page.runs_of, profiles.values()))} runs, {len(findings)} findings")
    return 1 if findings else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("--schema", type=pathlib.Path, default=DEFAULT_SCHEMA)
    parser.add_argument("--browser", default="chromium", help="Chromium or a program that takes its options")
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for a picture in each theme and a PDF")
    parser.add_argument("--height", type=int, default=2600, help="of the pictures")
    arguments = parser.parse_args()
    if arguments.report.suffix == ".html":
        try:
            return check_page(arguments)
        except OSError as error:
            print(error, file=sys.stderr)
            return 2
    try:
        report = json.loads(arguments.report.read_text(encoding="utf-8"))
        schema = json.loads(arguments.schema.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    report = report.get("report", report)
    findings = schema_findings(report, schema)
    if not findings:
        findings = account_findings(report) + median_findings(report) + share_findings(report) + id_findings(report)
    for finding in findings:
        print(finding)
    print(f"{len(report.get('steps', []))} steps, {len(report.get('runs', []))} runs, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
