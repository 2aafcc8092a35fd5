// Files that several projects of a configuration have: they run once in each, as in Vitest 4 and Jest 30, where this was observed.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

interface Report {
  name: string;
  project: string;
  tests: { path: string[]; status: string }[];
}

function reportsOf(stdout: string): string[] {
  return (JSON.parse(stdout) as { files: Report[] }).files.flatMap(({ name, project, tests }) =>
    tests.map(({ path, status }) => `${project}: ${name}: ${path.join(" > ")}: ${status}`),
  );
}

const OF_VITEST = {
  "vitest.config.mjs": `export default { test: { projects: [
      { test: { name: "first", include: ["**/*.test.js"], env: { PLACE: "one" } } },
      { test: { name: "second", include: ["src/*.test.js"], env: { PLACE: "two" } } },
      { test: { include: ["src/*.test.js"], exclude: ["**/b.test.js"], env: { PLACE: "three" } } }] } };`,
  "src/a.test.js": `import { test } from "vitest"; test("a in " + process.env.PLACE, () => {});`,
  "src/b.test.js": `import { test } from "vitest"; test("b in " + process.env.PLACE, () => {});`,
  "c.test.js": `import { test } from "vitest"; test("c in " + process.env.PLACE, () => {});`,
};

test("a file runs once in each project of Vitest that has it", () => {
  const { code, stdout } = runSuite(OF_VITEST);
  assert.deepEqual(reportsOf(stdout), [
    "first: c.test.js: c in one: pass",
    "2: src/a.test.js: a in three: pass",
    "first: src/a.test.js: a in one: pass",
    "second: src/a.test.js: a in two: pass",
    "first: src/b.test.js: b in one: pass",
    "second: src/b.test.js: b in two: pass",
  ]);
  assert.equal(code, 0);
});

test("--project leaves the runs of other projects out, and names select files in all of them", () => {
  assert.deepEqual(reportsOf(runSuite(OF_VITEST, ["--project", "second"]).stdout), [
    "second: src/a.test.js: a in two: pass",
    "second: src/b.test.js: b in two: pass",
  ]);
  assert.deepEqual(reportsOf(runSuite(OF_VITEST, ["b.test"]).stdout), [
    "first: src/b.test.js: b in one: pass",
    "second: src/b.test.js: b in two: pass",
  ]);
});

test("a file runs once in each project of Jest that has it, and a failure names the project", () => {
  const files = {
    "package.json": `{ "jest": { "projects": [
      { "displayName": "left", "globals": { "place": "left" } }, { "displayName": "right", "globals": { "place": "right" } }] } }`,
    "a.test.js": `test("a", () => expect(place).toBe("left"));`,
  };
  const { code, stdout } = runSuite(files);
  assert.deepEqual(reportsOf(stdout), ["left: a.test.js: a: pass", "right: a.test.js: a: fail"]);
  assert.equal(code, 1);
  // The last reporter is the default one.
  const { stdout: text } = runSuite(files, ["--reporter-outfile", "out.json", "--reporter", "default"]);
  assert.match(text, /^\na\.test\.js \(jest, right\)\n✗ a /);
  assert.match(text, /\n1 passed, 1 failed \(2 files, 1 failed\)/);
});

test("a crash in one project leaves the runs of the others", () => {
  const { code, stdout } = runSuite(
    {
      ...OF_VITEST,
      "src/a.test.js": `import { spawnSync } from "node:child_process"; import { test } from "vitest";
        test("a in " + process.env.PLACE, () => {
          if (process.env.PLACE !== "two") return;
          spawnSync("kill", ["-SEGV", String(process.pid)]); for (;;) {}
        });`,
    },
    ["--parallel", "1"],
  );
  assert.deepEqual(
    reportsOf(stdout).filter((line) => line.includes("src/a")),
    ["2: src/a.test.js: a in three: pass", "first: src/a.test.js: a in one: pass"],
  );
  assert.match(stdout, /this file ended the process by SIGSEGV/);
  assert.equal(code, 1);
});

test("without patterns, a project of Vitest has Vitest's names, and the tests of other runners", () => {
  const { code, stdout } = runSuite({
    "vitest.config.mjs": `export default { test: { globals: true } };`,
    "a.test.js": `test("a", () => {});`,
    "b-test.js": `throw new Error("this file is not a test of Vitest");`,
    "c_test.js": `import { test } from "bun:test"; test("c", () => {});`,
    "__tests__/d.js": `throw new Error("this file is not a test of Vitest");`,
    "__tests__/e.js": `import { test } from "node:test"; test("e", () => {});`,
  });
  assert.deepEqual(reportsOf(stdout), [": __tests__/e.js: e: pass", ": a.test.js: a: pass", ": c_test.js: c: pass"]);
  assert.equal(code, 0);
});

