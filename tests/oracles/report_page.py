"""What a browser says of an HTML report of Opscope: used by check_report.py."""

import base64
import io
import pathlib
import re
import subprocess
import tempfile

import pyarrow
from pyarrow import parquet

QUIET = ("--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-extensions", "--disable-default-apps")
THEMES = {"light": "1", "dark": "0"}
ELEMENT = re.compile(r'<script type="application/vnd.apache.parquet;base64" id="(opscope-data(?:-[ab])?)">(.*?)</script>', re.DOTALL)
ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
NUMBER = re.compile(r'data-v="([^"]*)"')


def embedded(page: str) -> dict[str, pyarrow.Table]:
    """The profiles inside, by the id of their element."""
    return {name: parquet.read_table(io.BytesIO(base64.b64decode(text))) for name, text in ELEMENT.findall(page)}


def runs_of(profile: pyarrow.Table) -> int:
    return sum(kind == "run" for kind in profile["kind"].to_pylist())


def waterfall_findings(page: str) -> list[str]:
    """The rows of a comparison add up to the wall, to the nanosecond."""
    if "in whole nanoseconds" not in page:
        return []
    table = page.split("in whole nanoseconds", 1)[1].split("</table>", 1)[0]
    rows = [[int(float(value)) for value in NUMBER.findall(row)] for row in ROW.findall(table)]
    rows = [row for row in rows if row]
    sums = [sum(column) for column in zip(*rows[:-1])]
    return [] if sums == rows[-1] else [f"waterfall: the parts add up to {sums}, the wall is {rows[-1]}"]


def content_findings(page: str) -> list[str]:
    findings = waterfall_findings(page)
    profiles = embedded(page)
    if not profiles:
        findings.append("no data inside")
    for name, profile in profiles.items():
        if runs_of(profile) == 0 or b"opscope.steps" not in (profile.schema.metadata or {}):
            findings.append(f"{name}: no runs or no steps")
    return findings


def requests_of(log: pathlib.Path) -> list[str]:
    """What the page asked for, of Chromium's network log, which may be cut at its end. The browser's own calls have no origin."""
    text = log.read_text(encoding="utf-8", errors="replace")
    asked = re.findall(r'"initiator":"([^"]*)"[^\n]*?"url":"([a-z]+://[^"]*)"', text)
    return sorted({url for origin, url in asked if origin != "not an origin" and not url.startswith("file:")})


def browse(browser: str, page: pathlib.Path, *options: str) -> list[str]:
    """Opens the page once; console messages and requests are findings."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "net.json"
        done = subprocess.run([browser, *QUIET, "--no-sandbox", f"--user-data-dir={folder}/profile", f"--log-net-log={log}",
                               "--enable-logging=stderr", *options, page.resolve().as_uri()],
                              capture_output=True, text=True, timeout=120, check=False)
        findings = [line.split("] ", 1)[-1] for line in done.stderr.splitlines() if ":CONSOLE" in line]
        if done.returncode != 0:
            findings.append(f"{browser} ended with {done.returncode}")
        return findings + [f"asked for {url}" for url in (requests_of(log) if log.exists() else [])]


def browser_findings(browser: str, page: pathlib.Path, pictures: pathlib.Path | None, height: int) -> list[str]:
    """In both themes and on paper; `pictures` gets NAME-light.png, NAME-dark.png, NAME.pdf."""
    with tempfile.TemporaryDirectory() as folder:
        target = (pictures or pathlib.Path(folder)) / page.stem
        target.parent.mkdir(parents=True, exist_ok=True)
        findings = []
        for theme, scheme in THEMES.items():
            picture = target.with_name(f"{target.name}-{theme}.png")
            findings += browse(browser, page, f"--blink-settings=preferredColorScheme={scheme}",
                               f"--window-size=1300,{height}", f"--screenshot={picture.resolve()}")
            if not picture.exists():
                findings.append(f"no picture in the {theme} theme")
        paper = target.with_name(f"{target.name}.pdf")
        findings += browse(browser, page, "--no-pdf-header-footer", f"--print-to-pdf={paper.resolve()}")
        return findings
