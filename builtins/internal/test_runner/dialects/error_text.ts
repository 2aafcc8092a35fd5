// Errors as reports show them: message, the lines of the stack in the program's files, and the source around the first.
import type { ErrorText } from "internal:test_runner/dialects/protocol";
import { stackOf } from "internal:core/stack/stack";
import { inspect } from "internal:core/util/inspect";
import defer * as assertions from "internal:test_runner/expect/assertion_error";
import defer * as fs from "internal:node/fs";

const FRAME = /^\s+at (?:(.*?) \()?(?:file:\/\/)?([^()\s][^()]*?):(\d+):(\d+)\)?$/;
const LINES_BEFORE = 3;
const LINES_AFTER = 2;
const LINE_MAX = 200;
/** A longer message is cut. */
const MESSAGE_MAX = 100_000;
const CAUSES_MAX = 5;

/** The parts of an error, or of another thrown value. */
export function errorText(error: unknown, depth = 0): ErrorText {
  if (typeof error !== "object" || error === null || !("message" in error || "stack" in error)) {
    return {
      name: "",
      message: `thrown: ${safely(error)}`,
      stack: [],
      excerpt: "",
      file: undefined,
      line: 0,
      column: 0,
    };
  }
  const { name, message, cause } = error as { name?: unknown; message?: unknown; cause?: unknown };
  const stack = safeStack(error);
  const frames = stack
    .split("\n")
    .filter((line) => FRAME.test(line) && !line.includes("node:internal/") && !line.includes("internal:"));
  const first = frames
    .map((line) => FRAME.exec(line)!)
    .find(([, , file]) => !file!.includes("/node_modules/") && file!.startsWith("/"));
  const [file, line, column] =
    first === undefined ? [undefined, 0, 0] : [first[2]!, Number(first[3]), Number(first[4])];
  const text = cut(typeof message === "string" ? message + differenceOf(error) : safely(message));
  const others = (error as { errors?: unknown }).errors;
  return {
    name: typeof name === "string" ? name : "",
    message: Array.isArray(others)
      ? `${text}${others.map((other, index) => `\n[${index}] ${errorText(other, depth + 1).message}`).join("")}`
      : text,
    stack: frames.map((frame) => frame.trim()),
    excerpt: file === undefined ? "" : excerptOf(file, line, column),
    file,
    line,
    column,
    cause: cause === undefined || depth >= CAUSES_MAX ? undefined : errorText(cause, depth + 1),
    compared: comparedOf(error),
  };
}

/** The difference of an assertion whose message is a sentence, as in Vitest. */
function differenceOf(error: object): string {
  const details = assertions.detailsOf(error);
  const start = details?.indexOf("\n\n") ?? -1;
  return start < 0 ? "" : details!.slice(start);
}

function comparedOf(error: object): ErrorText["compared"] {
  if (!("actual" in error && "expected" in error)) return undefined;
  const { actual, expected } = error;
  return { actual: shownValue(actual), expected: shownValue(expected) };
}

function shownValue(value: unknown): unknown {
  const isPlain =
    value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string";
  const shown = isPlain ? value : safely(value);
  return typeof shown === "string" ? cut(shown) : shown;
}

function cut(text: string): string {
  return text.length <= MESSAGE_MAX ? text : `${text.slice(0, MESSAGE_MAX)}… (${text.length} characters)`;
}

function safely(value: unknown): string {
  try {
    return typeof value === "string" ? value : inspect(value, {});
  } catch {
    return "[a value that cannot be shown]";
  }
}

function safeStack(error: object): string {
  try {
    const stack: unknown = stackOf(error);
    return typeof stack === "string" ? stack : "";
  } catch {
    return "";
  }
}

/** Lines of a file around a place, with a mark under the column. */
function excerptOf(file: string, line: number, column: number): string {
  let source: string;
  try {
    source = fs.default.readFileSync(file.replace(/[?#].*$/, ""), "utf8") as string;
  } catch {
    return "";
  }
  const lines = source.split("\n");
  if (line > lines.length) return "";
  const start = Math.max(0, line - 1 - LINES_BEFORE);
  const end = Math.min(lines.length, line + LINES_AFTER);
  const width = String(end).length;
  const out: string[] = [];
  for (let index = start; index < end; index++) {
    const isPlace = index === line - 1;
    out.push(`${isPlace ? ">" : " "} ${String(index + 1).padStart(width)} | ${lines[index]!.slice(0, LINE_MAX)}`);
    if (isPlace && column > 0 && column <= LINE_MAX) out.push(`  ${" ".repeat(width)} | ${" ".repeat(column - 1)}^`);
  }
  return out.join("\n");
}
