// The messages of failed assertions in Bun, which end with a line break; values are printed as `Bun.inspect` does.
// https://bun.com/docs/test/writing
import { services } from "internal:core/bootstrap";
import { type Asymmetric, isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import { equals, iterableEquality } from "internal:test_runner/expect/equality";
import { bunLength } from "internal:test_runner/expect/bun_length";
import defer * as more from "internal:test_runner/expect/bun_throw_messages";
import defer * as structures from "internal:test_runner/expect/matchers_structures";
import defer * as diff from "internal:test_runner/expect/diff";
import defer * as pretty from "internal:test_runner/expect/pretty_format";
import type { Failure } from "internal:test_runner/expect/vitest_messages";

/** The lines below the head of a message. */
export type Body = (failure: Failure) => string;
/** What the head has between its parentheses, and the body. */
export type Message = readonly [parameters: string, body: Body];

/** Bun's limit of nested objects in messages. */
const DEPTH_MAX = 8;
/** The limit of nested objects in differences: the stack has one, too. */
const LIST_DEPTH_MAX = 200;

export function print(value: unknown): string {
  if (value instanceof Error) return `[${value.name}: ${value.message}]`;
  if (isMock(value)) return "[class Mock]";
  if (value instanceof String) return services().inspectForBun(String(value), {});
  if (isAsymmetric(value)) return asymmetric(value);
  return services().inspectForBun(value, { depth: DEPTH_MAX });
}

/** `Any<String>`, `ObjectContaining { … }`. */
export function asymmetric(matcher: Asymmetric): string {
  if (matcher.toAsymmetricMatcher !== undefined) return matcher.toAsymmetricMatcher();
  return `${matcher.toString()} ${print((matcher as { sample?: unknown }).sample)}`;
}

/** Whether a value is a mock function. */
export function isMock(value: unknown): boolean {
  return typeof value === "function" && (value as { mock?: unknown }).mock !== undefined;
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

const toContainEqual: Body = (failure) => {
  const text = containing("contain")[1](failure);
  return failure.isNot ? text.slice(0, text.lastIndexOf("Received: ")) : text;
};

function listOf(value: unknown): string {
  if (typeof value === "string") return `"${value}"`;
  return pretty.format(value, {
    isBun: true,
    printBasicPrototype: false,
    escapeString: false,
    maxDepth: LIST_DEPTH_MAX,
  });
}

function legendLast(text: string): string {
  const end = text.indexOf("\n\n");
  return `${text.slice(end + 2)}\n\n${text.slice(0, end).replace(/^([-+] \w+ +[-+]) +/gm, "$1 ")}\n`;
}

/** The difference with its legend at the end where one of the values needs several lines, otherwise both values. */
export function difference(expected: unknown, received: unknown): string {
  const [one, other] = [listOf(expected), listOf(received)];
  const shown = (value: unknown, list: string): string => (typeof value === "string" ? list : print(value));
  if (!`${one}${other}`.includes("\n"))
    return `Expected: ${shown(expected, one)}\nReceived: ${shown(received, other)}\n`;
  // Functions and members that the format does not show differ in no line.
  if (one === other) return `  ${one.replaceAll("\n", "\n  ")}\n\n- Expected  - 0\n+ Received  + 0\n`;
  return legendLast(diff.diffText(one, other, { isWhole: true }));
}

function isListed(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && value !== null);
}

const equal: Message = [
  "expected",
  ({ received, args: [expected], isNot }) =>
    isNot
      ? `Expected: not ${isListed(expected) ? listOf(expected) : print(expected)}\n`
      : difference(expected, received),
];

const toBe: Message = [
  "expected",
  ({ received, args: [expected], isNot }) => {
    if (isNot) return `Expected: not ${print(expected)}\n`;
    if (typeof expected === "string" && typeof received === "string") return difference(expected, received);
    const [one, other] = [print(expected), print(received)];
    const isSame = typeof expected === "object" && equals(received, expected, [iterableEquality]);
    return `Expected: ${one}\nReceived: ${isSame ? "serializes to the same string" : other}\n`;
  },
];

const DEFAULT_DIGITS = 2;

const toBeCloseTo: Body = ({ received, args: [value, digits = DEFAULT_DIGITS] }) =>
  `Expected: ${print(value)}\nReceived: ${print(received)}\n\nExpected precision: ${String(digits)}\n` +
  `Expected difference: < ${10 ** -(digits as number) / 2}\n` +
  `Received difference: ${Math.abs((value as number) - (received as number))}\n`;

const toHaveLength: Body = (failure) => {
  const length = failure.isNot ? "" : `Received length: ${print(bunLength(failure.received))}\n`;
  return `Expected length: ${no(failure)}${print(failure.args[0])}\n${length}`;
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
      : structures.pathOf(path);
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

/** Bun says how often only where it is more than once. */
const toIncludeRepeated: Body = ({ received, args: [part, count], isNot }) => {
  const times = count === 1 || count === 0 ? "" : ` ${print(count)} times`;
  let expected = "Expected to include: ";
  if (isNot && count !== 0) expected = "Expected not to include: ";
  else if (!isNot && count === 0) expected = "Expected to not include: ";
  const blank = isNot || times !== "" ? " " : "";
  return `${expected}${print(part)}${times}${blank}\nReceived: ${print(received)}\n`;
};

function stating(words: string): Message {
  return ["", ({ args: [message] }) => `${(message as string | undefined) ?? words}\n`];
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
  toSatisfy: [
    "expected",
    (failure) =>
      failure.isNot
        ? `Expected: not ${print(failure.args[0])}\n`
        : `Expected: ${print(failure.args[0])}\nReceived: ${print(failure.received)}\n`,
  ],
  toBeWithin: [
    "start, end",
    (failure) =>
      `Expected: ${no(failure)}between ${print(failure.args[0])} (inclusive) and ${print(failure.args[1])} (exclusive)\n` +
      `Received: ${print(failure.received)}\n`,
  ],
  toEqualIgnoringWhitespace: ["expected", beside("Expected")],
  toIncludeRepeated: ["expected", toIncludeRepeated],
  pass: stating("passes by .pass() assertion"),
  fail: stating("fails by .fail() assertion"),
  toHaveLength: ["expected", toHaveLength],
  toMatch: ["expected", beside("Expected substring or pattern")],
  toContain: containing("contain"),
  toContainEqual: ["expected", toContainEqual],
  toHaveProperty: ["path?", toHaveProperty],
  toBeObject: stated("an object"),
  toBeEmpty: ["", (failure) => stated(failure.isNot ? "a string, object, or iterable" : "empty")[1](failure)],
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

/** What Bun's messages call a matcher that has two names. */
export function nameInBun(name: string): string {
  return more.OTHER_NAMES[name] ?? name;
}

/** The message of a failed assertion; undefined for those that are printed as in Jest. */
export function bunMessage(alias: string, failure: Failure): string | undefined {
  const name = nameInBun(alias);
  const message =
    MESSAGES[name] ?? more.throwAndMockMessages[name] ?? (UNARY.split(" ").includes(name) ? unary : undefined);
  if (message === undefined) return undefined;
  const [form, body] = message;
  // An empty string is contained in every message.
  const isAny = name === "toThrow" && (failure.args[0] === "" || failure.args[0] === undefined);
  const count = isAny ? 0 : failure.args.length;
  const parameters = form.endsWith("?") ? optional(form, count) : form;
  const received = (failure.received as { mock?: unknown } | null | undefined)?.mock;
  if (/Called|Return/.test(name) && received === undefined) return undefined;
  // `pass` and `fail` fail only as each other's opposite.
  const isNot = failure.isNot || name === "fail";
  return `expect(received)${isNot ? ".not" : ""}.${name}(${parameters})\n\n${body(failure)}`;
}

/** "path" or "path, value"; "" or "expected". */
function optional(form: string, count: number): string {
  return form === "path?" ? (count > 1 ? "path, value" : "path") : count > 0 ? "expected" : "";
}

interface Promised {
  isNot: boolean;
  promise: string;
}

function promiseHead(alias: string, { isNot, promise }: Promised, count: number): string {
  const name = nameInBun(alias);
  const form = (MESSAGES[name] ?? more.throwAndMockMessages[name] ?? unary)[0];
  const parameters = name === "toThrow" ? "expected" : form.endsWith("?") ? optional(form, count) : form;
  return `expect(received).${promise}${isNot ? ".not" : ""}.${name}(${parameters})\n\n`;
}

/** The message for a value that is not a promise. */
export function notPromise(name: string, flags: Promised, count: number, received: unknown): string {
  return `${promiseHead(name, flags, count)}Expected promise\nReceived: ${print(received)}\n`;
}

/** The message for a promise that settled the other way. */
export function wrongSettlement(name: string, flags: Promised, count: number): string {
  const [settled, state] = flags.promise === "resolves" ? ["rejected", "<rejected>"] : ["resolved", "<resolved>"];
  return `${promiseHead(name, flags, count)}Expected promise that ${flags.promise}\nReceived promise that ${settled}: Promise { ${state} }\n`;
}

/** A message of Jest, as Bun has it: without comments, and with a line break at its end. */
export function inBunForm(message: string): string {
  return `${message.replace(/^(expect\(.*\)) \/\/ .*$/m, "$1").replace(/\n+$/, "")}\n`;
}

/** The head of a custom matcher's message, with the parameters that its source has. */
export function customHead(name: string, matcher: Function): string {
  const [, ...parameters] = parametersOf(Function.prototype.toString.call(matcher));
  return `expect(received).${name}(${parameters.join(", ")})\n\n`;
}

/** The sources of the parameters of a function. */
function parametersOf(source: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = source.indexOf("(") + 1;
  for (let at = start; at < source.length; at++) {
    const character = source[at]!;
    if ("([{".includes(character)) depth++;
    const isEnd = depth === 0 && character === ")";
    if (isEnd || (depth === 0 && character === ",")) {
      found.push(source.slice(start, at).trim());
      start = at + 1;
    }
    if (isEnd) break;
    if (")]}".includes(character)) depth--;
  }
  return found;
}
