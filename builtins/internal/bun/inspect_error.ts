// Errors as Bun prints them: the lines of the source up to the position, a caret, the head, the other members, the stack.
// https://bun.com/docs/runtime/debugger#syntax-highlighted-source-code-preview
import { isError } from "internal:core/util/inspect/errors";
import { lineAt, printedStack, type PrintedFrame } from "internal:core/stack/printed_frames";
import { arch } from "internal:node/process/identity";
import defer * as messages from "internal:bun/build/messages";
import defer * as inspecting from "internal:bun/inspect";

const LINES_BEFORE = 5;
const CAUSES_MAX = 8;
const RESET = "\u001b[0m";
const BOLD = "\u001b[1m";
const DIM = "\u001b[2m";
const RED = "\u001b[31m";
/** Makes an error of the language; those of classes have the position of `new` in JavaScriptCore, too. */
const NEW_ERROR = /^new\s+(?=(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error\b)/;
/** The members of a system error, in Bun's order. */
const SYSTEM_MEMBERS = ["path", "dest", "syscall", "errno", "code"];
const SHOWN_BY_HEAD = new Set<PropertyKey>([
  "name",
  "message",
  "stack",
  "cause",
  "errors",
  "line",
  "column",
  "sourceURL",
]);

/** The lines of `error` and of its causes, each with its line feed. `formatMember`: the text of the value of a member. */
export function formatError(error: Error, colors: boolean, formatMember: (value: unknown) => string): string {
  const seen = new Set<unknown>();
  let text = "";
  let next: unknown = error;
  while (isError(next) && !seen.has(next) && seen.size < CAUSES_MAX) {
    seen.add(next);
    if (text !== "") text += "\n";
    text += formatOne(next as Error, colors, formatMember);
    next = (next as Error).cause;
  }
  return text;
}

/** What is printed for an uncaught exception, with a final line feed. */
export function describeUncaught(error: unknown): string {
  return `${textOfUncaught(error)}\nBun v1.4.5 (Linux ${arch})\n`;
}

function textOfUncaught(error: unknown): string {
  if (isError(error)) return formatError(error as Error, false, (value) => inspecting.inspect(value));
  if (typeof error === "object" || typeof error === "function") {
    const shown = inspecting.inspect(error);
    return error === null ? `error: null\nnull\n` : `error: ${shown}\n`;
  }
  return `error: ${String(error)}\n${String(error)}\n`;
}

function formatOne(error: Error, colors: boolean, formatMember: (value: unknown) => string): string {
  const { errors } = error as { errors?: unknown };
  // An aggregated error shows its parts only.
  if (error.name === "AggregateError" && Array.isArray(errors) && errors.length > 0) {
    let text = "";
    for (const part of errors)
      text += isError(part) ? formatOne(part as Error, colors, formatMember) : `${formatMember(part)}\n`;
    return text;
  }
  if (error.name === "ResolveMessage" && error instanceof messages.ResolveMessage)
    return `${titled("error", messages.headOf(error), colors)}\n`;
  const { frames } = printedStack(error);
  const shown = withoutConstructors(frames, error);
  const [first] = shown;
  const dim = (part: string): string => (colors ? `${RESET}${DIM}${part}${RESET}` : part);
  let text = first === undefined ? "" : excerpt(shiftToClass(first), colors);
  text += `${headOf(error, colors)}\n`;
  const members = membersOf(error, formatMember);
  text += members === "" ? "" : `${members}\n\n`;
  for (const [index, frame] of shown.entries()) {
    const { path, line, column, isModule } = index === 0 ? shiftToClass(frame) : frame;
    // A function without a name has a caller; the code of a module has none.
    const isNamed = frame.name !== "" && frame.name !== "async ";
    const name = isNamed || isModule || index === shown.length - 1 ? frame.name.trim() : `${frame.name}<anonymous>`;
    const place = `${path}:${line}:${column}`;
    text += name === "" ? `${dim(`      at ${place}`)}\n` : `${dim("      at ")}${name}${dim(` (${place})`)}\n`;
  }
  return text;
}

/** Constructors of the error's own classes are no frames. */
function withoutConstructors(frames: PrintedFrame[], error: Error): PrintedFrame[] {
  const names = new Set<string>();
  for (let object: object | null = error; object !== null; object = Object.getPrototypeOf(object) as object | null) {
    const constructor: unknown = Object.getOwnPropertyDescriptor(object, "constructor")?.value;
    if (typeof constructor === "function") names.add(`new ${constructor.name}`);
  }
  let start = 0;
  while (start < frames.length - 1 && names.has(frames[start]!.name)) start++;
  return start === 0 ? frames : frames.slice(start);
}

/** The position of an error that `new` makes is, in JavaScriptCore, that of its class; a stack here has that of `new`, as in V8. */
function shiftToClass(frame: PrintedFrame): PrintedFrame {
  const line = lineAt(frame, frame.line);
  const match = line === null ? null : NEW_ERROR.exec(line.slice(frame.column - 1));
  return match === null ? frame : { ...frame, column: frame.column + match[0].length };
}

function excerpt(frame: PrintedFrame, colors: boolean): string {
  if (lineAt(frame, frame.line) === null) return "";
  const width = String(frame.line).length;
  let text = "";
  for (let number = Math.max(1, frame.line - LINES_BEFORE); number <= frame.line; number++) {
    const gutter = String(number).padStart(width);
    text += `${colors ? `${RESET}${BOLD}${gutter} |${RESET}` : `${gutter} |`} ${lineAt(frame, number) ?? ""}\n`;
  }
  const caret = colors ? `${RED}${BOLD}^${RESET}` : "^";
  return `${text}${" ".repeat(width + 2 + frame.column)}${caret}\n`;
}

function headOf(error: Error, colors: boolean): string {
  const message = String(error.message);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // The message of a system error begins with its code.
  const isSystem = typeof syscall === "string" && typeof code === "string" && message.startsWith(`${code}:`);
  const name = isSystem ? "" : error.name !== "Error" || message === "" ? String(error.name) : "error";
  return titled(name, message, colors);
}

function titled(name: string, message: string, colors: boolean): string {
  if (!colors) return name === "" ? message : `${name}: ${message}`;
  const shown = `${RESET}${BOLD}${message}${RESET}`;
  return name === "" ? shown : `${RESET}${RED}${name}${RESET}${DIM}:${RESET} ${shown}`;
}

/** The other members, aligned at their colons. */
function membersOf(error: Error, formatMember: (value: unknown) => string): string {
  const keys = Object.keys(error).filter((key) => !SHOWN_BY_HEAD.has(key));
  if (keys.length === 0) return "";
  const isSystem = SYSTEM_MEMBERS.slice(2).every((key) => keys.includes(key));
  if (isSystem) keys.sort((left, right) => SYSTEM_MEMBERS.indexOf(left) - SYSTEM_MEMBERS.indexOf(right));
  let width = 0;
  for (const key of keys) width = Math.max(width, key.length);
  const lines = keys.map(
    (key) => ` ${key.padStart(width)}: ${formatMember((error as unknown as Record<string, unknown>)[key])}`,
  );
  return lines.join(",\n");
}
