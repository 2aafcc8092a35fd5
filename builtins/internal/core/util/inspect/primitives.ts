// Numbers, strings and the other values without properties.
import { safe, pinnedPattern } from "internal:core/bootstrap";
import { isDenoStyle, quote } from "internal:core/util/inspect/strings";
import { addNumericalSeparator } from "internal:core/errors/wording";
import type { Context } from "internal:core/util/inspect/options";

const plainDescription = pinnedPattern(/^[a-zA-Z_][a-zA-Z_.0-9]*$/);

type Stylize = (text: string, style: string) => string;

export function formatNumber(stylize: Stylize, number: number, numericSeparator: boolean): string {
  if (safe.is(number, -0)) return stylize("-0", "number");
  const text = `${number}`;
  if (!numericSeparator || !Number.isFinite(number) || text.includes("e")) return stylize(text, "number");
  const point = text.indexOf(".");
  if (point === -1) return stylize(addNumericalSeparator(text), "number");
  const fraction = text.slice(point + 1).replace(/\d{3}(?=\d)/g, "$&_");
  return stylize(`${addNumericalSeparator(text.slice(0, point))}.${fraction}`, "number");
}

export function formatBigInt(stylize: Stylize, bigint: bigint, numericSeparator: boolean): string {
  const text = String(bigint);
  return stylize(`${numericSeparator ? addNumericalSeparator(text) : text}n`, "bigint");
}

/** Formats a value that is not an object. Long strings are truncated, and split at their line ends when they do not fit. */
export function formatPrimitive(stylize: Stylize, value: unknown, context: Context): string {
  switch (typeof value) {
    case "string":
      return formatString(stylize, value, context);
    case "number":
      return formatNumber(stylize, value, context.numericSeparator);
    case "bigint":
      return formatBigInt(stylize, value, context.numericSeparator);
    case "boolean":
      return stylize(`${value}`, "boolean");
    case "symbol":
      return stylize(isDenoStyle() ? symbolInDeno(value) : Symbol.prototype.toString.call(value), "symbol");
    default:
      return stylize("undefined", "undefined");
  }
}

function formatString(stylize: Stylize, text: string, context: Context): string {
  let trailer = "";
  if (text.length > context.maxStringLength) {
    const remaining = text.length - context.maxStringLength;
    text = text.slice(0, context.maxStringLength);
    trailer = `... ${remaining} more character${remaining > 1 ? "s" : ""}`;
  }
  if (
    context.compact !== true &&
    text.length > 16 &&
    text.length > context.breakLength - context.indentationLvl - 4 &&
    text.includes("\n")
  ) {
    return formatLines(stylize, text, ` +\n${" ".repeat(context.indentationLvl + 2)}`) + trailer;
  }
  return stylize(quote(text), "string") + trailer;
}

/** Each line with the break that ends it. */
function formatLines(stylize: Stylize, text: string, separator: string): string {
  let formatted = "";
  for (let start = 0; start < text.length;) {
    const end = safe.indexOf(text, "\n", start) + 1 || text.length;
    formatted += `${start === 0 ? "" : separator}${stylize(quote(safe.slice(text, start, end)), "string")}`;
    start = end;
  }
  return formatted;
}

/** A description that is not an identifier is quoted. */
function symbolInDeno(symbol: symbol): string {
  const { description } = symbol;
  if (description === undefined || plainDescription.test(description)) return String(symbol);
  return `Symbol(${quote(description)})`;
}
