// The reporters, alone and by `--test-reporter`.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import path from "node:path";
import { dot, junit, lcov, spec, tap } from "node:test/reporters";
import { Readable } from "node:stream";
import { test } from "../harness.ts";
import { runtime, withFiles } from "./run_program.ts";

const PROGRAM = `import { describe, it, test } from "node:test";
describe("nested", () => { it("ok", () => {}); it("failing", () => { throw new Error("no & <never>"); }); });
test("top", (t) => { t.diagnostic("a -- b"); });
test("later", { todo: "soon" });
test("left out", { skip: true });
`;

function report(
  flags: string[],
  env: Record<string, string> = {},
  program = PROGRAM,
): { code: number | null; stdout: string; stderr: string; file: string } {
  return withFiles({ "program.mjs": program }, (folder) => {
    const outcome = runtime([...flags, "program.mjs"], folder, env);
    let file = "";
    try {
      file = readFileSync(path.join(folder, "report.txt"), "utf8");
    } catch {
      // Not requested.
    }
    return { ...outcome, file };
  });
}

const withoutTimes = (text: string): string =>
  text.replace(/\(\d[\d.]*ms\)/g, "(ms)").replace(/duration_ms [\d.]+/, "duration_ms");

test("spec is the default", () => {
  const { stdout, code } = report([]);
  const expected = `▶ nested
  ✔ ok (ms)
  ✖ failing (ms)
✖ nested (ms)
✔ top (ms)
ℹ a -- b
✔ later (ms) # soon
﹣ left out (ms) # SKIP
ℹ tests 5
ℹ suites 1
ℹ pass 2
ℹ fail 1
ℹ cancelled 0
ℹ skipped 1
ℹ todo 1
ℹ duration_ms

✖ failing tests:

test at program.mjs:2:48
✖ failing (ms)
  Error: no & <never>
`;
  assert.ok(withoutTimes(stdout).startsWith(expected), withoutTimes(stdout));
  assert.strictEqual(code, 1);
});

