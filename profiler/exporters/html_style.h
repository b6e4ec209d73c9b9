#pragma once

#include <string_view>

namespace profiler {

/// The style sheet of every report. Colours are variables; the page defines them for both themes.
inline constexpr std::string_view htmlStyle = R"css(
*{box-sizing:border-box}
body{margin:0;background:var(--window);color:var(--text);font:14px/1.45 system-ui,"Noto Sans","Segoe UI",sans-serif}
main{max-width:1240px;margin:0 auto;padding:28px 24px 40px}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:flex-end;gap:4px 24px;margin-bottom:16px}
h1{font-size:24px;line-height:1.2;margin:2px 0 4px;overflow-wrap:anywhere}
h2{font-size:16px;margin:0 0 2px}
p,.note{margin:0;color:var(--textSecondary)}
.note{font-size:13px;margin-bottom:10px}
.chips span{display:inline-block;background:var(--panel);border:1px solid var(--border);border-radius:10px;padding:1px 10px;margin-left:6px;font-size:12px;font-weight:600}
.grid{display:grid;column-gap:14px;grid-template-columns:repeat(auto-fit,minmax(440px,1fr))}
.figures{display:grid;gap:14px;grid-template-columns:repeat(auto-fit,minmax(190px,1fr));margin-bottom:14px}
section,.figure,.finding{background:var(--panel);border:1px solid var(--border);border-radius:6px;padding:16px 18px}
section{margin-bottom:14px;min-width:0}
.grid>div{min-width:0}
.figure b{display:block;font-size:21px;line-height:1.3;font-variant-numeric:tabular-nums}
.pair .figure b{font-size:18px}
.figure b small{display:inline-block;white-space:nowrap;font-size:12.5px;font-weight:400;color:var(--textSecondary)}
.figure span,.figure i{display:block;font-size:12.5px;color:var(--textSecondary);font-style:normal}
.finding{background:var(--warningTint);border-color:transparent;margin-bottom:14px}
.finding b{color:var(--warning)}
.finding ul{margin:4px 0 0;padding-left:20px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{font-weight:500;color:var(--textSecondary);text-align:left;border-bottom:1px solid var(--border);padding:5px 8px;white-space:nowrap}
td{padding:4px 8px;border-bottom:1px solid var(--inset);vertical-align:top}
td.n,th.n{text-align:right;white-space:nowrap}
td.name{overflow-wrap:anywhere;max-width:420px}
td.name .key{float:left;margin-top:.38em}
td.impl{overflow-wrap:anywhere;max-width:300px;color:var(--textSecondary)}
td.wide{max-width:none}
td.part{white-space:nowrap}
tr:last-child td{border-bottom:0}
tfoot td{border-top:1px solid var(--border);font-weight:600}
td.bar{position:relative;min-width:110px;text-align:right;white-space:nowrap}
td.bar i{position:absolute;left:4px;top:4px;height:1.35em;background:var(--bar);border-radius:2px;max-width:calc(100% - 8px)}
td.bar span{position:relative}
.compared td.name{min-width:200px}
td.diff{position:relative;min-width:130px;text-align:right;white-space:nowrap;font-weight:600}
td.diff i{position:absolute;left:4px;top:4px;height:1.35em;border-radius:2px;max-width:calc(100% - 8px);opacity:.4;background:var(--borderStrong)}
td.diff i.faster{background:var(--accent)}
td.diff i.slower{background:var(--warning)}
td.diff i.noise{opacity:.2}
td.diff span{position:relative}
td.verdict{white-space:nowrap}
td.verdict b{font-weight:600}
td.faster{color:var(--good)}
td.slower{color:var(--error)}
td.noise{color:var(--textSecondary)}
td.noise b{font-weight:400}
table.pairs{margin-top:8px;table-layout:fixed}
table.pairs th:first-child{width:190px;white-space:normal}
table.pairs tbody th{border-bottom:1px solid var(--inset);vertical-align:top;padding:3px 8px 3px 0}
table.pairs td{padding:3px 8px;overflow-wrap:anywhere}
table.pairs small{font-size:12.5px;color:var(--textSecondary)}
.key{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:7px;vertical-align:-1px}
.key.dashed{border:1px dashed var(--borderStrong)}
.warn{color:var(--warning)}
dl{display:grid;grid-template-columns:minmax(120px,auto) 1fr;gap:3px 18px;margin:8px 0 0}
dt{color:var(--textSecondary)}
dd{margin:0;overflow-wrap:anywhere}
dd small{font-size:12.5px;color:var(--textSecondary)}
svg{display:block;width:100%;height:auto;overflow:visible;margin-bottom:8px}
svg text{font:11.5px system-ui,"Noto Sans","Segoe UI",sans-serif}
svg text.b{font-weight:600}
.js th[data-sort]{cursor:pointer}
.js th[data-sort]:focus-visible{outline:2px solid var(--accent)}
th[aria-sort=descending]::after{content:" ▾"}
th[aria-sort=ascending]::after{content:" ▴"}
button,input{font:inherit;color:var(--text);background:var(--panel);border:1px solid var(--borderStrong);border-radius:4px;padding:3px 10px}
.tools{display:flex;gap:10px;margin:0 0 8px}
.tools input{flex:0 1 280px}
.hidden{display:none}
details summary{cursor:pointer;color:var(--accentInk);font-size:13px}
section>details{margin-top:8px}
section>details .scroll{max-height:320px;overflow-y:auto}
tr.rest td{color:var(--textSecondary);font-weight:400}
footer{color:var(--textSecondary);font-size:12.5px}
@page{margin:12mm}
@media print{
body{background:#fff;font-size:10.5px;print-color-adjust:exact;-webkit-print-color-adjust:exact}
main{max-width:none;padding:0}
section,.figure,.finding{break-inside:avoid;border-color:#bbb;padding:9px 11px;margin-bottom:9px}
section.long{break-inside:auto}
h1{font-size:18px}
h2{font-size:13px;break-after:avoid}
.note{break-after:avoid}
svg,tr{break-inside:avoid}
tfoot{display:table-row-group}
.compared td.name{min-width:150px}
thead{display:table-header-group}
th,td{padding:2px 5px}
.tools,.chips,details{display:none}
.scroll{overflow:visible}
.grid th,.grid td{font-size:9px;padding:2px 3px}
dl,footer{font-size:9.5px}
.grid{grid-template-columns:1fr 1fr;column-gap:9px}
.figures{grid-template-columns:repeat(5,1fr);gap:9px}
.figure b{font-size:14px}
.figure span,.figure i,.figure b small,.note,dd small{font-size:9.5px}
td.bar{min-width:54px}
}
)css";

/// The script that sorts, filters and folds tables. The page is complete without it.
inline constexpr std::string_view htmlScript = R"js(
"use strict";
document.documentElement.classList.add("js");
const value = (row, i) => { const c = row.cells[i]; return c.dataset.v === undefined ? c.textContent : Number(c.dataset.v); };
const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
for (const th of document.querySelectorAll("th[data-sort]")) {
  th.tabIndex = 0;
  const sort = () => {
    const body = th.closest("table").tBodies[0];
    const up = th.getAttribute("aria-sort") === "descending" || (!th.hasAttribute("aria-sort") && !th.classList.contains("n"));
    for (const other of th.parentNode.cells) other.removeAttribute("aria-sort");
    th.setAttribute("aria-sort", up ? "ascending" : "descending");
    const rows = [...body.rows].sort((a, b) => (up ? 1 : -1) * compare(value(a, th.cellIndex), value(b, th.cellIndex)));
    body.append(...rows);
    body.dispatchEvent(new Event("reorder"));
  };
  th.addEventListener("click", sort);
  th.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); sort(); } });
}
for (const table of document.querySelectorAll("table[data-fold]")) {
  const limit = Number(table.dataset.fold), body = table.tBodies[0];
  if (body.rows.length <= limit) continue;
  const make = (name, parent, text) => { const e = document.createElement(name); e.textContent = text || ""; parent.append(e); return e; };
  const tools = document.createElement("div"), input = make("input", tools), button = make("button", tools);
  tools.className = "tools";
  input.type = "search";
  input.placeholder = "Filter";
  input.setAttribute("aria-label", "Filter rows");
  const rest = make("tr", table.createTFoot()), count = make("td", rest);
  rest.className = "rest";
  count.colSpan = table.tHead.rows[0].cells.length;
  let all = false;
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(w => w);
    let shown = 0, hidden = 0, share = 0;
    for (const row of body.rows) {
      const text = row.textContent.toLowerCase(), fits = words.every(w => text.includes(w));
      const hide = !fits || (!all && !words.length && shown >= limit), bar = row.querySelector("td.bar");
      row.classList.toggle("hidden", hide);
      if (fits) ++shown;
      if (hide) { ++hidden; share += bar ? Number(bar.dataset.v) : 0; }
    }
    button.textContent = all ? "Show " + limit : "Show all " + body.rows.length;
    rest.classList.toggle("hidden", !hidden);
    count.textContent = hidden + " more" + (share > 0 ? ", together " + (share < 0.001 ? "< 0.1" : (share * 100).toFixed(1)) + " % of wall" : "");
  };
  input.addEventListener("input", show);
  button.addEventListener("click", () => { all = !all; show(); });
  body.addEventListener("reorder", show);
  table.closest(".scroll").before(tools);
  show();
}
)js";

} // namespace profiler
