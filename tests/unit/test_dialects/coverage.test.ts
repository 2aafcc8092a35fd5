// `brio test --coverage`: what is counted, where, the reporters, thresholds and configurations.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite, type SuiteRun } from "./run_suite.ts";

const MATH = `// A comment.
export interface Pair { a: number; b: number }
export function sum({ a, b }: Pair, scale = 1): number {
  if (a > 100) {
    return -1;
  }
  let total = 0;
  for (const one of [a, b]) total += one;
  return total * scale;
}
export const unused = (text: string) => text && "a" || "b";
`;
const USES_SUM = `import { test, expect } from "bun:test"; import { sum } from "./math.ts"; test("sums", () => expect(sum({ a: 1, b: 2 })).toBe(3));`;

interface IstanbulFile {
  statementMap: Record<string, { start: { line: number; column: number }; end: { line: number; column: number } }>;
  fnMap: Record<string, { name: string; line: number }>;
  branchMap: Record<string, { type: string; line: number }>;
  s: Record<string, number>;
  f: Record<string, number>;
  b: Record<string, number[]>;
}

function istanbul(files: Record<string, string>, args: string[] = []): Record<string, IstanbulFile> {
  const run = runSuite(files, ["--coverage", "--coverage-reporter", "json", ...args]);
  const report = JSON.parse(run.read("coverage/coverage-final.json")) as Record<string, IstanbulFile>;
  return Object.fromEntries(
    Object.entries(report).map(([file, value]) => [file.slice(file.lastIndexOf("/") + 1), value]),
  );
}

test("statements, functions and branches of TypeScript are counted at their places in the source", () => {
  const { "math.ts": file } = istanbul({ "math.ts": MATH, "math.test.ts": USES_SUM });
  const statements = Object.entries(file!.statementMap).map(([key, { start }]) => [
    start.line,
    start.column,
    file!.s[key],
  ]);
  assert.deepStrictEqual(statements, [
    [4, 2, 1],
    [5, 4, 0],
    [7, 14, 1],
    [8, 2, 1],
    [8, 28, 2],
    [9, 2, 1],
    [11, 22, 1],
    [11, 40, 0],
  ]);
  assert.deepStrictEqual(
    Object.entries(file!.fnMap).map(([key, { name, line }]) => [name, line, file!.f[key]]),
    [
      ["sum", 3, 1],
      ["unused", 11, 0],
    ],
  );
  assert.deepStrictEqual(
    Object.entries(file!.branchMap).map(([key, { type, line }]) => [type, line, file!.b[key]]),
    [
      ["default-arg", 3, [1]],
      ["if", 4, [0, 1]],
      ["binary-expr", 11, [0, 0, 0]],
    ],
  );
});

test("files and workers that run the same code add up", () => {
  const files = {
    "code.js": "export function f(x) { return x ? 1 : 2; }\n",
    "a.test.ts": `import { test } from "bun:test"; import { f } from "./code.js"; test("a", () => void f(true));`,
    "b.test.ts": `import { test } from "vitest"; import { f } from "./code.js"; test("b", () => void f(true));`,
    "c.test.mjs": `import test from "node:test"; import { f } from "./code.js"; test("c", () => void f(false));`,
    "worker.mjs": `import { f } from "./code.js"; f(true);`,
    "child.mjs": `import { f } from "./code.js"; f(false);`,
    "d.test.mjs": `import test from "node:test"; import { Worker } from "node:worker_threads"; import { spawnSync } from "node:child_process"; import { once } from "node:events";
test("d", async () => { await once(new Worker(new URL("worker.mjs", import.meta.url)), "exit"); spawnSync(process.execPath, ["child.mjs"], { cwd: import.meta.dirname }); });`,
  };
  const { "code.js": file } = istanbul(files);
  assert.deepStrictEqual(file!.f, { 0: 5 });
  assert.deepStrictEqual(file!.b, { 0: [3, 2] });
});

