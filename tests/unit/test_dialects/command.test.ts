// `brio test`: dialects side by side, filters, bad input.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("files of all dialects run in one run", () => {
  const { statuses, code } = runSuite({
    "bun.test.ts": `import { test, expect } from "bun:test"; test("bun", () => expect(1).toBe(1));`,
    "bun_member.test.ts": `test("bun without an import", () => expect(typeof Bun.version).toBe("string"));`,
    "vitest.test.ts": `import { test, expect, vi } from "vitest"; test("vitest", () => expect(vi.fn()).not.toHaveBeenCalled());`,
    "jest.test.js": `test("jest", () => { expect(jest.fn()()).toBeUndefined(); });`,
    "mocha.spec.js": `const assert = require("assert"); before(function () { this.value = 1; }); it("mocha", function () { assert.equal(this.value, 1); });`,
    "node.test.mjs": `import test from "node:test"; test("node", () => {});`,
    "deno_test.ts": `Deno.test("deno", async (t) => { await t.step("step", () => {}); });`,
    "test/plain.test.js": `process.exitCode = 0;`,
    "helper.ts": `throw new Error("not a test");`,
  });
  assert.deepStrictEqual(statuses, {
    bun: "pass",
    "bun without an import": "pass",
    vitest: "pass",
    jest: "pass",
    mocha: "pass",
    node: "pass",
    deno: "pass",
    "deno > step": "pass",
    "test/plain.test.js": "pass",
  });
  assert.strictEqual(code, 0);
});

test("a file of a library that prints TAP is a program, also when the library's functions have names of runners", () => {
  const library = `let count = 0; module.exports = { test(name, run) { run(); console.log("ok " + ++count + " - " + name); } };`;
  const run = runSuite({
    "node_modules/tap/index.js": library,
    "test/a.js": `const { test } = require("tap"); test("one", () => {}); test("two", () => {});`,
    "test/helper.js": `exports.value = 1;`,
  });
  assert.deepStrictEqual(run.statuses, { one: "pass", two: "pass" });
  assert.strictEqual(run.code, 0);
});

test("a test that never returns is ended and named, and the tests before it keep their results", () => {
  const { statuses, messages, errors, code } = runSuite({
    "a.test.ts": `import { test } from "bun:test"; test("first", () => {}); test("endless", () => { for (;;) {} }, 200); test("last", () => {});`,
  });
  assert.deepStrictEqual(statuses, { first: "pass", endless: "fail" });
  assert.match(messages.endless!, /did not return before its time-out/);
  assert.deepStrictEqual(errors, ["1 test of this file did not run"]);
  assert.strictEqual(code, 1);
});

test("a file that ends the process, throws while loading or does not parse fails, the others run", () => {
  const { statuses, messages, errors, code } = runSuite({
    "exits.test.ts": `import { test } from "bun:test"; test("exits", () => process.exit(3));`,
    "throws.test.ts": `import "bun:test"; throw new Error("at load");`,
    "syntax.test.ts": `import "bun:test"; const = 1;`,
    "good.test.ts": `import { test } from "bun:test"; test("good", () => {});`,
  });
  assert.deepStrictEqual(statuses, { exits: "fail", good: "pass" });
  assert.match(messages.exits!, /ended the process with code 3/);
  assert.strictEqual(errors.length, 2);
  assert.ok(errors.includes("at load"));
  assert.strictEqual(code, 1);
});

test("-t selects tests by their full names, --bail ends after failures, --shard takes a part", () => {
  const file = (name: string): string =>
    `import { test, describe, expect } from "bun:test"; describe("${name}", () => { test("one", () => expect(1).toBe(2)); test("two", () => {}); });`;
  const files = { "a.test.ts": file("a"), "b.test.ts": file("b") };
  const named = runSuite(files, ["-t", "a two"]).statuses;
  assert.deepStrictEqual(named, {
    "a > one": "filtered",
    "a > two": "pass",
    "b > one": "filtered",
    "b > two": "filtered",
  });
  const bailed = runSuite(files, ["--bail", "--parallel", "1"]).statuses;
  assert.deepStrictEqual(bailed, { "a > one": "fail", "a > two": "skip" });
  const part = runSuite(files, ["--shard=2/2"]).statuses;
  assert.deepStrictEqual(Object.keys(part), ["b > one", "b > two"]);
});

