// Reports in files that a configuration of Vitest names. The counts and results are those that Vitest 4.1 wrote.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const FILES: Record<string, string> = {
  "a.test.js": `import { test, describe } from "vitest"; test("a", () => {}); test("b", () => { throw new Error("boom"); }); test.skip("c", () => {}); test.todo("t"); describe("s", () => { test("e", () => {}); });`,
  "b.test.js": `throw new Error("load");`,
};

/** Runs without a reporter of the command line, which would replace those of the configuration. */
function run(configuration: object): { folder: string; stdout: string; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), "brio-reporters-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "vitest.config.mjs"), `export default { test: ${JSON.stringify(configuration)} };`);
  const env = { ...process.env, CI: "", NO_COLOR: "1" };
  const { stdout, stderr } = spawnSync(process.execPath, ["test"], { cwd: folder, encoding: "utf8", env });
  return { folder, stdout, stderr };
}

interface Document {
  testResults: { name: string; message: string; status: string; assertionResults: Record<string, unknown>[] }[];
  snapshot: unknown;
  startTime: number;
}

test("junit and json are written to their files, and the results are printed", () => {
  const { folder, stdout } = run({
    reporters: ["default", ["junit", { outputFile: "out/j.xml" }], "json"],
    outputFile: { json: "out/j.json" },
  });
  assert.match(stdout, /2 passed, 1 failed/);
  assert.match(readFileSync(join(folder, "out/j.xml"), "utf8"), /<testcase name="a"[^>]*>[^]*<skipped/);
  const document = JSON.parse(readFileSync(join(folder, "out/j.json"), "utf8")) as Document;
  const { testResults, snapshot: _snapshot, startTime, ...counts } = document;
  assert.deepEqual(counts, {
    numTotalTestSuites: 3,
    numPassedTestSuites: 1,
    numFailedTestSuites: 2,
    numPendingTestSuites: 0,
    numTotalTests: 5,
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    success: false,
  });
  assert.ok(startTime > 1e12);
  const [first, second] = testResults.sort((one, other) => (one.name < other.name ? -1 : 1));
  assert.deepEqual([first!.status, first!.message, second!.status, second!.message], ["failed", "", "failed", "load"]);
  assert.deepEqual(
    first!.assertionResults.map(({ ancestorTitles, fullName, status }) => [ancestorTitles, fullName, status]),
    [
      [[], "a", "passed"],
      [[], "b", "failed"],
      [[], "c", "skipped"],
      [[], "t", "todo"],
      [["s"], "s e", "passed"],
    ],
  );
  assert.match(String((first!.assertionResults[1]!.failureMessages as string[])[0]), /^Error: boom\n {4}at /);
});

test("one file for all, and reporters without an effect are reported", () => {
  const { folder } = run({ reporters: "junit", outputFile: "all.xml" });
  assert.ok(existsSync(join(folder, "all.xml")));
  const { stderr } = run({ reporters: ["html", "json", "verbose"] });
  assert.deepEqual(stderr.trim().split("\n"), [
    `brio test: vitest: the reporter "html" is not supported`,
    `brio test: vitest: the reporter "json" has no effect without "outputFile"`,
  ]);
  assert.match(
    run({ reporters: ["./mine.js"] }).stderr,
    /^brio test: vitest: the reporter "\.\/mine\.js" cannot be loaded: Cannot find module/,
  );
});

test("annotations are returned, and reports show them", () => {
  const annotated = `import { expect, test } from "vitest";
test("notes", async ({ annotate }) => {
  const one = await annotate("careful", "warning");
  expect(one).toMatchObject({ message: "careful", type: "warning", location: { line: 3, file: import.meta.filename } });
  expect(await annotate("plain", { body: "abc", contentType: "text/plain" })).toMatchObject({ message: "plain", type: "notice", attachment: { body: "abc" } });
});
test("fails", async ({ annotate }) => { await annotate("look here"); throw new Error("boom"); });`;
  const files = { "a.test.js": annotated };
  const { statuses, read } = runSuite(files, ["--reporter", "github", "--reporter-outfile", "out.txt"]);
  assert.deepEqual(statuses, { notes: "pass", fails: "fail" });
  const [first, second, third] = read("out.txt").split("\n");
  assert.equal(first, "::warning file=a.test.js,line=3,title=notes::careful");
  assert.equal(second, "::notice file=a.test.js,line=5,title=notes::plain");
  assert.equal(third, "::notice file=a.test.js,line=7,title=fails::look here");
  const spec = runSuite(files, ["--reporter", "spec", "--reporter-outfile", "out.txt"]).read("out.txt");
  assert.match(spec, /ℹ warning: careful\n/);
  const plain = runSuite(files, ["--reporter", "default", "--reporter-outfile", "out.txt"]).read("out.txt");
  assert.match(plain, /✗ fails \[[^\n]*\n {2}↳ notice: look here\n/);
});
