// The reporter "tap": the Test Anything Protocol, version 13. https://testanything.org/tap-version-13-specification.html
import type { EventData, EventDetails } from "internal:test_runner/events";
import type { Item } from "internal:test_runner/wire";
import { coverageTable } from "internal:test_runner/reporters/coverage_table";
import type { CoverageSummary } from "internal:test_runner/coverage/node_coverage";
import { WRAPS_CAUSE } from "internal:test_runner/failure";
import { stackOf } from "internal:core/stack/stack";
import { inspect } from "internal:core/util/inspect";
import { isDate } from "internal:core/util/types";

const INDENT = "    ";
const LINE_BREAK = /\r?\n/;
const ESCAPES: Record<string, string> = {
  "\b": "\\b",
  "\f": "\\f",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\v": "\\v",
  "\\": "\\\\",
  "#": "\\#",
};

/** The lines of a report for a stream of events. */
export default async function* tapReporter(source: AsyncIterable<Item>): AsyncGenerator<string> {
  yield "TAP version 13\n";
  for await (const { type, data } of source) {
    for (const text of textsOf(type, data)) yield text;
  }
}

function textsOf(type: string, data: EventData): string[] {
  const indent = INDENT.repeat(data?.nesting ?? 0);
  switch (type) {
    case "test:fail":
      return [
        verdict(indent, "not ok", data),
        details(indent, data.details, data.file ? `${data.file}:${data.line}:${data.column}` : null),
      ];
    case "test:pass":
      return [verdict(indent, "ok", data), details(indent, data.details, null)];
    case "test:plan":
      return [`${indent}1..${data.count}\n`];
    case "test:start":
      return [`${indent}# Subtest: ${escape(data.name)}\n`];
    case "test:stdout":
    case "test:stderr":
      return comments(data.message.split(LINE_BREAK).filter((line: string) => line !== ""));
    case "test:diagnostic":
    case "test:log":
      return [`${indent}# ${escape(`${data.message}`)}\n`];
    case "test:coverage":
      return [coverageTable(data.summary as CoverageSummary, `${indent}# `)];
    case "test:interrupted":
      return comments(
        data.tests.map(
          (test) =>
            `Interrupted while running: ${test.name}${test.file ? ` at ${test.file}:${test.line}:${test.column}` : ""}`,
        ),
      );
    default:
      return [];
  }
}

function comments(lines: string[]): string[] {
  return lines.map((line) => `# ${escape(line)}\n`);
}

/** Escapes `#` and control characters. The backslashes that this adds for control characters are escaped too. */
function escape(text: string): string {
  const named = text.replace(/[\b\f\t\n\r\v]/g, (character) => ESCAPES[character]!);
  return named.replace(/[\\#]/g, (character) => ESCAPES[character]!);
}

function verdict(indent: string, status: string, data: EventData): string {
  const name = data.name ? ` ${escape(`- ${data.name}`)}` : "";
  return `${indent}${status} ${data.testNumber}${name}${directive(data)}\n`;
}

function directive({ skip, todo, expectFailure }: EventData): string {
  const reason = (text: unknown): string => (typeof text === "string" && text !== "" ? ` ${escape(text)}` : "");
  if (skip !== undefined) return ` # SKIP${reason(skip)}`;
  if (todo !== undefined) return ` # TODO${reason(todo)}`;
  if (expectFailure !== undefined)
    return ` # EXPECTED FAILURE${typeof expectFailure === "string" ? ` ${escape(expectFailure)}` : ""}`;
  return "";
}

function details(indent: string, data: Partial<EventDetails> = {}, location: string | null): string {
  let text = `${indent}  ---\n${entry(indent, "duration_ms", data.duration_ms)}${entry(indent, "type", data.type)}`;
  if (location !== null) text += entry(indent, "location", location);
  if (data.error !== undefined)
    text +=
      typeof data.error === "object" && data.error !== null
        ? object(indent, null, data.error, new Set())
        : entry(indent, "null", data.error);
  return `${text}${indent}  ...\n`;
}

/** One entry of YAML. `seen`: the objects around it. */
function entry(indent: string, name: string, value: unknown, seen: Set<unknown> = new Set()): string {
  if (value === undefined) return "";
  const prefix = `${indent}  ${name}:`;
  if (value === null) return `${prefix} ~\n`;
  if (typeof value === "object") return object(indent, name, value, seen);
  const lines = typeof value === "string" ? value.split(LINE_BREAK) : [];
  if (lines.length > 1) return `${prefix} |-\n${lines.map((line) => `${indent}    ${line}\n`).join("")}`;
  return `${prefix} ${show(value)}\n`;
}

function show(value: unknown): string {
  const options = { colors: false, breakLength: Infinity };
  try {
    return inspect(value, options);
  } catch {
    return inspect(value, { ...options, customInspect: false });
  }
}

function object(indent: string, name: string | null, value: any, seen: Set<unknown>): string {
  seen.add(value);
  const error = Error.isError(value) || value instanceof Error;
  const inner = name === null ? indent : `${indent}  `;
  let text = name === null ? "" : `${indent}  ${name}:${isDate(value) ? ` ${(value as Date).toISOString()}` : ""}\n`;
  for (const [key, part] of Object.entries(value)) {
    if (error && (key === "cause" || key === "code")) continue;
    text += seen.has(part) ? `${inner}  ${key}: <Circular>\n` : entry(inner, key, part, seen);
  }
  return error ? text + aboutError(indent, value, seen) : text;
}

function isAssertion(value: unknown): boolean {
  return typeof value === "object" && value !== null && "expected" in value && "actual" in value;
}

/** The error to show: the program's, when the runner only wrapped it. */
function aboutError(indent: string, error: any, seen: Set<unknown>): string {
  const { cause } = error;
  const isWrapped = error.code === "ERR_TEST_FAILURE" && WRAPS_CAUSE.has(error.failureType);
  const pick = (key: string): unknown => (isWrapped ? (cause?.[key] ?? error[key]) : error[key]);
  let text = entry(
    indent,
    "error",
    (isWrapped ? (cause?.message ?? error.message) : error.message) ?? "<unknown error>",
    seen,
  );
  const code = pick("code");
  const name = pick("name");
  if (code) text += entry(indent, "code", code, seen);
  if (name && name !== "Error") text += entry(indent, "name", name, seen);
  const assertion = isWrapped && isAssertion(cause) ? cause : isAssertion(error) ? error : undefined;
  if (assertion !== undefined) {
    text +=
      entry(indent, "expected", assertion.expected, new Set(seen)) +
      entry(indent, "actual", assertion.actual, new Set(seen));
    const operator = assertion.operator ?? error.operator;
    if (operator) text += entry(indent, "operator", operator, seen);
  }
  return text + frames(indent, (isWrapped && cause != null ? stackOf(cause) : undefined) ?? stackOf(error));
}

function frames(indent: string, stack: unknown): string {
  if (typeof stack !== "string") return "";
  const places = stack
    .split(LINE_BREAK)
    .filter((line) => line.startsWith("    at ") && line.length > 7)
    .map((line) => `${indent}    ${line.slice(7)}\n`);
  return places.length === 0 ? "" : `${indent}  stack: |-\n${places.join("")}`;
}
