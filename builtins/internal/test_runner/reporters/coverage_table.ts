// The report of coverage in the reporters spec and tap: a table with the folders as a tree, which is cut to the width of the
// terminal. https://nodejs.org/api/test.html#collecting-code-coverage
import type { CoverageSummary, FileSummary } from "internal:test_runner/coverage/node_coverage";
import type { Palette } from "internal:core/util/colors";
import defer * as path from "internal:core/path";
import defer * as process from "internal:node/process";

const HIGH_ABOVE = 90;
const MEDIUM_ABOVE = 50;
const COLUMNS = ["line %", "branch %", "funcs %"];
const SEPARATOR = " | ";
const FILE = "file";
const ALL = "all files";
const UNCOVERED = "uncovered lines";
const ELLIPSIS = "\u2026";
/** Node leaves so much more for names when they are coloured. */
const COLORED_EXTRA = 2;

/** A folder or a file, in the order of the files. */
interface Node {
  children: Map<string, Node>;
  file: FileSummary | undefined;
}
interface Widths {
  name: number;
  uncovered: number;
  rule: number;
}

/** The lines of the report, each after `prefix`. `colors`: null for none; `base` is the color around. */
export function coverageTable(
  summary: CoverageSummary,
  prefix: string,
  colors: Palette | null = null,
  base = "",
): string {
  const root: Node = { children: new Map(), file: undefined };
  const { depth, longest } = addFiles(root, summary);
  const widths = widthsOf(summary, depth, longest, prefix.length, colors !== null);
  const table = new Table(widths, colors, base);
  const rule = "-".repeat(widths.rule);
  const { totals } = summary;
  const lines = [
    "start of coverage report",
    rule,
    table.row(FILE, 0, COLUMNS, undefined, UNCOVERED),
    rule,
    ...rowsOf(root, 0, table),
    rule,
    table.row(
      ALL,
      0,
      [totals.coveredLinePercent, totals.coveredBranchPercent, totals.coveredFunctionPercent],
      undefined,
      "",
    ),
    rule,
    "end of coverage report",
  ];
  return lines.map((text) => `${prefix}${text}\n`).join("");
}

/** Adds the files as a tree; its depth, and the length of its longest name. */
function addFiles(root: Node, { files, workingDirectory }: CoverageSummary): { depth: number; longest: number } {
  let depth = 1;
  let longest = 0;
  for (const file of files) {
    const parts = path.default.relative(workingDirectory, file.path).split("/");
    let at = root;
    for (const part of parts) {
      let next = at.children.get(part);
      if (next === undefined) at.children.set(part, (next = { children: new Map(), file: undefined }));
      at = next;
      longest = Math.max(longest, part.length);
    }
    at.file = file;
    depth = Math.max(depth, parts.length);
  }
  return { depth, longest };
}

function widthsOf(
  { files }: CoverageSummary,
  depth: number,
  longest: number,
  prefixWidth: number,
  isColored: boolean,
): Widths {
  const terminal = (process.default as unknown as { stdout: { columns?: number } }).stdout.columns || Infinity;
  let name = Math.max(longest + depth - 1 + (isColored ? COLORED_EXTRA : 0), ALL.length);
  if (name > terminal / 2) name = Math.floor(terminal / 2);
  const columns = COLUMNS.reduce((sum, title) => sum + title.length + SEPARATOR.length, 0);
  const uncovered = Math.max(UNCOVERED.length, ...files.map((file) => uncoveredLines(file).length));
  const rule = name + 2 + columns + uncovered + 2;
  const available = terminal - prefixWidth;
  if (rule <= available) return { name, uncovered: Infinity, rule };
  name = Math.min(available * 0.5, name);
  return { name, uncovered: Math.max(available - columns - (name + 2) - 2, 1), rule: available };
}

class Table {
  readonly #widths: Widths;
  readonly #colors: Palette | null;
  readonly #base: string;

  constructor(widths: Widths, colors: Palette | null, base: string) {
    this.#widths = widths;
    this.#colors = colors;
    this.#base = base;
  }

  /** `coverage`: that of a file, which colors its name. */
  row(
    name: string,
    depth: number,
    cells: readonly (number | string)[],
    coverage: number | undefined,
    uncovered: string,
  ): string {
    const width = this.#widths.name - depth;
    const padded = cutStart(name.padEnd(width), width);
    const shown = cells.map((cell, index) => {
      const text = typeof cell === "number" ? cell.toFixed(2) : cell;
      return this.#colored(text.padStart(COLUMNS[index]!.length), typeof cell === "number" ? cell : Number.NaN);
    });
    return [
      " ".repeat(depth) + (coverage === undefined ? padded : this.#colored(padded, coverage)),
      ...shown,
      cutEnd(uncovered, this.#widths.uncovered),
    ].join(SEPARATOR);
  }

  #colored(text: string, percent: number): string {
    const colors = this.#colors;
    if (colors === null) return text;
    const color = percent > HIGH_ABOVE ? colors.green : percent > MEDIUM_ABOVE ? colors.yellow : colors.red;
    return `${color}${text}${this.#base}`;
  }
}

function cutStart(text: string, width: number): string {
  return text.length > width ? `${ELLIPSIS}${text.slice(text.length - width + 1)}` : text;
}

function cutEnd(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}${ELLIPSIS}` : text;
}

function rowsOf(node: Node, depth: number, table: Table): string[] {
  return [...node.children].flatMap(([name, child]) => {
    const { file } = child;
    if (file === undefined)
      return [table.row(name, depth, ["", "", ""], undefined, ""), ...rowsOf(child, depth + 1, table)];
    const percents = [file.coveredLinePercent, file.coveredBranchPercent, file.coveredFunctionPercent];
    const mean = percents.reduce((sum, percent) => sum + percent, 0) / percents.length;
    return [table.row(name, depth, percents, mean, uncoveredLines(file))];
  });
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
