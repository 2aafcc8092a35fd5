// Errors: their stack with an improved head, causes and aggregated errors, repeated frames folded.
import { safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { stackOf } from "internal:core/stack/stack";
import { isNativeError } from "internal:core/util/types";
import { formatValue } from "internal:core/util/inspect/value";
import { ownKeys } from "internal:core/util/inspect/keys";
import { prefixOf } from "internal:core/util/inspect/names";
import { foldRepeatedFrames, sharedFrames } from "internal:core/util/inspect/frames";
import { highlightFrame } from "internal:core/util/inspect/frame_colors";
import type { Context } from "internal:core/util/inspect/options";

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
  if (!stack) return Error.prototype.toString.call(error);
  if (typeof stack === "string") return stack;
  lists.push(context.seen, error);
  context.indentationLvl += 4;
  const shown = formatValue(context, stack, NaN); // never on one line, as in Node
  context.indentationLvl -= 4;
  lists.pop(context.seen);
  return `${Error.prototype.toString.call(error)}\n    ${shown}`;
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
    return Object.prototype.toString.call(error);
  }
  addPosition(context, error, keys);
  const message = read(error, "message");
  const name = read(error, "name");
  if (!context.showHidden && keys.length !== 0) {
    removeKey(keys, "stack");
    if (message !== undefined && (typeof message.value !== "string" || stack.includes(message.value)))
      removeKey(keys, "message");
    if (name !== undefined && (typeof name.value !== "string" || stack.includes(name.value))) removeKey(keys, "name");
  }
  if (safe.hasOwn(error, "cause") && !keys.includes("cause")) lists.push(keys, "cause");
  if (safe.hasOwn(error, "errors") && safe.isArray(read(error, "errors")?.value) && !keys.includes("errors"))
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
    stack = stack.replace(`${name}`, () => `${name} [${prefixOf(constructor, tag, "Error").slice(0, -1)}]`);
  }
  const looksRegular =
    typeof name === "string" &&
    name.endsWith("Error") &&
    stack.startsWith(name) &&
    (stack.length === length || stack[length] === ":" || stack[length] === "\n");
  if (constructor !== null && !looksRegular) return stack;
  let fallback = "Error";
  if (constructor === null) {
    const start = /^([A-Z][a-z_ A-Z0-9[\]()-]+)(?::|\n {4}at)/.exec(stack) ?? /^([a-z_A-Z0-9-]*Error)$/.exec(stack);
    fallback = start?.[1] ?? "";
    length = fallback.length;
    fallback ||= "Error";
  }
  const prefix = prefixOf(constructor, tag, fallback).slice(0, -1);
  if (name === prefix) return stack;
  if (!prefix.includes(name)) return `${prefix} [${name}]${stack.slice(length)}`;
  return length === 0 ? `${prefix}: ${stack}` : `${prefix}${stack.slice(length)}`;
}

function layOutStack(context: Context, error: object, stack: string, message: string): string {
  let position = (message && stack.indexOf(message)) || -1;
  if (position !== -1) position += message.length;
  const framesStart = stack.indexOf("\n    at", position);
  if (framesStart === -1) {
    stack = `[${stack}]`; // brackets mark an error without a trace
  } else {
    const frames = foldFrames(context, error, stack.slice(framesStart + 1));
    const shown = context.colors ? lists.map(frames, (frame) => highlightFrame(context, frame)) : frames;
    stack = `${stack.slice(0, framesStart)}\n${shown.join("\n")}`;
  }
  if (context.indentationLvl !== 0) stack = stack.replaceAll("\n", `\n${" ".repeat(context.indentationLvl)}`);
  return stack;
}

function foldFrames(context: Context, error: object, stack: string): string[] {
  const frames = stack.split("\n");
  const cause = read(error, "cause")?.value;
  if (cause != null && isError(cause)) {
    const causeStack = printedStack(context, cause);
    const start = causeStack.indexOf("\n    at");
    if (start !== -1) {
      const { length, offset } = sharedFrames(frames, causeStack.slice(start + 1).split("\n"));
      if (length > 0) {
        const note = `    ... ${length - 2} lines matching cause stack trace ...`;
        frames.splice(offset + 1, length - 2, context.stylize(note, "undefined"));
      }
    }
  }
  if (frames.length > 10) foldRepeatedFrames(frames, (note) => context.stylize(note, "undefined"));
  return frames;
}
