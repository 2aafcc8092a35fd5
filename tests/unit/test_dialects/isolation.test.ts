// `--no-isolate`, automatic mocks of all modules, and configurations of Mocha.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("--no-isolate runs files in one realm, and mocks end with their file", () => {
  const { statuses, code } = runSuite(
    {
      "shared.js": "export let count = 0; export function next() { return ++count; }\n",
      "a.test.js": `import { test, expect, vi } from "vitest"; import { next } from "./shared.js"; vi.useFakeTimers(); test("a", () => { expect(next()).toBe(1); globalThis.seen = 1; });`,
      "b.test.js": `import { test, expect, vi } from "vitest"; vi.mock("./other.js", () => ({ x: 2 })); import { x } from "./other.js"; import { next } from "./shared.js"; test("b", async () => { expect([next(), globalThis.seen, x]).toEqual([2, 1, 2]); await new Promise((r) => setTimeout(r, 1)); });`,
      "c.test.js": `import { test, expect } from "vitest"; import { x } from "./other.js"; test("c", () => expect(x).toBe(1));`,
      "d.test.js": `import { test } from "vitest"; test("d", () => process.exit(0));`,
      "e.test.js": `import { test, expect } from "vitest"; import { next } from "./shared.js"; test("e", () => expect(next()).toBe(1));`,
      "other.js": "export const x = 1;\n",
    },
    ["--no-isolate"],
  );
  assert.deepStrictEqual(statuses, { a: "pass", b: "pass", c: "pass", d: "fail", e: "pass" });
  assert.strictEqual(code, 1);
});

test("automock of Jest mocks the modules of the project that no call unmocks", () => {
  const { statuses, messages } = runSuite({
    "jest.config.js": "module.exports = { automock: true };",
    "math.js": "exports.add = (a, b) => a + b; exports.Box = class { get() { return 1; } };",
    "twice.js": `const { add } = require("./math"); exports.twice = (n) => add(n, n);`,
    "a.test.js": `jest.unmock("./twice");
const { twice } = require("./twice");
const { add, Box } = require("./math");
test("require", () => {
  expect(twice(2)).toBeUndefined();
  expect(add).toHaveBeenCalledWith(2, 2);
  expect(new Box().get()).toBeUndefined();
  expect(jest.isMockFunction(require("fs").readFileSync)).toBe(false);
});`,
    "b.test.js": `import { add } from "./math";
import { twice } from "./twice";
jest.unmock("./math");
test("import", () => { expect(add(1, 2)).toBe(3); expect(jest.isMockFunction(twice)).toBe(true); });`,
    "c.test.js": `jest.disableAutomock(); const { add } = require("./math"); test("disabled", () => expect(add(1, 2)).toBe(3));`,
  });
  assert.deepStrictEqual(messages, {});
  assert.deepStrictEqual(statuses, { require: "pass", import: "pass", disabled: "pass" });
});

test("configurations of Mocha are read in YAML and JavaScript, and from the script", () => {
  const spec = `it("sees the set-up", () => { if (globalThis.isSetUp !== true) throw new Error("not set up"); });
it("may take long", async function () { await new Promise((resolve) => setTimeout(resolve, 60)); });`;
  const setup = "globalThis.isSetUp = true;";
  const files = {
    "package.json": `{ "scripts": { "test": "mocha" } }`,
    "setup.js": setup,
    "spec/a.js": spec,
    "spec/deep/b.js": "throw new Error('not a spec');",
    "test/c.test.js": "throw new Error('not a spec');",
  };
  const yaml = runSuite({ ...files, ".mocharc.yml": "require: ./setup.js\nspec: spec\ntimeout: 50\n" });
  assert.deepStrictEqual(yaml.statuses, { "sees the set-up": "pass", "may take long": "fail" });
  const script = runSuite({
    ...files,
    ".mocharc.cjs": "module.exports = { require: ['./setup.js'], spec: ['spec/*.js'], timeout: '2s' };",
  });
  assert.deepStrictEqual(script.statuses, { "sees the set-up": "pass", "may take long": "pass" });
  const flags = runSuite({
    ...files,
    "package.json": `{ "scripts": { "test": "nyc mocha -r ./setup.js --timeout 50 'spec/*.js' && echo done" } }`,
  });
  assert.deepStrictEqual(flags.statuses, { "sees the set-up": "pass", "may take long": "fail" });
});

