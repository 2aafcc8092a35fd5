// Configurations that cannot be read or are of the wrong types, reporters that cannot be loaded, reports that cannot be written:
// Jest 30.5, Vitest 4.1, Mocha 11, Bun 1.4 and Deno 2.9 end with exit code 1 in all these cases.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const JEST = { "a.test.js": `test("runs", () => {});` };
const VITEST = { "a.test.js": `import { test } from "vitest"; test("runs", () => {});` };
const MOCHA = {
  "package.json": `{ "scripts": { "test": "mocha" } }`,
  "test/a.js": `it("runs", () => {});`,
};
const BUN = { "a.test.js": `import { test } from "bun:test"; test("runs", () => {});` };
const DENO = { "a_test.ts": `Deno.test("runs", () => {});` };

/** What is reported, by the files of the project; the tests run all the same. */
const UNREADABLE: [files: Record<string, string>, problem: RegExp][] = [
  [{ ...JEST, "jest.config.js": "module.exports = {" }, /jest\.config\.js cannot be read: /],
  [{ ...JEST, "jest.config.js": `throw new Error("of the file");` }, /jest\.config\.js cannot be read: of the file;/],
  [
    { ...JEST, "jest.config.js": `module.exports = async () => { throw new Error("later"); };` },
    /jest\.config\.js cannot be read: later;/,
  ],
  [{ ...JEST, "jest.config.json": "{ bad" }, /jest\.config\.json cannot be read: /],
  [{ ...JEST, "jest.config.js": `module.exports = { preset: "none" };` }, /the preset "none" cannot be loaded: /],
  [{ ...VITEST, "vitest.config.ts": "export default {" }, /vitest\.config\.ts cannot be read: /],
  [
    { ...VITEST, "vitest.config.ts": `import plugin from "not-installed"; export default { plugins: [plugin()] };` },
    /vitest\.config\.ts cannot be read: Cannot find package 'not-installed'/,
  ],
  [{ ...MOCHA, ".mocharc.js": "module.exports = {" }, /\.mocharc\.js cannot be read: /],
  [{ ...MOCHA, ".mocharc.json": "{ bad" }, /\.mocharc\.json cannot be read: /],
];

test("a run without its configuration fails, and says what cannot be read", () => {
  for (const [files, problem] of UNREADABLE) {
    const { code, stderr, statuses } = runSuite(files);
    assert.match(stderr, problem);
    assert.match(stderr, /; the tests run without it$/m);
    assert.deepEqual([code, statuses], [1, { runs: "pass" }], stderr);
  }
});

test("a configuration of a bundle that cannot be read does not concern tests of others", () => {
  const { code, stderr } = runSuite({ ...BUN, "vite.config.ts": `throw new Error("of the bundle");` });
  assert.match(stderr, /vite\.config\.ts cannot be read: of the bundle$/m);
  assert.equal(code, 0);
});

/** The error by the files; no test runs. */
const INVALID: [files: Record<string, string>, error: string | RegExp][] = [
  [
    { ...JEST, "jest.config.js": `module.exports = { testTimeout: "x" };` },
    `jest: "testTimeout" expects a number, not "x"`,
  ],
  [
    { ...JEST, "jest.config.js": `module.exports = { testMatch: 5 };` },
    `jest: "testMatch" expects a list of strings, not 5`,
  ],
  [
    { ...JEST, "package.json": `{ "jest": { "clearMocks": "yes" } }` },
    `jest: "clearMocks" expects true or false, not "yes"`,
  ],
  [{ ...JEST, "jest.config.js": `module.exports = { testRegex: "(" };` }, /^jest: "testRegex" is invalid: /],
  [
    { ...VITEST, "vitest.config.ts": `export default { test: { include: 5 } };` },
    `vitest: "include" expects a list of strings, not 5`,
  ],
  [{ ...BUN, "bunfig.toml": "[test]\npreload = 5\n" }, `bunfig.toml: "preload" expects a list of strings, not 5`],
  [{ ...BUN, "bunfig.toml": "[test\n" }, /^bunfig\.toml cannot be read: /],
  [{ ...DENO, "deno.json": "{ bad" }, /deno\.json/],
  [
    { ...DENO, "deno.json": `{ "test": { "include": 5 } }` },
    `deno.json, test: "include" expects a list of strings, not 5`,
  ],
];

test("settings of the wrong type and files that do not parse are errors", () => {
  for (const [files, error] of INVALID) {
    const { code, stderr, stdout } = runSuite(files);
    const [, message] = /^brio test: (.*)\n$/.exec(stderr) ?? [];
    if (typeof error === "string") assert.equal(message, error, stderr);
    else assert.match(message ?? stderr, error);
    assert.deepEqual([code, stdout], [1, ""]);
  }
});

test("a reporter that cannot be loaded and a report that cannot be written end the run before it begins", () => {
  for (const [args, error] of [
    [
      ["--reporter", "./none.js"],
      /^brio test: the reporter "\.\/none\.js" cannot be loaded: Cannot find module [^\n]*\n$/,
    ],
    [["--reporter", "./throws.mjs"], /^brio test: the reporter "\.\/throws\.mjs" cannot be loaded: of the module\n$/],
    [
      ["--reporter", "junit", "--reporter-outfile", "folder"],
      /^brio test: the report "folder" cannot be written: EISDIR[^\n]*\n$/,
    ],
  ] as const) {
    const run = runSuite({ ...JEST, "folder/x": "", "throws.mjs": `throw new Error("of the module");` }, [...args]);
    assert.match(run.stderr, error);
    assert.deepEqual([run.code, run.stdout], [1, ""]);
  }
});

test("an error of no test of Deno fails the file, and no test by its exit code", () => {
  const { code, statuses } = runSuite({
    "a_test.ts": `Deno.test("a", () => { Promise.reject(new Error("stray")); }); Deno.test("b", async () => { await new Promise((done) => setTimeout(done, 50)); });`,
  });
  assert.deepEqual([code, statuses.b], [1, "pass"]);
});
