// The messages of failed assertions in Vitest 4, where they are sentences: "expected 1 to be 2". Differences are left to reports.
// https://vitest.dev/api/expect
import { inspectLine } from "internal:test_runner/expect/chai_inspect";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import {
  equals,
  iterableEquality,
  type Members,
  sparseArrayEquality,
  typeEquality,
} from "internal:test_runner/expect/equality";
import defer * as pretty from "internal:test_runner/expect/pretty_format";
import { isSized } from "internal:test_runner/expect/sized";
import { messageOfMock } from "internal:test_runner/expect/vitest_mock_messages";

/** A failed assertion. */
export interface Failure {
  received: unknown;
  args: unknown[];
  isNot: boolean;
  promise: string;
  /** Of `toThrow`: what was thrown. */
  thrown?: { value: unknown } | null | undefined;
}

type Message = (failure: Failure) => string;

/** "to be 2", and "not to be 2" or "to not be 2" of a negated assertion. */
function toBeWords(words: string, negated: "not to" | "to not" | "to be not"): Message {
  return ({ received, isNot }) => `expected ${inspectLine(received)} ${isNot ? negated : "to"} ${words}`;
}

/** The same with the argument at its end. */
function compared(words: string, negated: string, tail = ""): Message {
  return ({ received, args, isNot }) =>
    `expected ${inspectLine(received)} ${isNot ? negated : words} ${inspectLine(args[0])}${tail}`;
}

function ordered(words: string): Message {
  return ({ received, args: [limit], isNot }) => {
    for (const [name, value] of [
      ["actual", received],
      ["expected", limit],
    ] as const)
      if (typeof value !== "number" && typeof value !== "bigint")
        return `${name} value must be number or bigint, received "${typeof value}"`;
    return `expected ${String(received)} to be ${isNot ? "not " : ""}${words} ${String(limit)}`;
  };
}

const toBe: Message = (failure) => {
  const { received, args, isNot } = failure;
  const text = compared("to be", "not to be", " // Object.is equality")(failure);
  if (isNot) return text;
  const isStrict = equals(received, args[0], [iterableEquality, typeEquality, sparseArrayEquality], true);
  if (!isStrict && !equals(received, args[0], [iterableEquality])) return text;
  const other = isStrict ? "toStrictEqual" : "toEqual";
  return (
    `${text}\n\nIf it should pass with deep equality, replace "toBe" with "${other}"\n\n` +
    `Expected: ${inspectLine(received)}\nReceived: serializes to the same string\n`
  );
};

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

/** How many members of `object` are not in `subset`, and were therefore not compared. */
function omittedCount(object: unknown, subset: unknown, seen: unknown[] = []): number {
  if (!isObject(object) || !isObject(subset) || isAsymmetric(subset) || seen.includes(object)) return 0;
  if (Array.isArray(object)) {
    if (!Array.isArray(subset) || subset.length !== object.length) return 0;
    return object.reduce<number>(
      (sum, item, index) => sum + omittedCount(item, (subset as unknown[])[index], [...seen, object]),
      0,
    );
  }
  if (object instanceof Date || object instanceof Map || object instanceof Set) return 0;
  let sum = 0;
  for (const key of Object.keys(object))
    sum += Object.hasOwn(subset, key) ? omittedCount(object[key], subset[key], [...seen, object]) : 1;
  return sum;
}

const toMatchObject: Message = (failure) => {
  const text = compared("to match object", "to not match object")(failure);
  const count = failure.isNot ? 0 : omittedCount(failure.received, failure.args[0]);
  return count === 0
    ? text
    : `${text}\n(${count} matching ${count === 1 ? "property" : "properties"} omitted from actual)`;
};

const toContain: Message = ({ received, args: [item], isNot }) => {
  if (typeof received === "string" && typeof item === "string")
    return `expected ${inspectLine(received)} ${isNot ? "not to" : "to"} contain ${inspectLine(item)}`;
  const items = typeof received === "string" ? received : Array.from((received ?? []) as Iterable<unknown>);
  return `expected ${inspectLine(items)} ${isNot ? "to not" : "to"} include ${inspectLine(item)}`;
};

const toHaveProperty: Message = ({ received, args, isNot }) => {
  const [path, value] = args;
  const name = Array.isArray(path) ? path.map(String).join(".") : String(path);
  const having = args.length > 1 ? ` with value ${inspectLine(value)}` : "";
  return `expected ${inspectLine(received)} ${isNot ? "to not" : "to"} have property "${name}"${having}`;
};

const toHaveLength: Message = ({ received, args: [length], isNot }) => {
  const [own, word] = isSized(received)
    ? [received.size, "size"]
    : [(Object(received) as { length?: unknown }).length, "length"];
  const subject = `expected ${inspectLine(received)}`;
  if (own === undefined) return `${subject} to have property 'length'`;
  return isNot
    ? `${subject} to not have a ${word} of ${inspectLine(length)}`
    : `${subject} to have a ${word} of ${inspectLine(length)} but got ${inspectLine(own)}`;
};

const toMatch: Message = (failure) =>
  typeof failure.received === "string"
    ? compared("to match", "not to match")(failure)
    : `.toMatch() expects to receive a string, but got ${typeof failure.received}`;

const DEFAULT_DIGITS = 2;