test("files of Jest and Vitest import all that a CommonJS file exports when it has run", () => {
  const files = {
    "node_modules/late/index.js": `const names = ["one", "two"]; module.exports = Object.assign(() => "called", Object.fromEntries(names.map((name) => [name, name])));`,
    "a.test.ts": `import * as late from "late"; import called, { one } from "late"; test("jest", () => { expect([late.two, one, called()]).toEqual(["two", "one", "called"]); }); test("jest calls", () => { expect((late as never as () => string)()).toBe("called"); });`,
    "b.test.ts": `import { expect, test } from "vitest"; import * as late from "late"; import called, { one } from "late"; test("vitest", () => { expect([late.two, one, called()]).toEqual(["two", "one", "called"]); });`,
  };
  assert.deepStrictEqual(runSuite(files).statuses, { jest: "pass", "jest calls": "pass", vitest: "pass" });
});

test("a file of Jest may have imports and write to `exports`", () => {
  const files = {
    "one.js": `export const one = 1;`,
    "mixed.js": `/* helper */ import { one } from "./one";\nimport "./one";\nexports.two = () => one + 1;\n`,
    "a.test.js": `import { two } from "./mixed"; import * as all from "./mixed"; const required = require("./mixed"); test("mixed", () => { expect([two(), all.two(), required.two()]).toEqual([2, 2, 2]); });`,
  };
  assert.deepStrictEqual(runSuite(files).statuses, { mixed: "pass" });
});

test("a signal that a file sends to its process ends only the file, or calls its listeners", () => {
  const files = {
    "a.test.js": `import { expect, test } from "bun:test";
test("listens", async () => {
  const { promise, resolve } = Promise.withResolvers();
  process.once("SIGUSR2", (...args) => resolve(args));
  process.kill(process.pid, "SIGUSR2");
  expect(await promise).toEqual(["SIGUSR2", 12]);
});
test("ignores", () => {
  process.kill(process.pid, "SIGWINCH");
  expect(process.kill(process.pid, 0)).toBe(true);
  expect(() => process.kill(process.pid, 1000)).toThrow("EINVAL");
});
test("ends", () => { process.kill(process.pid, "SIGKILL"); });`,
    "b.test.js": `import test from "node:test"; test("node", () => { process.kill(process.pid, "SIGKILL"); });`,
    "c.test.js": `test("other", () => {});`,
  };
  const { statuses, messages, code } = runSuite(files);
  assert.deepStrictEqual(statuses, { listens: "pass", ignores: "pass", ends: "fail", node: "fail", other: "pass" });
  assert.match(messages.ends!, /ended the process with code 137/);
  assert.match(messages.node!, /code 137/);
  assert.strictEqual(code, 1);
});

test("a rejection without a handler fails the test that made it, also when the next tests wait for nothing", () => {
  const { statuses, messages } = runSuite({
    "a.test.js": `import { test } from "bun:test";
test("rejects", () => { Promise.reject(new Error("stray")); });
test("handles it later", async () => { const promise = Promise.reject(new Error("later")); await null; promise.catch(() => {}); });
test("next", () => {});
test("throws in a microtask", () => { queueMicrotask(() => { throw new Error("micro"); }); });
test("after the microtask", () => {});
test("rejects in a tick", () => { process.nextTick(() => process.nextTick(() => void Promise.reject(new Error("tick")))); });
test("after the tick", () => {});
test("throws in an immediate", () => { setImmediate(() => { throw new Error("immediate"); }); });
test("last", () => {});`,
  });
  assert.deepStrictEqual(statuses, {
    rejects: "fail",
    "handles it later": "pass",
    next: "pass",
    "throws in a microtask": "fail",
    "after the microtask": "pass",
    "rejects in a tick": "fail",
    "after the tick": "pass",
    "throws in an immediate": "fail",
    last: "pass",
  });
  assert.strictEqual(messages.rejects, "stray");
  assert.strictEqual(messages["throws in a microtask"], "micro");
});

test("a file has the globals of a main thread, and its workers those of a worker", () => {
  const files = {
    "worker.ts": `self.onmessage = ({ data }) => postMessage(data + 1);`,
    "a.test.ts": `import { expect, test } from "bun:test";
test("events", () => { let count = 0; addEventListener("own", () => count++); dispatchEvent(new Event("own")); expect(count).toBe(1); });
test("worker", async () => {
  const worker = new Worker(new URL("./worker.ts", import.meta.url).href);
  const reply = new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
  worker.postMessage(1);
  expect(await reply).toBe(2);
  worker.terminate();
});`,
    "b_test.ts": `Deno.test("names", () => { const found = ["postMessage", "WorkerGlobalScope"].filter((name) => name in globalThis); if (found.length > 0 || typeof reportError !== "function") throw new Error(found.join()); });
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
Deno.test("prevented", async () => {
  const prevent = (event) => event.preventDefault();
  addEventListener("error", prevent);
  queueMicrotask(() => { throw new Error("prevented"); });
  await turn();
  removeEventListener("error", prevent);
});
Deno.test("not prevented", async () => { queueMicrotask(() => { throw new Error("thrown"); }); await turn(); });`,
  };
  assert.deepStrictEqual(runSuite(files).statuses, {
    events: "pass",
    worker: "pass",
    names: "pass",
    prevented: "pass",
    "not prevented": "fail",
  });
});

