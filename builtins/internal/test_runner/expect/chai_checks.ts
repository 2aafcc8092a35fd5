// What Chai's assertions check, and what they say; those about members are in `chai_collections.ts`. https://www.chaijs.com/api/bdd
import { inspectLine as inspectValue } from "internal:test_runner/expect/chai_inspect";
import { equals, iterableEquality } from "internal:test_runner/expect/equality";
import { isMockFunction } from "internal:test_runner/jest/mock_function";

/** The modifiers in front of an assertion. */
export interface Words {
  isDeep?: boolean;
  isOwn?: boolean;
  isNested?: boolean;
  isOrdered?: boolean;
  /** `any` or `all` of keys. */
  isAny?: boolean;
  isItself?: boolean;
  contains?: boolean;
  /** Numbers are compared with the length of the subject. */
  hasLength?: boolean;
  /** By how much `change` found a value to have changed. */
  delta?: number;
}

/** One assertion. */
export interface Call {
  received: unknown;
  words: Words;
  args: unknown[];
  isNot: boolean;
}

export interface Outcome {
  pass: boolean;
  /** What follows "expected 1": "to equal 2". */
  text: string;
  /** The same of a negated assertion, where it is not `text` with "not". */
  notText?: string;
  /** What "expected" is followed by, when it is not the received value. */
  subject?: string;
  /** For the difference. */
  expected?: { value: unknown };
  /** The subject of what follows. */
  next?: unknown;
  words?: Words;
}

export type Check = (call: Call) => Outcome;
export type Members = Record<PropertyKey, unknown>;

/** Whether values are the same, or deeply equal where the words say so. */
export function isSame(one: unknown, other: unknown, { isDeep }: Words): boolean {
  return isDeep ? equals(one, other, [iterableEquality], true) : one === other || (one !== one && other !== other);
}

export function isObject(value: unknown): value is Members {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The length or size of a value. Throws an Error for values without one. */
export function lengthOf(value: unknown): number {
  const { length, size } = Object(value) as { length?: unknown; size?: unknown };
  if (typeof length === "number") return length;
  if (typeof size === "number") return size;
  throw new Error(`expected ${inspectValue(value)} to have property 'length'`);
}

const kindOf = (value: unknown): string => {
  if (value === null) return "null";
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return (value instanceof Error ? "Error" : tag).toLowerCase();
};

const is =
  (text: string, test: (value: unknown) => boolean): Check =>
  ({ received }) => ({ pass: test(received), text });

/** Assertions that are properties. */
export const properties: Record<string, Check> = {
  ok: is("to be truthy", Boolean),
  true: is("to be true", (value) => value === true),
  false: is("to be false", (value) => value === false),
  null: is("to be null", (value) => value === null),
  undefined: is("to be undefined", (value) => value === undefined),
  NaN: is("to be NaN", (value) => Number.isNaN(value)),
  exist: is("to exist", (value) => value !== null && value !== undefined),
  exists: is("to exist", (value) => value !== null && value !== undefined),
  numeric: is("to be numeric", (value) => typeof value === "number" || typeof value === "bigint"),
  finite: is("to be a finite number", (value) => Number.isFinite(value)),
  callable: is("to be a callable function", (value) => typeof value === "function"),
  iterable: is("to be an iterable", (value) => isObject(Object(value)) && Symbol.iterator in Object(value)),
  extensible: is("to be extensible", (value) => Object.isExtensible(value)),
  sealed: is("to be sealed", (value) => Object.isSealed(value)),
  frozen: is("to be frozen", (value) => Object.isFrozen(value)),
  arguments: is("to be an arguments", (value) => kindOf(value) === "arguments"),
  Arguments: is("to be an arguments", (value) => kindOf(value) === "arguments"),
  empty: is("to be empty", isEmpty),
  called: is("to have been called", (value) => callsOf(value) > 0),
  calledOnce: is("to have been called once", (value) => callsOf(value) === 1),
};

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return value === "";
  if (value instanceof WeakMap || value instanceof WeakSet) throw new TypeError(".empty was passed a weak collection");
  if (typeof value === "function") throw new TypeError(`.empty was passed a function ${value.name}`.trim());
  if (!isObject(value)) throw new TypeError(`.empty was passed non-string primitive ${inspectValue(value)}`);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return (value as { length?: number }).length === 0;
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  return Object.keys(value).length === 0;
}