test("a seed determines the order of tests", () => {
  const names = Array.from({ length: 12 }, (_value, index) => `t${index}`);
  const files = {
    "a.test.ts": `import { test } from "bun:test"; ${names.map((name) => `test("${name}", () => console.log("${name}"));`).join(" ")}`,
  };
  const order = (seed: string): string[] =>
    JSON.parse(runSuite(files, ["--seed", seed]).stdout)
      .files[0].output.trim()
      .split("\n");
  assert.deepStrictEqual(order("7"), order("7"));
  assert.notDeepStrictEqual(order("7"), names);
  assert.deepStrictEqual([...order("7")].sort(), [...names].sort());
});

test("no tests, unknown flags and patterns without files fail with their reason", () => {
  assert.match(runSuite({ "a.ts": "" }).stderr, /no test files found/);
  assert.strictEqual(runSuite({ "a.ts": "" }).code, 1);
  assert.match(runSuite({ "a.test.ts": "" }, ["nothing"]).stderr, /no test files match "nothing"/);
  const unknown = runSuite({ "a.test.ts": "" }, ["--nonsense"]);
  assert.match(unknown.stderr, /unknown flag --nonsense/);
  assert.strictEqual(unknown.code, 2);
});

test("a file of 20,000 tests is reported in full", () => {
  const { stdout, code } = runSuite({
    "many.test.ts": `import { test } from "bun:test"; for (let index = 0; index < 20_000; index++) test("t" + index, () => {});`,
  });
  assert.strictEqual(JSON.parse(stdout).totals.passed, 20_000);
  assert.strictEqual(code, 0);
});

test("suites of Vitest and Jest import as bundlers do: names without extensions, JSON without an attribute", () => {
  const { statuses, errors } = runSuite({
    "data.json": `{ "a": 1 }`,
    "lib/index.ts": `export const b = 2;`,
    "a.test.ts": `import { test, expect } from "vitest"; import data, { a } from "./data.json"; import { b } from "./lib"; test("x", () => expect([data, a, b]).toEqual([{ a: 1 }, 1, 2]));`,
  });
  assert.deepStrictEqual(errors, []);
  assert.deepStrictEqual(statuses, { x: "pass" });
});

test("conditions of a Vitest configuration apply, and a name that is not exported is undefined", () => {
  const { statuses } = runSuite({
    "node_modules/p/package.json": `{ "name": "p", "exports": { "special": "./special.js", "default": "./default.js" } }`,
    "node_modules/p/special.js": `exports.value = "special";`,
    "node_modules/p/default.js": `exports.value = "default";`,
    "module.ts": `export const one = 1;`,
    "vitest.config.mjs": `export default { resolve: { conditions: ["special"] }, test: {} };`,
    "a.test.ts": `import { expect, test } from "vitest"; import { value, other } from "p"; import { one, two } from "./module";
      test("imports", () => expect([value, other, one, two]).toEqual(["special", undefined, 1, undefined]));`,
  });
  assert.deepStrictEqual(statuses, { imports: "pass" });
});

test("files of Vitest have Vite's condition of the mode, and not the one of bundlers", () => {
  const exports = { development: "./development.js", production: "./production.js", default: "./default.js" };
  const files = {
    "package.json": JSON.stringify({ imports: { "#mode": exports } }),
    "node_modules/p/package.json": JSON.stringify({
      exports: { ".": exports, "./m": { module: "./module.mjs", default: "./default.js" } },
    }),
    "node_modules/p/module.mjs": `export const name = "module";`,
    ...Object.fromEntries(
      ["development", "production", "default"].flatMap((name) =>
        ["", "node_modules/p/"].map((folder) => [`${folder}${name}.js`, `exports.name = "${name}";`]),
      ),
    ),
    "a.test.js": `import { expect, test } from "vitest"; import { name } from "p"; import { name as bundled } from "p/m"; import { name as own } from "#mode";
      test([name, own, bundled].join(), () => {});`,
    "b.test.js": `const { name } = require("p"); test("jest " + name, () => { jest.fn(); });`,
  };
  const config = {
    "vitest.config.mjs": `export default { resolve: { conditions: ["module", "production", "development|production"] }, test: { globals: true } };`,
  };
  const [plain, configured, production] = [
    runSuite(files),
    runSuite({ ...files, ...config }, ["a.test.js"]),
    runSuite(files, ["a.test.js"], { NODE_ENV: "production" }),
  ].map(({ statuses }) => Object.keys(statuses));
  assert.deepStrictEqual(plain, ["development,development,default", "jest default"]);
  assert.deepStrictEqual(configured, ["development,development,default"]);
  assert.deepStrictEqual(production, ["production,production,default"]);
});

