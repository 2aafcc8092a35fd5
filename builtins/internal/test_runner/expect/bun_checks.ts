// What the matchers of Bun refuse: too few arguments, and values that they are not made for. They check before they compare, so
// that `.not` passes no value that the matcher cannot judge.
import { bunLength } from "internal:test_runner/expect/bun_length";
import { isMock, nameInBun, print } from "internal:test_runner/expect/bun_messages";

type Check = (received: unknown, args: unknown[], name: string, isNot: boolean) => Error | undefined;

/** The first problem that one of the checks finds. */
function all(...checks: Check[]): Check {
  return (received, args, name, isNot) => {
    for (const check of checks) {
      const problem = check(received, args, name, isNot);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

function count(minimum: number, verb: "requires" | "takes" | "requires at least"): Check {
  const words = `${minimum} argument${minimum === 1 ? "" : "s"}`;
  return (_received, args, name) => (args.length < minimum ? new TypeError(`${name}() ${verb} ${words}`) : undefined);
}
const requires = count(1, "requires");
const takes = count(1, "takes");

function isString(value: unknown): boolean {
  return typeof value === "string" || value instanceof String;
}
function isNumeric(value: unknown): boolean {
  return typeof value === "number" || typeof value === "bigint";
}
function isObject(value: unknown): boolean {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
function isIndex(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}
function isConstructor(value: unknown): boolean {
  return typeof value === "function" && isObject(value.prototype);
}
function isListed(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value !== "function" &&
    (value instanceof ArrayBuffer || Symbol.iterator in (value as object))
  );
}

/** "toInclude() requires the first argument to be a string". */
function first(isFit: (value: unknown) => boolean, words: string): Check {
  return (_received, args, name) => (isFit(args[0]) ? undefined : new Error(`${name}() ${words}`));
}
const firstString = all(
  requires,
  first((value) => typeof value === "string", "requires the first argument to be a string"),
);

function arrayArgument(_received: unknown, args: unknown[], name: string): Error | undefined {
  return Array.isArray(args[0]) ? undefined : new TypeError(`Expected expected to be a array for '${name}'.`);
}
const keys: Check = all(takes, arrayArgument);

const noArgument: Check = (_received, args, name) =>
  args.length > 0 && args[0] !== undefined ? new TypeError(`${name}() must not have an argument`) : undefined;

const mock: Check = (received) =>
  isMock(received) ? undefined : new Error(`Expected value must be a mock function: ${print(received)}`);

/** Those that compare the arguments of calls refuse other values with the head of a failure, which never says `.not`. */
function mockWith(parameters: string): Check {
  return (received, _args, name) =>
    isMock(received)
      ? undefined
      : new Error(
          `expect(received).${name}(${parameters})\n\nMatcher error: received value must be a mock function\n` +
            `Received: ${print(received)}`,
        );
}

const times: Check = all(mock, (_received, args, name) =>
  isIndex(args[0]) ? undefined : new TypeError(`${name}() requires 1 non-negative integer argument`),
);

const nthCalled: Check = all(mockWith("n, ...expected"), (_received, args, name) => {
  if (!Number.isInteger(args[0])) return new TypeError(`${name}() requires a positive integer as the first argument`);
  return (args[0] as number) > 0 ? undefined : new TypeError(`${name}() first argument must be a positive integer`);
});

const nthReturned: Check = all(mock, (_received, args, name) => {
  if (!Number.isInteger(args[0])) return new TypeError(`${name}() first argument must be an integer`);
  return (args[0] as number) > 0 ? undefined : new TypeError(`${name}() n must be greater than 0`);
});

const numbers: Check = all(requires, (received, args) =>
  isNumeric(received) && isNumeric(args[0])
    ? undefined
    : new Error("Expected and actual values must be numbers or bigints"),
);

function closeTo(received: unknown, args: unknown[], name: string): Error | undefined {
  if (args.length === 0)
    return new TypeError(`${name}() requires at least 1 argument. Expected value must be a number`);
  if (typeof args[0] !== "number") return new TypeError(`Expected expected to be a number for '${name}'.`);
  if (args.length > 1 && typeof args[1] !== "number")
    return new TypeError(`Expected precision to be a number for '${name}'.`);
  return typeof received === "number" ? undefined : new TypeError("Expected received to be a number for 'expect'.");
}

const TYPES = ["function", "object", "bigint", "boolean", "number", "string", "symbol", "undefined"];

const typeName: Check = all(requires, (_received, [type], name) => {
  if (typeof type !== "string") return new TypeError(`${name}() requires a string argument`);
  if (TYPES.includes(type)) return undefined;
  const list = TYPES.map((one) => `'${one}'`).join(", ");
  return new TypeError(`${name}() requires a valid type string argument (${list})`);
});

const NO_LIST = "Received value must be an array type, or both received and expected values must be strings.";

const contained: Check = all(takes, (received, [item], name) => {
  if (isListed(received)) return undefined;
  return typeof received === "string" && typeof item === "string" ? undefined : new Error(NO_LIST);
});

const oneOf: Check = all(takes, (_received, [list]) => (isListed(list) ? undefined : new Error(NO_LIST)));

const length: Check = all(takes, (received, [expected]) => {
  const own = bunLength(received);
  const missing = (): Error => new Error(`Received value does not have a length property: ${print(received)}`);
  if (!isObject(received) && typeof received !== "string") return missing();
  if (!isIndex(expected)) return new Error(`Expected value must be a non-negative integer: ${print(expected)}`);
  if (own === undefined) return missing();
  return Number.isNaN(own) ? new Error("Received value has non-number length property: NaN") : undefined;
});

const match: Check = all(requires, (received, [expected]) => {
  if (!isString(expected) && !(expected instanceof RegExp))
    return new Error(`Expected value must be a string or regular expression: ${print(expected)}`);
  return isString(received) ? undefined : new Error(`Received value must be a string: ${print(received)}`);
});

function matchObject(received: unknown, args: unknown[], name: string, isNot: boolean): Error | undefined {
  const head = `expect(received)${isNot ? ".not" : ""}.${name}`;
  if (!isObject(received))
    return new Error(`${head}(expected)\n\nMatcher error: received value must be a non-null object\n`);
  return isObject(args[0])
    ? undefined
    : new Error(`${head}()\n\nMatcher error: expected value must be a non-null object\n`);
}

const path: Check = all(count(1, "requires at least"), (_received, [key]) =>
  isString(key) || Array.isArray(key) ? undefined : new Error("Expected path must be a string or an array"),
);

const key: Check = all(takes, (received) =>
  isObject(received) ? undefined : new TypeError(`Expected value must be an object\nReceived: ${print(received)}`),
);

const repeated: Check = all(count(2, "requires"), (received, [part, repetitions], name) => {
  if (!isString(received)) return new Error(`${name}() requires the expect(value) to be a string`);
  if (typeof part !== "string") return new Error(`${name}() requires the first argument to be a string`);
  if (part === "") return new Error(`${name}() requires the first argument to be a non-empty string`);
  return Number.isInteger(repetitions) ? undefined : new Error(`${name}() requires the second argument to be a number`);
});

const within: Check = all(count(2, "requires"), (_received, limits, name) => {
  for (const [index, word] of ["first", "second"].entries())
    if (typeof limits[index] !== "number") return new Error(`${name}() requires the ${word} argument to be a number`);
  return undefined;
});

function throws(_received: unknown, args: unknown[]): Error | undefined {
  const [expected] = args;
  if (args.length === 0 || expected === undefined || isString(expected) || isObject(expected)) return undefined;
  return new Error(`Expected value must be string or Error: ${print(expected)}`);
}

const CHECKS: Record<string, Check> = {
  toBe: takes,
  toEqual: requires,
  toStrictEqual: requires,
  toBeGreaterThan: numbers,
  toBeGreaterThanOrEqual: numbers,
  toBeLessThan: numbers,
  toBeLessThanOrEqual: numbers,
  toBeCloseTo: closeTo,
  toBeInstanceOf: all(requires, (_received, [expected]) =>
    isConstructor(expected) ? undefined : new Error(`Expected value must be a function: ${print(expected)}`),
  ),
  toBeTypeOf: typeName,
  toBeOneOf: oneOf,
  toContain: contained,
  toContainEqual: contained,
  toHaveLength: length,
  toMatch: match,
  toMatchObject: matchObject,
  toHaveProperty: path,
  toInclude: firstString,
  toStartWith: firstString,
  toEndWith: firstString,
  toEqualIgnoringWhitespace: all(
    requires,
    first((value) => typeof value === "string", "requires argument to be a string"),
  ),
  toIncludeRepeated: repeated,
  toContainKey: key,
  toContainKeys: keys,
  toContainAnyKeys: keys,
  toContainAllKeys: keys,
  toContainValue: takes,
  toContainValues: keys,
  toContainAnyValues: keys,
  toContainAllValues: keys,
  toBeArrayOfSize: all(
    requires,
    first((value) => Number.isInteger(value), "requires the first argument to be a number"),
  ),
  toBeEmpty: (received) =>
    typeof received === "bigint" || typeof received === "symbol"
      ? new Error(
          `expect(received).toBeEmpty()\n\nExpected value to be a string, object, or iterable\n\nReceived: ${print(received)}\n`,
        )
      : undefined,
  toSatisfy: all(
    requires,
    first((value) => typeof value === "function", "argument must be a function"),
  ),
  toBeWithin: within,
  toHaveBeenCalled: all(noArgument, mock),
  toHaveBeenCalledOnce: mock,
  toHaveBeenCalledTimes: times,
  toHaveBeenCalledWith: mockWith("...expected"),
  toHaveBeenLastCalledWith: mockWith("...expected"),
  toHaveBeenNthCalledWith: nthCalled,
  toHaveReturned: all(noArgument, mock),
  toHaveReturnedTimes: times,
  toHaveReturnedWith: mock,
  toHaveBeenLastReturnedWith: mock,
  toHaveNthReturnedWith: nthReturned,
  toThrow: throws,
};

/** The error of a call that Bun's matcher refuses. */
export function refusal(
  alias: string,
  received: unknown,
  args: unknown[],
  { isNot, promise }: { isNot: boolean; promise: string },
): Error | undefined {
  const name = nameInBun(alias);
  const problem = CHECKS[name]?.(received, args, name, isNot);
  // What a promise was settled with counts as thrown.
  if (problem !== undefined || name !== "toThrow" || promise !== "" || typeof received === "function") return problem;
  return new Error("Expected value must be a function");
}
