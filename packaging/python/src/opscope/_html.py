"""Tables for notebooks."""

from __future__ import annotations

import base64
import html
from typing import Iterable, List, Optional, Sequence

STYLE = ("<style>.opscope table{border-collapse:collapse;font-size:90%}.opscope td,.opscope th{padding:2px 8px;text-align:right;border:none}"
         ".opscope td:first-child,.opscope th:first-child{text-align:left}.opscope .bar{display:inline-block;height:8px;background:#2f6fde;"
         "vertical-align:middle;border-radius:2px}.opscope .quiet{opacity:.65}.opscope .graph{max-height:480px;overflow:auto}"
         ".opscope .of-dark,.vscode-dark .opscope .of-light,[data-jp-theme-light=false] .opscope .of-light{display:none}"
         ".vscode-dark .opscope .of-dark,[data-jp-theme-light=false] .opscope .of-dark{display:inline}</style>")


def duration(ns: Optional[float]) -> str:
    """`12.3 µs`; `–` if it is not known."""
    if ns is None or ns != ns:
        return "–"
    ns = float(f"{ns:.3g}")  # 999,600 ns is 1 ms
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if abs(ns) >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.0f} ns"


def bar(share: Optional[float]) -> str:
    if share is None or share != share:
        return ""
    return f'<span class="bar" style="width:{max(0.0, min(share, 1.0)) * 120:.0f}px"></span> {share:.1%}'


def escaped(text: object) -> str:
    return html.escape(str(text))


def table(titles: Sequence[str], rows: Iterable[Sequence[str]], more: int = 0) -> str:
    """Cells are HTML already."""
    lines: List[str] = ["<table><tr>" + "".join(f"<th>{escaped(title)}</th>" for title in titles) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
    if more > 0:
        lines.append(f'<tr><td class="quiet">… and {more} more</td></tr>')
    return "".join(lines) + "</table>"


def themed_picture(light: str, dark: str) -> str:
    """Two SVG texts, of which the notebook shows the one of its theme. As images, because ids of inline SVGs are those of the page."""
    images = [f'<img class="of-{name}" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'
              for name, svg in (("light", light), ("dark", dark))]
    return f'<div class="graph">{"".join(images)}</div>'


def page(title: str, quiet: str, *parts: str) -> str:
    return f'<div class="opscope">{STYLE}<b>{escaped(title)}</b> <span class="quiet">{escaped(quiet)}</span>{"".join(parts)}</div>'