test("code after a call that throws, and in a test that never returns, is counted as it ran", () => {
  const files = {
    "code.js": `export function f(g) {\n  g();\n  return 1;\n}\nexport function endless() {\n  for (;;) {}\n}\n`,
    "a.test.ts": `import { test, expect } from "bun:test"; import { f, endless } from "./code.js";
test("throws", () => { expect(() => f(() => { throw new Error("x"); })).toThrow(); });
test("endless", () => endless(), 100);`,
  };
  const { "code.js": file } = istanbul(files);
  const byLine = Object.entries(file!.statementMap).map(([key, { start }]) => [start.line, file!.s[key]]);
  assert.deepStrictEqual(byLine, [
    [2, 1],
    [3, 0],
    [6, 1],
  ]);
});

test("counters do not change names, sources of functions, strict mode, and labels", () => {
  const { statuses, messages } = runSuite(
    {
      "code.cjs": `"use strict";
exports.strict = function () { return this === undefined; };
exports.named = class { field = () => {}; static s = class {}; #p = function () {}; names() { return [this.field.name, this.constructor.s.name, this.#p.name]; } };
exports.defaults = (f = () => {}, { g = function () {} } = {}) => [f.name, g.name];
const a = 1, b = Math.max(1, 2), c = () => {};
exports.c = c;
exports.source = function (x) { if (x) return 1; else { x++; } return x && x.y ? (x || 2) : 3; };
exports.labels = () => { let n = 0; outer: for (let i = 0; i < 3; i++) { for (;;) { n++; if (i === 1) continue outer; break; } } return n; };
exports.fallthrough = (x) => { let r = ""; switch (x) { case 1: r += "a"; case 2: r += "b"; break; default: r += "c"; } return r; };
exports.dangling = (a, b) => { if (a) if (b) return 1; else return 2; return 3; };
exports.loop = () => { let n = 0; do n++; while (n < 3); while (n < 5) n++; for (const k in { a: 1 }) n += k.length; return n; };
`,
      "a.test.ts": `import { test, expect } from "bun:test"; const code = require("./code.cjs");
test("strict", () => expect(code.strict.call(undefined)).toBe(true));
test("names", () => expect(new code.named().names()).toEqual(["field", "s", "#p"]));
test("defaults", () => expect(code.defaults()).toEqual(["f", "g"]));
test("variables", () => expect(code.c.name).toBe("c"));
test("source", () => expect(code.source.toString().replace(/\\s+/g, "")).toBe("function(x){if(x)return1;else{x++;}returnx&&x.y?x||2:3;}"));
test("labels", () => expect(code.labels()).toBe(3));
test("switch", () => expect([1, 2, 3].map(code.fallthrough)).toEqual(["ab", "b", "c"]));
test("else", () => expect([code.dangling(1, 1), code.dangling(1, 0), code.dangling(0, 0)]).toEqual([1, 2, 3]));
test("loops", () => expect(code.loop()).toBe(6));`,
    },
    ["--coverage", "--coverage-reporter", "none"],
  );
  assert.deepStrictEqual(messages, {});
  assert.strictEqual(Object.values(statuses).filter((status) => status === "pass").length, 9);
});

test("comments exclude code", () => {
  const files = {
    "code.js": `/* istanbul ignore next */
function a() { return 1; }
/* c8 ignore next 2 */
f1();
f2();
/* v8 ignore start */
f3();
/* v8 ignore stop */
function f1() {} function f2() {} function f3() {}
/* istanbul ignore else */
if (f1) f1(); else f2();
`,
    "excluded.js": "/* v8 ignore file */\nexport const x = 1;\n",
    "a.test.ts": `import { test } from "bun:test"; import "./code.js"; import "./excluded.js"; test("a", () => {});`,
  };
  const report = istanbul(files);
  assert.deepStrictEqual(Object.keys(report), ["code.js"]);
  const file = report["code.js"]!;
  assert.deepStrictEqual(
    Object.values(file.statementMap).map(({ start }) => start.line),
    [11, 11],
  );
  assert.deepStrictEqual(file.b, { 0: [1] });
});

