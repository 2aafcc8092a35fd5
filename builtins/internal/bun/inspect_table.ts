// `Bun.inspect.table`.
import { getStringWidth, inspect } from "internal:core/util/inspect";

interface TableOptions {
  colors?: boolean;
}

/** `Bun.inspect.table(data, columns, options)`: rows and columns in a box. */
export function table(data: object, second?: unknown, third?: TableOptions): string {
  if (typeof data !== "object" || data === null) return "";
  const columns: string[] | undefined = Array.isArray(second) ? second.map(String) : undefined;
  const { colors = false } = (columns === undefined ? (second as TableOptions | undefined) : third) ?? {};
  const show = (value: unknown): string =>
    typeof value === "string" && !colors ? value : inspect(value, { colors, depth: 1, breakLength: Infinity });
  const rows: (readonly [string, unknown])[] =
    data instanceof Map || data instanceof Set
      ? [...(data as Iterable<unknown>)].map((item, index) => [`${index}`, item] as const)
      : Object.entries(data);
  if (data instanceof Map)
    return drawTable(
      rows.map(([index, item]) => [index, ...(item as unknown[]).map(show)]),
      ["", "Key", "Values"],
      colors,
    );
  const names: string[] = columns ?? [];
  let hasValues = false;
  for (const [, item] of rows) {
    if (typeof item !== "object" || item === null) hasValues = true;
    else if (columns === undefined) for (const name of Object.keys(item)) if (!names.includes(name)) names.push(name);
  }
  const head = ["", ...names, ...(hasValues && columns === undefined ? ["Values"] : [])];
  const body = rows.map(([key, item]) => {
    const isObject = typeof item === "object" && item !== null;
    const cells = names.map((name) => (isObject && name in item ? show((item as Record<string, unknown>)[name]) : ""));
    return [key, ...cells, ...(head.length > names.length + 1 ? [isObject ? "" : show(item)] : [])];
  });
  return drawTable(body, head, colors);
}

function drawTable(body: string[][], head: string[], colors: boolean): string {
  return draw(
    head.map((name) => (colors ? `\x1b[1m${name}\x1b[0m` : name)),
    body,
  );
}

function draw(head: string[], body: string[][]): string {
  const widths = head.map((name, column) =>
    Math.max(1, getStringWidth(name), ...body.map((row) => getStringWidth(row[column]!))),
  );
  const rule = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  const line = (cells: string[]): string =>
    `│${cells.map((cell, column) => ` ${cell}${" ".repeat(widths[column]! - getStringWidth(cell))} `).join("│")}│`;
  return [rule("┌", "┬", "┐"), line(head), rule("├", "┼", "┤"), ...body.map(line), rule("└", "┴", "┘"), ""].join("\n");
}
