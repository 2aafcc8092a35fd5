// `util.format`: printf-like format strings, and what `console.log` prints.
import { safe } from "internal:core/bootstrap";
import { kValidateObjectAllowArray, validateObject } from "internal:core/validators";
import { kindOf } from "internal:core/util/kind_of";
import { ExoticKind, proxyTarget } from "native:engine";
import { defaultOptions, stylizeNoColor } from "internal:core/util/inspect/options";
import { inspect } from "internal:core/util/inspect";
import defer * as names from "internal:core/util/inspect/names";
import defer * as primitives from "internal:core/util/inspect/primitives";

/** Replaces the placeholders `%s %d %i %f %j %o %O %c %%` of the first argument, and appends the other arguments. */
export function format(...args: unknown[]): string {
  return formatArguments(undefined, args);
}

/** `format` with options for the values that are inspected. */
export function formatWithOptions(inspectOptions: object, ...args: unknown[]): string {
  validateObject(inspectOptions, "inspectOptions", kValidateObjectAllowArray);
  return formatArguments(inspectOptions, args);
}

/** The options of `inspect` that `format` reads itself or gets from builtins; the others are passed on. */
export interface FormatOptions {
  depth?: number;
  colors?: boolean;
  numericSeparator?: boolean;
  /** The text for a placeholder of another runtime's console; undefined: as in Node. */
  replace?(letter: string, value: unknown): string | undefined;
}

/** `format` with its arguments in an array. */
export function formatArguments(options: FormatOptions | undefined, args: readonly unknown[]): string {
  const first = args[0];
  let text = "";
  let next = 0;
  if (typeof first === "string") {
    if (args.length === 1) return first;
    next = 1;
    if (!safe.includes(first, "%")) {
      text = first;
    } else {
      let last = 0;
      for (
        let index = first.indexOf("%");
        index !== -1 && index < first.length - 1;
        index = first.indexOf("%", index + 2)
      ) {
        const letter = first[index + 1]!;
        if (letter === "%") {
          // As in Node, also without arguments left: `%%` is always one percent sign.
          text += first.slice(last, index + 1);
          last = index + 2;
        } else if (next < args.length) {
          const replacement = replacementOf(letter, args, next, options);
          if (replacement === undefined) continue;
          text += first.slice(last, index) + replacement;
          last = index + 2;
          next++;
        }
      }
      text += first.slice(last);
    }
    if (next === args.length) return text;
    text += " ";
  }
  for (let index = next; index < args.length; index++) {
    const value = args[index];
    if (index !== next) text += " ";
    if (typeof value === "string") text += value;
    else if (typeof value === "number" && !(options?.colors ?? defaultOptions.colors)) text += number(value, options);
    else text += inspect(value, options);
  }
  return text;
}

function replacementOf(
  letter: string,
  args: readonly unknown[],
  index: number,
  options: FormatOptions | undefined,
): string | undefined {
  const value = args[index];
  const own = options?.replace?.(letter, value);
  if (own !== undefined) return own;
  switch (letter) {
    case "s":
      return formatAsString(value, options);
    case "d":
      if (typeof value === "bigint") return bigint(value, options);
      return typeof value === "symbol" ? "NaN" : number(Number(value), options);
    case "i":
      if (typeof value === "bigint") return bigint(value, options);
      return typeof value === "symbol" ? "NaN" : number(Number.parseInt(value as string), options);
    case "f":
      return typeof value === "symbol" ? "NaN" : number(Number.parseFloat(value as string), options);
    case "j":
      return stringify(value);
    case "O":
      return inspect(value, options);
    case "o":
      return inspect(value, { ...options, showHidden: true, showProxy: true, depth: 4 });
    case "c":
      return "";
    default:
      return undefined;
  }
}

function number(value: number, options: FormatOptions | undefined): string {
  return primitives.formatNumber(stylizeNoColor, value, options?.numericSeparator ?? defaultOptions.numericSeparator);
}

function bigint(value: bigint, options: FormatOptions | undefined): string {
  return primitives.formatBigInt(stylizeNoColor, value, options?.numericSeparator ?? defaultOptions.numericSeparator);
}

function formatAsString(value: unknown, options: FormatOptions | undefined): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return number(value, options);
  if (typeof value === "bigint") return bigint(value, options);
  if (typeof value !== "object" || value === null || !hasBuiltInToString(value)) return String(value);
  return inspect(value, { ...options, compact: 3, colors: false, depth: 0 });
}

/** Whether `String(value)` would call a built-in function only, which shows less than `inspect`. Runs no proxy trap. */
function hasBuiltInToString(value: any): boolean {
  while (kindOf(value) === ExoticKind.PROXY) {
    value = proxyTarget(value);
    if (value === null) return true;
  }
  const hasToString = typeof value.toString === "function";
  const hasToPrimitive = typeof value[Symbol.toPrimitive] === "function";
  if (!hasToString && !hasToPrimitive) return true;
  let holder = value;
  let isOwn = true;
  while (
    !(
      (hasToString && Object.hasOwn(holder, "toString")) ||
      (hasToPrimitive && Object.hasOwn(holder, Symbol.toPrimitive))
    )
  ) {
    holder = Object.getPrototypeOf(holder);
    isOwn = false;
  }
  if (isOwn) return false;
  const constructor = Object.getOwnPropertyDescriptor(holder, "constructor")?.value;
  return typeof constructor === "function" && names.isBuiltInName(constructor.name);
}

let circularMessage: string | undefined;

function firstLine(error: Error): string {
  return error.message.split("\n", 1)[0]!;
}

function stringify(value: unknown): string | undefined {
  try {
    return String(safe.stringify(value));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (circularMessage === undefined) {
      const circle: { circle?: object } = {};
      circle.circle = circle;
      try {
        safe.stringify(circle);
      } catch (circularError) {
        circularMessage = firstLine(circularError as Error);
      }
    }
    if (firstLine(error) !== circularMessage) throw error;
    return "[Circular]";
  }
}