test("a body without braces and semicolon may be excluded", () => {
  const { "code.js": file } = istanbul({
    "code.js": `export function f(a) {
  /* istanbul ignore if */
  if (a) return
  return 1
}
`,
    "a.test.ts": `import { test } from "bun:test"; import { f } from "./code.js"; test("a", () => void f(0));`,
  });
  assert.deepStrictEqual(file!.b, { 0: [1] });
});

test("files that no test loads are reported when a pattern includes them", () => {
  const files = {
    "src/math.ts": MATH,
    "src/other.ts": "export const y = f();\ndeclare function f(): number;\n",
    "src/math.test.ts": USES_SUM,
  };
  const report = istanbul(files, ["--coverage-include", "src/**/*.ts"]);
  assert.deepStrictEqual(Object.keys(report).sort(), ["math.ts", "other.ts"]);
  assert.deepStrictEqual(report["other.ts"]!.s, { 0: 0 });
  const without = istanbul(files, ["--coverage-include", "src/**/*.ts", "--coverage-exclude", "**/other.ts"]);
  assert.deepStrictEqual(Object.keys(without), ["math.ts"]);
});

test("the table has a row for each file, with the lines that did not run", () => {
  // The JSON is on the standard output.
  const args = ["--coverage", "--coverage-reporter", "text"];
  const { stderr } = runSuite({ "math.ts": MATH, "math.test.ts": USES_SUM }, args);
  const rows = stderr
    .slice(stderr.indexOf("File "))
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()));
  assert.deepStrictEqual(rows[0], ["File", "% Stmts", "% Branch", "% Funcs", "% Lines", "Uncovered Line #s"]);
  assert.deepStrictEqual(rows[3], ["math.ts", "75", "33.33", "50", "83.33", "5"]);
});

test("reports for other programs are written", () => {
  const reporters = ["lcov", "json-summary", "cobertura", "clover", "html"].flatMap((name) => [
    "--coverage-reporter",
    name,
  ]);
  const run = runSuite({ "math.ts": MATH, "math.test.ts": USES_SUM }, ["--coverage", ...reporters]);
  const lcov = run.read("coverage/lcov.info");
  for (const line of [
    "SF:math.ts",
    "FN:3,sum",
    "FNDA:1,sum",
    "FNDA:0,unused",
    "DA:5,0",
    "DA:8,2",
    "LF:6",
    "LH:5",
    "BRDA:4,1,0,0",
    "BRDA:4,1,1,1",
  ])
    assert.ok(lcov.split("\n").includes(line), `${line} in ${lcov}`);
  const summary = JSON.parse(run.read("coverage/coverage-summary.json"));
  assert.deepStrictEqual(summary.total.lines, { total: 6, covered: 5, skipped: 0, pct: 83.33 });
  assert.match(
    run.read("coverage/cobertura-coverage.xml"),
    /<class name="math.ts" filename="math.ts" line-rate="0.8333"/,
  );
  assert.match(run.read("coverage/clover.xml"), /<line num="5" count="0" type="stmt"\/>/);
  assert.match(run.read("coverage/html/index.html"), /<a href="math.ts.html">math.ts<\/a>/);
  assert.match(
    run.read("coverage/html/math.ts.html"),
    /<mark class="statement" title="statement not run">return -1;<\/mark>/,
  );
});

test("thresholds fail a run", () => {
  const files = { "math.ts": MATH, "math.test.ts": USES_SUM };
  const args = ["--coverage", "--coverage-reporter", "none"];
  assert.strictEqual(runSuite(files, [...args, "--coverage-threshold", "lines=80"]).code, 0);
  const failed = runSuite(files, [...args, "--coverage-threshold", "lines=90"]);
  assert.strictEqual(failed.code, 1);
  assert.match(failed.stderr, /coverage of lines \(83.33%\) does not meet the global threshold of 90%/);
  assert.strictEqual(runSuite(files, [...args, "--coverage-threshold", "line=90"]).code, 2);
});

