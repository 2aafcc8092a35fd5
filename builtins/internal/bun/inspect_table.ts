// `Bun.inspect.table`.
import { safe } from "internal:core/bootstrap";
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
    (colors ? null : plainText(value)) ?? inspect(value, { colors, depth: 1, breakLength: Infinity });
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

/** The text of a primitive without colors; null for other values. */
function plainText(value: unknown): string | null {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return safe.is(value, -0) ? "-0" : `${value}`;
    case "boolean":
    case "undefined":
      return `${value}`;
    default:
      return value === null ? "null" : null;
  }
}

function drawTable(body: string[][], head: string[], colors: boolean): string {
  return draw(
    head.map((name) => (colors ? `\x1b[1m${name}\x1b[0m` : name)),
    body,
  );
}

function draw(head: string[], body: string[][]): string {
  const lines = [head, ...body];
  const columns = lines.map((cells) => head.map((_, column) => getStringWidth(cells[column]!)));
  const widths = head.map((_, column) => {
    let width = 1;
    for (let index = 0; index < columns.length; index++) width = Math.max(width, columns[index]![column]!);
    return width;
  });
  const rule = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  const line = (cells: string[], used: number[]): string => {
    let text = "│";
    for (let column = 0; column < widths.length; column++)
      text += ` ${cells[column]}${" ".repeat(widths[column]! - used[column]!)} │`;
    return text;
  };
  let text = `${rule("┌", "┬", "┐")}\n${line(head, columns[0]!)}\n${rule("├", "┼", "┤")}\n`;
  for (let index = 0; index < body.length; index++) text += `${line(body[index]!, columns[index + 1]!)}\n`;
  return `${text}${rule("└", "┴", "┘")}\n`;
}
