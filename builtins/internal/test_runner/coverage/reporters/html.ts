// Coverage as pages: a table of all files, and for each file its source with counts and what did not run. The pages need
// neither scripts nor other files.
import { type CoveredFile, percent, type Ratio, type Summary, sumOf } from "internal:test_runner/coverage/model";
import { type Metric, METRICS } from "internal:test_runner/coverage/names";
import { type FolderNode, treeOf } from "internal:test_runner/coverage/tree";

/** A page by its name relative to the report's folder. */
export interface Page {
  name: string;
  text: string;
}

const TITLES: Record<Metric, string> = {
  statements: "Statements",
  branches: "Branches",
  functions: "Functions",
  lines: "Lines",
};
const GOOD_FROM = 80;
const FAIR_FROM = 50;

/** The pages of a report. */
export function htmlPages(files: readonly CoveredFile[], root: string): Page[] {
  const names = new Map<CoveredFile, string>(files.map((file) => [file, pageName(file, root)]));
  const tree = treeOf(files, root);
  const pages: Page[] = [{ name: "index.html", text: indexPage(tree, files, names) }];
  for (const file of files) pages.push({ name: names.get(file)!, text: filePage(file, root, names.get(file)!) });
  return pages;
}

function pageName({ path }: CoveredFile, root: string): string {
  const name = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^\/+/, "");
  return `${name}.html`;
}

