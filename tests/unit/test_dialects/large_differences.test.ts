// Differences of large values: cut, and in a time that is bounded.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("a failure of many elements that all differ, or of deeply nested objects, is printed quickly", () => {
  const { messages } = runSuite({
    "a.test.ts": `import { expect, test } from "bun:test";
      const numbers = (sign: number) => Array.from({ length: 50_000 }, (_, index) => sign * (index + 1));
      test("numbers", () => expect(numbers(1)).toEqual(numbers(-1)));
      test("nested", () => {
        let [one, other]: object[] = [{ end: 1 }, { end: 2 }];
        for (let depth = 0; depth < 4000; depth++) [one, other] = [{ one }, { one: other }];
        expect(one).toEqual(other);
      });`,
  });
  assert.match(messages.numbers!, /- Expected {2}- 50000\n\+ Received {2}\+ 50000\n/);
  assert.ok(messages.nested!.length < 100_000);
  assert.match(messages.nested!, /^expect\(received\)\.toEqual/);
});
