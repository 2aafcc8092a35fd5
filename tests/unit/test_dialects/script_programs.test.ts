// Scripts "test" that run programs (`node FILE`, tape, tap, uvu), several runners, borp, and runners that are not included. The
// sources are those of the scripts' own programs: `node FILE` runs that file alone, borp the files of its patterns.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite, type SuiteRun } from "./run_suite.ts";

function run(script: string, files: Record<string, string>, rest: object = {}): SuiteRun {
  return runSuite({ "package.json": JSON.stringify({ name: "x", scripts: { test: script }, ...rest }), ...files });
}

/** The files that ran, in the order of their names. */
function filesOf({ stdout }: SuiteRun): string[] {
  const { files } = JSON.parse(stdout) as { files: { file: string }[] };
  return files.map(({ file }) => file.replace(/^.*\/brio-dialects-[^/]+\//, ""));
}

const FAILS = `throw new Error("this file must not run");`;

test("a script that is a file of Node runs this file, and no other that looks like a test", () => {
  const files = { "test/index.js": `require("./long_test"); if (!global.isLoaded) throw 1;` };
  const helper = "global.isLoaded = module.parent !== null; if (!module.parent) throw new Error('alone');";
  for (const script of ["node test/index.js", "node test", "node ./test/index", "eslint . && node test/index.js"]) {
    const found = run(script, { ...files, "test/long_test.js": helper });
    assert.deepStrictEqual([found.code, filesOf(found)], [0, ["test/index.js"]], script);
  }
  const failing = run("node checks.mjs", {
    "checks.mjs": `import assert from "node:assert"; assert.equal(1, 2, "differs");`,
  });
  assert.deepStrictEqual([failing.code, failing.errors], [1, ["differs"]]);
});

test("a file of the script that builds something, or starts other runners, is no test", () => {
  const one = { "a.test.js": `it("one", () => {});` };
  const built = run("node build.js && node test/run.js", {
    ...one,
    "build.js": FAILS,
    "test/run.js": `require("node:child_process"); ${FAILS}`,
  });
  assert.deepStrictEqual([built.code, built.statuses], [0, { one: "pass" }]);
  // A program with a task for an argument, and one whose name says nothing, where the folder has tests.
  for (const script of ["node make.js test", "node make.js"])
    assert.deepStrictEqual(run(script, { ...one, "make.js": FAILS }).statuses, { one: "pass" }, script);
});

test("programs that compile TypeScript run files that import folders and names without extensions", () => {
  const lib = { "lib/index.ts": "export enum Kind { One = 1 }", "other.ts": "export const two: number = 2;" };
  const source = `import { Kind } from "./lib"; import { two } from "./other"; if (Kind.One + two !== 3) throw 1;`;
  for (const script of ["tsx check.ts", "ts-node check.ts", "node --import tsx check.ts"])
    assert.strictEqual(run(script, { ...lib, "check.ts": source }).code, 0, script);
  const tests = `import { test } from "node:test"; ${source} test("one", () => {});`;
  for (const script of ["tsx --test check.ts", "node --import=tsx --test check.ts"])
    assert.deepStrictEqual(run(script, { ...lib, "check.ts": tests }).statuses, { one: "pass" }, script);
});

test("tape, tap and uvu run the files that the script names, with the modules to load first", () => {
  const files = {
    "set_up.js": "global.isSetUp = true;",
    "checks/a.js": "if (!global.isSetUp) throw new Error('set-up');",
    "checks/b.test.js": "if (!global.isSetUp) throw new Error('set-up');",
    "checks/c_helper.js": "",
  };
  const ran = (script: string): unknown[] => {
    const found = run(script, files);
    return [found.code, ...filesOf(found)];
  };
  assert.deepStrictEqual(ran("tape -r ./set_up.js 'checks/a.js' checks/b.*.js"), [
    0,
    "checks/a.js",
    "checks/b.test.js",
  ]);
  assert.deepStrictEqual(ran("tap --timeout 60 -r ./set_up.js checks/a.js"), [0, "checks/a.js"]);
  assert.deepStrictEqual(ran("uvu -r ./set_up.js checks '\\.test\\.js$'"), [0, "checks/b.test.js"]);
  assert.deepStrictEqual(ran("uvu -r ./set_up.js checks -i helper"), [0, "checks/a.js", "checks/b.test.js"]);
});

const OF_NODE = (name: string): string => `require("node:test").test(${JSON.stringify(name)}, () => {});`;

test("the files of all calls of a script run, each in the dialect of its call", () => {
  const files = {
    "one/a.js": OF_NODE("a"),
    "two/b.js": OF_NODE("b"),
    "three/c.js": `it("c", () => {});`,
    "d.js": FAILS,
  };
  const all = (script: string, rest: object = {}): string[] => Object.keys(run(script, files, rest).statuses).sort();
  assert.deepStrictEqual(all("node --test one/*.js && node --test 'two/*.js'"), ["a", "b"]);
  assert.deepStrictEqual(all("borp -p 'one/*.js' && borp --timeout 1000 --pattern='two/*.js'"), ["a", "b"]);
  assert.deepStrictEqual(all("mocha three/c.js && node --test one/a.js"), ["a", "c"]);
  const checked = run("node test/check.js && mocha three/c.js", { ...files, "test/check.js": "" });
  assert.deepStrictEqual([checked.code, filesOf(checked)], [0, ["test/check.js", "three/c.js"]]);
  const jest = { jest: { testMatch: ["<rootDir>/three/**"] } };
  assert.deepStrictEqual(all("borp -p 'one/*.js' && jest", jest), ["a", "c"]);
  // A folder, or a part of a path, of the command line selects from them.
  for (const given of ["one", "one/", "ne/a"]) {
    const scripts = { test: "borp -p 'one/*.js' -p 'two/*.js' && jest" };
    const found = runSuite({ ...files, "package.json": JSON.stringify({ scripts, ...jest }) }, [given]);
    assert.deepStrictEqual(Object.keys(found.statuses), ["a"], given);
  }
});

test("borp has the files of its configuration, or those with the names of tests", () => {
  const files = {
    "a.test.js": OF_NODE("a"),
    "sub/b.test.mjs": OF_NODE("b").replace("require(", "process.getBuiltinModule("),
    "test/c.js": OF_NODE("c"),
  };
  assert.deepStrictEqual(Object.keys(run("borp", files).statuses).sort(), ["a", "b"]);
  const configured = {
    ...files,
    ".borp.yaml": "files:\n  - 'test/**/*.js'\n  - '!test/skipped/**'\n",
    "test/skipped/d.js": FAILS,
  };
  assert.deepStrictEqual(Object.keys(run("borp", configured).statuses), ["c"]);
});

test("tests of a runner that is not included are reported with the script", () => {
  const files = { "spec/a.spec.js": `describe("d", () => it("t", () => jasmine.createSpy("x")));` };
  for (const [script, runner] of [
    ["jasmine", "jasmine"],
    ["karma start --single-run", "karma"],
    ["ng test", "ng"],
  ]) {
    const found = run(script!, files);
    assert.match(
      found.stderr,
      new RegExp(`1 file is a test of ${runner}, which only runs in its own program: brio run test`),
    );
    assert.strictEqual(found.code, 1);
  }
  const none = run("jasmine", { "spec/aSpec.js": "" });
  assert.match(
    none.stderr,
    /the script "test" is `jasmine`, whose files only run in jasmine, which `brio run test` runs/,
  );
});

test("a later call with a configuration of its own is reported, and its tests do not run in that of the first", () => {
  const config = (folder: string): string => `export default { test: { include: ["${folder}/*.js"] } };`;
  const source = (name: string): string => `import { test } from "vitest"; test(${JSON.stringify(name)}, () => {});`;
  const files = {
    "vitest.config.mjs": config("one"),
    "vitest.other.mjs": config("two"),
    "one/a.js": source("a"),
    "two/b.js": source("b"),
  };
  const script = "vitest --run one && KIND=two vitest --run --config vitest.other.mjs";
  const found = run(script, files);
  assert.deepStrictEqual(found.statuses, { a: "pass" });
  assert.match(
    found.stderr,
    /also calls vitest --config vitest\.other\.mjs, .*: `brio test --config vitest\.other\.mjs`/,
  );
  const other = runSuite({ ...files, "package.json": JSON.stringify({ scripts: { test: script } }) }, [
    "--config",
    "vitest.other.mjs",
  ]);
  assert.deepStrictEqual([other.statuses, other.stderr], [{ b: "pass" }, ""]);
});
