// The messages of failed assertions in Bun, which end with a line break; values are printed as `Bun.inspect` does.
// https://bun.com/docs/test/writing
import { services } from "internal:core/bootstrap";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import defer * as more from "internal:test_runner/expect/bun_throw_messages";
import defer * as diff from "internal:test_runner/expect/diff";
import defer * as pretty from "internal:test_runner/expect/pretty_format";
import type { Failure } from "internal:test_runner/expect/vitest_messages";

/** The lines below the head of a message. */
export type Body = (failure: Failure) => string;
/** What the head has between its parentheses, and the body. */
export type Message = readonly [parameters: string, body: Body];

export function print(value: unknown): string {
  if (value instanceof Error) return `[${value.name}: ${value.message}]`;
  return services().inspectForBun(value, {});
}

/** "not " of a negated assertion. */
export function no({ isNot }: Failure): string {
  return isNot ? "not " : "";
}

function receivedOnly({ received }: Failure): string {
  return `Received: ${print(received)}\n`;
}
const unary: Message = ["", receivedOnly];

function beside(label: string, sign = ""): Body {
  return (failure) =>
    `${label}: ${no(failure)}${sign}${print(failure.args[0])}\nReceived: ${print(failure.received)}\n`;
}
const ordered = (sign: string): Message => ["expected", beside("Expected", `${sign} `)];

/** "Expected to contain", "Expected to not contain". */
function containing(words: string): Message {
  return [
    "expected",
    ({ received, args: [item], isNot }) =>
      `Expected to ${isNot ? "not " : ""}${words}: ${print(item)}\nReceived: ${print(received)}\n`,
  ];
}

function canDiffer(expected: unknown, received: unknown): boolean {
  if (typeof expected === "string" && typeof received === "string") return (expected + received).includes("\n");
  const isListed = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    !(value instanceof Error || value instanceof Date || value instanceof RegExp || isAsymmetric(value));
  return isListed(expected) && isListed(received);
}

function listOf(value: unknown): string {
  return typeof value === "string" ? `"${value}"` : pretty.format(value, { isBun: true, printBasicPrototype: false });
}

/** The difference with its legend at the end, or both values. */
export function difference(expected: unknown, received: unknown): string {
  if (canDiffer(expected, received)) {
    const [one, other] = [listOf(expected), listOf(received)];
    if (one !== other) {
      const text = diff.diffText(one, other);
      const end = text.indexOf("\n\n");
      return `${text.slice(end + 2)}\n\n${text.slice(0, end)}\n`;
    }
  }
  return `Expected: ${print(expected)}\nReceived: ${print(received)}\n`;
}

const equal: Message = [
  "expected",
  ({ received, args: [expected], isNot }) =>
    isNot
      ? `Expected: not ${typeof expected === "object" && expected !== null ? listOf(expected) : print(expected)}\n`
      : difference(expected, received),
];

const toBe: Message = [
  "expected",
  (failure) => (failure.isNot ? `Expected: not ${print(failure.args[0])}\n` : equal[1](failure)),
];

const DEFAULT_DIGITS = 2;

const toBeCloseTo: Body = ({ received, args: [value, digits = DEFAULT_DIGITS] }) =>
  `Expected: ${print(value)}\nReceived: ${print(received)}\n\nExpected precision: ${String(digits)}\n` +
  `Expected difference: < ${10 ** -(digits as number) / 2}\n` +
  `Received difference: ${Math.abs((value as number) - (received as number))}\n`;

const toHaveLength: Body = (failure) => {
  const { length } = failure.received as { length: unknown };
  return `Expected length: ${no(failure)}${print(failure.args[0])}\n${failure.isNot ? "" : `Received length: ${print(length)}\n`}`;
};

function timesBody(expected: (failure: Failure) => string): Body {
  return (failure) => {
    const { calls } = (failure.received as { mock: { calls: unknown[] } }).mock;
    return `Expected number of calls: ${expected(failure)}\nReceived number of calls: ${calls.length}\n`;
  };
}

/** A path of a property, with its value. */
const toHaveProperty: Body = (failure) => {
  const { received, args, isNot } = failure;
  const [path, expected] = args;
  const keys = Array.isArray(path)
    ? path
    : Object.hasOwn(Object(received), String(path))
      ? [path]
      : String(path).split(".");
  let value: unknown = received;
  let isFound = true;
  for (const key of keys as PropertyKey[]) {
    isFound &&= value !== null && value !== undefined && key in Object(value);
    if (isFound) value = (value as Record<PropertyKey, unknown>)[key];
  }
  if (isNot)
    return `Expected path: ${args.length > 1 ? "" : "not "}${print(path)}\n\n${args.length > 1 ? `Expected value: not ${print(expected)}` : `Received value: ${print(value)}`}\n`;
  if (!isFound)
    return `Expected path: ${print(path)}\n\n${args.length > 1 ? `Expected value: ${print(expected)}\n\n` : ""}Unable to find property\n`;
  return difference(expected, value);
};

