// Errors as Bun prints them: the lines of the source up to the position, a caret, the head, the other members, the stack.
// https://bun.com/docs/runtime/debugger#syntax-highlighted-source-code-preview
import type { Formatter } from "internal:bun/inspect";
import process from "internal:node/process";
import { safe } from "internal:core/bootstrap";
import { TextDecoder } from "web:encoding";
import { isError } from "internal:core/util/inspect/errors";
import { lineAt, printedStack, type PrintedFrame } from "internal:core/stack/printed_frames";
import { arch } from "internal:node/process/identity";
import type { Message as BuildReport } from "internal:bun/build/messages";
import defer * as messages from "internal:bun/build/messages";
import defer * as colors from "internal:core/util/colors";
import defer * as inspecting from "internal:bun/inspect";

const LINES_BEFORE = 5;
const CAUSES_MAX = 8;
const RESET = "\u001b[0m";
const BOLD = "\u001b[1m";
const DIM = "\u001b[2m";
const RED = "\u001b[31m";
/** Makes an error of the language; those of classes have the position of `new` in JavaScriptCore, too. */
const NEW_ERROR = /^new\s+(?=(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error\b)/;
const ITALIC = "\u001b[3m";
const GREEN = "\u001b[32m";
const YELLOW = "\u001b[33m";
const CYAN = "\u001b[36m";
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

/** The lines of `error`, then those of the errors in its members and of its cause, each with its line feed. */
export function formatError(error: Error, formatter: Formatter): string {
  const text = formatAll(error, formatter);
  return isReport(error) ? text.slice(0, -1) : text;
}

function formatAll(error: Error, formatter: Formatter, seen: Set<unknown> = new Set([error])): string {
  const inner: Error[] = [];
  const add = (value: unknown): boolean => {
    if (!isError(value) || seen.has(value) || seen.size >= CAUSES_MAX || formatter.isAncestor(value as object))
      return false;
    seen.add(value);
    inner.push(value as Error);
    return true;
  };
  let text = formatOne(error, formatter, add);
  for (const next of inner) text += `\n${formatAll(next, formatter, seen)}`;
  return text;
}

/** What is printed for an uncaught exception, with a final line feed. */
export function describeUncaught(error: unknown): string {
  return `${textOfUncaught(error)}\nBun v1.4.5 (Linux ${arch})\n`;
}

function textOfUncaught(error: unknown): string {
  // The error's own inspection is not called: it may hide the stack.
  if (isError(error)) {
    const { hasColors } = colors.stderrPalette();
    return formatAll(error as Error, new inspecting.Formatter({ colors: hasColors }, inspecting.DEPTH_OF_INSPECT));
  }
  if (typeof error === "object" || typeof error === "function") {
    const shown = inspecting.inspect(error);
    return error === null ? `error: null\nnull\n` : `error: ${shown}\n`;
  }
  return `error: ${String(error)}\n${String(error)}\n`;
}

/** `addInner` is called with each member; it returns whether the member is an error that is printed after this one. */
function formatOne(error: Error, formatter: Formatter, addInner: (value: unknown) => boolean): string {
  const { colors } = formatter;
  const { errors } = error as { errors?: unknown };
  // An aggregated error shows its parts only.
  if (error.name === "AggregateError" && Array.isArray(errors) && errors.length > 0) {
    let text = "";
    for (const part of errors) {
      // Reports of a build have a blank line between them.
      if (text !== "" && isReport(part)) text += "\n";
      text += isError(part) ? formatOne(part as Error, formatter, addInner) : thrown(part, formatter);
    }
    return text;
  }
  if (isReport(error)) return formatReport(error, colors);
  if (error.name === "ResolveMessage" && error instanceof messages.ResolveMessage)
    return `${titled("error", messages.headOf(error), colors)}\n`;
  const { frames } = printedStack(error);
  const shown = withoutConstructors(frames, error);
  const [first] = shown;
  let text = first === undefined ? "" : excerpt(shiftToClass(first), colors);
  text += `${headOf(error, colors)}\n`;
  const members = membersOf(error, formatter, addInner);
  if (members.length !== 0) text += `${members.join("\n")}\n\n`;
  for (const [index, frame] of shown.entries()) {
    // A function without a name has a caller; the code of a module has none.
    const isNamed = frame.name !== "" && frame.name !== "async ";
    const name =
      isNamed || frame.isModule || index === shown.length - 1 ? frame.name.trim() : `${frame.name}<anonymous>`;
    text += frameLine(name, index === 0 ? shiftToClass(frame) : frame, colors);
  }
  return text;
}

/** Whether an error is a report of a build about a place. */
function isReport(error: unknown): error is BuildReport {
  const { name } = error as Error;
  const isMessage =
    (name === "BuildMessage" && error instanceof messages.BuildMessage) ||
    (name === "ResolveMessage" && error instanceof messages.ResolveMessage);
  return isMessage && (error as unknown as BuildReport).position !== null;
}

/** A report with the line of the source. One without a line is about a whole file. */
function formatReport({ level, message, position }: BuildReport, colors: boolean): string {
  const { file, line, column, lineText } = position!;
  const caret = colors ? `${RED}${BOLD}^${RESET}` : "^";
  const gutter = colors ? `${RESET}${BOLD}${line} |${RESET}` : `${line} |`;
  const shown = line > 0 ? `${gutter} ${lineText}\n${" ".repeat(`${line}`.length + 2 + column)}${caret}\n` : "";
  const place = line > 0 ? `${file}:${line}:${column}` : `${file}:0`;
  return `${shown}${titled(level, message, colors)}\n${"at".padStart(level.length + 1)} ${place}\n`;
}

/** A part of an aggregated error that is no error. */
function thrown(part: unknown, formatter: Formatter): string {
  const isObject = typeof part === "object" && part !== null;
  const { colors } = formatter;
  const head = isObject ? (colors ? `${RESET}${RED}error${RESET}` : "error") : titled("error", String(part), colors);
  return `${head}\n${formatter.text(part)}\n`;
}

function frameLine(name: string, { path, line, column }: PrintedFrame, colors: boolean): string {
  if (!colors) {
    const place = `${path}:${line}:${column}`;
    return name === "" ? `      at ${place}\n` : `      at ${name} (${place})\n`;
  }
  const folder = `${process.cwd()}/`;
  const file = path.startsWith(folder) ? `${DIM}${folder}${RESET}${CYAN}${path.slice(folder.length)}` : path;
  const place = `${RESET}${CYAN}${file}${RESET}${DIM}:${RESET}${YELLOW}${line}${RESET}${DIM}:${YELLOW}${column}${RESET}`;
  const head = `${RESET}      ${DIM}at ${RESET}`;
  if (name === "") return `${head}${place}\n`;
  const shown = name.startsWith("new ") ? name : `${RESET}${BOLD}${ITALIC}${name}`;
  return `${head}${shown}${RESET}${DIM} (${RESET}${place}${RESET}${DIM})${RESET}\n`;
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
  const message = String(error.message ?? "");
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // The message of a system error begins with its code.
  if (typeof syscall === "string" && typeof code === "string" && message.startsWith(`${code}: `))
    return titled(code, message.slice(code.length + 2), colors);
  const name = String(error.name ?? "");
  return titled((name !== "" && name !== "Error") || message === "" ? name : "error", message, colors);
}

function titled(name: string, message: string, colors: boolean): string {
  if (!colors) return `${name}: ${message}`;
  return `${RESET}${RED}${name}${RESET}${DIM}:${RESET} ${BOLD}${message}${RESET}`;
}

function memberHead(name: string, colors: boolean): string {
  return colors ? `${name}${RESET}${DIM}:${RESET} ` : `${name}: `;
}

/** The other members, aligned at their colons, a code that is a string last. */
function membersOf(error: Error, formatter: Formatter, addInner: (value: unknown) => boolean): string[] {
  const shown: [name: string, value: unknown][] = [];
  const names: string[] = [];
  for (const key of safe.ownKeys(error)) {
    if (SHOWN_BY_HEAD.has(key)) continue;
    const descriptor = safe.getOwnPropertyDescriptor(error, key);
    if (descriptor?.enumerable !== true || !("value" in descriptor)) continue;
    const name = typeof key === "symbol" ? (key.description ?? "") : (key as string);
    names.push(name);
    if (!addInner(descriptor.value)) shown.push([name, descriptor.value]);
  }
  const { cause } = error as { cause?: unknown };
  // A cause that is printed already.
  if (isError(cause) && !addInner(cause)) {
    names.push("cause");
    shown.push(["cause", cause]);
  }
  if (SYSTEM_MEMBERS.slice(2).every((key) => names.includes(key)))
    shown.sort(([left], [right]) => SYSTEM_MEMBERS.indexOf(left) - SYSTEM_MEMBERS.indexOf(right));
  let width = 0;
  for (const name of names) width = Math.max(width, name.length);
  const { colors } = formatter;
  const lines: string[] = [];
  let last: string | undefined;
  for (const [name, value] of shown) {
    const head = memberHead(` ${name.padStart(width)}`, colors);
    if (name === "code" && typeof value === "string") {
      const text = inspecting.quoted(value);
      last = head + (colors ? `${GREEN}${text}${RESET}` : text);
    } else {
      const text = formatter.errorMember(error, textOfBytes(value) ?? value);
      lines.push(`${head}${text}${formatter.comma()}`);
    }
  }
  if (last !== undefined) lines.push(last);
  return lines;
}

/** Bytes in UTF-8, such as the output of a process, are shown as their text; null for others. */
function textOfBytes(value: unknown): string | null {
  if (!(value instanceof Uint8Array)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    return null;
  }
}
