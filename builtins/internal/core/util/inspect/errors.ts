// Errors: their stack with an improved head, causes and aggregated errors, repeated frames folded.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import * as texts from "internal:core/texts";
import { stackOf } from "internal:core/stack/stack";
import { isNativeError } from "internal:core/util/types";
import { formatValue } from "internal:core/util/inspect/value";
import { ownKeys } from "internal:core/util/inspect/keys";
import { prefixOf } from "internal:core/util/inspect/names";
import { foldRepeatedFrames, sharedFrames } from "internal:core/util/inspect/frames";
import { highlightFrame } from "internal:core/util/inspect/frame_colors";
import type { Context } from "internal:core/util/inspect/options";

const errorToString = Error.prototype.toString;

export function isError(value: unknown): boolean {
  return isNativeError(value) || value instanceof Error;
}

function read(error: object, key: string): { value: any } | undefined {
  try {
    return { value: (error as Record<string, unknown>)[key] };
  } catch {
    return undefined;
  }
}

/** The stack in V8's format; name and message when there is none. */
function printedStack(context: Context, error: object): string {
  let stack: unknown;
  try {
    stack = stackOf(error);
  } catch {
    // An accessor of the program that throws: the error is shown without its stack.
  }
  if (!stack) return safe.apply(errorToString, error, []) as string;
  if (typeof stack === "string") return stack;
  lists.push(context.seen, error);
  context.indentationLvl += 4;
  const shown = formatValue(context, stack, NaN); // never on one line, as in Node
  context.indentationLvl -= 4;
  lists.pop(context.seen);
  return `${safe.apply(errorToString, error, []) as string}\n    ${shown}`;
}

/** Formats an error without its properties. Removes from `keys` what the result already shows, adds `cause` and `errors`. */
export function formatError(
  context: Context,
  error: object,
  constructor: string | null,
  tag: string,
  keys: PropertyKey[],
): string {
  let stack: string;
  try {
    stack = printedStack(context, error);
  } catch {
    return safe.objectToString(error);
  }
  addPosition(context, error, keys);
  const message = read(error, "message");
  const name = read(error, "name");
  if (!context.showHidden && keys.length !== 0) {
    removeKey(keys, "stack");
    if (message !== undefined && (typeof message.value !== "string" || safe.includes(stack, message.value)))
      removeKey(keys, "message");
    if (name !== undefined && (typeof name.value !== "string" || safe.includes(stack, name.value)))
      removeKey(keys, "name");
  }
  if (safe.hasOwn(error, "cause") && !lists.includes(keys, "cause")) lists.push(keys, "cause");
  if (safe.hasOwn(error, "errors") && safe.isArray(read(error, "errors")?.value) && !lists.includes(keys, "errors"))
    lists.push(keys, "errors");
  stack = improveHead(stack, constructor, name?.value ?? "Error", tag);
  return layOutStack(context, error, stack, message?.value);
}

/** Adds the `line` and the `column` that the program has set, which are enumerable once the stack was read. */
function addPosition(context: Context, error: object, keys: PropertyKey[]): void {
  if (lists.includes(keys, "line") || !safe.getOwnPropertyDescriptor(error, "line")?.enumerable) return;
  const known = ownKeys(error, context.showHidden);
  keys.length = 0;
  lists.append(keys, known);
}

function removeKey(keys: PropertyKey[], key: string): void {
  const index = lists.indexOf(keys, key);
  if (index !== -1) lists.splice(keys, index, 1);
}

// Names the class in the head when `name` does not: `Error` becomes `MyError` or `MyError [Error]`.
function improveHead(stack: string, constructor: string | null, name: string, tag: string): string {
  let length: number = name.length;
  if (typeof name !== "string") {
    stack = stack.replace(`${name}`, () => `${name} [${safe.slice(prefixOf(constructor, tag, "Error"), 0, -1)}]`);
  }
  const looksRegular =
    typeof name === "string" &&
    safe.endsWith(name, "Error") &&
    safe.startsWith(stack, name) &&
    (stack.length === length || stack[length] === ":" || stack[length] === "\n");
  if (constructor !== null && !looksRegular) return stack;
  let fallback = "Error";
  if (constructor === null) {
    const start =
      texts.match(/^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)/, stack) ?? texts.match(/^([a-z_A-Z0-9-]*Error)$/, stack);
    fallback = start?.[1] ?? "";
    length = fallback.length;
    fallback ||= "Error";
  }
  const prefix = safe.slice(prefixOf(constructor, tag, fallback), 0, -1);
  if (name === prefix) return stack;
  if (!safe.includes(prefix, name)) return `${prefix} [${name}]${safe.slice(stack, length)}`;
  return length === 0 ? `${prefix}: ${stack}` : `${prefix}${safe.slice(stack, length)}`;
}

function layOutStack(context: Context, error: object, stack: string, message: string): string {
  let position = (message && safe.indexOf(stack, message)) || -1;
  if (position !== -1) position += message.length;
  const framesStart = safe.indexOf(stack, "\n    at", position);
  if (framesStart === -1) {
    stack = `[${stack}]`; // brackets mark an error without a trace
  } else {
    const frames = foldFrames(context, error, safe.slice(stack, framesStart + 1));
    const shown = context.colors ? lists.map(frames, (frame) => highlightFrame(context, frame)) : frames;
    stack = `${safe.slice(stack, 0, framesStart)}\n${texts.join(shown, "\n")}`;
  }
  if (context.indentationLvl !== 0)
    stack = texts.replaceAll(stack, "\n", `\n${texts.repeat(" ", context.indentationLvl)}`);
  return stack;
}

function foldFrames(context: Context, error: object, stack: string): string[] {
  const frames = texts.split(stack, "\n");
  const cause = read(error, "cause")?.value;
  if (cause != null && isError(cause)) {
    const causeStack = printedStack(context, cause);
    const start = safe.indexOf(causeStack, "\n    at");
    if (start !== -1) {
      const { length, offset } = sharedFrames(frames, texts.split(safe.slice(causeStack, start + 1), "\n"));
      if (length > 0) {
        const note = `    ... ${length - 2} lines matching cause stack trace ...`;
        frames.splice(offset + 1, length - 2, context.stylize(note, "undefined"));
      }
    }
  }
  if (frames.length > 10) foldRepeatedFrames(frames, (note) => context.stylize(note, "undefined"));
  return frames;
}