/** "Expected value to be empty", "Expected value not to be an object". */
function stated(words: string): Message {
  return ["", (failure) => `Expected value ${no(failure)}to be ${words}\n\n${receivedOnly(failure)}`];
}

const MESSAGES: Record<string, Message> = {
  toBe,
  toEqual: equal,
  toStrictEqual: equal,
  toMatchObject: equal,
  toBeTruthy: unary,
  toBeFalsy: unary,
  toBeNull: unary,
  toBeNaN: unary,
  toBeUndefined: unary,
  toBeDefined: unary,
  toBeGreaterThan: ordered(">"),
  toBeGreaterThanOrEqual: ordered(">="),
  toBeLessThan: ordered("<"),
  toBeLessThanOrEqual: ordered("<="),
  toBeCloseTo: ["expected, precision", toBeCloseTo],
  toBeInstanceOf: [
    "expected",
    (failure) =>
      `Expected constructor: ${no(failure)}${print(failure.args[0])}\nReceived value: ${print(failure.received)}\n`,
  ],
  toBeTypeOf: [
    "",
    (failure) =>
      `Expected type: ${no(failure)}${print(failure.args[0])}\nReceived type: "${typeof failure.received}"\n` +
      `Received value: ${print(failure.received)}\n`,
  ],
  toBeOneOf: containing("be one of"),
  toHaveLength: ["expected", toHaveLength],
  toMatch: ["expected", beside("Expected substring or pattern")],
  toContain: containing("contain"),
  toContainEqual: containing("contain"),
  toHaveProperty: ["path?", toHaveProperty],
  toBeObject: stated("an object"),
  toBeEmpty: stated("empty"),
  toInclude: containing("include"),
  toStartWith: containing("start with"),
  toEndWith: containing("end with"),
  toContainKey: containing("contain"),
  toContainKeys: containing("contain"),
  toContainAnyKeys: containing("contain"),
  toContainAllKeys: [
    "expected",
    (failure) =>
      containing("contain all keys")[1]({ ...failure, received: Object.keys(Object(failure.received) as object) }),
  ],
  toContainValue: containing("contain"),
  toContainValues: containing("contain"),
  toContainAnyValues: containing("contain any of the following values"),
  toContainAllValues: containing("contain all values"),
  toHaveBeenCalled: ["", timesBody(({ isNot }) => (isNot ? "0" : ">= 1"))],
  toHaveBeenCalledTimes: ["expected", timesBody((failure) => no(failure) + print(failure.args[0]))],
  toHaveBeenCalledOnce: ["expected", timesBody((failure) => `${no(failure)}1`)],
};

const UNARY =
  "toBeTrue toBeFalse toBeNil toBeArray toBeBoolean toBeString toBeSymbol toBeFunction toBeNumber toBeInteger " +
  "toBeFinite toBePositive toBeNegative toBeEven toBeOdd toBeDate toBeValidDate toBeEmptyObject toBeArrayOfSize";

/** The message of a failed assertion; undefined for those that are printed as in Jest. */
export function bunMessage(name: string, failure: Failure): string | undefined {
  const message =
    MESSAGES[name] ?? more.throwAndMockMessages[name] ?? (UNARY.split(" ").includes(name) ? unary : undefined);
  if (message === undefined) return undefined;
  const [form, body] = message;
  const parameters = form.endsWith("?") ? optional(form, failure.args.length) : form;
  const received = (failure.received as { mock?: unknown } | null | undefined)?.mock;
  if (/Called|Return/.test(name) && received === undefined) return undefined;
  return `expect(received)${failure.isNot ? ".not" : ""}.${name}(${parameters})\n\n${body(failure)}`;
}

/** "path" or "path, value"; "" or "expected". */
function optional(form: string, count: number): string {
  return form === "path?" ? (count > 1 ? "path, value" : "path") : count > 0 ? "expected" : "";
}

/** A message of Jest, as Bun has it: without comments, and with a line break at its end. */
export function inBunForm(message: string): string {
  return `${message.replace(/^(expect\(.*\)) \/\/ .*$/m, "$1").replace(/\n+$/, "")}\n`;
}
