// node:assert: what passes, and the messages of what fails.
import { test } from "../harness.ts";
import assert from "node:assert";

function failure(fn: () => void): any {
  try {
    fn();
  } catch (error) {
    return error;
  }
  throw new Error("did not fail");
}

test("a failed strictEqual has the values, the operator and a generated message", () => {
  const error = failure(() => assert.strictEqual(1, 2));
  assert.ok(error instanceof assert.AssertionError);
  assert.deepStrictEqual(
    [error.name, error.code, error.actual, error.expected, error.operator, error.generatedMessage],
    ["AssertionError", "ERR_ASSERTION", 1, 2, "strictEqual", true],
  );
  assert.strictEqual(error.message, "Expected values to be strictly equal:\n\n1 !== 2\n");
  assert.strictEqual(String(error), `AssertionError [ERR_ASSERTION]: ${error.message}`);
});

test("a message of the caller comes before the difference, an Error is thrown as it is", () => {
  assert.strictEqual(failure(() => assert.strictEqual(1, 2, "mine")).message, "mine\n\n1 !== 2\n");
  assert.strictEqual(failure(() => assert.equal(1, 2, "mine")).message, "mine");
  assert.strictEqual(failure(() => assert.ok(false, "mine")).generatedMessage, false);
  assert.throws(() => assert.equal(1, 2, new RangeError("own")), RangeError);
});

test("deepStrictEqual shows the difference by lines", () => {
  assert.strictEqual(
    failure(() => assert.deepStrictEqual({ a: 1, b: [2] }, { a: 1, b: [3] })).message,
    "Expected values to be strictly deep-equal:\n+ actual - expected\n\n  {\n    a: 1,\n    b: [\n+     2\n-     3\n    ]\n  }\n",
  );
});

test("long strings get a pointer to where they differ", () => {
  assert.strictEqual(
    failure(() => assert.strictEqual("abcdefghijkl", "abcdefghijxl")).message,
    "Expected values to be strictly equal:\n+ actual - expected\n\n+ 'abcdefghijkl'\n- 'abcdefghijxl'\n             ^\n",
  );
});

test("equal objects that are not identical have their own message", () => {
  assert.strictEqual(
    failure(() => assert.strictEqual([1], [1])).message,
    "Values have same structure but are not reference-equal:\n\n[\n  1\n]\n",
  );
});

test("deepEqual is loose, deepStrictEqual is not", () => {
  assert.deepEqual([1, { a: "2" }], ["1", { a: 2 }]);
  assert.throws(() => assert.deepStrictEqual([1], ["1"]), { code: "ERR_ASSERTION" });
  assert.deepStrictEqual(new Map([[{ a: 1 }, new Set([[1]])]]), new Map([[{ a: 1 }, new Set([[1]])]]));
  assert.notDeepStrictEqual(new Date(1), new Date(2));
  assert.throws(() => assert.deepStrictEqual(new (class A {})(), {}), { code: "ERR_ASSERTION" });
});

test("partialDeepStrictEqual looks for the second value in the first", () => {
  assert.partialDeepStrictEqual({ a: 1, b: { c: 2, d: [1, 2, 3] } }, { b: { d: [1, 3] } });
  assert.throws(() => assert.partialDeepStrictEqual({ a: 1 }, { a: 1, b: 2 }), {
    code: "ERR_ASSERTION",
    operator: "partialDeepStrictEqual",
  });
});

test("throws compares with a class, a pattern, an object and a function", () => {
  const fail = () => {
    throw Object.assign(new TypeError("bad thing"), { code: "E_BAD" });
  };
  assert.throws(fail, TypeError);
  assert.throws(fail, /bad/);
  assert.throws(fail, { message: /thing/, code: "E_BAD" });
  assert.throws(fail, (error: any) => error.code === "E_BAD");
  assert.strictEqual(
    failure(() => assert.throws(() => {}, TypeError)).message,
    "Missing expected exception (TypeError).",
  );
  assert.strictEqual(
    failure(() => assert.throws(fail, RangeError)).message,
    'The error is expected to be an instance of "RangeError". Received "TypeError"\n\nError message:\n\nbad thing',
  );
  assert.throws(() => assert.throws("x" as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "The \"fn\" argument must be of type function. Received type string ('x')",
  });
  assert.throws(() => assert.throws(fail, {} as any), { code: "ERR_INVALID_ARG_VALUE" });
});

test("rejects and doesNotReject wait for promises", async () => {
  await assert.rejects(async () => {
    throw new RangeError("no");
  }, RangeError);
  await assert.rejects(Promise.reject(5));
  await assert.doesNotReject(Promise.resolve());
  await assert.rejects(assert.rejects(Promise.resolve()), { message: "Missing expected rejection." });
  await assert.rejects(assert.rejects(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("match, ifError and fail", () => {
  assert.match("abc", /b/);
  assert.strictEqual(
    failure(() => assert.match("abc", /x/)).message,
    "The input did not match the regular expression /x/. Input:\n\n'abc'\n",
  );
  assert.ifError(null);
  assert.strictEqual(failure(() => assert.ifError(new Error("oh"))).message, "ifError got unwanted exception: oh");
  assert.strictEqual(failure(() => assert.fail()).message, "Failed");
});

test("a missing argument is an error of its own", () => {
  assert.throws(() => (assert as any).strictEqual(1), {
    code: "ERR_MISSING_ARGS",
    message: 'The "actual" and "expected" arguments must be specified',
  });
});

test("assert.strict has the strict functions under the loose names", () => {
  assert.strictEqual(assert.strict.equal, assert.strictEqual);
  assert.strictEqual(assert.strict.deepEqual, assert.deepStrictEqual);
});

test("assert shows the source of a falsy expression", () => {
  const error = failure(() => {
    assert.ok(typeof 123 === "string");
  });
  assert.strictEqual(
    error.message,
    'The expression evaluated to a falsy value:\n\n  assert.ok(typeof 123 === "string")\n',
  );
});

test("ok, assert and strict fail for falsy and missing arguments, and have no parameters", () => {
  for (const check of [assert, assert.ok, assert.strict, assert.strict.ok] as any[]) {
    assert.strictEqual(check.length, 0);
    assert.strictEqual(check(1, "unused"), undefined);
    assert.strictEqual(failure(() => check()).message, "No value argument passed to `assert.ok()`");
    assert.strictEqual(failure(() => check(Number.NaN, "%s of %d", "one", 2)).message, "one of 2");
    assert.throws(() => check(0, new RangeError("own")), RangeError);
  }
});

test("the stack of a failure begins at its caller and has as many frames as the limit says", () => {
  const limit = Error.stackTraceLimit;
  const check = (): void => assert.strictEqual(1, 2);
  try {
    for (const frames of [1, 2, 0]) {
      Error.stackTraceLimit = frames;
      const { stack } = failure(check);
      assert.strictEqual(Error.stackTraceLimit, frames);
      const lines = stack.split("\n").filter((line: string) => line.startsWith("    at "));
      assert.strictEqual(lines.length, frames);
      if (frames > 0) assert.match(lines[0], /^ {4}at check \(/);
    }
  } finally {
    Error.stackTraceLimit = limit;
  }
});
