// Reports in files, and what files of Vitest have of Vite.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("reporters write files, in folders that they make", () => {
  const files = { "a.test.js": `test("a", () => {}); test("b", () => { expect(1).toBe(2); });` };
  for (const [name, part] of [
    ["junit", '<testcase name="a"'],
    ["tap", "ok 1 - a"],
    ["spec", "✔ a"],
    ["json", '"status": "pass"'],
  ]) {
    const run = runSuite(files, ["--reporter", name!, "--reporter-outfile", "reports/out.txt"]);
    assert.deepStrictEqual([name, run.read("reports/out.txt").includes(part!)], [name, true]);
  }
});

test("files of Vitest have import.meta.glob, and a signal that a time-out aborts", () => {
  const { statuses, messages } = runSuite({
    "parts/one.ts": "export default 1; export const name = 'one';",
    "parts/two.ts": "export default 2; export const name = 'two';",
    "glob.test.ts": `import { afterAll, expect, test } from "vitest";
      let reason;
      test("lazy", async () => {
        const modules = import.meta.glob("./parts/*.ts");
        expect(Object.keys(modules)).toEqual(["./parts/one.ts", "./parts/two.ts"]);
        expect((await modules["./parts/two.ts"]()).name).toBe("two");
      });
      test("eager", () => {
        expect(import.meta.glob(["/parts/*.ts", "!**/one.ts"], { eager: true, import: "default" })).toEqual({ "/parts/two.ts": 2 });
      });
      test("file", ({ task }) => expect(task.file.name).toBe("glob.test.ts"));
      test("times out", ({ signal }) => { signal.onabort = () => { reason = signal.reason.message.slice(0, 14); }; return new Promise(() => {}); }, 30);
      test("aborted", () => expect(reason).toBe("Test timed out"));`,
  });
  delete messages["times out"];
  assert.deepStrictEqual(messages, {});
  assert.deepStrictEqual(statuses["times out"], "fail");
});

// https://www.w3.org/TR/xml/#charsets
test("the report of JUnit is XML, and names the suites of each test", () => {
  const body = `describe("outer", () => { describe("inner", () => {
    test("\\u001b[31mred\\u001b[39m \\0 \\ud800 \\u{1f600}", () => { throw new Error("\\u001b[1ma\\u0008b\\ufffe & <"); }); }); });
    test("top", () => {});`;
  for (const runner of ["vitest", "node:test"]) {
    const files = { "a.test.mjs": `import { describe, test } from "${runner}"; ${body}` };
    const text = runSuite(files, ["--reporter", "junit", "--reporter-outfile", "out.xml"]).read("out.xml");
    const outside = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
    assert.doesNotMatch(text, outside);
    assert.match(
      text,
      /<testcase name="red {3}\u{1f600}" time="[\d.]+" classname="outer\.inner" .* failure="ab &amp; &lt;">/u,
    );
    assert.match(text, /<testcase name="top" time="[\d.]+" classname="test" /);
  }
});

test("a reporter of node:test that throws fails the run with its message alone", () => {
  const generator = `export default async function* (source) { for await (const event of source) if (event.type === "test:pass") throw new Error("mine"); else yield ""; }`;
  const files = { "a.test.mjs": 'import test from "node:test"; test("a", () => {});', "own.mjs": generator };
  const { code, stderr, statuses } = runSuite(files, ["--reporter", "./own.mjs", "--reporter-outfile", "out.txt"]);
  assert.deepStrictEqual(statuses, { a: "pass" });
  assert.strictEqual(stderr, "brio test: a reporter failed: mine\n");
  assert.strictEqual(code, 1);
});
