// What is printed for an uncaught error with members and methods of its own.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

function stderrOf(code: string, environment: Record<string, string> = {}): string {
  const { NO_COLOR: _, FORCE_COLOR: __, NODE_DISABLE_COLORS: ___, ...rest } = process.env;
  return spawnSync(process.execPath, ["-e", code], { encoding: "utf8", env: { ...rest, ...environment } }).stderr;
}

const stderrOfFile = (file: string): string => spawnSync(process.execPath, [file], { encoding: "utf8" }).stderr;

const SHOWN_OTHERWISE = `
  const custom = require("util").inspect.custom;
  class CompileError extends Error {
    constructor() { super("cannot compile"); this.name = "CompileError"; }
    [custom]() { return "its own words"; }
  }
`;

test("the stack of an uncaught error is printed, whatever its own inspection returns", () => {
  for (const end of ["throw new CompileError();", "Promise.reject(new CompileError());"]) {
    const text = stderrOf(SHOWN_OTHERWISE + end);
    assert.match(text, /^CompileError: cannot compile\n {4}at /m);
    assert.doesNotMatch(text, /its own words/);
  }
});

test("members of an uncaught error are shown without their own inspection", () => {
  const text = stderrOf(
    `class Inner { [require("util").inspect.custom]() { return "its own words"; } }
    throw Object.assign(new Error("x"), { inner: new Inner() });`,
  );
  assert.match(text, /inner: Inner \{\}/);
});

test("members of an uncaught error are shown to a depth of five, or that of inspect.defaultOptions", () => {
  const nested = "throw Object.assign(new Error('x'), { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } });";
  assert.match(stderrOf(nested), /f: \[Object\]/);
  assert.match(stderrOf(`require("util").inspect.defaultOptions.depth = 7; ${nested}`), /g: 1/);
});

test("the report of an uncaught error is colored where standard error is", () => {
  const code = "throw Object.assign(new Error('x'), { count: 1 })";
  assert.ok(stderrOf(code, { FORCE_COLOR: "1" }).includes("count: \u001b[33m1\u001b[39m"));
  assert.ok(stderrOf(code).includes("count: 1\n"));
});

test("the mark below a source line is indented by the line's own tabs", () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-report-"));
  try {
    const thrown = join(folder, "thrown.cjs");
    writeFileSync(thrown, "\tconst missing = null;\n\t \tmissing.call();\n");
    assert.ok(stderrOfFile(thrown).startsWith(`${thrown}:2\n\t \tmissing.call();\n\t \t        ^\n`));
    const refused = join(folder, "refused.mjs");
    writeFileSync(refused, "\tconst = 1;\n");
    assert.ok(stderrOfFile(refused).startsWith(`file://${refused}:1\n\tconst = 1;\n\t      ^\n`));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

if (process.versions.brio !== undefined) {
  test("in Bun's home, too, the error's own inspection is not called", () => {
    const code = `${SHOWN_OTHERWISE} throw new CompileError();`;
    const { stderr } = spawnSync(process.execPath, ["--as", "bun", "-e", code], { encoding: "utf8" });
    assert.match(stderr, /^CompileError: cannot compile$/m);
    assert.doesNotMatch(stderr, /its own words$/m);
  });
}