test("thresholds are those of files as in their runner", () => {
  const code = {
    "good.js": "exports.a = () => 1;\nexports.b = () => 2;\nexports.c = () => 3;\n",
    "bad.js": "exports.x = () => 1;\nexports.y = () => 2;\n",
  };
  const uses = `const good = require("./good"), bad = require("./bad"); test("t", () => { good.a(); good.b(); good.c(); bad.x(); });`;
  // 4 of 5 functions run: Bun 1.4 checks each file, as c8's --per-file does.
  const bun = (threshold: string): SuiteRun =>
    runSuite({
      ...code,
      "bunfig.toml": `[test]\ncoverage = true\ncoverageThreshold = ${threshold}\n`,
      "t.test.js": `const { test } = require("bun:test"); ${uses}`,
    });
  assert.strictEqual(bun("{ functions = 0.5 }").code, 0);
  assert.match(bun("{ functions = 0.7 }").stderr, /functions \(50%\) does not meet the "bad.js" threshold of 70%/);
  const files = { ...code, "t.test.js": `const { test } = require("bun:test"); ${uses}` };
  assert.strictEqual(runSuite(files, ["--coverage", "--functions", "70"]).code, 0);
  assert.strictEqual(runSuite(files, ["--coverage", "--check-coverage", "--functions", "70", "--per-file"]).code, 1);
  assert.strictEqual(runSuite(files, ["--coverage", "--100"]).code, 1);
  // Jest checks each file of a glob, the sum of a folder, and misses what was not found; files of groups are not global.
  const jest = (thresholds: string): SuiteRun =>
    runSuite({
      ...code,
      "jest.config.js": `module.exports = { collectCoverage: true, coverageThreshold: ${thresholds} };`,
      "t.test.js": uses,
    });
  assert.match(jest(`{ "*.js": { functions: 70 } }`).stderr, /"bad.js" threshold of 70%/);
  assert.strictEqual(jest(`{ "./": { functions: 70 } }`).code, 0);
  assert.strictEqual(jest(`{ "./bad.js": { functions: 50 }, global: { functions: 100 } }`).code, 0);
  assert.match(jest(`{ "./none.js": { functions: 0 } }`).stderr, /coverage data for ".\/none.js" was not found/);
  // Vitest's global thresholds are those of all files, and `perFile` applies to globs.
  const vitest = (thresholds: string): SuiteRun =>
    runSuite({
      ...code,
      "vitest.config.js": `export default { test: { globals: true, coverage: { enabled: true, thresholds: ${thresholds} } } };`,
      "t.test.js": `import { test } from "vitest"; import good from "./good"; import bad from "./bad"; test("t", () => { good.a(); good.b(); good.c(); bad.x(); });`,
    });
  assert.match(
    vitest(`{ "bad.js": { functions: 50 }, functions: 81 }`).stderr,
    /functions \(80%\) does not meet the global/,
  );
  assert.strictEqual(vitest(`{ "*.js": { functions: 70 } }`).code, 0);
  assert.strictEqual(vitest(`{ perFile: true, "*.js": { functions: 70 } }`).code, 1);
}, 120_000);

