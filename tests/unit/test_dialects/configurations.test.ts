// Settings of configurations of Jest and Vitest: https://jestjs.io/docs/configuration, https://vitest.dev/config
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("a resolver of Jest finds the modules, and may call the default one", () => {
  const { statuses, errors } = runSuite({
    "package.json": `{ "jest": { "resolver": "<rootDir>/resolver.js", "moduleNameMapper": { "^mapped$": "~/b" } } }`,
    "resolver.js": `const { join } = require("path");
      module.exports = (request, options) => request.startsWith("~/")
        ? options.defaultResolver("./" + request.slice(2), { ...options, basedir: join(options.rootDir, "src") })
        : options.defaultResolver(request, options);`,
    "src/a.js": `module.exports = "a";`,
    "src/b.ts": `export const b = require("~/a") + "b";`,
    "a.test.ts": `import a from "~/a";
      import { b } from "~/b";
      test("imports", () => { expect([a, b, require("mapped").b]).toEqual(["a", "ab", "ab"]); });
      test("core", () => { expect(require("path").sep).toBe(require("node:path").sep); });
      test("missing", () => { expect(() => require("~/none")).toThrow(/none/); });`,
  });
  assert.deepEqual(statuses, { imports: "pass", core: "pass", missing: "pass" }, errors.join());
  const wrong = runSuite({
    "package.json": `{ "jest": { "resolver": "./resolver.js" } }`,
    "resolver.js": `module.exports = { name: "none" };`,
    "a.test.js": `require("./b");`,
  });
  assert.match(wrong.errors.join(), /must export a function/);
});

test("modulePathIgnorePatterns of Jest leave out test files", () => {
  const { statuses } = runSuite({
    "package.json": `{ "jest": { "modulePathIgnorePatterns": ["<rootDir>/dist/"] } }`,
    "a.test.js": `test("source", () => {});`,
    "dist/a.test.js": `test("built", () => {});`,
  });
  assert.deepEqual(statuses, { source: "pass" });
});

test("values of settings that have no effect are reported once", () => {
  const { stderr } = runSuite({
    "package.json": `{ "jest": { "testRunner": "jest-jasmine2" } }`,
    "a.test.js": `test("a", () => {});`,
    "b.test.js": `test("b", () => {});`,
  });
  assert.equal(stderr.split('test runner "jest-jasmine2"').length, 2, stderr);
});

test("options of fake timers in configurations of Jest and Vitest apply", () => {
  const check = (timers: string): string => `test("now", () => { ${timers}.useFakeTimers();
    expect(Date.now()).toBe(5); expect(process.nextTick.clock).toBe(undefined); ${timers}.useRealTimers(); });`;
  const jest = runSuite({
    "package.json": `{ "jest": { "fakeTimers": { "now": 5, "doNotFake": ["nextTick"] } } }`,
    "a.test.js": check("jest"),
  });
  assert.deepEqual([jest.statuses, jest.messages, jest.stderr], [{ now: "pass" }, {}, ""]);
  const vitest = runSuite({
    "vitest.config.mjs": `export default { test: { globals: true, fakeTimers: { now: new Date(5), toFake: ["Date"] } } };`,
    "a.test.js": check("vi"),
  });
  assert.deepEqual([vitest.statuses, vitest.messages], [{ now: "pass" }, {}]);
});

test("Vitest: environments by glob, required assertions, concurrent sequences and merged configurations", () => {
  const { statuses, messages, stderr } = runSuite({
    "package.json": `{ "type": "module" }`,
    "base.js": `export default { resolve: { alias: { one: "/one.js" } }, test: { globals: true, setupFiles: ["./first.js"], include: ["*.none.js"] } };`,
    "vitest.config.js": `import { defineConfig, mergeConfig } from "vitest/config";
      import { fileURLToPath } from "node:url";
      import base from "./base.js";
      const own = fileURLToPath(new URL("own.js", import.meta.url));
      base.resolve.alias.one = fileURLToPath(new URL("one.js", import.meta.url));
      export default mergeConfig(base, defineConfig({
        resolve: { alias: [{ find: "two", replacement: base.resolve.alias.one }] },
        test: { setupFiles: ["./second.js"], include: ["*.test.js"], expect: { requireAssertions: true },
          environmentMatchGlobs: [["b.*", own]], sequence: { concurrent: true } } }));`,
    "own.js": `export default { name: "own", transformMode: "ssr", setup(global) { global.isOwn = true; return { teardown() {} }; } };`,
    "first.js": `globalThis.order = [1];`,
    "second.js": `order.push(2);`,
    "one.js": `export default 1;`,
    "a.test.js": `import one from "one";
      import two from "two";
      test("merged", () => { expect([one, two, order, typeof isOwn]).toEqual([1, 1, [1, 2], "undefined"]); });
      test("asserts nothing", () => {});
      let arrived;
      const other = new Promise((resolve) => (arrived = resolve));
      test("waits", async () => { expect(await other).toBe(3); });
      test("arrives", () => { arrived(3); expect(3).toBe(3); });`,
    "b.test.js": `test("own", () => { expect(isOwn).toBe(true); });`,
  });
  const passing = { merged: "pass", waits: "pass", arrives: "pass", own: "pass" };
  assert.deepEqual(statuses, { ...passing, "asserts nothing": "fail" }, JSON.stringify(messages) + stderr);
  assert.match(messages["asserts nothing"]!, /at least one assertion/);
});

test("names that define of Vite gives are variables, which tests may set, and the rest is replaced", () => {
  const { code, messages, errors, statuses } = runSuite({
    "vitest.config.mjs": `export default { define: { __DEV__: true, __VERSION__: '"1.2"', __LIST__: [1, { a: 2 }], __NULL__: null,
      __LATER__: "Math.max(1, 2)", "a.b.c": 7, "import.meta.env.NAME": '"vite"', "process.env.MODE_OF_BUILD": "5" } };`,
    "lib.js": `export const isDev = () => __DEV__;`,
    "a.test.js": `import { expect, test } from "vitest"; import { isDev } from "./lib.js";
      test("read", () => {
        expect([__DEV__, __VERSION__, __LIST__, __NULL__, __LATER__, a.b.c]).toEqual([true, "1.2", [1, { a: 2 }], null, 2, 7]);
        expect(globalThis.__VERSION__).toBe("1.2");
        expect([import.meta.env.NAME, process.env.MODE_OF_BUILD]).toEqual(["vite", "5"]);
      });
      test("set", () => { __DEV__ = false; expect(isDev()).toBe(false); __DEV__ = true; expect(isDev()).toBe(true); __VERSION__ = "x"; });`,
    "b.test.js": `import { expect, test } from "vitest"; test("anew", () => { expect(__VERSION__).toBe("1.2"); });`,
  });
  assert.deepEqual([code, messages, errors, statuses], [0, {}, [], { read: "pass", set: "pass", anew: "pass" }]);
});
