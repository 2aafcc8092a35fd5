// Files that register tests with `Deno.test`, run as test files. The behaviour is that of Deno 2.9, except for the report.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "deno-test-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function run(name: string, code: string): { status: number | null; output: string } {
  const file = join(folder, name);
  writeFileSync(file, code);
  const isDeno = process.versions.deno !== undefined;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    isDeno ? ["test", "-A", "--no-check", file] : ["--test", file],
    {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", NODE_TEST_CONTEXT: undefined } as any,
    },
  );
  return { status, output: stdout + stderr };
}

test("a test that fails fails the run", () => {
  const { status, output } = run(
    "failing.test.ts",
    `
    Deno.test("is fine", () => {});
    Deno.test("must fail", () => { throw new Error("on purpose"); });`,
  );
  assert.strictEqual(status, 1);
  assert.match(output, /is fine/);
  assert.match(output, /must fail/);
  assert.match(output, /on purpose/);
});

test("all forms of tests and steps run", () => {
  const { status, output } = run(
    "forms.test.ts",
    `
    Deno.test.beforeAll(() => console.log("before all"));
    Deno.test.afterEach(() => console.log("after each"));
    Deno.test("plain", (context) => console.log("ran", context.name, typeof context.origin, context.parent));
    Deno.test({ name: "described", fn() { console.log("ran described"); } });
    Deno.test(function named() { console.log("ran named"); });
    Deno.test("with options", { ignore: false }, () => console.log("ran with options"));
    Deno.test({ name: "options first" }, () => console.log("ran options first"));
    Deno.test({ name: "ignored", ignore: true, fn() { console.log("ran ignored"); } });
    Deno.test.ignore("ignored too", () => console.log("ran ignored too"));
    Deno.test("steps", async (context) => {
      console.log("step", await context.step("first", (step) => console.log("in", step.name, step.parent?.name)));
      console.log("step", await context.step({ name: "second", ignore: true, fn() {} }));
      console.log("step", await context.step(function third() {}));
    });`,
  );
  assert.strictEqual(status, 0, output);
  for (const line of [
    "before all",
    "after each",
    "ran plain string undefined",
    "ran described",
    "ran named",
    "ran with options",
    "ran options first",
    "in first steps",
    "step true",
    "step false",
  ]) {
    assert.ok(output.includes(line), line);
  }
  assert.ok(!output.includes("ran ignored"));
});

test("a step that fails fails its test", () => {
  const { status, output } = run(
    "steps.test.ts",
    `
    Deno.test("outer", async (context) => console.log("passed", await context.step("inner", () => { throw new Error("inside"); })));`,
  );
  assert.strictEqual(status, 1);
  assert.match(output, /passed false/);
});

test("definitions without a name or a function are refused", () => {
  const { status, output } = run(
    "wrong.test.ts",
    `
    for (const wrong of [[], ["x"], ["", () => {}], [() => {}], [{ name: "z" }]]) {
      try {
        Deno.test(...wrong);
        console.log("taken");
      } catch (error) {
        console.log(error.name);
      }
    }
    Deno.test("one", () => {});`,
  );
  assert.strictEqual(status, 0);
  assert.strictEqual(output.match(/TypeError/g)?.length, 5);
});
