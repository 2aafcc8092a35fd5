// `describe`, `test` and the hooks. The verdicts and orders are those of Jest 30, Vitest 3, Bun 1.4 and Mocha 11.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("modifiers decide which tests run", () => {
  const { statuses } = runSuite({
    "a.test.ts": `import { test, describe, expect } from "bun:test";
      test.skip("skip", () => { throw 1; }); test.todo("todo"); test.if(false)("if", () => { throw 1; }); test.skipIf(true)("skipIf", () => { throw 1; });
      test.failing("failing", () => { throw new Error(); }); test.failing("failing that passes", () => {});
      describe.skip("suite", () => { test("inside", () => { throw 1; }); });
      test.each([[1, 2], [3, 4]])("%d and %d", (a, b) => expect(b - a).toBe(1));
      test.each([{ name: "x" }])("object $name", ({ name }) => expect(name).toBe("x"));`,
    "b.test.ts": `import { test, describe } from "bun:test"; test("not only", () => { throw 1; }); describe("in", () => { test.only("only", () => {}); });`,
  });
  assert.deepStrictEqual(statuses, {
    skip: "skip",
    todo: "todo",
    if: "skip",
    skipIf: "skip",
    failing: "pass",
    "failing that passes": "fail",
    "suite > inside": "skip",
    "1 and 2": "pass",
    "3 and 4": "pass",
    "object x": "pass",
    "not only": "skip",
    "in > only": "pass",
  });
});

test("hooks run in their order around tests and suites", () => {
  const source = (head: string): string => `${head}
    const log = (text) => console.log(text);
    beforeAll(() => log("all")); afterAll(() => log("end")); beforeEach(() => log("each")); afterEach(() => log("after 1")); afterEach(() => log("after 2"));
    describe("inner", () => { beforeAll(() => log("inner all")); beforeEach(() => log("inner each")); afterEach(() => log("inner after")); test("b", () => log("b")); });
    test("c", () => log("c"));`;
  const run = (head: string): string[] =>
    JSON.parse(runSuite({ "a.test.js": source(head) }).stdout)
      .files[0].output.trim()
      .split("\n");
  const inJest = [
    "all",
    "inner all",
    "each",
    "inner each",
    "b",
    "inner after",
    "after 1",
    "after 2",
    "each",
    "c",
    "after 1",
    "after 2",
    "end",
  ];
  assert.deepStrictEqual(
    run(`const { beforeAll, afterAll, beforeEach, afterEach, describe, test } = require("@jest/globals");`),
    inJest,
  );
  const reversed = inJest.join().replaceAll("after 1,after 2", "after 2,after 1").split(",");
  assert.deepStrictEqual(
    run(`import { beforeAll, afterAll, beforeEach, afterEach, describe, test } from "vitest";`),
    reversed,
  );
});

test("retries, repeats, callbacks, time-outs and errors outside of promises", () => {
  const { statuses, messages } = runSuite({
    "a.test.ts": `import { test, expect } from "vitest"; let tries = 0; test("retry", { retry: 2 }, () => { if (++tries < 3) throw new Error("again"); });
      let runs = 0; test("repeats", { repeats: 2 }, () => { runs++; }); test("count", () => expect(runs).toBe(3));
      test("slow", () => new Promise(() => {}), 30);`,
    "b.test.js": `test("done", (done) => { setTimeout(done, 1); }); test("done with error", (done) => { done(new Error("given")); });
      test("stray", (done) => { setTimeout(() => { throw new Error("stray error"); }, 1); });
      test("next", () => {});`,
  });
  assert.deepStrictEqual(statuses, {
    retry: "pass",
    repeats: "pass",
    count: "pass",
    slow: "fail",
    done: "pass",
    "done with error": "fail",
    stray: "fail",
    next: "pass",
  });
  assert.match(messages.slow!, /Test timed out in 30ms/);
  assert.strictEqual(messages["done with error"], "given");
  assert.strictEqual(messages.stray, "stray error");
});

test("concurrent tests run at the same time, each with its own assertions", () => {
  const { statuses } = runSuite({
    "a.test.ts": `import { test, expect, describe } from "vitest"; let running = 0; let most = 0;
      describe.concurrent("many", () => { for (let index = 0; index < 4; index++) test("t" + index, async ({ expect }) => { expect.assertions(2); most = Math.max(most, ++running); expect(1).toBe(1); await new Promise((r) => setTimeout(r, 20)); expect(2).toBe(2); running--; }); });
      test("after", () => expect(most).toBeGreaterThan(1));`,
  });
  assert.deepStrictEqual(Object.values(statuses), ["pass", "pass", "pass", "pass", "pass"]);
});

