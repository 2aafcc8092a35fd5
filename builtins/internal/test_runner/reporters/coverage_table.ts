// The report of coverage in the reporters spec and tap: a table with the folders as a tree.
import type { CoverageSummary, FileSummary } from "internal:test_runner/coverage/node_coverage";
import type { Palette } from "internal:core/util/colors";
import defer * as path from "internal:core/path";

const HIGH_FROM = 90;
const MEDIUM_FROM = 50;
const COLUMNS = ["line %", "branch %", "funcs %"];
const ALL = "all files";
const UNCOVERED = "uncovered lines";

interface Folder {
  folders: Map<string, Folder>;
  files: Map<string, FileSummary>;
}
interface Row {
  name: string;
  depth: number;
  percents: number[] | null;
  uncovered: string;
}

/** The lines of the report, each after `prefix`. `colors`: null for none; `base` is the color around. */
export function coverageTable(
  summary: CoverageSummary,
  prefix: string,
  colors: Palette | null = null,
  base = "",
): string {
  const rows = rowsOf(summary);
  const { totals } = summary;
  const nameWidth = Math.max(ALL.length, ...rows.map(({ name, depth }) => name.length + depth + 1));
  const uncoveredWidth = Math.max(UNCOVERED.length, ...rows.map(({ uncovered }) => uncovered.length));
  const colored = (text: string, percent: number): string => {
    if (colors === null) return text;
    return `${percent >= HIGH_FROM ? colors.green : percent >= MEDIUM_FROM ? colors.yellow : colors.red}${text}${base}`;
  };
  const rule = "-".repeat(nameWidth + COLUMNS.join("").length + (COLUMNS.length + 1) * 3 + uncoveredWidth + 1);
  const line = (name: string, cells: string[], last: string): string => `${[name, ...cells].join(" | ")} | ${last}`;
  const cellsOf = (percents: number[] | null): string[] =>
    COLUMNS.map((title, index) =>
      percents === null
        ? colored(" ".repeat(title.length), Number.NaN)
        : colored(percents[index]!.toFixed(2).padStart(title.length), percents[index]!),
    );
  const nameOf = ({ name, depth, percents }: Row): string => {
    const padded = name.padEnd(nameWidth - depth);
    const color = percents === null ? padded : colored(padded, percents.reduce((sum, one) => sum + one, 0) / 3);
    return " ".repeat(depth) + color;
  };
  const lines = [
    "start of coverage report",
    rule,
    line(
      "file".padEnd(nameWidth),
      COLUMNS.map((title) => colored(title, Number.NaN)),
      UNCOVERED,
    ),
    rule,
    ...rows.map((row) => line(nameOf(row), cellsOf(row.percents), row.uncovered)),
    rule,
    line(
      ALL.padEnd(nameWidth),
      cellsOf([totals.coveredLinePercent, totals.coveredBranchPercent, totals.coveredFunctionPercent]),
      "",
    ),
    rule,
    "end of coverage report",
  ];
  return lines.map((text) => `${prefix}${text}\n`).join("");
}

function rowsOf({ files, workingDirectory }: CoverageSummary): Row[] {
  const root: Folder = { folders: new Map(), files: new Map() };
  for (const file of files) {
    const parts = path.default.relative(workingDirectory, file.path).split("/");
    let at = root;
    for (const part of parts.slice(0, -1)) {
      let next = at.folders.get(part);
      if (next === undefined) at.folders.set(part, (next = { folders: new Map(), files: new Map() }));
      at = next;
    }
    at.files.set(parts.at(-1)!, file);
  }
  const rows: Row[] = [];
  addRows(root, 0, rows);
  return rows;
}

function addRows(folder: Folder, depth: number, rows: Row[]): void {
  for (const [name, file] of folder.files) {
    const percents = [file.coveredLinePercent, file.coveredBranchPercent, file.coveredFunctionPercent];
    rows.push({ name, depth, percents, uncovered: uncoveredLines(file) });
  }
  for (const [name, inner] of folder.folders) {
    rows.push({ name, depth, percents: null, uncovered: "" });
    addRows(inner, depth + 1, rows);
  }
}

function uncoveredLines({ lines }: FileSummary): string {
  const ranges: [first: number, last: number][] = [];
  for (const { line, count } of lines) {
    if (count > 0) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(" ");
}
