// The parts of failure messages, in Jest's words (`this.utils` of custom matchers).
import { cut, type DiffStyle, diffText, diffValues, NO_DIFFERENCE } from "internal:test_runner/expect/diff";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import { stringify } from "internal:test_runner/expect/pretty_format";

/** How an assertion was called. */
export interface HintOptions {
  isNot?: boolean;
  promise?: string;
  comment?: string;
  secondArgument?: string;
  isDirectExpectCall?: boolean;
}

/** `expect(received).not.toBe(expected) // comment`. */
export function matcherHint(
  name: string,
  received = "received",
  expected = "expected",
  options: HintOptions = {},
): string {
  const { isNot = false, promise = "", comment = "", secondArgument = "", isDirectExpectCall = false } = options;
  let text = "expect";
  if (!isDirectExpectCall && received !== "") text += `(${received})`;
  if (promise !== "") text += `.${promise}`;
  if (isNot) text += ".not";
  // Old custom matchers pass `.name`.
  text += name.includes(".") ? name : `.${name}`;
  text += expected === "" ? "()" : secondArgument === "" ? `(${expected})` : `(${expected}, ${secondArgument})`;
  return comment === "" ? text : `${text} // ${comment}`;
}

export function printReceived(value: unknown): string {
  return visible(stringify(value));
}
export function printExpected(value: unknown): string {
  return visible(stringify(value));
}

/** Shows blanks at the ends of lines. */
function visible(text: string): string {
  return text.replaceAll(/\s+$/gm, (spaces) => "·".repeat(spaces.length));
}

/** Jest's names of types. */
export function typeOf(value: unknown): string {
  if (value === undefined) return "undefined";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value !== "object") return typeof value;
  if (value instanceof RegExp) return "regexp";
  if (value instanceof Map) return "map";
  if (value instanceof Set) return "set";
  return value instanceof Date ? "date" : "object";
}

/** `Received has type: …` and `Received has value: …`. */
export function printWithType(name: string, value: unknown, print: (value: unknown) => string): string {
  const type = typeOf(value);
  const hasType = type === "null" || type === "undefined" ? "" : `${name} has type:  ${type}\n`;
  return `${hasType}${name} has value: ${print(value)}`;
}

/** The name of a class, and how it extends another one. */
export function derivedName(received: Function, base: Function): string {
  const own = typeof received.name === "string" ? received.name : "";
  if (received === base || base.name === "") return own;
  return `${own} extends ${Object.getPrototypeOf(received) === base ? "" : "… extends "}${base.name}`;
}

/** The message of a matcher that was called in a wrong way. */
export function matcherErrorMessage(hint: string, generic: string, specific?: string): string {
  return `${hint}\n\nMatcher error: ${generic}${specific === undefined ? "" : `\n\n${specific}`}`;
}

/** A function that pads labels to the same width. */
export function getLabelPrinter(...labels: string[]): (label: string) => string {
  const width = Math.max(...labels.map((label) => label.length));
  return (label) => `${label}: ${" ".repeat(width - label.length)}`;
}

/** Types whose values have no lines that could be compared. */
const WITHOUT_LINES = new Set([
  "number",
  "boolean",
  "bigint",
  "symbol",
  "undefined",
  "null",
  "regexp",
  "function",
  "date",
]);

function canDiffer(expected: unknown, received: unknown): boolean {
  const [one, other] = [typeOf(expected), typeOf(received)];
  if (one !== other || WITHOUT_LINES.has(one)) return false;
  if (typeof expected === "string" && typeof received === "string")
    return expected !== "" && received !== "" && (expected.includes("\n") || received.includes("\n"));
  if (isAsymmetric(expected)) return expected.getExpectedType?.() === other;
  return !isAsymmetric(received) && !(expected instanceof Error && received instanceof Error);
}

const LONG_CHARACTERS = 5_000;

/** Whether strings that differ are too long to be shown. */
function isLong(one: string, other: string): boolean {
  return one !== other && Math.max(one.length, other.length) > LONG_CHARACTERS;
}

/** The difference, or both values where lines would not help. */
export function printDiffOrStringify(
  expected: unknown,
  received: unknown,
  expectedLabel = "Expected",
  receivedLabel = "Received",
): string {
  if (canDiffer(expected, received)) {
    const style: DiffStyle = { names: [expectedLabel, receivedLabel] };
    const found =
      typeof expected === "string"
        ? diffText(expected, received as string, style)
        : diffValues(expected, received, style);
    if (found !== null && found !== NO_DIFFERENCE) return found;
  }
  const label = getLabelPrinter(expectedLabel, receivedLabel);
  if (typeof expected === "string" && typeof received === "string" && isLong(expected, received)) {
    const [one, other] = [cut(expected, received), cut(received, expected)];
    return `${label(expectedLabel)}${JSON.stringify(one)}\n${label(receivedLabel)}${JSON.stringify(other)}`;
  }
  const [one, other] = [printExpected(expected), printReceived(received)];
  if (one === other) return `${label(expectedLabel)}${one}\n${label(receivedLabel)}serializes to the same string`;
  return `${label(expectedLabel)}${one}\n${label(receivedLabel)}${other}`;
}

const NUMBERS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
];

/** `one item`, `two items`. */
export function pluralize(word: string, count: number): string {
  return `${NUMBERS[count] ?? count} ${word}${count === 1 ? "" : "s"}`;
}

/** Throws when a matcher without an argument received one. */
export function ensureNoExpected(expected: unknown, name: string, options?: HintOptions): void {
  if (expected === undefined) return;
  throw new Error(
    matcherErrorMessage(
      matcherHint(name, undefined, options === undefined ? "" : "", options),
      "this matcher must not have an expected argument",
      printWithType("Expected", expected, printExpected),
    ),
  );
}

function isNumeric(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}

export function ensureActualIsNumber(actual: unknown, name: string, options?: HintOptions): void {
  if (isNumeric(actual)) return;
  throw new Error(
    matcherErrorMessage(
      matcherHint(name, undefined, undefined, options),
      "received value must be a number or bigint",
      printWithType("Received", actual, printReceived),
    ),
  );
}
export function ensureExpectedIsNumber(expected: unknown, name: string, options?: HintOptions): void {
  if (isNumeric(expected)) return;
  throw new Error(
    matcherErrorMessage(
      matcherHint(name, undefined, undefined, options),
      "expected value must be a number or bigint",
      printWithType("Expected", expected, printExpected),
    ),
  );
}
export function ensureNumbers(actual: unknown, expected: unknown, name: string, options?: HintOptions): void {
  ensureActualIsNumber(actual, name, options);
  ensureExpectedIsNumber(expected, name, options);
}
export function ensureExpectedIsNonNegativeInteger(expected: unknown, name: string, options?: HintOptions): void {
  if (typeof expected === "number" && Number.isSafeInteger(expected) && expected >= 0) return;
  throw new Error(
    matcherErrorMessage(
      matcherHint(name, undefined, undefined, options),
      "expected value must be a non-negative integer",
      printWithType("Expected", expected, printExpected),
    ),
  );
}