function callsOf(value: unknown): number {
  if (!isMockFunction(value)) throw new TypeError(`${inspectValue(value)} is not a spy or a call to a spy`);
  return (value as { mock: { calls: unknown[] } }).mock.calls.length;
}

const equal: Check = ({ received, words, args: [value] }) => ({
  pass: words.isDeep ? isSame(received, value, words) : received === value,
  text: words.isDeep ? `to deeply equal ${inspectValue(value)}` : `to equal ${inspectValue(value)}`,
  expected: { value },
});
const eql: Check = (call) => equal({ ...call, words: { ...call.words, isDeep: true } });

/** A comparison of numbers, dates or lengths. */
function ordered(sign: string, test: (one: number, other: number) => boolean): Check {
  return ({ received, words, args: [limit] }) => {
    const value = words.hasLength ? lengthOf(received) : (received as number);
    const text = `to ${words.hasLength ? "have a length" : "be"} ${sign} ${inspectValue(limit)}`;
    const isOrdered = (one: unknown): boolean => ["number", "bigint", "date"].includes(kindOf(one));
    if (!isOrdered(value)) throw new TypeError(`expected ${inspectValue(value)} to be a number or a date`);
    if (!isOrdered(limit)) throw new TypeError(`the argument to ${sign} must be a number or a date`);
    return { pass: test(value, limit as number), text };
  };
}
const above = ordered("above", (one, other) => one > other);
const least = ordered("at least", (one, other) => one >= other);
const below = ordered("below", (one, other) => one < other);
const most = ordered("at most", (one, other) => one <= other);

const within: Check = ({ received, words, args: [low, high] }) => {
  const value = words.hasLength ? lengthOf(received) : (received as number);
  const range = `${inspectValue(low)}..${inspectValue(high)}`;
  return {
    pass: value >= (low as number) && value <= (high as number),
    text: words.hasLength ? `to have a length within ${range}` : `to be within ${range}`,
  };
};

const instance: Check = ({ received, args: [type] }) => {
  if (typeof type !== "function") throw new TypeError("the instanceof assertion needs a constructor");
  return { pass: received instanceof type, text: `to be an instance of ${type.name || "an unnamed constructor"}` };
};

const closeTo: Check = ({ received, args: [value, delta] }) => {
  if (typeof received !== "number" && typeof received !== "bigint")
    throw new TypeError(`expected ${inspectValue(received)} to be a number`);
  if (typeof delta !== "number" && typeof delta !== "bigint")
    throw new TypeError("a `delta` value is required for closeTo");
  const distance = (received as number) - (value as number);
  return {
    pass: (distance < 0 ? -distance : distance) <= delta,
    text: `to be close to ${inspectValue(value)} +/- ${delta}`,
  };
};

const kind: Check = ({ received, args: [type] }) => {
  const name = String(type).toLowerCase();
  const article = /^[aeiou]/.test(name) ? "an" : "a";
  const isFunction = name === "function" && typeof received === "function";
  return { pass: isFunction || kindOf(received) === name, text: `to be ${article} ${name}` };
};

const match: Check = ({ received, args: [pattern] }) => ({
  pass: (pattern as RegExp).exec(received as string) !== null,
  text: `to match ${inspectValue(pattern)}`,
});
const satisfy: Check = ({ received, args: [test] }) => ({
  pass: Boolean((test as (value: unknown) => unknown)(received)),
  text: `to satisfy ${inspectValue(test)}`,
});

