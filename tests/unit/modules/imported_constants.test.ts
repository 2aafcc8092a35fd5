// Imports are constants of the module that imports them (ECMA-262 §9.1.1.5.1, SetMutableBinding of an immutable binding).
import assert from "node:assert";
import { join } from "node:path";
import fs from "node:fs";
import * as path from "node:path";
import { test } from "../harness.ts";

const refused = { name: "TypeError", message: "Assignment to constant variable." };

test("an import cannot be assigned to in any way, and stays what it is", async () => {
  const before = join;
  for (const assign of [
    // @ts-expect-error: that is what is tested
    () => void (join = 1),
    // @ts-expect-error: that is what is tested
    () => void (join += 1),
    // @ts-expect-error: that is what is tested
    () => void join++,
    // @ts-expect-error: that is what is tested
    () => void ([join] = [1]),
    // @ts-expect-error: that is what is tested
    () => void ({ join } = { join: 1 }),
    () => {
      // @ts-expect-error: that is what is tested
      for (join of [1]);
    },
    // @ts-expect-error: that is what is tested
    () => void (fs = 1),
    // @ts-expect-error: that is what is tested
    () => void (join &&= 1),
  ])
    assert.throws(assign, refused, String(assign));
  assert.strictEqual(join, before);
  assert.strictEqual((await import("node:path")).join, before);
});

test("an assignment that does not happen does not throw", () => {
  // @ts-expect-error: that is what is tested
  assert.strictEqual((join ??= 1), path.join);
});
