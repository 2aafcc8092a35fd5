// Coverage as tables: that of Istanbul's reporter "text", that of Bun, and a short summary.
import {
  type CoveredFile,
  partialLines,
  percent,
  type Ratio,
  type Summary,
  sumOf,
  uncoveredRanges,
} from "internal:test_runner/coverage/model";
import { type Metric, METRICS } from "internal:test_runner/coverage/names";
import { type FolderNode, treeOf } from "internal:test_runner/coverage/tree";

const GREEN_FROM = 80;
const YELLOW_FROM = 50;
const NAME_MAX = 60;
const MISSING_MAX = 60;

const COLORS = { green: "\u001b[32;1m", yellow: "\u001b[33;1m", red: "\u001b[31;1m", none: "\u001b[0m" };

function colored(text: string, value: number, hasColors: boolean): string {
  if (!hasColors) return text;
  const color = value >= GREEN_FROM ? COLORS.green : value >= YELLOW_FROM ? COLORS.yellow : COLORS.red;
  return color + text + COLORS.none;
}

interface Row {
  name: string;
  summary: Summary;
  missing: string;
}

const TITLES: Record<Metric, string> = {
  statements: "% Stmts",
  branches: "% Branch",
  functions: "% Funcs",
  lines: "% Lines",
};

/** The table of Istanbul: a row for each folder and file, of which those without uncovered code may be left out. */
export function textTable(
  files: readonly CoveredFile[],
  root: string,
  { hasColors, skipsFull = false }: { hasColors: boolean; skipsFull?: boolean | undefined },
): string {
  const tree = treeOf(files, root);
  const rows: Row[] = [{ name: "All files", summary: tree.summary, missing: "" }];
  addRows(rows, tree, 1, skipsFull ? isFull : () => false);
  return table(rows, METRICS, TITLES, (ratio) => String(percent(ratio)), hasColors);
}

function isFull(summary: Summary): boolean {
  return METRICS.every((metric) => summary[metric].covered === summary[metric].total);
}

function addRows(rows: Row[], folder: FolderNode, depth: number, isLeftOut: (summary: Summary) => boolean): void {
  const indent = " ".repeat(depth);
  for (const child of folder.folders) {
    if (!isLeftOut(child.summary)) rows.push({ name: indent + child.name, summary: child.summary, missing: "" });
    addRows(rows, child, depth + 1, isLeftOut);
  }
  for (const { name, file } of folder.files) {
    if (isLeftOut(file.summary)) continue;
    const isComplete = file.summary.lines.covered === file.summary.lines.total;
    rows.push({
      name: indent + name,
      summary: file.summary,
      missing: isComplete ? partialLines(file) : uncoveredRanges(file),
    });
  }
}

/** Bun's table: functions and lines of each file. */
export function bunTable(files: readonly CoveredFile[], root: string, hasColors: boolean): string {
  const rows: Row[] = [{ name: "All files", summary: averageOf(files), missing: "" }];
  for (const file of files)
    rows.push({
      name: ` ${file.path.startsWith(`${root}/`) ? file.path.slice(root.length + 1) : file.path}`,
      summary: file.summary,
      missing: uncoveredRanges(file),
    });
  return table(rows, ["functions", "lines"], TITLES, (ratio) => percent(ratio).toFixed(2), hasColors);
}

/** Bun's sum is the mean of the files. */
function averageOf(files: readonly CoveredFile[]): Summary {
  const sum = sumOf(files);
  for (const metric of METRICS) {
    const known = files.filter(({ summary }) => summary[metric].total > 0);
    const mean = known.reduce((total, { summary }) => total + percent(summary[metric]), 0) / (known.length || 1);
    sum[metric] = known.length === 0 ? { total: 0, covered: 0 } : { total: 10_000, covered: Math.round(mean * 100) };
  }
  return sum;
}

function table(
  rows: Row[],
  metrics: readonly Metric[],
  titles: Record<Metric, string>,
  show: (ratio: Ratio) => string,
  hasColors: boolean,
): string {
  const missingTitle = "Uncovered Line #s";
  const shorten = (text: string, length: number, keepsStart: boolean): string =>
    text.length <= length
      ? text
      : keepsStart
        ? `${text.slice(0, length - 3)}...`
        : `...${text.slice(text.length - length + 3)}`;
  const nameWidth = Math.min(NAME_MAX, Math.max(4, ...rows.map(({ name }) => name.length)));
  const missingWidth = Math.min(
    MISSING_MAX,
    Math.max(missingTitle.length, ...rows.map(({ missing }) => missing.length)),
  );
  const widths = metrics.map((metric) => titles[metric].length);
  const line = [
    "-".repeat(nameWidth + 1),
    ...widths.map((width) => "-".repeat(width + 2)),
    "-".repeat(missingWidth + 2),
  ].join("|");
  const head = [
    `${"File".padEnd(nameWidth)} `,
    ...metrics.map((metric) => ` ${titles[metric]} `),
    ` ${missingTitle.padEnd(missingWidth)} `,
  ].join("|");
  const body = rows.map(({ name, summary, missing }) => {
    const worst = Math.min(...metrics.map((metric) => percent(summary[metric])));
    return [
      `${colored(shorten(name, nameWidth, false).padEnd(nameWidth), worst, hasColors)} `,
      ...metrics.map(
        (metric, index) =>
          ` ${colored(show(summary[metric]).padStart(widths[index]!), percent(summary[metric]), hasColors)} `,
      ),
      ` ${hasColors && missing !== "" ? COLORS.red : ""}${shorten(missing, missingWidth, true).padEnd(missingWidth)}${hasColors && missing !== "" ? COLORS.none : ""} `,
    ].join("|");
  });
  return `${[line, head, line, ...body, line].join("\n")}\n`;
}

/** The sums only. */
export function textSummary(files: readonly CoveredFile[], hasColors: boolean): string {
  const summary = sumOf(files);
  const names: Record<Metric, string> = {
    statements: "Statements",
    branches: "Branches",
    functions: "Functions",
    lines: "Lines",
  };
  const lines = METRICS.map((metric) => {
    const ratio = summary[metric];
    const text = `${names[metric].padEnd(12)} : ${percent(ratio)}% ( ${ratio.covered}/${ratio.total} )`;
    return colored(text, percent(ratio), hasColors);
  });
  const title = "=============================== Coverage summary ===============================";
  return `\n${title}\n${lines.join("\n")}\n${"=".repeat(title.length)}\n`;
}
