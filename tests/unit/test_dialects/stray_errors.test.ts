// Listeners of `process` in files of Jest and Bun: the runner alone receives errors that no code catches. Both behave so: Jest 30
// gives files a copy of `process`, and Bun 1.4.5 asks its runner first. Vitest 4 leaves errors to listeners of the file.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const TESTS = `
const EVENTS = ["uncaughtException", "unhandledRejection"];
const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
test("none at the beginning", () => { expect(EVENTS.map((name) => process.listenerCount(name))).toEqual([0, 0]); });
test("what the program emits", () => {
  const seen = [];
  for (const name of EVENTS) {
    expect(process.emit(name, "unseen")).toBe(false);
    const listener = (error) => seen.push(error);
    process.on(name, listener);
    expect(process.emit(name, name)).toBe(true);
    process.off(name, listener);
  }
  expect(seen).toEqual(EVENTS);
});
test("an exception", async () => {
  process.on("uncaughtException", () => {});
  setTimeout(() => { throw new Error("of a timer"); }, 1);
  await wait();
});
test("a rejection", async () => {
  process.on("unhandledRejection", () => {});
  Promise.reject(new Error("rejected"));
  await wait();
});`;

const STATUSES = {
  "none at the beginning": "pass",
  "what the program emits": "pass",
  "an exception": "fail",
  "a rejection": "fail",
};

test("in Jest listeners of process receive what the program emits, and the runner all other errors", () => {
  const { statuses, messages } = runSuite({ "package.json": `{ "jest": {} }`, "a.test.js": TESTS });
  assert.deepEqual(statuses, STATUSES);
  assert.match(messages["an exception"]!, /of a timer/);
  assert.match(messages["a rejection"]!, /rejected/);
});

test("in Bun listeners of process receive what the program emits, and the runner all other errors", () => {
  const { statuses, messages } = runSuite({ "a.test.js": `import { expect, test } from "bun:test";${TESTS}` });
  assert.deepEqual(statuses, STATUSES);
  assert.match(messages["an exception"]!, /of a timer/);
  assert.match(messages["a rejection"]!, /rejected/);
});

test("in Vitest listeners of the file receive the errors, and the runner those without one", () => {
  const { code, statuses, messages } = runSuite({
    "a.test.js": `import { expect, test, vi } from "vitest";
      const wait = () => new Promise((resolve) => setTimeout(resolve, 50));
      const CAUSES = {
        uncaughtException: (error) => setTimeout(() => { throw error; }, 1),
        unhandledRejection: (error) => void Promise.reject(error),
      };
      for (const [event, cause] of Object.entries(CAUSES)) {
        for (const add of ["on", "once"])
          test(\`\${event}, \${add}\`, async () => {
            const listener = vi.fn();
            const error = new Error("of the test");
            process[add](event, listener);
            cause(error);
            await wait();
            process.off(event, listener);
            expect(listener.mock.calls.map(([first]) => first)).toEqual([error]);
          });
        test(\`\${event}, without\`, async () => { cause(new Error("stray " + event)); await wait(); });
      }`,
  });
  assert.equal(code, 1);
  assert.deepEqual(statuses, {
    "uncaughtException, on": "pass",
    "uncaughtException, once": "pass",
    "uncaughtException, without": "fail",
    "unhandledRejection, on": "pass",
    "unhandledRejection, once": "pass",
    "unhandledRejection, without": "fail",
  });
  assert.match(messages["uncaughtException, without"]!, /stray uncaughtException/);
  assert.match(messages["unhandledRejection, without"]!, /stray unhandledRejection/);
});