test("a file is one for the main thread of a process, as in the other runners, and may start itself as a worker", () => {
  const both = `const { isMainThread, parentPort, workerData, Worker } = require("node:worker_threads");
const check = () => new Promise((resolve) => new Worker(__filename, { workerData: 5 }).on("message", resolve));`;
  const { statuses, messages, code } = runSuite({
    "node.test.cjs": `${both}
if (isMainThread) require("node:test")("node", async () => require("node:assert").deepEqual([await check(), parentPort, workerData], [5, null, null]));
else parentPort.postMessage(workerData);`,
    "jest.test.cjs": `${both}
if (isMainThread) require("@jest/globals").test("jest", async () => { expect([await check(), parentPort, workerData]).toEqual([5, null, null]); });
else parentPort.postMessage(workerData);`,
    "bun.test.cjs": `${both}
if (Bun.isMainThread) require("bun:test").test("bun", async () => { expect([await check(), isMainThread]).toEqual([5, true]); });
else parentPort.postMessage(workerData);`,
    "plain.test.cjs": `${both}
if (isMainThread) check().then((data) => { process.exitCode = data === 5 && parentPort === null ? 0 : 1; });
else parentPort.postMessage(workerData);`,
  });
  assert.deepStrictEqual(
    [statuses, messages, code],
    [{ "plain.test.cjs": "pass", node: "pass", jest: "pass", bun: "pass" }, {}, 0],
  );
});

test("the working directory that a file chooses is its own, also for asynchronous calls and children", () => {
  const file = (name: string): string => `import { expect, test } from "bun:test";
    import { spawnSync } from "node:child_process"; import { mkdtempSync, promises, realpathSync, readFileSync } from "node:fs"; import { tmpdir } from "node:os";
    test("${name}", async () => {
      const folder = realpathSync(mkdtempSync(tmpdir() + "/own-${name}-"));
      process.chdir(folder);
      for (let round = 0; round < 20; round++) {
        await promises.writeFile("x" + round, "${name}");
        await new Promise((resolve) => setTimeout(resolve, 5));
        expect(readFileSync("x" + round, "utf8")).toBe("${name}");
      }
      expect(process.cwd()).toBe(folder);
      expect((await promises.readdir(".")).length).toBe(20);
      expect(spawnSync("pwd", { encoding: "utf8" }).stdout).toBe(folder + "\\n");
      process.umask(0o077);
      await promises.rm(folder, { recursive: true });
    });`;
  const deno = `Deno.test("deno", async () => { const folder = await Deno.makeTempDir(); Deno.chdir(folder); await Deno.writeTextFile("a", "b");
    if (await Deno.readTextFile(folder + "/a") !== "b") throw new Error("another folder"); });`;
  const run = runSuite(
    {
      "a.test.ts": file("a"),
      "b.test.ts": file("b"),
      "c_test.ts": deno,
      "d.test.ts": `import { expect, test } from "bun:test"; test("d", () => { expect(process.cwd()).toBe(import.meta.dir); expect(process.umask()).toBe(0o022); });`,
    },
    ["--parallel=2"],
  );
  assert.deepEqual(run.statuses, { a: "pass", b: "pass", deno: "pass", d: "pass" }, run.stdout);
});

test("an ES module of a package that wraps a CommonJS file gets all of its exports as the default, as in Node", () => {
  const { statuses } = runSuite({
    "node_modules/w/package.json": `{ "name": "w", "exports": { "import": "./w.mjs", "require": "./w.js" } }`,
    "node_modules/w/w.js": `Object.defineProperty(exports, "__esModule", { value: true }); exports.default = exports.f = () => 1; exports.two = 2;`,
    "node_modules/w/w.mjs": `import all, { two as named } from "./w.js"; export const f = all.f; export const two = named; export default all.default;`,
    "a.test.ts": `import w, { f, two } from "w"; import { test, expect } from "vitest"; test("vitest", () => expect([w(), f(), two]).toEqual([1, 1, 2]));`,
    "b.test.ts": `import w, { f, two } from "w"; import { test, expect } from "@jest/globals"; test("jest", () => expect([w(), f(), two]).toEqual([1, 1, 2]));`,
  });
  assert.deepStrictEqual(statuses, { vitest: "pass", jest: "pass" });
});
