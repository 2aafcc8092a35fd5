// The clone of an error has its stack, and collects none of its own: what the program has set for stacks stays as it was.
import assert from "node:assert";
import { execFileSync } from "node:child_process";
import { test } from "../harness.ts";

/** What a program prints. */
function printed(source: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "-e", source], { encoding: "utf8" });
}

test("clones of errors have the stack of the original, however often they are made", () => {
  const error = new RangeError("m", { cause: new TypeError("c") });
  for (let count = 0; count < 20_000; count++) {
    const clone = structuredClone(error);
    if (clone.stack === error.stack && (clone.cause as Error).stack === (error.cause as Error).stack) continue;
    assert.fail(`clone ${count}: ${clone.stack}`);
  }
  const clone = structuredClone(error);
  assert.deepStrictEqual(Object.getOwnPropertyNames(clone).sort(), ["cause", "message", "stack"]);
  assert.ok(clone instanceof RangeError && clone.cause instanceof TypeError);
});

test("Error.stackTraceLimit is what it was, and errors have so many frames afterwards", () => {
  const source = `
    Error.stackTraceLimit = 2;
    const deep = (count) => count === 0 ? new Error("x") : deep(count - 1);
    const framesOf = (error) => error.stack.split("\\n").length - 1;
    const seen = new Set();
    for (let count = 0; count < 20000; count++) {
      structuredClone(new Error("y"));
      if (count % 1000 === 0) seen.add(framesOf(deep(9)));
    }
    console.log(Error.stackTraceLimit, framesOf(deep(9)), [...seen].join());`;
  assert.strictEqual(printed(source), "2 2 2\n");
});

test("errors are cloned where Error is frozen, has no limit, or has an accessor for it, which is not called", () => {
  const source = (change: string): string => `
    const error = new Error("x");
    const { stack } = error;
    ${change};
    const clone = structuredClone(error);
    console.log(clone.message, clone.stack === stack, "stackTraceLimit" in Error);`;
  assert.strictEqual(printed(source("Object.freeze(Error)")), "x true true\n");
  assert.strictEqual(printed(source("delete Error.stackTraceLimit")), "x true false\n");
  const accessor = `Object.defineProperty(Error, "stackTraceLimit", { get() { console.log("read"); }, set() { console.log("set"); } })`;
  assert.strictEqual(printed(source(accessor)), "x true true\n");
});
