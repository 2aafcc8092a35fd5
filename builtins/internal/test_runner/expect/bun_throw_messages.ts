// The messages of Bun about functions that throw, and about the calls and results of mock functions.
import type { Body, Message } from "internal:test_runner/expect/bun_messages";
import { difference, no, print } from "internal:test_runner/expect/bun_messages";
import { isAsymmetric } from "internal:test_runner/expect/asymmetric_protocol";
import type { Failure } from "internal:test_runner/expect/vitest_messages";

const NOT_THROWN = "\nReceived function did not throw\nReceived value: undefined\n";

/** The line about what was thrown. */
function thrownLine(value: unknown): string {
  const message = typeof value === "string" ? value : (Object(value) as { message?: unknown }).message;
  return typeof message === "string" ? `Received message: ${print(message)}\n` : `Received value: ${print(value)}\n`;
}

function ofClass(failure: Failure, name: string, thrown: { value: unknown } | null): string {
  const first = `Expected constructor: ${no(failure)}${name}\n`;
  if (thrown === null) return first + NOT_THROWN;
  const { value } = thrown;
  const own = typeof value === "string" ? "" : (Object(value) as { constructor?: { name?: string } }).constructor?.name;
  return `${first}${failure.isNot ? "" : `Received constructor: ${own ?? ""}\n`}\n${thrownLine(value)}`;
}

const toThrow: Body = (failure) => {
  const [expected] = failure.args;
  const { thrown = null } = failure;
  if (expected === undefined) {
    if (thrown === null) return NOT_THROWN.slice(1);
    const { name, message } = Object(thrown.value) as { name?: unknown; message?: unknown };
    return typeof message === "string"
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

const toReturnWith: Body = (failure) => {
  const [expected] = failure.args;
  if (failure.isNot) return `Expected mock function not to have returned: ${print(expected)}\n`;
  const values = mockOf(failure).results.map(({ value }) => value);
  return values.length === 1 ? difference(expected, values[0]) : numbered(expected, values, "returns");
};

export const throwAndMockMessages: Record<string, Message> = {
  toThrow: ["expected?", toThrow],
  toThrowError: ["expected?", toThrow],
  toHaveBeenCalledWith: ["...expected", calledWith],
  toBeCalledWith: ["...expected", calledWith],
  toHaveBeenLastCalledWith: ["...expected", lastCalledWith],
  lastCalledWith: ["...expected", lastCalledWith],
  toHaveBeenNthCalledWith: ["n, ...expected", nthCalledWith],
  nthCalledWith: ["n, ...expected", nthCalledWith],
  toHaveReturnedWith: ["expected", toReturnWith],
  toReturnWith: ["expected", toReturnWith],
};