test("spec has colours when they are forced", () => {
  const { stdout } = report([], { FORCE_COLOR: "1" });
  assert.match(stdout, /\u001b\[32m✔ ok \u001b\[90m\([\d.]+ms\)\u001b\[39m\u001b\[39m\n/);
  assert.match(stdout, /\u001b\[34mℹ tests 5\u001b\[39m\n/);
});

test("dot", () => {
  const { stdout } = report(["--test-reporter=dot"]);
  assert.match(withoutTimes(stdout), /^\.XX\.\.\.\n\nFailed tests:\n\n✖ failing \(ms\)\n {2}Error: no & <never>\n/);
});

test("junit", () => {
  const { stdout } = report(["--test-reporter=junit"]);
  const text = stdout
    .replace(/time="[\d.]+"/g, 'time=""')
    .replace(/timestamp="[^"]+" hostname="[^"]+"/, "")
    .replace(/file="[^"]+"/g, "");
  assert.ok(text.startsWith('<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n'));
  assert.match(
    text,
    /\t<testsuite name="nested" time="" disabled="0" errors="0" tests="2" failures="1" skipped="0" >\n/,
  );
  assert.match(text, /\t\t<testcase name="ok" time="" classname="nested" +\/>\n/);
  assert.match(text, /<failure type="testCodeFailure" message="no &amp; &lt;never>">\n\[?Error/);
  assert.match(
    text,
    /\t<testcase name="later" time="" classname="test" *>\n\t\t<skipped type="todo" message="soon"\/>\n\t<\/testcase>\n/,
  );
  assert.match(text, /<skipped type="skipped" message="true"\/>/);
  assert.match(text, /\t<!-- a &#45;&#45; b -->\n/);
  assert.ok(text.endsWith("</testsuites>\n"));
});

test("junit writes references to characters as they are", () => {
  const program = 'import { test } from "node:test"; test("&#7777707; &#65; &lt;", () => {});';
  const { stdout } = report(["--test-reporter=junit"], {}, program);
  assert.match(stdout, /name="&amp;#7777707; &amp;#65; &amp;lt;"/);
});

test("tap escapes special characters", () => {
  withFiles(
    { "program.mjs": `import test from "node:test"; test("a # b \\\\ c\\nd", { skip: "e # f" });` },
    (folder) => {
      const { stdout } = runtime(["--test-reporter=tap", "program.mjs"], folder);
      assert.match(stdout, /^ok 1 - a \\# b \\\\ c\\\\nd # SKIP e \\# f$/m);
    },
  );
});

test("tap shows causes, own properties, dates and circles of errors", () => {
  const source = `import test from "node:test"; import assert from "node:assert";
    test("a", () => { const error = new TypeError("one\\ntwo"); error.extra = { list: [1], when: new Date(0) }; error.extra.self = error.extra; error.code = "E_X"; throw error; });
    test("b", () => { assert.deepStrictEqual({ x: 1 }, { x: 2 }); });
    test("c", () => { throw null; });
    test("d", () => { throw "text"; });`;
  withFiles({ "program.mjs": source }, (folder) => {
    const { stdout } = runtime(["--test-reporter=tap", "program.mjs"], folder);
    assert.match(stdout, /  error: \|-\n    one\n    two\n  code: 'E_X'\n  name: 'TypeError'\n  stack: \|-\n/);
    assert.match(
      stdout,
      /  name: 'AssertionError'\n  expected:\n    x: 2\n  actual:\n    x: 1\n  operator: 'deepStrictEqual'\n/,
    );
    assert.match(stdout, /  error: 'text'\n/);
    assert.match(stdout, /location: '.*program\.mjs:2:5'/);
  });
});

test("a reporter can write to a file, and several can be used", () => {
  const flags = [
    "--test-reporter=dot",
    "--test-reporter-destination=report.txt",
    "--test-reporter=tap",
    "--test-reporter-destination=stdout",
  ];
  const { stdout, file } = report(flags);
  assert.ok(file.startsWith(".XX..."));
  assert.ok(stdout.startsWith("TAP version 13\n"));
});

test("each reporter needs a destination when there are several", () => {
  const { stderr, code } = report(["--test-reporter=dot", "--test-reporter=tap"]);
  assert.match(
    stderr,
    /The argument '--test-reporter' must match the number of specified '--test-reporter-destination'\. Received \[ 'dot', 'tap' \]/,
  );
  assert.notStrictEqual(code, 0);
});

test("a program can bring its own reporter, a generator, a class or a stream", () => {
  const files = {
    "program.mjs": PROGRAM,
    "generator.mjs": `export default async function* (source) { let count = 0; for await (const { type } of source) if (type === "test:pass") count++; yield "passed " + count; }`,
    "class.cjs": `const { Transform } = require("node:stream"); module.exports = class extends Transform { constructor() { super({ writableObjectMode: true }); } _transform({ type, data }, _, done) { done(null, type === "test:pass" ? data.name + ";" : ""); } };`,
  };
  withFiles(files, (folder) => {
    assert.strictEqual(runtime(["--test-reporter=./generator.mjs", "program.mjs"], folder).stdout, "passed 4");
    assert.strictEqual(
      runtime(["--test-reporter=./class.cjs", "program.mjs"], folder).stdout,
      "ok;top;later;left out;",
    );
  });
});

test("an unknown reporter ends the process", () => {
  const { stderr, code } = report(["--test-reporter=nobody-has-this"]);
  assert.match(stderr, /ERR_MODULE_NOT_FOUND/);
  assert.notStrictEqual(code, 0);
});

test("the reporters take any stream of events", async () => {
  const events = [{ type: "test:pass", data: { name: "x", nesting: 0, testNumber: 1, details: { duration_ms: 1.5 } } }];
  const collect = async (reporter: any): Promise<string> =>
    (await (Readable.from(events) as any).compose(reporter).toArray()).join("");
  assert.strictEqual(await collect(tap), "TAP version 13\nok 1 - x\n  ---\n  duration_ms: 1.5\n  ...\n");
  assert.match(await collect(dot), /^\S*\.\S*\n$/);
  assert.match(await collect(new (spec as any)()), /✔ x .*\(1\.5ms\)/);
  assert.match(await collect(spec), /✔ x .*\(1\.5ms\)/);
  assert.match(await collect(junit), /<testcase name="x" time="0\.001500" classname="test"\/>/);
});

test("lcov writes a record for each file of a coverage event", async () => {
  const file = {
    path: "/work/a.js",
    functions: [
      { name: "f", line: 1, count: 2 },
      { name: "", line: 3, count: 0 },
    ],
    branches: [{ line: 1, count: 2 }],
    lines: [
      { line: 2, count: 0 },
      { line: 1, count: 2 },
    ],
    totalFunctionCount: 2,
    coveredFunctionCount: 1,
    totalBranchCount: 1,
    coveredBranchCount: 1,
    totalLineCount: 2,
    coveredLineCount: 1,
  };
  const events = [
    { type: "test:pass", data: {} },
    { type: "test:coverage", data: { summary: { workingDirectory: "/work", files: [file] } } },
  ];
  const text = (await (Readable.from(events) as any).compose(new (lcov as any)()).toArray()).join("");
  assert.strictEqual(
    text,
    "TN:\nSF:a.js\nFN:1,f\nFN:3,anonymous_1\nFNDA:2,f\nFNDA:0,anonymous_1\nFNF:2\nFNH:1\nBRDA:1,0,0,2\nBRF:1\nBRH:1\nDA:1,2\nDA:2,0\nLH:1\nLF:2\nend_of_record\n",
  );
});
