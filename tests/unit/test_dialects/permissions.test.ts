// `brio test` with the flags of permissions of Deno and Node: they hold for the files and what they start.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const READ = `(await import("node:fs")).readFileSync("/etc/passwd")`;

/** The dialects with `describe` and `it`, with a test that reads a file, and one that writes. */
const OTHERS = {
  "setup.ts": `globalThis.isSetUp = true;`,
  "mock.ts": `export const value = 1;`,
  "bun.test.ts": `import { test, expect } from "bun:test"; import { value } from "./mock.ts";
    test("bun reads", async () => { ${READ}; });
    test("bun", () => { expect(value).toBe(1); expect(isSetUp).toBe(true); });`,
  "vitest.test.ts": `import { test, expect, vi } from "vitest"; import { value } from "./mock.ts";
    vi.mock("./mock.ts", () => ({ value: 2 }));
    test("vitest reads", async () => { ${READ}; });
    test("vitest", () => { expect(value).toBe(2); expect(isSetUp).toBe(true); });`,
  "jest.test.js": `const { value } = require("./mock.ts");
    test("jest reads", async () => { require("fs").readFileSync("/etc/passwd"); });
    test("jest", () => { expect(value).toBe(1); expect(isSetUp).toBe(true); });`,
  "mocha.spec.js": `const assert = require("assert");
    it("mocha reads", function () { require("fs").readFileSync("/etc/passwd"); });
    it("mocha", function () { this.timeout(100); });`,
};
const PASSED = { bun: "pass", vitest: "pass", jest: "pass", mocha: "pass" };
const REFUSED = { "bun reads": "fail", "vitest reads": "fail", "jest reads": "fail", "mocha reads": "fail" };

test("flags of deno test hold for tests of Deno, their steps and workers, and for permissions of a test", () => {
  const files = {
    "dep.ts": `export const value = 1;`,
    "worker.ts": `try { Deno.readTextFileSync("/etc/passwd"); postMessage("read"); } catch (error) { postMessage(error.name); }`,
    "a_test.ts": `import { value } from "./dep.ts";
      const read = (path = "/etc/passwd") => Deno.readTextFileSync(path);
      Deno.test("granted", () => { read("dep.ts"); if (value !== 1) throw value; });
      Deno.test("refused", () => { read(); });
      Deno.test("env", () => { Deno.env.get("HOME"); });
      Deno.test({ name: "none", permissions: "none", fn() { read("dep.ts"); } });
      Deno.test({ name: "more", permissions: { env: true }, fn() {} });
      Deno.test({ name: "unknown", permissions: { other: true }, fn() {} });
      Deno.test({ name: "steps", permissions: { read: ["."] }, async fn(t) {
        await t.step("one", async () => { await null; read("dep.ts"); });
        await t.step("two", () => { read(); });
      } });
      Deno.test("after", () => { read("dep.ts"); });
      Deno.test("worker", async () => {
        const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
        const { data } = await new Promise((resolve) => worker.onmessage = resolve);
        worker.terminate();
        if (data !== "NotCapable") throw new Error(data);
      });`,
  };
  const { statuses, messages } = runSuite(files, ["--allow-read=.", "a_test.ts"]);
  assert.deepStrictEqual(statuses, {
    granted: "pass",
    refused: "fail",
    env: "fail",
    none: "fail",
    more: "fail",
    unknown: "pass",
    "steps > one": "pass",
    "steps > two": "fail",
    after: "pass",
    worker: "pass",
  });
  assert.match(messages.refused!, /Requires read access to "\/etc\/passwd", run again with the --allow-read flag/);
  assert.match(messages.more!, /Can't escalate parent thread permissions/);
});

test("denials, letters and sets of deno.json are those of deno test", () => {
  const files = {
    "deno.json": `{ "permissions": { "variables": { "env": true } }, "test": { "permissions": { "read": true } } }`,
    "a_test.ts": `Deno.test("read", () => { Deno.readTextFileSync("/etc/passwd"); });
      Deno.test("env", () => { Deno.env.get("HOME"); });`,
  };
  const ran = (...flags: string[]): unknown => Object.values(runSuite(files, flags).statuses);
  assert.deepStrictEqual(ran("-RE"), ["pass", "pass"]);
  assert.deepStrictEqual(ran("-R", "--deny-read=/etc", "-E=HOME"), ["fail", "pass"]);
  assert.deepStrictEqual(ran("-A", "--deny-env"), ["pass", "fail"]);
  assert.deepStrictEqual(ran("-P"), ["pass", "fail"]);
  assert.deepStrictEqual(ran("-P=variables"), ["fail", "pass"]);
  assert.deepStrictEqual(ran("-A"), ["pass", "pass"]);
  const other = runSuite(files, ["-P=other"]);
  assert.match(other.stderr, /no permission set "other"/);
  assert.strictEqual(other.code, 2);
  assert.strictEqual(runSuite(files, ["--allow-read="]).code, 2);
});

test("the flags of deno test hold for the other dialects: what they import has to be readable, not they themselves", () => {
  const alone = {
    "setup.ts": "",
    "bun.test.ts": `import "./setup.ts"; import { test } from "bun:test"; test("bun", () => {});`,
    "vitest.test.ts": `import { test } from "vitest"; test("vitest", () => {});`,
    "jest.test.js": `test("jest", () => { jest.fn(); });`,
    "mocha.spec.js": `before(() => {}); it("mocha", () => {});`,
  };
  assert.deepStrictEqual(runSuite(alone, ["--allow-env"]).statuses, PASSED);
  const run = runSuite(OTHERS, ["--allow-read=.", "--preload", "./setup.ts"]);
  assert.deepStrictEqual(run.errors, []);
  assert.deepStrictEqual(run.statuses, { ...PASSED, ...REFUSED });
  const shared = runSuite(OTHERS, ["--allow-read=.", "--preload", "./setup.ts", "--no-isolate"]);
  assert.deepStrictEqual(shared.statuses, { ...PASSED, ...REFUSED });
});

test("--permission holds for files of node:test and others as for the children of node --test", () => {
  const files = {
    ...OTHERS,
    "node.test.mjs": `import { test } from "node:test"; import fs from "node:fs"; import { spawnSync } from "node:child_process";
      test("node", (t) => { t.assert.ok(process.permission.has("fs.read", import.meta.filename)); });
      test("node reads", () => { fs.readFileSync("/etc/passwd"); });
      test("writes", () => { fs.writeFileSync("out.txt", ""); });
      test("starts", () => { const { error } = spawnSync("true"); if (error) throw error; });`,
  };
  const { statuses, messages, errors } = runSuite(files, [
    "--permission",
    "--allow-fs-read=.",
    "--preload",
    "./setup.ts",
  ]);
  assert.deepStrictEqual(errors, []);
  assert.deepStrictEqual(statuses, {
    ...PASSED,
    ...REFUSED,
    node: "pass",
    "node reads": "fail",
    writes: "fail",
    starts: "fail",
  });
  assert.match(messages.writes!, /Use --allow-fs-write to manage permissions/);
  assert.match(messages.starts!, /Use --allow-child-process to manage permissions/);
});