test("define of a project of Vitest holds in its own files", () => {
  const { statuses } = runSuite({
    "vitest.config.mjs": `export default { test: { include: ["*.test.js"], projects: [
  { extends: true, test: { name: "one" }, define: { "global.MODE": JSON.stringify("one") } },
  { extends: true, test: { name: "two" }, define: { "global.MODE": JSON.stringify("two") } },
  { extends: true, test: { name: "none" } } ] } };`,
    "a.test.js": `import { test } from "vitest"; test("is " + global.MODE, () => {});`,
    "b.test.js": `import { test } from "vitest"; import { mode } from "./mode.js"; test("imports " + mode, () => {});`,
    "mode.js": `export const mode = global.MODE;`,
  });
  const names = ["one", "two", "undefined"].flatMap((mode) => [`is ${mode}`, `imports ${mode}`]);
  assert.deepEqual(Object.keys(statuses).sort(), names.sort());
});

test("a project of Vitest in a folder has the name of its package, or that of the folder", () => {
  const files = {
    "vitest.config.mjs": `export default { test: { projects: ["packages/*"] } };`,
    "packages/core/package.json": `{ "name": "@scope/core" }`,
    "packages/core/vitest.config.mjs": `export default { test: {} };`,
    "packages/core/a.test.js": `import { test } from "vitest"; test("a", () => {});`,
    "packages/plain/b.test.js": `import { test } from "vitest"; test("b", () => {});`,
  };
  assert.deepEqual(Object.keys(runSuite(files, ["--project", "@scope/*"]).statuses), ["a"]);
  assert.deepEqual(Object.keys(runSuite(files, ["--project", "plain"]).statuses), ["b"]);
});

test("global set-ups of projects without a selected file do not run, in Vitest and Jest", () => {
  const noting = (name: string): string =>
    `import { appendFileSync } from "node:fs"; export default () => appendFileSync("log.txt", "${name} ");`;
  const test = (module: string): string => `import { test } from "${module}"; test("runs", () => {});`;
  const projects = ["one", "two"];
  const vitest = runSuite(
    {
      "vitest.config.mjs": `export default { test: { globalSetup: "./root.mjs", projects: [${projects.map(
        (name) => `{ test: { name: "${name}", root: "${name}", globalSetup: "../${name}.mjs" } }`,
      )}] } };`,
      ...Object.fromEntries(["root", ...projects].map((name) => [`${name}.mjs`, noting(name)])),
      ...Object.fromEntries(projects.map((name) => [`${name}/a.test.js`, test("vitest")])),
    },
    ["one/a.test.js"],
  );
  assert.deepEqual([vitest.code, vitest.statuses, vitest.read("log.txt")], [0, { runs: "pass" }, "one root "]);
  const jest = runSuite(
    {
      "package.json": JSON.stringify({
        jest: { projects: projects.map((name) => ({ rootDir: `<rootDir>/${name}`, globalSetup: `../${name}.mjs` })) },
      }),
      ...Object.fromEntries(projects.map((name) => [`${name}.mjs`, noting(name)])),
      ...Object.fromEntries(projects.map((name) => [`${name}/a.test.js`, `test("runs", () => {});`])),
    },
    ["two/a.test.js"],
  );
  assert.deepEqual([jest.code, jest.statuses, jest.read("log.txt")], [0, { runs: "pass" }, "two "]);
});

test("what a global set-up of the outer configuration provides is for all projects", () => {
  const { code, messages, statuses } = runSuite({
    "vitest.config.mjs": `export default { test: { globalSetup: "./setup.mjs", projects: [
      { extends: true, test: { name: "one", include: ["one.test.js"] } }, { test: { name: "two", include: ["two.test.js"] } }] } };`,
    "setup.mjs": `export default ({ provide }) => provide("port", 80);`,
    "one.test.js": `import { expect, inject, test } from "vitest"; test("one", () => { expect(inject("port")).toBe(80); });`,
    "two.test.js": `import { expect, inject, test } from "vitest"; test("two", () => { expect(inject("port")).toBe(80); });`,
  });
  assert.deepEqual([code, messages, statuses], [0, {}, { one: "pass", two: "pass" }]);
});