function escape(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replaceAll(/[&<>"]/g, (character) => names[character]!);
}

function level(ratio: Ratio): string {
  const value = percent(ratio);
  return ratio.total === 0 ? "none" : value >= GOOD_FROM ? "good" : value >= FAIR_FROM ? "fair" : "poor";
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function cards(summary: Summary): string {
  return `<ul class="cards">${METRICS.map((metric) => {
    const ratio = summary[metric];
    return `<li class="${level(ratio)}"><b>${percent(ratio)}%</b><span>${TITLES[metric]}</span><small>${ratio.covered} of ${ratio.total}</small></li>`;
  }).join("")}</ul>`;
}

function indexPage(tree: FolderNode, files: readonly CoveredFile[], names: Map<CoveredFile, string>): string {
  const rows: string[] = [];
  const add = (folder: FolderNode): void => {
    for (const { name, file } of folder.files)
      rows.push(row(`<a href="${encodeURI(names.get(file)!)}">${escape(name)}</a>`, file.summary, ""));
    for (const inner of folder.folders) {
      rows.push(row(`${escape(inner.name)}/`, inner.summary, "folder"));
      add(inner);
    }
  };
  add(tree);
  const head = METRICS.map((metric) => `<th colspan="2">${TITLES[metric]}</th>`).join("");
  return page(
    "Coverage",
    `<header><h1>Coverage</h1><p>${files.length} file${files.length === 1 ? "" : "s"}</p>${cards(sumOf(files))}</header>
<main><table><thead><tr><th>File</th><th></th>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></main>`,
  );
}

function row(name: string, summary: Summary, kind: string): string {
  const cells = METRICS.map((metric) => {
    const ratio = summary[metric];
    return `<td class="number ${level(ratio)}">${percent(ratio)}%</td><td class="count">${ratio.covered}/${ratio.total}</td>`;
  }).join("");
  const share = percent(summary.lines);
  return `<tr class="${kind}"><td>${name}</td><td><meter class="${level(summary.lines)}" min="0" max="100" value="${share}">${share}%</meter></td>${cells}</tr>`;
}

function filePage(file: CoveredFile, root: string, name: string): string {
  const up = "../".repeat(name.split("/").length - 1);
  const shown = file.path.startsWith(`${root}/`) ? file.path.slice(root.length + 1) : file.path;
  const { source } = file;
  const lines = highlighted(file);
  const rows: string[] = [];
  for (let line = 1; line <= source.lineCount; line++) {
    const count = file.lines.get(line);
    const state = source.isExcluded(line) ? "excluded" : count === undefined ? "" : count > 0 ? "run" : "missed";
    rows.push(
      `<tr id="L${line}" class="${state}"><td class="line"><a href="#L${line}">${line}</a></td><td class="hits">${count === undefined ? "" : `${count}×`}</td><td class="code"><code>${lines[line - 1]}</code></td></tr>`,
    );
  }
  return page(
    `${shown} – coverage`,
    `<header><p class="path"><a href="${up}index.html">All files</a> / ${escape(shown)}</p>${cards(file.summary)}</header>
<main><table class="source"><tbody>${rows.join("")}</tbody></table></main>`,
  );
}

interface Mark {
  start: number;
  end: number;
  kind: "statement" | "branch" | "function";
  title: string;
}

/** The lines as HTML, with marks around what did not run. */
function highlighted(file: CoveredFile): string[] {
  const { source } = file;
  const marks = marksOf(file);
  const lines: string[] = [];
  for (let line = 1; line <= source.lineCount; line++) {
    const { start } = source.boundsOf(line);
    const text = source.line(line);
    lines.push(markedLine(text, start, marks));
  }
  return lines;
}

function marksOf({ statements, functions, branches }: CoveredFile): Mark[] {
  const marks: Mark[] = [];
  for (const { start, end, count } of statements)
    if (count === 0) marks.push({ start, end, kind: "statement", title: "statement not run" });
  for (const { declaration, count } of functions)
    if (count === 0)
      marks.push({ start: declaration[0], end: declaration[1], kind: "function", title: "function not called" });
  for (const { kind, start, arms } of branches) {
    if (arms.every(({ count }) => count === 0)) continue;
    for (const arm of arms) {
      if (arm.count > 0) continue;
      if (arm.end === 0) marks.push({ start, end: start + 2, kind: "branch", title: "else path not taken" });
      else
        marks.push({
          start: arm.start,
          end: arm.end,
          kind: "branch",
          title: `${BRANCHES[kind] ?? "branch"} not taken`,
        });
    }
  }
  return marks.sort((one, other) => one.start - other.start || other.end - one.end);
}

const BRANCHES: Record<string, string> = {
  if: "path",
  switch: "case",
  "cond-expr": "branch",
  "binary-expr": "operand",
  "default-arg": "default value",
};

/** One line; of overlapping marks, the innermost decides the color of a character. */
function markedLine(text: string, offset: number, marks: Mark[]): string {
  const own: (Mark | undefined)[] = [];
  for (const mark of marks) {
    if (mark.start >= offset + text.length || mark.end <= offset) continue;
    for (let at = Math.max(0, mark.start - offset); at < Math.min(text.length, mark.end - offset); at++) own[at] = mark;
  }
  if (own.length === 0) return escape(text);
  let html = "";
  for (let at = 0; at < text.length;) {
    const mark = own[at];
    let end = at + 1;
    while (end < text.length && own[end] === mark) end++;
    const part = escape(text.slice(at, end));
    html += mark === undefined ? part : `<mark class="${mark.kind}" title="${mark.title}">${part}</mark>`;
    at = end;
  }
  return html;
}

const STYLE = `
:root{color-scheme:light dark;--back:#fff;--text:#1c2128;--soft:#667080;--rule:#e3e7ec;--panel:#f6f8fa;--good:#1a7f37;--fair:#9a6700;--poor:#cf222e;--run:#dafbe1;--missed:#ffebe9;--branch:#fff1b8}
@media (prefers-color-scheme:dark){:root{--back:#0f1318;--text:#e4e8ee;--soft:#8b95a3;--rule:#272e38;--panel:#171d25;--good:#4ac26b;--fair:#d4a72c;--poor:#ff7b72;--run:#12301c;--missed:#431619;--branch:#4a3c0c}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
header{padding:24px 32px 16px;background:var(--panel);border-bottom:1px solid var(--rule)}
h1{margin:0;font-size:22px}header p{margin:0 0 12px;color:var(--soft)}header .path{color:var(--text);font-size:17px;overflow-wrap:anywhere}
a{color:inherit;text-decoration-color:var(--soft);text-underline-offset:3px}
.cards{display:flex;flex-wrap:wrap;gap:12px;margin:0;padding:0;list-style:none}
.cards li{display:grid;min-width:132px;padding:10px 14px;background:var(--back);border:1px solid var(--rule);border-left:4px solid var(--soft);border-radius:6px}
.cards b{font-size:20px;font-variant-numeric:tabular-nums}.cards small{color:var(--soft)}
.cards .good{border-left-color:var(--good)}.cards .fair{border-left-color:var(--fair)}.cards .poor{border-left-color:var(--poor)}
main{padding:16px 32px 48px;overflow-x:auto}
table{border-collapse:collapse;width:100%}
th{padding:6px 10px;text-align:left;font-weight:600;color:var(--soft);border-bottom:1px solid var(--rule);white-space:nowrap}
td{padding:5px 10px;border-bottom:1px solid var(--rule)}
.folder td{background:var(--panel);font-weight:600}
.number,.count{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.count{color:var(--soft);text-align:left}
.number.good{color:var(--good)}.number.fair{color:var(--fair)}.number.poor{color:var(--poor)}.none{color:var(--soft)}
meter{width:110px;height:12px}
.source td{padding:0 10px;border:0;vertical-align:top}
.source code{font:13px/1.55 ui-monospace,Menlo,Consolas,monospace;white-space:pre;tab-size:4}
.line,.hits{width:1%;text-align:right;font:13px/1.55 ui-monospace,Menlo,Consolas,monospace;color:var(--soft);white-space:nowrap;user-select:none}
.line a{text-decoration:none}
.run .hits{background:var(--run);color:var(--good)}.missed .hits{background:var(--missed);color:var(--poor)}.excluded{opacity:.55}
tr:target td{outline:1px solid var(--fair)}
mark{color:inherit;border-radius:2px}.statement,.function{background:var(--missed)}.branch{background:var(--branch)}
`.trim();