/** `throw(class?, message?)`, `throw(message)`, `throw(error)`. */
const throws: Check = ({ received, args, isNot }) => {
  let [type, part] = args;
  if (typeof type === "string" || type instanceof RegExp) [type, part] = [undefined, type];
  const wanted = type === undefined ? "an error" : typeof type === "function" ? type.name : inspectValue(type);
  const including =
    part === undefined ? "" : ` ${part instanceof RegExp ? "matching" : "including"} ${inspectValue(part)}`;
  if (typeof received !== "function") throw new TypeError(`expected ${inspectValue(received)} to be a function`);
  let thrown: unknown;
  let hasThrown = false;
  try {
    received();
  } catch (error) {
    thrown = error;
    hasThrown = true;
  }
  const message = isObject(thrown) && typeof thrown.message === "string" ? thrown.message : String(thrown);
  const isOfType = typeof type === "function" ? thrown instanceof type : type === undefined || thrown === type;
  const hasPart = part === undefined || (part instanceof RegExp ? part.test(message) : message.includes(String(part)));
  const but =
    hasThrown && !isNot ? ` but ${inspectValue(thrown instanceof Error ? String(thrown) : thrown)} was thrown` : "";
  const outcome: Outcome = { pass: hasThrown && isOfType && hasPart, text: `to throw ${wanted}${including}${but}` };
  return hasThrown ? { ...outcome, next: thrown } : outcome;
};

const respondTo: Check = ({ received, words, args: [name] }) => {
  const target = typeof received === "function" && !words.isItself ? (received.prototype as unknown) : received;
  const method = isObject(target) ? target[name as string] : undefined;
  return { pass: typeof method === "function", text: `to respond to ${inspectValue(name)}` };
};

const length: Check = ({ received, args: [count] }) => ({
  pass: lengthOf(received) === count,
  text: `to have a length of ${inspectValue(count)} but got ${lengthOf(received)}`,
  notText: `to not have a length of ${inspectValue(count)}`,
});

/** `change(object, "key")`, `change(getter)`, and those that say in which direction. */
function changes(verb: string, test: (difference: number, before: unknown, after: unknown) => boolean): Check {
  return ({ received, args: [subject, key] }) => {
    const read = (): unknown =>
      key === undefined ? (subject as () => unknown)() : (subject as Members)[key as string];
    const before = read();
    (received as () => void)();
    const after = read();
    const difference = (after as number) - (before as number);
    return {
      pass: test(difference, before, after),
      text: `to ${verb}`,
      subject: key === undefined ? "the value" : `.${String(key)}`,
      next: received,
      words: { delta: verb === "decrease" ? -difference : Math.abs(difference) },
    };
  };
}
const change = changes("change", (_difference, before, after) => before !== after);
const increase = changes("increase", (difference) => difference > 0);
const decrease = changes("decrease", (difference) => difference < 0);

/** Assertions that are methods. */
export const checks: Record<string, Check> = {
  equal,
  equals: equal,
  eq: equal,
  eql,
  eqls: eql,
  above,
  gt: above,
  greaterThan: above,
  least,
  gte: least,
  greaterThanOrEqual: least,
  below,
  lt: below,
  lessThan: below,
  most,
  lte: most,
  lessThanOrEqual: most,
  within,
  instanceof: instance,
  instanceOf: instance,
  closeTo,
  approximately: closeTo,
  a: kind,
  an: kind,
  match,
  matches: match,
  satisfy,
  satisfies: satisfy,
  throw: throws,
  throws,
  Throw: throws,
  respondTo,
  respondsTo: respondTo,
  length,
  lengthOf: length,
  change,
  changes: change,
  increase,
  increases: increase,
  decrease,
  decreases: decrease,
  by: ({ words, args: [delta] }) => ({
    pass: words.delta === delta,
    text: `to change by ${String(delta)}`,
    subject: "the value",
  }),
  string: ({ received, args: [part] }) => ({
    pass: typeof received === "string" && received.includes(String(part)),
    text: `to contain ${inspectValue(part)}`,
  }),
};
