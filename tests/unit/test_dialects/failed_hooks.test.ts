// Hooks that fail, and what functions return. The expected results are those of Mocha 11, Vitest 3 and Jest 30 for the same files.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("a hook of Mocha that fails leaves out the rest of its suite, and the hooks of the suites inside", () => {
  const run = runSuite({
    "package.json": `{ "scripts": { "test": "mocha" } }`,
    "test/a.js": `const log = [];
describe("all", () => { before(() => { throw new Error("b"); }); after(() => log.push("after all")); it("one", () => log.push("one")); describe("in", () => it("two", () => log.push("two"))); });
describe("each", () => { let n = 0;
  afterEach(() => log.push("outer ae"));
  describe("inner", () => { beforeEach(() => { if (n++ === 1) throw new Error("be"); }); beforeEach(() => log.push("be2")); afterEach(() => log.push("ae")); it("a", () => log.push("a")); it("b", () => log.push("b")); it("c", () => log.push("c")); });
  describe("next", () => { afterEach(() => log.push("nae")); afterEach(() => { throw new Error("ae failed"); }); afterEach(() => log.push("nae2")); it("d", () => log.push("d")); it("e", () => log.push("e")); });
  it("f", () => log.push("f"));
});
describe("outer hook", () => { let n = 0; beforeEach(() => { if (n++ === 1) throw "text"; }); describe("i", () => { afterEach(() => log.push("i ae")); it("g", () => log.push("g")); }); it("z", () => log.push("z")); it("y", () => log.push("y")); });
describe("last", () => it("log", () => console.log(log.join())));`,
  });
  assert.match(run.stdout, /after all,f,outer ae,be2,a,ae,outer ae,ae,outer ae,d,nae,outer ae,z\\n/);
  const { statuses } = run;
  const named = (status: string): string[] => Object.keys(statuses).filter((name) => statuses[name] === status);
  assert.deepEqual(named("pass"), ["each > inner > a", "each > next > d", "each > f", "outer hook > z", "last > log"]);
  assert.deepEqual(run.messages, {
    "all > one": `"before all" hook for "one": b`,
    "each > inner > b": `"before each" hook for "b": be`,
    "outer hook > y": `"before each" hook for "y": text`,
  });
  assert.deepEqual(run.errors, [`"after each" hook for "d": ae failed`]);
  assert.equal(run.code, 1);
});

test("a hook before all tests of a suite of Vitest that fails skips them", () => {
  const run = runSuite({
    "a.test.js": `import { describe, beforeAll, afterAll, test } from "vitest";
describe("s", () => { beforeAll(() => { throw new Error("set-up"); }); afterAll(() => console.log("after")); test("a", () => {}); describe("in", () => test("c", () => {})); });
test("d", () => {});`,
  });
  assert.deepEqual(run.statuses, { "s > a": "skip", "s > in > c": "skip", d: "pass" });
  assert.deepEqual(run.errors, ["set-up"]);
  assert.match(run.stdout, /"after\\n"/);
  assert.equal(run.code, 1);
});

test("functions of Jest's tests and suites that return a value fail", () => {
  const files = {
    "a.test.js": `test("value", () => 1);
test("promise", () => Promise.resolve(1));
test("thenable", () => ({ then(resolve) { resolve(); } }));
test("done and value", (done) => { done(); return 1; });
test("done and promise", async (done) => { done(); });
beforeEach(() => 5);`,
    "b.test.js": `describe("d", () => 1); test("x", () => {});`,
    "c.test.js": `describe("d", async () => {}); test("x", () => {});`,
  };
  const run = runSuite({ ...files, "package.json": `{ "jest": {} }` });
  assert.deepEqual(Object.values(run.statuses).slice(0, 5), ["fail", "pass", "pass", "fail", "fail"]);
  assert.match(run.messages.value!, /^test functions can only return Promise or undefined\.\nReturned value: 1$/);
  assert.match(
    run.messages["done and promise"]!,
    /cannot both take a 'done' callback.*\nReturned value: Promise \{\}$/,
  );
  // None of the tests of such a file runs.
  assert.equal("x" in run.statuses, false);
  assert.deepEqual(run.errors, [
    'A "describe" callback must not return a value.',
    'Returning a Promise from "describe" is not supported. Tests must be defined synchronously.',
  ]);
  // Other runners that have these globals allow it.
  const other = runSuite({ "a.test.js": `test("value", () => 1); describe("d", () => 1);` });
  assert.deepEqual(other.statuses, { value: "pass" });
  assert.equal(other.code, 0);
});

test("an error that several hooks of Mocha throw has the title of one hook in each report", () => {
  const run = runSuite({
    "package.json": `{ "scripts": { "test": "mocha" } }`,
    "test/a.js": `const shared = new Error("same");
for (const name of ["one", "two"]) describe(name, () => { beforeEach(() => { throw shared; }); it("t", () => {}); });`,
  });
  assert.deepEqual(run.messages, {
    "one > t": `"before each" hook for "t": same`,
    "two > t": `"before each" hook for "t": same`,
  });
});
