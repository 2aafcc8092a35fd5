// Messages for members of missing values. Passes on Node 26.
import assert from "node:assert/strict";
import * as path from "node:path";
import { join, join as combine } from "node:path";
import { test } from "../harness.ts";

const { missing, nothing, object } = { missing: undefined, nothing: null, object: { a: 1, f: () => ({}) } } as any;
// Imports without a type.
const [joined, combined, all] = [join, combine, path] as any[];

// oxfmt-ignore
const MESSAGES: [() => unknown, string][] = [
  [() => missing.a, "Cannot read properties of undefined (reading 'a')"],
  [() => nothing.a.b(), "Cannot read properties of null (reading 'a')"],
  [() => object.b.c(), "Cannot read properties of undefined (reading 'c')"],
  [() => object?.b.c, "Cannot read properties of undefined (reading 'c')"],
  [() => missing["a b"], "Cannot read properties of undefined (reading 'a b')"],
  [() => missing[0], "Cannot read properties of undefined (reading '0')"],
  [() => object.f(1, "(").g.h, "Cannot read properties of undefined (reading 'h')"],
  [() => `${nothing.length}`, "Cannot read properties of null (reading 'length')"],
  [() => { missing.a = object.a == 1; }, "Cannot set properties of undefined (setting 'a')"],
  [() => { nothing.a = () => 1; }, "Cannot set properties of null (setting 'a')"],
  [() => { object.b[1] = 2; }, "Cannot set properties of undefined (setting '1')"],
  [() => { missing.a += 1; }, "Cannot read properties of undefined (reading 'a')"],
  [() => (join as any).a.b, "Cannot read properties of undefined (reading 'b')"],
  [() => (path as any).none.a, "Cannot read properties of undefined (reading 'a')"],
];

test("the message names the key", () => {
  for (const [work, message] of MESSAGES) assert.throws(work, { name: "TypeError", message });
  assert.equal(joined, combined);
  assert.equal(all.join, join);
});

test("a missing value that is iterated is not said to be a missing object", () => {
  for (const work of [
    () => {
      for (const one of object.none) object.f(one);
    },
    () => {
      const [one] = object.none;
      return one;
    },
    () => {
      [object.b] = object.none;
    },
    function* () {
      yield* object.none;
    },
  ]) {
    assert.throws(
      () => [...((work() as Iterable<unknown> | undefined) ?? [])],
      (error: Error) => error instanceof TypeError && !/(?:reading|setting) '/.test(error.message),
    );
  }
});

test("the stack begins with the message", () => {
  try {
    missing.a.b;
  } catch (error) {
    assert.match((error as Error).stack!, /^TypeError: Cannot read properties of undefined \(reading 'a'\)\n    at /);
  }
});