test("with a time-out, an endless file of node:test is ended and named, and the others run", () => {
  const { statuses, messages, code } = runSuite(
    {
      "a.test.mjs": `import test from "node:test"; test("endless", () => { for (;;) {} });`,
      "b.test.mjs": `import test from "node:test"; test("good", () => {});`,
    },
    ["--timeout", "200"],
  );
  assert.strictEqual(statuses.good, "pass");
  assert.strictEqual(statuses.endless, "fail");
  assert.match(messages.endless!, /did not return before its time-out|reported nothing for/);
  assert.strictEqual(code, 1);
}, 60_000);

test("files of Vitest and Jest have the conditions of Node, those of Bun its own", () => {
  const files = {
    "package.json": `{ "dependencies": { "p": "1" } }`,
    "node_modules/p/package.json": `{ "name": "p", "exports": { "bun": "./bun.js", "default": "./default.js" } }`,
    "node_modules/p/bun.js": `exports.value = "bun";`,
    "node_modules/p/default.js": `exports.value = "default";`,
    "a.test.ts": `import { expect, test } from "vitest"; import { value } from "p"; test("vitest", () => expect(value).toBe("default"));`,
    "b.test.js": `const { value } = require("p"); test("jest", () => { jest.fn(); expect(value).toBe("default"); });`,
    "c.test.ts": `import { expect, test } from "bun:test"; import { value } from "p"; test("bun", () => expect(value).toBe("bun"));`,
  };
  assert.deepStrictEqual(runSuite(files).statuses, { vitest: "pass", jest: "pass", bun: "pass" });
});

test("what a file writes to the descriptors of standard streams is part of its report", () => {
  const { statuses, stdout, stderr } = runSuite({
    "a_test.ts": `const bytes = (text: string) => new TextEncoder().encode(text);
Deno.test("writes", async () => {
  Deno.stdout.writeSync(bytes("one "));
  await Deno.stdout.write(bytes("two "));
  console.log("three");
  Deno.stderr.writeSync(bytes("four"));
});`,
    "b.test.js": `import { writeSync } from "node:fs"; import { test } from "bun:test";
test("writes also", () => { writeSync(1, "five "); writeSync(2, new TextEncoder().encode("-six-"), 1, 3); });`,
  });
  assert.deepStrictEqual(statuses, { writes: "pass", "writes also": "pass" });
  assert.match(stdout, /"output": "five six"/);
  assert.match(stdout, /"output": "one two three\\nfour"/);
  assert.strictEqual(stderr, "");
});

test("command lines of other runners run the same files", () => {
  const files = {
    "a.test.js": `test("a one", () => {}); test("a.two", () => {});`,
    "skipped/b.test.js": `test("b", () => {});`,
  };
  const ran = (...args: string[]): string[] => Object.keys(runSuite(files, args).statuses).sort();
  const all = ["a one", "a.two", "b"];
  // Deno, Jest, Vitest, Mocha and Node.
  assert.deepStrictEqual(
    ran("-A", "--no-check", "--parallel", "--trace-leaks", "--unstable-kv", "--ignore=skipped/", "--clean"),
    ["a one", "a.two"],
  );
  assert.deepStrictEqual(ran("-i", "--forceExit", "--testPathPattern", "skipped"), ["b"]);
  assert.deepStrictEqual(ran("--run", "--pool", "forks", "--no-file-parallelism", "--exclude", "**/b.test.js"), [
    "a one",
    "a.two",
  ]);
  assert.deepStrictEqual(ran("--ui", "bdd", "--exit", "--recursive", "-j", "2"), all);
  assert.deepStrictEqual(ran("--test-concurrency=1", "--test-timeout", "5000", "--maxWorkers=50%"), all);
  const filtered = runSuite(files, ["--filter", "/a.t/"]).statuses;
  assert.deepStrictEqual(filtered, { "a one": "filtered", "a.two": "pass", b: "filtered" });
});

test("flags that cannot have their effect are reported, and unknown ones refused with a similar one", () => {
  const files = { "a.test.js": `test("a", () => {});` };
  const examples = runSuite(files, ["--doc"]);
  assert.match(examples.stderr, /--doc has no effect/);
  assert.strictEqual(examples.code, 0);
  assert.match(runSuite(files, ["--time-out=3"]).stderr, /unknown flag --time-out \(similar: --timeout\)/);
});

