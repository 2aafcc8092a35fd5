// Coverage of `node:test`, and NODE_V8_COVERAGE. The numbers are Node's.
import assert from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "../harness.ts";
import { runtime, withFiles } from "./run_program.ts";

const FILES = {
  "src/a.js": `exports.f = function f(x) {
  if (x) {
    return 1;
  } else {
    return 2;
  }
};
/* node:coverage ignore next 3 */
exports.g = () => {
  return 3;
};
`,
  "src/deep/b.js": `const h = (x) => x ? 1 : 2;
module.exports = { h };
function unused() {
  return 1;
}
`,
  "test/a.test.js": `const test = require("node:test");
const { f } = require("../src/a.js");
const { h } = require("../src/deep/b.js");
test("f", () => { f(1); h(0); });
`,
};

const TABLE = `# start of coverage report
# ----------------------------------------------------------
# file      | line % | branch % | funcs % | uncovered lines
# ----------------------------------------------------------
# src       |        |          |         | 
#  a.js     |  81.82 |    66.67 |  100.00 | 5-6
#  deep     |        |          |         | 
#   b.js    |  40.00 |    66.67 |   50.00 | 3-5
# ----------------------------------------------------------
# all files |  68.75 |    66.67 |   75.00 | 
# ----------------------------------------------------------
# end of coverage report
`;

test("--experimental-test-coverage reports lines, branches and functions by Node's rules", () => {
  for (const isolation of ["process", "none"]) {
    const { stdout, code } = withFiles(FILES, (folder) =>
      runtime(
        ["--test", "--experimental-test-coverage", `--test-isolation=${isolation}`, "--test-reporter=tap"],
        folder,
      ),
    );
    assert.strictEqual(stdout.slice(stdout.indexOf("# start of coverage")), TABLE);
    assert.strictEqual(code, 0);
  }
});

