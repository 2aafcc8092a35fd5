// The tables of `Bun.markdown.ansi`: boxes whose columns shrink, the widest first, until the table fits.
import { stringWidth } from "internal:bun/string_width";
import { type Run, widthOf, wrapped } from "internal:bun/markdown/ansi_inline";

export interface Cell {
  runs: readonly Run[];
  isHeader: boolean;
  align: "" | "left" | "center" | "right";
}

const WIDTH_MIN = 3;
const BOXES = {
  colored: { line: "─", bar: "│", top: "┌┬┐", middle: "├┼┤", bottom: "└┴┘" },
  plain: { line: "-", bar: "|", top: "+++", middle: "+++", bottom: "+++" },
};

/** The lines of a table of at most `available` columns (0 for no limit) as far as that is possible. */
export function tableLines(rows: readonly Cell[][], available: number, hasColors: boolean): string[] {
  const box = hasColors ? BOXES.colored : BOXES.plain;
  const widths = columnWidths(rows, available);
  const dim = (text: string) => (hasColors ? `\x1b[2m${text}\x1b[0m` : text);
  const rule = ([left, cross, right]: string) =>
    dim(left + widths.map((width) => box.line.repeat(width + 2)).join(cross) + right);
  const bodyStart = rows.findIndex((row) => !row.some((cell) => cell.isHeader));
  const heads = bodyStart === -1 ? rows.length : bodyStart;
  const linesOf = (row: readonly Cell[]) => rowLines(row, widths, dim(box.bar), hasColors);
  return [
    rule(box.top),
    ...rows.slice(0, heads).flatMap(linesOf),
    rule(box.middle),
    ...rows.slice(heads).flatMap(linesOf),
    rule(box.bottom),
  ];
}

function columnWidths(rows: readonly Cell[][], available: number): number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(WIDTH_MIN, ...rows.map((row) => (row[index] === undefined ? 0 : widthOf(row[index].runs)))),
  );
  if (available === 0) return widths;
  // A bar and two spaces for each column, and the last bar.
  let excess = widths.reduce((sum, width) => sum + width, 0) - (available - 3 * count - 1);
  for (; excess > 0; excess--) {
    const widest = Math.max(...widths);
    if (widest <= WIDTH_MIN) break;
    widths[widths.indexOf(widest)]!--;
  }
  return widths;
}

function rowLines(row: readonly Cell[], widths: number[], bar: string, hasColors: boolean): string[] {
  const cells = row.map(({ runs }, index) => wrapped(runs, widths[index]!));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    const parts = widths.map((width, index) => paddedCell(cells[index]?.[line] ?? "", row[index], width, hasColors));
    return `${bar} ${parts.join(` ${bar} `)} ${bar}`;
  });
}

function paddedCell(text: string, cell: Cell | undefined, width: number, hasColors: boolean): string {
  const free = Math.max(0, width - stringWidth(text));
  const left = cell?.align === "right" ? free : cell?.align === "center" ? Math.floor(free / 2) : 0;
  const content = " ".repeat(left) + text;
  const styled = cell?.isHeader === true && hasColors ? `\x1b[1m${content}\x1b[0m` : content;
  return styled + " ".repeat(free - left);
}
