// Shared by the human-readable reporters: symbols, colours, the line of a test, errors.
import type { EventData, ReportedError } from "internal:test_runner/events";
import { type Palette, shouldColorize, stderrPalette } from "internal:core/util/colors";
import { inspect } from "internal:core/util/inspect";
import defer * as process from "internal:node/process";

export const SYMBOLS = {
  fail: "\u2716 ",
  pass: "\u2714 ",
  info: "\u2139 ",
  right: "\u25b6 ",
  minus: "\ufe63 ",
  alert: "\u26a0 ",
} as const;

/** Escape sequences of this process; empty strings without colours. */
export function palette(): Palette & { reset: string } {
  const found = stderrPalette();
  return { ...found, reset: found.hasColors ? "\u001b[0m" : "" };
}

/** The colour of a diagnostic of that level. */
export function levelColor(colors: Palette, level: string | undefined): string {
  return level === "error" ? colors.red : level === "warn" ? colors.yellow : colors.blue;
}

/** Two spaces for each level. */
export function indentOf(nesting: number): string {
  return "  ".repeat(nesting);
}

/** Inspects a value in full; without its own `inspect` when that throws. */
export function show(value: unknown, colors: boolean): string {
  const options = { colors, breakLength: Infinity };
  try {
    return inspect(value, options);
  } catch {
    return inspect(value, { ...options, customInspect: false });
  }
}

/** The line of a test that has ended, `withError` followed by its error. */
export function resultLine(
  passed: boolean,
  data: EventData,
  colors: Palette,
  indent: string,
  withError: boolean,
): string {
  const { skip, todo, expectFailure, details } = data;
  let color = passed ? colors.green : colors.red;
  let symbol: string = passed ? SYMBOLS.pass : SYMBOLS.fail;
  const inGray = (text: string): string => ` ${colors.gray}(${text})${colors.white}`;
  let title = `${data.name}`;
  if (details?.duration_ms) title += inGray(`${details.duration_ms}ms`);
  if (details?.passed_on_attempt !== undefined) title += inGray(`passed on attempt ${details.passed_on_attempt}`);
  const reason = (given: unknown, otherwise: string): string =>
    ` # ${typeof given === "string" && given !== "" ? given : otherwise}`;
  if (skip !== undefined) {
    title += reason(skip, "SKIP");
    color = colors.gray;
    symbol = SYMBOLS.minus;
  } else if (todo !== undefined) {
    title += reason(todo, "TODO");
    if (!passed) {
      color = colors.yellow;
      symbol = SYMBOLS.alert;
    }
  } else if (expectFailure !== undefined) title += " # EXPECTED FAILURE";
  const error = withError && details?.error ? errorText(details.error, indent) : "";
  return `${indent}${color}${symbol}${title}${colors.white}${error}`;
}

function errorText(error: ReportedError, indent: string): string {
  const shown = error.code === "ERR_TEST_FAILURE" ? error.cause : error;
  const lines = show(shown, shouldColorize(process.default.stdout)).split(/\r?\n/);
  return `\n${indent}  ${lines.join(`\n${indent}  `)}\n`;
}
