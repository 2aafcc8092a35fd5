// Lays out formatted entries on one line, in columns, or one per line.
import { safe } from "internal:core/bootstrap";
import * as texts from "internal:core/texts";
import * as lists from "internal:core/lists";
import { getStringWidth, isDenoStyle, stripVTControlCharacters } from "internal:core/util/inspect/strings";
import type { Context } from "internal:core/util/inspect/options";

/** How the entries of a value are laid out and sorted. */
export const objectKind = 0;
/** An element of an array: only its value is shown. */
export const arrayKind = 1;
/** An array and its extra keys. */
export const arrayExtrasKind = 2;

/** Joins the entries of one object between its braces. `value` decides whether columns are aligned as numbers. */
export function layOut(
  context: Context,
  output: string[],
  base: string,
  braces: string[],
  kind: number,
  depth: number,
  value?: object,
): string {
  const head = base === "" ? "" : `${base} `;
  const indentation = context.indentationLvl;
  if (context.compact === true) return layOutCompact(context, output, base, braces);
  if (typeof context.compact === "number" && context.compact >= 1) {
    const entryCount = output.length;
    if (kind === arrayExtrasKind && entryCount > 6) output = groupInColumns(context, output, value);
    // Only the `compact` innermost levels may share a line, and never a value already in columns.
    if (context.currentDepth - depth < context.compact && entryCount === output.length) {
      const start = output.length + indentation + braces[0]!.length + base.length + 10;
      if (fitsOnLine(context, output, start, base)) {
        const joined = join(output, ", ");
        if (!safe.includes(joined, "\n")) return `${head}${braces[0]} ${joined} ${braces[1]}`;
      }
    }
  }
  const newLine = `\n${texts.repeat(" ", indentation)}`;
  const end = isDenoStyle() && (context.userOptions as { trailingComma?: boolean } | undefined)?.trailingComma === true;
  return `${head}${braces[0]}${newLine}  ${join(output, `,${newLine}  `)}${end ? "," : ""}${newLine}${braces[1]}`;
}

/** `Array.prototype.join` copies; concatenation makes ropes, so that nested values are not copied once per level. */
function join(entries: readonly string[], separator: string): string {
  let text = entries[0] ?? "";
  for (let index = 1; index < entries.length; index++) {
    text += separator;
    text += entries[index];
  }
  return text;
}

function layOutCompact(context: Context, output: string[], base: string, braces: string[]): string {
  if (fitsOnLine(context, output, 0, base)) {
    return `${braces[0]}${base === "" ? "" : ` ${base}`} ${join(output, ", ")} ${braces[1]}`;
  }
  const newLine = `\n${texts.repeat(" ", context.indentationLvl)}`;
  // After a long opening such as "Map(1) {" the first entry would not line up with the others.
  const gap = base === "" && braces[0]!.length === 1 ? " " : `${base === "" ? "" : ` ${base}`}${newLine}  `;
  return `${braces[0]}${gap}${join(output, `,${newLine}  `)} ${braces[1]}`;
}

function fitsOnLine(context: Context, output: string[], start: number, base: string): boolean {
  if (context.breakLength === Infinity)
    return !safe.includes(base, "\n") && !lists.some(output, (entry) => safe.includes(entry, "\n"));
  let total = output.length + start;
  if (total + output.length > context.breakLength) return false;
  for (let index = 0; index < output.length; index++) {
    total += context.colors ? stripVTControlCharacters(output[index]!).length : output[index]!.length;
    if (total > context.breakLength) return false;
  }
  return !safe.includes(base, "\n");
}

/** Arranges more than six short entries in columns, nearly in a square. */
function groupInColumns(context: Context, output: string[], value: object | undefined): string[] {
  // The last entry may be "... n more items", which is excluded.
  const hasMore = context.maxArrayLength < output.length;
  const count = hasMore ? output.length - 1 : output.length;
  const widths: number[] = new Array(count);
  let total = 0;
  let widest = 0;
  for (let index = 0; index < count; index++) {
    const width = getStringWidth(output[index]!, context.colors);
    widths[index] = width;
    total += width + 2;
    if (width > widest) widest = width;
  }
  const columnWidth = widest + 2; // with comma and space
  // Three columns must fit, and one long entry among short ones would leave holes.
  if (columnWidth * 3 + context.indentationLvl >= context.breakLength || (total / columnWidth <= 5 && widest > 6))
    return output;
  const bias = safe.max(columnWidth - 3 - Math.sqrt(columnWidth - total / output.length), 1);
  const columns = safe.min(
    Math.round(Math.sqrt(2.5 * bias * count) / bias), // a letter is about 2.5 times as high as wide
    safe.floor((context.breakLength - context.indentationLvl) / columnWidth),
    (context.compact as number) * 4,
    15,
  );
  if (columns <= 1) return output;
  const columnWidths: number[] = [];
  for (let column = 0; column < columns; column++) {
    let width = 0;
    for (let index = column; index < count; index += columns) if (widths[index]! > width) width = widths[index]!;
    lists.push(columnWidths, width + 2);
  }
  const alignRight = value !== undefined && allNumbers(value as unknown[], output.length);
  const lines: string[] = [];
  for (let first = 0; first < count; first += columns) {
    const last = safe.min(first + columns, count) - 1;
    let line = "";
    for (let index = first; index < last; index++) {
      const cell = `${output[index]}, `;
      const padding = texts.repeat(" ", columnWidths[index - first]! - widths[index]! - 2);
      line += alignRight ? padding + cell : cell + padding;
    }
    if (alignRight) line += texts.repeat(" ", columnWidths[last - first]! - widths[last]! - 2);
    lists.push(lines, line + output[last]);
  }
  if (hasMore) lists.push(lines, output[count]!);
  return lines;
}

function allNumbers(value: unknown[], count: number): boolean {
  for (let index = 0; index < count; index++) {
    if (typeof value[index] !== "number" && typeof value[index] !== "bigint") return false;
  }
  return true;
}