test("thresholds fail the run with Node's message", () => {
  const { stdout, code } = withFiles(FILES, (folder) =>
    runtime(
      [
        "--test",
        "--experimental-test-coverage",
        "--test-coverage-lines=90",
        "--test-coverage-branches=10",
        "--test-reporter=tap",
      ],
      folder,
    ),
  );
  assert.match(stdout, /# Error: 68\.75% line coverage does not meet threshold of 90%\./);
  assert.doesNotMatch(stdout, /branch coverage does not meet/);
  assert.strictEqual(code, 1);
});

test("files are included and excluded by patterns", () => {
  const report = (...flags: string[]): string =>
    withFiles(FILES, (folder) =>
      runtime(["--test", "--experimental-test-coverage", "--test-reporter=tap", ...flags], folder),
    ).stdout;
  assert.doesNotMatch(report("--test-coverage-include=src/deep/**"), / a\.js/);
  const excluded = report("--test-coverage-exclude=src/deep/**");
  assert.doesNotMatch(excluded, / b\.js/);
  assert.match(excluded, / a\.test\.js/);
});

test("run() with coverage sends the event test:coverage", () => {
  const program = `import { run } from "node:test";
run({ coverage: true, files: ["test/a.test.js"], lineCoverage: 70 }).on("test:coverage", ({ summary }) => console.log(JSON.stringify(summary))).resume();`;
  const { stdout } = withFiles({ ...FILES, "run.mjs": program }, (folder) => runtime(["run.mjs"], folder));
  const { totals, files, thresholds } = JSON.parse(stdout);
  assert.deepStrictEqual(totals, {
    totalLineCount: 16,
    totalBranchCount: 6,
    totalFunctionCount: 4,
    coveredLineCount: 11,
    coveredBranchCount: 4,
    coveredFunctionCount: 3,
    coveredLinePercent: 68.75,
    coveredBranchPercent: (4 / 6) * 100,
    coveredFunctionPercent: 75,
  });
  assert.strictEqual(JSON.stringify(thresholds), '{"line":70,"branch":0,"function":0}');
  const a = files.find((file: { path: string }) => file.path.endsWith("a.js"));
  assert.deepStrictEqual(a.functions, [
    { name: "f", count: 1, line: 1 },
    { name: "exports.g", count: 0, line: 9 },
  ]);
  assert.deepStrictEqual(a.branches, [
    { line: 1, count: 1 },
    { line: 1, count: 1 },
    { line: 4, count: 0 },
  ]);
  assert.strictEqual(a.lines.length, 8);
});

interface Script {
  url: string;
  functions: {
    functionName: string;
    isBlockCoverage: boolean;
    ranges: { startOffset: number; endOffset: number; count: number }[];
  }[];
}

function profile(files: Record<string, string>, args: string[]): Script[][] {
  return withFiles(files, (folder) => {
    runtime(args, folder, { NODE_V8_COVERAGE: path.join(folder, "out") });
    const names = readdirSync(path.join(folder, "out")).sort();
    return names.map((name) => {
      assert.match(name, /^coverage-\d+-\d+-\d+\.json$/);
      const { result } = JSON.parse(readFileSync(path.join(folder, "out", name), "utf8"));
      return result.filter(({ url }: Script) => url.startsWith("file:"));
    });
  });
}

test("NODE_V8_COVERAGE writes ranges in V8's form", () => {
  const [scripts] = profile({ "a.js": "function f(x) { if (x) { return 1; } return 2; }\nfunction g() {}\nf(1);\n" }, [
    "a.js",
  ]);
  const script = scripts!.find(({ url }) => url.endsWith("a.js"))!;
  assert.deepStrictEqual(script.functions, [
    { functionName: "", ranges: [{ startOffset: 0, endOffset: 71, count: 1 }], isBlockCoverage: true },
    {
      functionName: "f",
      ranges: [
        { startOffset: 0, endOffset: 48, count: 1 },
        { startOffset: 36, endOffset: 47, count: 0 },
      ],
      isBlockCoverage: true,
    },
    { functionName: "g", ranges: [{ startOffset: 49, endOffset: 64, count: 0 }], isBlockCoverage: false },
  ]);
});

test("a program that ends itself or throws writes its profile, and v8.takeCoverage() writes one earlier", () => {
  assert.strictEqual(profile({ "a.js": "process.exit(3);" }, ["a.js"]).length, 1);
  assert.strictEqual(profile({ "a.js": "throw new Error('x');" }, ["a.js"]).length, 1);
  const taken = profile({ "a.js": "const v8 = require('v8'); function f() {} f(); v8.takeCoverage(); f(); f();" }, [
    "a.js",
  ]);
  const counts = taken.map(
    (scripts) => scripts[0]!.functions.find(({ functionName }) => functionName === "f")!.ranges[0]!.count,
  );
  assert.deepStrictEqual(counts, [1, 2]);
  assert.strictEqual(
    profile({ "a.js": "require('v8').takeCoverage(); require('v8').stopCoverage();" }, ["a.js"]).length,
    1,
  );
});

test("profiles have the source maps of what was compiled from other source", () => {
  const map = { version: 3, sources: ["a.src"], sourcesContent: ["one\n"], names: [], mappings: "AAAA" };
  const compiled = `exports.one = () => 1;\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}`;
  const files = {
    "main.cjs": `require.extensions[".src"] = (module, name) => module._compile(${JSON.stringify(compiled)}, name); require("./a.src").one();`,
    "a.src": "one\n",
  };
  withFiles(files, (folder) => {
    runtime(["main.cjs"], folder, { NODE_V8_COVERAGE: "profiles" });
    const [name] = readdirSync(path.join(folder, "profiles"));
    const profile = JSON.parse(readFileSync(path.join(folder, "profiles", name!), "utf8"));
    const url = profile.result.find((script: { url: string }) => script.url.endsWith("/a.src")).url;
    assert.deepStrictEqual(profile["source-map-cache"], {
      [url]: {
        lineLengths: compiled.split("\n").map((line) => line.length),
        data: { ...map, sources: [url], sourceRoot: "" },
        url: null,
      },
    });
  });
});

test("a comment of Node behind code is about the lines after it, too", () => {
  const source = `try {
  Math.abs(1);
} catch { /* node:coverage ignore next 2 */
  Math.abs(2);

}
const f = (x) => x ? 1 : Math.abs(
  2); /* node:coverage ignore next */
const g = () => {
  return 3; };
f(1);
`;
  const files = { "a.js": source, "a.test.js": 'require("./a.js");' };
  const { stdout } = withFiles(files, (folder) =>
    runtime(["--test", "--experimental-test-coverage", "--test-reporter=tap"], folder),
  );
  assert.match(stdout, /^# a\.js +\| +90\.91 \| +50\.00 \| +50\.00 \| 6$/m);
});