test("fixtures may use those that they replace, be made for hooks, be replaced in suites, and return their value", () => {
  const { statuses } = runSuite({
    "a.test.ts": `import { test as base, expect, describe } from "vitest";
      const order: string[] = [];
      const test = base
        .extend({ db: async ({}, use) => { order.push("db"); await use({ n: 1 }); order.push("/db"); }, x: 3 })
        .extend({ db: async ({ db }, use) => { await use({ n: db.n + 1 }); } })
        .extend("port", { scope: "file" }, async ({}, { onCleanup }) => { onCleanup(() => {}); order.push("port"); return 80; });
      test.beforeEach(({ db }) => { order.push("before" + db.n); });
      test("one", ({ db, x, port }) => expect([db.n, x, port]).toEqual([2, 3, 80]));
      test.for([[1, 2]])("rows", ([a, b], { db, port }) => expect(a + b + db.n + port).toBe(85));
      describe("replaced", () => { test.override("x", 9); test("x", ({ x }) => expect(x).toBe(9)); });
      test("x", ({ x }) => expect(x).toBe(3));
      test("order", () => expect(order.slice(0, 6)).toEqual(["db", "before2", "port", "/db", "db", "before2"]));`,
  });
  assert.deepStrictEqual([...new Set(Object.values(statuses))], ["pass"]);
  assert.strictEqual(Object.keys(statuses).length, 5);
});

test("aroundEach and aroundAll surround tests and their hooks, the first one outermost", () => {
  const { statuses, messages, stdout } = runSuite({
    "a.test.ts": `import { test, aroundEach, aroundAll, beforeEach, afterEach, describe } from "vitest";
      aroundAll(async (run) => { console.log("all"); await run(); console.log("/all"); });
      describe("suite", () => {
        aroundEach(async (run) => { console.log("outer"); await run(); console.log("/outer"); });
        aroundEach(async (run, { task }) => { console.log("inner " + task.name); await run(); console.log("/inner"); });
        beforeEach(() => console.log("before"));
        afterEach(() => console.log("after"));
        test("one", () => console.log("one"));
      });
      describe("forgets", () => { aroundEach(async () => {}); test("two", () => {}); });`,
  });
  assert.deepStrictEqual(statuses, { "suite > one": "pass", "forgets > two": "fail" });
  assert.match(messages["forgets > two"]!, /The `runTest\(\)` callback was not called in the `aroundEach` hook/);
  const lines = "all outer inner+one before one after /inner /outer /all"
    .split(" ")
    .map((line) => line.replace("+", " "));
  assert.strictEqual(JSON.parse(stdout).files[0].output, `${lines.join("\n")}\n`);
});

test("test.extend makes the values that a test names", () => {
  const { statuses, stdout } = runSuite({
    "a.test.ts": `import { test as base, expect } from "vitest";
      const test = base.extend({ one: async ({}, use) => { console.log("make one"); await use(1); console.log("end one"); }, two: async ({ one }, use) => { await use(one + 1); }, unused: async ({}, use) => { console.log("unused"); await use(0); } });
      test("named", ({ two }) => expect(two).toBe(2)); test("skipped", ({ skip }) => skip());`,
  });
  assert.deepStrictEqual(statuses, { named: "pass", skipped: "skip" });
  assert.strictEqual(JSON.parse(stdout).files[0].output, "make one\nend one\n");
});

test("suites of Vitest get the function that defines tests, and words of Chai chain", () => {
  const { statuses } = runSuite({
    "a.test.ts": `import { describe, expect } from "vitest";
describe("suite", (own) => {
  own("test", () => {
    expect(() => {}).to.be.a("function").that.has.property("length");
    expect({ a: 1 }).to.be.ok.and.to.have.all.keys("a");
    expect({ a: 1, b: 2 }).to.include({ b: 2 });
    expect([1]).to.deep.equal([1]).and.to.have.lengthOf(1);
  });
  own.skip("skipped", () => {});
});`,
  });
  assert.deepStrictEqual(statuses, { "suite > test": "pass", "suite > skipped": "skip" });
});

// As Mocha 11 on Node 26.
test("Mocha ignores what a test throws after done(), and rejections that no code handles", () => {
  const { statuses } = runSuite({
    "package.json": `{ "scripts": { "test": "mocha" } }`,
    "test/a.js": `it("throws after done", (done) => { done(); throw new Error("late"); });
it("throws before done", (done) => { if (done.length === 1) throw new Error("early"); done(); });
it("rejects", (done) => { Promise.reject(new Error("unhandled")); setTimeout(done, 5); });
it("last", () => {});`,
  });
  assert.deepStrictEqual(statuses, {
    "throws after done": "pass",
    "throws before done": "fail",
    rejects: "pass",
    last: "pass",
  });
});