test("configurations of Bun, Jest and Vitest turn coverage on", () => {
  const bun = runSuite({
    "bunfig.toml": `[test]\ncoverage = true\ncoverageReporter = ["lcov"]\ncoverageDir = "out"\ncoverageThreshold = 0.95\n`,
    "math.ts": MATH,
    "math.test.ts": USES_SUM,
  });
  assert.match(bun.read("out/lcov.info"), /SF:math.ts/);
  assert.strictEqual(bun.code, 1);
  const jest = runSuite({
    "jest.config.js": `module.exports = { collectCoverage: true, coverageReporters: ["json-summary"], collectCoverageFrom: ["*.js", "!**/skipped.js", "!jest.config.js"], coverageThreshold: { global: { functions: 10 }, "./code.js": { statements: -1 } } };`,
    "code.js": "exports.f = () => 1;\nexports.g = () => 2;\nexports.h = () => 3;\n",
    "skipped.js": "exports.x = 1;\n",
    "code.test.js": `test("f", () => { expect(require("./code").f()).toBe(1); });`,
  });
  const summary = JSON.parse(jest.read("coverage/coverage-summary.json"));
  assert.deepStrictEqual(
    Object.keys(summary).map((name) => name.slice(name.lastIndexOf("/") + 1)),
    ["total", "code.js"],
  );
  assert.match(jest.stderr, /2 uncovered statements are more than the ".\/code.js" threshold of 1/);
  assert.strictEqual(jest.code, 1);
  const vitest = runSuite({
    "vitest.config.ts": `export default { test: { coverage: { enabled: true, reporter: [["json", {}]], reportsDirectory: "./cov", exclude: ["lib/**"], thresholds: { 100: true, "src/**": { branches: 10 } } } } };`,
    "src/a.ts": "export const a = (x: number) => x ? 1 : 2;\n",
    "lib/b.ts": "export const b = 1;\n",
    "src/a.test.ts": `import { test, expect } from "vitest"; import { a } from "./a"; import { b } from "../lib/b"; test("a", () => expect(a(b)).toBe(1));`,
  });
  assert.deepStrictEqual(
    Object.keys(JSON.parse(vitest.read("cov/coverage-final.json"))).map((name) =>
      name.slice(name.lastIndexOf("/") + 1),
    ),
    ["a.ts"],
  );
  assert.strictEqual(vitest.code, 1);
});

const CALLS = {
  "call.js": `export function f(action, factor = 2) {
  const value = action();
  const scaled = value * factor;
  if (scaled > 1) {
    return scaled;
  }
  return value;
}
export class Counter {
  #count() {
    return 1;
  }
}
`,
  "call.test.js": `import { expect, test } from "vitest";
import { Counter, f } from "./call.js";
test("f", () => {
  expect(() => f(() => { throw new Error("x"); }, 3)).toThrow("x");
  new Counter();
});
`,
  "package.json": `{ "devDependencies": { "vitest": "*" } }`,
};

// The rows are those of Vitest 4.1 with its two providers.
test("projects of Vitest have the counts of its provider", () => {
  const row = (args: string[], files: Record<string, string> = {}): string | undefined => {
    const { stdout, stderr } = runSuite({ ...CALLS, ...files }, ["--coverage", "--coverage.reporter=text", ...args]);
    const cells = /^ call\.js (.*)$/m.exec(stdout + stderr)?.[1]?.split("|");
    return cells
      ?.slice(1, 5)
      .map((cell) => cell.trim())
      .join(" ");
  };
  assert.strictEqual(row([]), "50 66.66 50 50");
  assert.strictEqual(row(["--coverage.provider=v8"]), "50 66.66 50 50");
  assert.strictEqual(row(["--coverage.provider=istanbul"]), "16.66 0 100 16.66");
  const config = `export default { test: { coverage: { provider: "istanbul" } } };`;
  assert.strictEqual(row([], { "vitest.config.js": config }), "16.66 0 100 16.66");
});

test("neighbouring lines with arms that did not run are a range, as in Vitest 4.1 and Jest 30", () => {
  const source = `export const one = (x) => x ? 1 : 2;
export const two = (x) => x ? 1 : 2;
export const three = (x) => x ? 1 : 2;
export const four = (x) => x ? 1 : 2;
`;
  const { stderr } = runSuite(
    {
      "lib.js": source,
      "a.test.js": `import { test } from "vitest"; import * as lib from "./lib.js"; test("a", () => { for (const name in lib) lib[name](1); lib.three(0); });`,
    },
    ["--coverage", "--coverage-reporter", "text"],
  );
  assert.match(stderr, /^ lib\.js +\|.*\| 1-2,4 *$/m);
});
