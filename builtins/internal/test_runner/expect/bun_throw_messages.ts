// The messages of Bun about functions that throw, and about the calls and results of mock functions.
import { MATCHER_ALIASES } from "internal:test_runner/expect/matcher_aliases";
import type { Body, Message } from "internal:test_runner/expect/bun_messages";
import { difference, no, print } from "internal:test_runner/expect/bun_messages";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import type { Failure } from "internal:test_runner/expect/vitest_messages";

const NOT_THROWN = "\nReceived function did not throw\nReceived value: undefined\n";

/** The line about what was thrown; a primitive is its own message. */
function thrownLine(value: unknown): string {
  if (!isObject(value)) return `Received message: ${print(String(value))}\n`;
  const { message } = value as { message?: unknown };
  return typeof message === "string" ? `Received message: ${print(message)}\n` : `Received value: ${print(value)}`;
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function ofClass(failure: Failure, name: string, thrown: { value: unknown } | null): string {
  const first = `Expected constructor: ${no(failure)}${name}\n`;
  if (thrown === null) return first + NOT_THROWN;
  const { value } = thrown;
  const own = isObject(value) ? value.constructor?.name : typeof value === "string" ? "" : "[not a class]";
  return `${first}${failure.isNot ? "" : `Received constructor: ${own ?? ""}\n`}\n${thrownLine(value)}`;
}

const toThrow: Body = (failure) => {
  const [expected] = failure.args;
  const { thrown = null } = failure;
  if (expected === undefined || expected === "") {
    if (thrown === null) return NOT_THROWN.slice(1);
    const { name, message } = Object(thrown.value) as { name?: unknown; message?: unknown };
    return typeof message === "string" && thrown.value instanceof Error
      ? `Error name: ${print(name)}\nError message: ${print(message)}\n`
      : `Thrown value: ${print(thrown.value)}\n`;
  }
  if (typeof expected === "string" || expected instanceof RegExp) {
    const label = typeof expected === "string" ? "substring" : "pattern";
    const first = `Expected ${label}: ${no(failure)}${print(expected)}\n`;
    return first + (thrown === null ? NOT_THROWN : thrownLine(thrown.value));
  }
  if (typeof expected === "function") return ofClass(failure, expected.name, thrown);
  if (isAsymmetric(expected)) {
    const { sample } = expected as { sample?: unknown };
    if (typeof sample === "function") return ofClass(failure, sample.name, thrown);
    if (thrown === null) return ofClass(failure, `Expect${expected.toString()}`, null);
    return `Expected value: ${no(failure)}${print(expected)}\nReceived value: ${print(thrown.value)}\n`;
  }
  const { message } = expected as { message?: unknown };
  if (message === undefined) return ofClass(failure, (expected as object).constructor?.name ?? "", thrown);
  const first = `Expected message: ${no(failure)}${print(message)}\n`;
  if (thrown === null) return first + NOT_THROWN;
  return failure.isNot ? first : first + thrownLine(thrown.value);
};

interface Mock {
  mock: { calls: unknown[][]; results: { type: string; value: unknown }[] };
}

function mockOf({ received }: Failure): Mock["mock"] {
  return (received as Mock).mock;
}

/** What was expected, and the values of all calls. */
function numbered(expected: unknown, values: unknown[], what: string): string {
  const lines = values.map((value, index) => `${String(index + 1).padStart(15)}: ${print(value)}\n`);
  return `    Expected: ${print(expected)}\n    Received:\n${lines.join("")}\n    Number of ${what}: ${values.length}\n`;
}

const calledWith: Body = (failure) => {
  const { calls } = mockOf(failure);
  if (failure.isNot) return `Expected mock function not to have been called with: ${print(failure.args)}\nBut it was.`;
  if (calls.length === 0) return `Expected: ${print(failure.args)}\nBut it was not called.`;
  return calls.length === 1 ? difference(failure.args, calls[0]) : numbered(failure.args, calls, "calls");
};

const lastCalledWith: Body = (failure) => {
  const last = mockOf(failure).calls.at(-1);
  if (failure.isNot) return `Expected last call not to be with: ${print(failure.args)}\nBut it was.`;
  return last === undefined
    ? `Expected: ${print(failure.args)}\nBut it was not called.`
    : difference(failure.args, last);
};

const nthCalledWith: Body = (failure) => {
  const [count, ...expected] = failure.args as [number, ...unknown[]];
  const { calls } = mockOf(failure);
  if (failure.isNot) return `Expected call #${count} not to be with: ${print(expected)}\nBut it was.`;
  if (count > calls.length)
    return `The mock function was called ${calls.length} time${calls.length === 1 ? "" : "s"}, but call ${count} was requested.`;
  return `Call #${count}:\n${difference(expected, calls[count - 1])}`;
};

const returnedWith: Body = (failure) => {
  const [expected] = failure.args;
  if (failure.isNot) return `Expected mock function not to have returned: ${print(expected)}\n`;
  const { results } = mockOf(failure);
  const hasThrown = results.some(({ type }) => type === "throw");
  if (results.length === 1 && !hasThrown) return `Expected: ${print(expected)}\nReceived: ${print(results[0]!.value)}`;
  const lines = results.map(({ type, value }, index) => {
    const shown = `${type === "throw" ? "function call threw an error: " : ""}${print(value)}`;
    return `${String(index + 1).padStart(hasThrown ? ERROR_WIDTH : RETURN_WIDTH)}: ${shown}\n`;
  });
  const count = results.filter(({ type }) => type === "return").length;
  return (
    `${hasThrown ? "Some calls errored:\n\n" : ""}    Expected: ${print(expected)}\n    Received:\n${lines.join("")}\n` +
    `${results.length === 0 ? "\n" : ""}    Number of returns: ${count}\n${hasThrown ? `    Number of calls:   ${results.length}\n` : ""}`
  );
};

/** Where the number of a call ends, with and without calls that threw. */
const ERROR_WIDTH = 13;
const RETURN_WIDTH = 15;

/** Numbers of returns below each other. */
function returns(sign: string, failure: Failure, expected: string): string {
  const { calls, results } = mockOf(failure);
  const count = results.filter(({ type }) => type === "return").length;
  const pad = " ".repeat(sign.length + 1);
  return (
    `Expected number of succesful returns: ${sign} ${expected}\n` +
    `Received number of succesful returns: ${pad}${count}\nReceived number of calls:             ${pad}${calls.length}\n`
  );
}

const lastReturned: Body = (failure) => {
  const [expected] = failure.args;
  const last = mockOf(failure).results.at(-1);
  if (failure.isNot) return `Expected mock function not to have last returned: ${print(expected)}\nBut it did.\n`;
  if (last === undefined) return "The mock function was not called.";
  if (last.type === "throw") return `The last call threw an error: ${print(last.value)}\n`;
  return `Expected: ${print(expected)}\nReceived: ${print(last.value)}`;
};

const nthReturned: Body = (failure) => {
  const [count, expected] = failure.args as [number, unknown];
  const { results } = mockOf(failure);
  if (failure.isNot)
    return `Expected mock function not to have returned on call ${count}: ${print(expected)}\nBut it did.\n`;
  const result = results[count - 1];
  if (result === undefined)
    return `The mock function was called ${results.length} time${results.length === 1 ? "" : "s"}, but call ${count} was requested.\n`;
  if (result.type === "throw") return `Call ${count} threw an error: ${print(result.value)}\n`;
  return `Call ${count}:\nExpected: ${print(expected)}\nReceived: ${print(result.value)}`;
};

/** The names that messages have for matchers with two. */
export const OTHER_NAMES: Record<string, string> = {
  toThrowError: "toThrow",
  ...MATCHER_ALIASES,
  lastReturnedWith: "toHaveBeenLastReturnedWith",
  toHaveLastReturnedWith: "toHaveBeenLastReturnedWith",
};

export const throwAndMockMessages: Record<string, Message> = {
  toThrow: ["expected?", toThrow],
  toHaveBeenCalledWith: ["...expected", calledWith],
  toHaveBeenLastCalledWith: ["...expected", lastCalledWith],
  toHaveBeenNthCalledWith: ["n, ...expected", nthCalledWith],
  toHaveReturnedWith: ["expected", returnedWith],
  toHaveReturned: ["expected", (failure) => (failure.isNot ? returns("<", failure, "1") : returns(">=", failure, "1"))],
  toHaveReturnedTimes: ["expected", (failure) => returns(failure.isNot ? "!=" : "==", failure, print(failure.args[0]))],
  toHaveBeenLastReturnedWith: ["expected", lastReturned],
  toHaveNthReturnedWith: ["n, expected", nthReturned],
};
