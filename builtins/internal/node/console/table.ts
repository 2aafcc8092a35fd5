// `console.table`: rows and columns of a value, in a box.
import { safe } from "internal:core/bootstrap";
import { iteratorPreview } from "internal:core/util/inspect/iterator_preview";
import { isMap, isMapIterator, isSet, isSetIterator, isTypedArray } from "internal:core/util/types";
import { getStringWidth, inspect } from "internal:core/util/inspect";

/** How a runtime draws tables. */
export interface TableStyle {
  /** The head of the column with the names of the rows. */
  index: string;
  iterationIndex: string;
  /** Columns of numbers are aligned at their right side. */
  alignsNumbers: boolean;
}

const NODE_STYLE: TableStyle = { index: "(index)", iterationIndex: "(iteration index)", alignsNumbers: false };
export const DENO_STYLE: TableStyle = { index: "(idx)", iterationIndex: "(iter idx)", alignsNumbers: true };
const NUMBER = /^(?:-?\d+(?:\.\d+)?)?$/;

/** Formats the table, without a line end at the end. `properties` selects the columns. */
export function formatTable(
  data: unknown,
  properties: readonly string[] | undefined,
  inspectOptions: object,
  style: TableStyle = NODE_STYLE,
): string {
  const show = (value: unknown) =>
    inspect(value, { depth: depthOf(value), maxArrayLength: 3, breakLength: Infinity, ...inspectOptions });
  const indices = (count: number) => Array.from({ length: count }, (_, index) => show(index));

  let entries: [unknown, unknown][] | undefined = isMap(data) ? [...Map.prototype.entries.call(data)] : undefined;
  let values: unknown[] | undefined = isSet(data) ? [...Set.prototype.values.call(data)] : undefined;
  if (isMapIterator(data) || isSetIterator(data)) {
    const preview = (iteratorPreview(data) ?? [false]) as unknown[];
    const items = preview.slice(0, -1);
    if (preview[preview.length - 1] === true && isMapIterator(data)) {
      entries = [];
      for (let index = 0; index < items.length; index += 2) entries.push([items[index], items[index + 1]]);
    } else {
      values = items;
    }
  }
  if (entries !== undefined) {
    return drawTable(
      [style.iterationIndex, "Key", "Values"],
      [indices(entries.length), entries.map(([key]) => show(key)), entries.map(([, value]) => show(value))],
      style,
    );
  }
  if (values !== undefined)
    return drawTable([style.iterationIndex, "Values"], [indices(values.length), values.map(show)], style);
  return rowsTable(data, properties, show, style);
}

function depthOf(value: unknown): number {
  const isPlain = value !== null && typeof value === "object" && !safe.isArray(value) && !isTypedArray(value);
  return isPlain && safe.keys(value).length > 2 ? -1 : 0;
}

// One row per property of `data`; the properties of those that are objects are the columns.
function rowsTable(
  data: any,
  properties: readonly string[] | undefined,
  show: (value: unknown) => string,
  style: TableStyle,
): string {
  const columns: Record<string, string[]> = safe.create(null);
  const primitives: string[] = [];
  let hasPrimitives = false;
  const rowNames = safe.keys(data);
  for (const [row, name] of rowNames.entries()) {
    const item = data[name];
    const isPrimitive = item === null || (typeof item !== "function" && typeof item !== "object");
    if (isPrimitive && properties === undefined) {
      hasPrimitives = true;
      primitives[row] = show(item);
      continue;
    }
    for (const key of properties ?? safe.keys(item)) {
      columns[key] ??= [];
      columns[key][row] = isPrimitive || !safe.hasOwn(item, key) ? "" : show(item[key]);
    }
  }
  const head = [style.index, ...Object.keys(columns)];
  const body = [rowNames, ...Object.values(columns)];
  if (hasPrimitives) {
    head.push("Values");
    body.push(primitives);
  }
  return drawTable(head, body, style);
}

function drawTable(head: readonly string[], columns: readonly string[][], { alignsNumbers }: TableStyle): string {
  const rowCount = safe.max(...columns.map((column) => column.length));
  const widths = head.map((name, index) => {
    let width = getStringWidth(name);
    for (let row = 0; row < rowCount; row++) width = safe.max(width, getStringWidth(columns[index]![row] ?? ""));
    return width;
  });
  const line = (left: string, middle: string, right: string) =>
    left + widths.map((width) => "─".repeat(width + 2)).join(middle) + right;
  const isRight = columns.map((column) => alignsNumbers && column.every((cell) => NUMBER.test(cell)));
  const pad = (cell: string, index: number, right: boolean | undefined) => {
    const blanks = " ".repeat(widths[index]! - getStringWidth(cell));
    return right ? blanks + cell : cell + blanks;
  };
  const row = (cells: readonly string[], isBody: boolean) =>
    `│ ${cells.map((cell, index) => pad(cell, index, isBody && isRight[index])).join(" │ ")} │`;
  const lines = [line("┌", "┬", "┐"), row(head, false), line("├", "┼", "┤")];
  for (let index = 0; index < rowCount; index++) {
    lines.push(
      row(
        columns.map((column) => column[index] ?? ""),
        true,
      ),
    );
  }
  lines.push(line("└", "┴", "┘"));
  return lines.join("\n");
}
