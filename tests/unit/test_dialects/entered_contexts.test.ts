// `enterWith` in a test or hook of Bun ends with its call; none of Bun's tests or hooks sees the store of another one.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("a store that a test or hook of Bun enters ends with it", () => {
  const run = runSuite({
    "a.test.ts": `import { afterEach, beforeAll, beforeEach, describe, test } from "bun:test";
      import { AsyncLocalStorage } from "node:async_hooks";
      const storage = new AsyncLocalStorage();
      const see = (name) => {
        console.log("store", name, storage.getStore());
        storage.enterWith(name);
      };
      for (let index = 0; index < 20; index++) test("plain " + index, () => see("plain"));
      describe("suite", () => {
        beforeAll(() => see("beforeAll"));
        beforeEach(() => see("beforeEach"));
        afterEach(() => see("afterEach"));
        test("first", () => see("first"));
        test("asynchronous", async () => {
          see("asynchronous");
          await 1;
        });
        test("callback", (done) => {
          see("callback");
          done();
        });
      });
      test("jobs", () => void Promise.resolve().then(() => see("job")));
      test("last", () => see("last"));`,
  });
  const stores = `${run.stdout}${run.stderr}`.match(/store \w+ \w+/g) ?? [];
  assert.strictEqual(stores.length, 20 + 1 + 3 * 3 + 2);
  for (const line of stores) assert.match(line, /undefined$/);
});
