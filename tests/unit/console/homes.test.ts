// Groups, timers, traces and assertions of the consoles of Bun and Deno, as these print them.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

/** What a program prints in a home, on standard output and on standard error. */
function run(home: string, source: string): [stdout: string, stderr: string] {
  const folder = mkdtempSync(join(tmpdir(), "brio-console-"));
  try {
    const file = join(folder, "main.ts");
    writeFileSync(file, source);
    const { stdout, stderr } = spawnSync(process.execPath, ["--as", home, file], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    return [stdout.replaceAll(folder, "F"), stderr.replaceAll(folder, "F")];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.versions.brio !== undefined) {
  test("Bun indents the lines of objects in a group, and those of strings not", () => {
    const [stdout] = run(
      "bun",
      'console.group("a\\nb"); console.log("x\\ny", { m: 1 }); console.log("%o %s", { n: 2 }, "p\\nq"); console.count();',
    );
    assert.strictEqual(stdout, "a\nb\n  x\ny {\n    m: 1,\n  }\n  {\n    n: 2,\n  } p\nq\ndefault: 1\n");
  });

  test("Bun writes times to standard error and traces to standard output", () => {
    const [stdout, stderr] = run(
      "bun",
      'console.time("t"); console.timeEnd("t"); console.timeEnd("none"); console.countReset("none"); console.trace("here", 1);',
    );
    assert.match(stderr, /^\[\d+\.\d\dms\] t\n$/);
    assert.strictEqual(stdout, "here 1\n      at F/main.ts:1:103\n");
  });

  test("Deno prints complaints about labels, and assertions with a colon", () => {
    const [stdout, stderr] = run(
      "deno",
      'console.time("t"); console.time("t"); console.timeEnd("t"); console.timeEnd("none"); console.countReset("none"); console.assert(false, { a: 1 });',
    );
    assert.match(stdout, /^t: [\d.]+ms\n$/);
    assert.strictEqual(
      stderr,
      "Timer 't' already exists\nTimer 'none' does not exist\nCount for 'none' does not exist\nAssertion failed: { a: 1 }\n",
    );
  });

  test("stacks have the positions of the home", () => {
    const source = 'function f() { return new Error("x").stack; }\nconsole.log(f());\n';
    assert.strictEqual(
      run("deno", source)[0],
      "Error: x\n    at f (file://F/main.ts:1:23)\n    at file://F/main.ts:2:13\n",
    );
    const [bun] = run("bun", source);
    assert.match(bun, /^Error: x\n {4}at f \(F\/main\.ts:1:\d+\)\n {4}at F\/main\.ts:2:13\n$/);
  });
}