test("arguments after -- that are flags are those of the files; -u is one for tests of Deno", () => {
  const files = {
    "a_test.ts": `Deno.test(Deno.args.join(" "), () => {});`,
    "b.test.js": `test("other", () => {});`,
  };
  assert.deepStrictEqual(runSuite(files, ["--", "a_test.ts", "--one", "-x"]).statuses, { "--one -x": "pass" });
  assert.deepStrictEqual(runSuite(files, ["-u"]).statuses, { "--update": "pass", other: "pass" });
});

test("projects of Vitest run with their own settings, and define replaces names", () => {
  const run = runSuite({
    "vitest.config.ts": `import { defineConfig } from "vitest/config";
      export default defineConfig({ define: { __DEV__: "true", "import.meta.env.NAME": JSON.stringify("outer") }, resolve: { alias: { "#lib": import.meta.dirname + "/lib.ts" } }, test: { projects: [
        "packages/*",
        { extends: true, test: { name: "unit", include: ["unit/**/*.test.ts"], env: { WHERE: "unit" } } },
        { test: { name: "browser", include: ["browser/**"], browser: { enabled: true } } },
      ] } });`,
    "lib.ts": `export const lib = 1;`,
    "packages/a/vitest.config.ts": `export default { test: { globals: true, env: { WHERE: "a" } } };`,
    "packages/a/a.test.ts": `test("a", () => expect([process.env.WHERE, typeof __DEV__]).toEqual(["a", "undefined"]));`,
    "packages/b/b.test.ts": `import { expect, test } from "vitest"; test("b", () => expect(process.env.WHERE).toBe(undefined));`,
    "unit/u.test.ts": `import { lib } from "#lib"; import { expect, test } from "vitest"; test("u", () => expect([process.env.WHERE, lib, __DEV__, import.meta.env.NAME]).toEqual(["unit", 1, true, "outer"]));`,
    "browser/c.test.ts": `import { test } from "vitest"; test("c", () => { document.body; });`,
    "other/d.test.ts": `import { test } from "vitest"; test("d", () => {});`,
  });
  assert.deepEqual(run.statuses, { a: "pass", b: "pass", u: "pass" }, run.stdout);
  assert.match(run.stderr, /the project "browser" is for browsers and not run/);
});

test("projects of Jest run with their own settings", () => {
  const run = runSuite({
    "package.json": `{ "jest": { "projects": ["<rootDir>/packages/*", { "displayName": "inline", "testMatch": ["<rootDir>/inline/*.check.js"], "globals": { "WHERE": "inline" } }] } }`,
    "packages/a/package.json": `{ "jest": { "globals": { "WHERE": "a" } } }`,
    "packages/a/a.test.js": `test("a", () => expect(WHERE).toBe("a"));`,
    "packages/b/jest.config.js": `module.exports = { globals: { WHERE: "b" } };`,
    "packages/b/b.test.js": `test("b", () => expect(WHERE).toBe("b"));`,
    "inline/i.check.js": `test("i", () => expect(WHERE).toBe("inline"));`,
    "other.test.js": `test("other", () => {});`,
  });
  assert.deepEqual(run.statuses, { a: "pass", b: "pass", i: "pass" }, run.stdout + run.stderr);
});

test("import.meta.env of Vitest has the mode, booleans and the variables of .env files", () => {
  const run = runSuite({
    "vitest.config.ts": `export default { test: { env: { OWN: "own" } } };`,
    ".env": "VITE_A=file\nVITE_B=file\nOTHER=no",
    ".env.test": "VITE_B=test",
    "a.test.ts": `import { expect, test, vi } from "vitest";
      test("env", () => {
        const { MODE, DEV, PROD, BASE_URL, VITE_A, VITE_B, OTHER, OWN } = import.meta.env;
        expect([MODE, DEV, PROD, BASE_URL, VITE_A, VITE_B, OTHER, OWN]).toEqual(["test", true, false, "/", "file", "test", undefined, "own"]);
        import.meta.env.PROD = true;
        vi.stubEnv("VITE_A", "stubbed");
        expect([import.meta.env.PROD, process.env.PROD, import.meta.env.VITE_A]).toEqual([true, "1", "stubbed"]);
        vi.unstubAllEnvs();
        expect(import.meta.env.VITE_A).toBe("file");
      });`,
  });
  assert.deepEqual(run.statuses, { env: "pass" }, run.stdout);
});