const toBeCloseTo: Message = ({ received, args: [value, digits = DEFAULT_DIGITS], isNot }) => {
  const isSame = received === value;
  const difference = isSame ? 0 : Math.abs((value as number) - (received as number));
  const tolerance = isSame && !Number.isFinite(received) ? 0 : 10 ** -(digits as number) / 2;
  return `expected ${inspectLine(received)} ${isNot ? "to not" : "to"} be close to ${inspectLine(value)}, received difference is ${difference}, but expected ${tolerance}`;
};

const toBeInstanceOf: Message = ({ received, args: [type], isNot }) => {
  if (typeof type !== "function") {
    const given = type === null ? "null" : type === undefined ? "undefined" : Object(type).constructor.name;
    return `The instanceof assertion needs a constructor but ${given} was given.`;
  }
  return `expected ${inspectLine(received)} ${isNot ? "to not" : "to"} be an instance of ${type.name}`;
};

const toThrow: Message = (failure) => {
  const { received, args, isNot, promise } = failure;
  const [expected] = args;
  if (promise === "" && typeof received !== "function") return `expected ${inspectLine(received)} to be a function`;
  const { thrown = null } = failure;
  const subject = promise === "" ? inspectLine(received) : "[Function]";
  if (promise === "resolves" && thrown === null) return "expected promise to throw an error, but it didn't";
  const isText = typeof expected === "string" || expected instanceof RegExp;
  if (thrown === null)
    return expected === undefined || isText
      ? `expected ${subject} to throw an error`
      : "expected function to throw an error, but it didn't";
  if (expected === undefined)
    return `expected ${subject} to not throw an error but ${inspectLine(thrown.value instanceof Error ? String(thrown.value) : thrown.value)} was thrown`;
  const negation = isNot ? "not " : "";
  if (isText) {
    const pattern = expected === "" ? /^$/ : expected;
    const verb = typeof pattern === "string" ? "including" : "matching";
    const text = `expected ${subject} to throw error ${negation}${verb} ${inspectLine(pattern)}`;
    const message =
      typeof thrown.value === "string" ? thrown.value : (Object(thrown.value) as { message?: unknown }).message;
    return isNot ? text : `${text} but got ${inspectLine(message ?? "")}`;
  }
  if (isAsymmetric(expected)) return `expected error ${negation}to match asymmetric matcher`;
  if (typeof expected === "function") return `expected error ${negation}to be instance of ${expected.name}`;
  if (expected instanceof Error) return `expected a thrown error ${negation}to be ${inspectLine(expected)}`;
  return `expected a thrown value ${negation}to equal ${inspectLine(expected)}`;
};

/** Those that Vitest writes as Jest's custom matchers: what was expected, and what was received, below each other. */
function blocks(name: string, words: string, print: (value: unknown) => string): Message {
  return ({ received, args: [expected], isNot }) =>
    `expect(received)${isNot ? ".not" : ""}.${name}()\n\nExpected value to ${isNot ? "not " : ""}${words}:\n${print(expected)}\n` +
    `${isNot ? "" : "\n"}Received:\n${pretty.format(received)}`;
}

const MESSAGES: Record<string, Message> = {
  toBe,
  toEqual: compared("to deeply equal", "to not deeply equal"),
  toStrictEqual: compared("to strictly equal", "to not strictly equal"),
  toMatchObject,
  toBeTruthy: toBeWords("be truthy", "to not"),
  toBeFalsy: toBeWords("be falsy", "to not"),
  toBeNull: toBeWords("be null", "not to"),
  toBeNaN: toBeWords("be NaN", "not to"),
  toBeUndefined: toBeWords("be undefined", "not to"),
  toBeDefined: ({ received, isNot }) => `expected ${inspectLine(received)} to be ${isNot ? "undefined" : "defined"}`,
  toBeNullable: toBeWords("be nullish", "not to"),
  toBeGreaterThan: ordered("greater than"),
  toBeGreaterThanOrEqual: ordered("greater than or equal to"),
  toBeLessThan: ordered("less than"),
  toBeLessThanOrEqual: ordered("less than or equal to"),
  toBeCloseTo,
  toBeInstanceOf,
  toBeTypeOf: compared("to be type of", "not to be type of"),
  toBeOneOf: blocks("toBeOneOf", "be one of", (list) => pretty.format(list)),
  toSatisfy: blocks("toSatisfy", "satisfy", (test) => `[Function ${(test as Function).name || "anonymous"}]`),
  toHaveLength,
  toHaveProperty,
  toMatch,
  toContain,
  toContainEqual: compared("to deep equally contain", "to not deep equally contain"),
  toThrow,
  toThrowError: toThrow,
};

/** The message of a failed assertion; undefined for those whose message is the same as in Jest. */
export function vitestMessage(name: string, failure: Failure): string | undefined {
  return MESSAGES[name]?.(failure) ?? messageOfMock(name, failure);
}

/** The message of `expect.unreachable()`. */
export function unreachableMessage(message: unknown): string {
  return `expected ${message === undefined ? "" : `${JSON.stringify(message)} `}not to be reached`;
}

/** The message of `.resolves` and `.rejects` when the promise was settled the other way. */
export function wrongSettlement(promise: string, value: unknown): string {
  const text = inspectLine(value);
  return promise === "resolves"
    ? `promise rejected "${text}" instead of resolving`
    : `promise resolved "${text}" instead of rejecting`;
}

/** The message of `.resolves` and `.rejects` of a value that is no promise. */
export function notPromise(promise: string, value: unknown): string {
  return `You must provide a Promise to expect() when using .${promise}, not '${typeof value}'.`;
}
