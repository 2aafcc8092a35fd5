// `t.assert`: the functions of `node:assert`, bound to a test, and `assert.register` of `node:test`.
import type { Test } from "internal:test_runner/test";
import defer * as snapshots from "internal:test_runner/snapshot";
import { validateFunction, validateString } from "internal:core/validators";
import defer * as nodeAssert from "internal:node/assert";

const COPIED = [
  "deepEqual",
  "deepStrictEqual",
  "doesNotMatch",
  "doesNotReject",
  "doesNotThrow",
  "equal",
  "fail",
  "ifError",
  "match",
  "notDeepEqual",
  "notDeepStrictEqual",
  "notEqual",
  "notStrictEqual",
  "partialDeepStrictEqual",
  "rejects",
  "strictEqual",
  "throws",
];

let functions: Map<string, unknown> | undefined;

function known(): Map<string, any> {
  if (functions === undefined) {
    const assert = nodeAssert.default;
    functions = new Map(COPIED.map((name) => [name, assert[name]]));
  }
  return functions;
}

/** Adds an assertion to the `t.assert` of later tests. Throws ERR_INVALID_ARG_TYPE for wrong arguments. */
export function register(name: unknown, fn: unknown): void {
  validateString(name, "name");
  validateFunction(fn, "fn");
  known().set(name, fn);
}

/** The assertions of one test; each call counts towards its plan. */
export function assertFor(context: object, test: Test): object {
  const { harness } = test.root;
  const map = known();
  harness.snapshots ??= new snapshots.Snapshots(harness.config.updateSnapshots);
  if (!map.has("snapshot")) map.set("snapshot", harness.snapshots.assertion());
  if (!map.has("fileSnapshot")) map.set("fileSnapshot", harness.snapshots.fileAssertion());
  const { plan } = test;
  const assert: any = { __proto__: null };
  for (const [name, fn] of map) {
    assert[name] = (...args: unknown[]) => {
      plan?.count();
      return Reflect.apply(fn, context, args);
    };
  }
  // Not bound: its message quotes the call, so it has to be the function that the program calls.
  assert.ok ??= okFor(plan);
  return assert;
}

function okFor(plan: Test["plan"]): (...args: unknown[]) => void {
  const { ok: check } = nodeAssert.default;
  return function ok(...args: unknown[]): void {
    plan?.count();
    check(...args);
  };
}
