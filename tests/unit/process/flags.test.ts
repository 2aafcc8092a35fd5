// Flags of Node that change what a program sees.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, args, { encoding: "utf8" });
}

test("--disable-proto removes __proto__ or makes it throw", () => {
  assert.strictEqual(run("--disable-proto=delete", "-p", "'__proto__' in {}").stdout, "false\n");
  const code =
    "const vm = require('vm'); const codes = [() => ({}).__proto__, () => { ({}).__proto__ = {}; }, () => vm.runInNewContext('({}).__proto__')].map((f) => { try { f(); } catch (error) { return error.code; } }); console.log(codes.join())";
  assert.strictEqual(
    run("--disable-proto=throw", "-e", code).stdout,
    "ERR_PROTO_ACCESS,ERR_PROTO_ACCESS,ERR_PROTO_ACCESS\n",
  );
});

test("--disallow-code-generation-from-strings makes eval and Function throw an EvalError", () => {
  const code =
    "for (const f of [() => eval('1'), () => new Function('1')]) try { f(); console.log('ran'); } catch (error) { console.log(error.name); }";
  assert.strictEqual(run("--disallow-code-generation-from-strings", "-e", code).stdout, "EvalError\nEvalError\n");
});

test("--trace-exit prints the stack of the call that ended the process", () => {
  const { status, stderr } = run("--trace-exit", "-e", "function leave() { process.exit(3); }\nleave();");
  assert.strictEqual(status, 3);
  assert.match(stderr, /^\(node:\d+\) WARNING: Exited the environment with code 3\n(?: {4}at .*\n)* {4}at leave /);
});

test("the frame of process.exit counts for the limit of --trace-exit", () => {
  const code = "function leave(depth) { if (depth === 0) process.exit(); leave(depth - 1); }\nleave(9);";
  const { stderr } = run("--trace-exit", "--stack-trace-limit=4", "-e", code);
  assert.strictEqual(stderr.match(/at leave /g)!.length, 3);
});

test("--dns-result-order and --no-network-family-autoselection set defaults", () => {
  assert.strictEqual(
    run("--dns-result-order=ipv6first", "-p", "require('dns').getDefaultResultOrder()").stdout,
    "ipv6first\n",
  );
  assert.strictEqual(
    run("--no-network-family-autoselection", "-p", "require('net').getDefaultAutoSelectFamily()").stdout,
    "false\n",
  );
  assert.strictEqual(run("-p", "require('net').getDefaultAutoSelectFamily()").stdout, "true\n");
});

test("code runs in a working directory that is gone", () => {
  const gone = fs.mkdtempSync(path.join(os.tmpdir(), "brio-gone-"));
  const { status, stdout } = spawnSync(
    "/bin/sh",
    ["-c", `cd "${gone}" && rmdir "${gone}" && "${process.execPath}" -p 6*7`],
    { encoding: "utf8" },
  );
  assert.deepStrictEqual([status, stdout], [0, "42\n"]);
});

test("code may declare names that CommonJS modules get", () => {
  assert.strictEqual(
    run("-e", "const __filename = 'mine', require2 = require; console.log(__filename, typeof require2)").stdout,
    "mine function\n",
  );
});

test("--trace-env prints each access to process.env, with stacks on request", () => {
  const code =
    "process.env.UNIT_A; 'UNIT_B' in process.env; process.env.UNIT_C = 1; delete process.env.UNIT_C; Object.keys(process.env)";
  const accesses = (text: string) => text.split("\n").filter((line) => /"UNIT_|enumerate/.test(line));
  assert.deepStrictEqual(accesses(run("--trace-env", "-e", code).stderr).slice(0, 5), [
    '[--trace-env] get "UNIT_A"',
    '[--trace-env] query "UNIT_B"',
    '[--trace-env] set "UNIT_C"',
    '[--trace-env] delete "UNIT_C"',
    "[--trace-env] enumerate environment variables",
  ]);
  assert.match(
    run("--trace-env-js-stack", "-e", "function read() { process.env.UNIT_A; }\nread();").stderr,
    /get "UNIT_A"\n\n----- JavaScript stack trace -----\n\n1: read \(\[eval\]:1:31\)\n2: \[eval\]:2:1\n/,
  );
});

test("--no-addons refuses addons, and packages see no condition for them", () => {
  const code = "try { process.dlopen({ exports: {} }, '/none.node'); } catch (error) { console.log(error.code); }";
  assert.strictEqual(run("--no-addons", "-e", code).stdout, "ERR_DLOPEN_DISABLED\n");
  assert.strictEqual(run("-e", code).stdout, "ERR_DLOPEN_FAILED\n");
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "brio-addons-"));
  try {
    const place = path.join(folder, "node_modules/p");
    fs.mkdirSync(place, { recursive: true });
    fs.writeFileSync(
      path.join(place, "package.json"),
      JSON.stringify({ exports: { "node-addons": "./with.js", default: "./without.js" } }),
    );
    for (const name of ["with", "without"]) fs.writeFileSync(path.join(place, `${name}.js`), `console.log("${name}")`);
    const program = path.join(folder, "program.js");
    fs.writeFileSync(program, "require('p')");
    assert.deepStrictEqual([run(program).stdout, run("--no-addons", program).stdout], ["with\n", "without\n"]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("--no-extra-info-on-fatal-exception leaves out the version below an uncaught exception", () => {
  const [code, version] = ["throw new RangeError('mine')", /^Node\.js v/m];
  assert.match(run("-e", code).stderr, version);
  const { stderr } = run("--no-extra-info-on-fatal-exception", "-e", code);
  assert.match(stderr, /RangeError: mine/);
  assert.doesNotMatch(stderr, version);
});

test("--max-old-space-size-percentage limits the heap to a part of the memory", () => {
  const limit = (percentage: number): number =>
    Number(
      run(
        `--max-old-space-size-percentage=${percentage}`,
        "--max-old-space-size=1000",
        "-p",
        "v8.getHeapStatistics().heap_size_limit",
      ).stdout,
    );
  assert.ok(Math.abs(limit(25) / limit(50) - 0.5) < 0.01);
  const { status, stderr } = run("--max-old-space-size-percentage=101", "-p", "1");
  assert.strictEqual(status, 9);
  assert.match(stderr, /--max-old-space-size-percentage must be greater than 0 and up to 100\. Got: 101/);
});

test("--pending-deprecation warns of old names of randomBytes", () => {
  const { stdout, stderr } = run("--pending-deprecation", "-p", "require('crypto').pseudoRandomBytes(2).length");
  assert.strictEqual(stdout, "2\n");
  assert.match(stderr, /\[DEP0115\] DeprecationWarning: crypto\.pseudoRandomBytes is deprecated\./);
});
