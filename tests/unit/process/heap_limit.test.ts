// A heap over the limit that the command line requested ends the process. https://nodejs.org/api/cli.html#--max-old-space-sizesize-in-mib
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const GROWS = "const all = []; for (let i = 0; i < 1e9; i++) all.push({ i, j: i, k: i });";
const GROWS_IN_TASKS = "const all = []; setInterval(() => { for (let i = 0; i < 1e5; i++) all.push({ i }) }, 0)";

function run(flags: string[], code: string, nodeOptions = ""): ReturnType<typeof spawnSync> & { stderr: string } {
  const limits = { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: nodeOptions }, timeout: 60_000 } as const;
  // Without a file for the memory of the process that aborts.
  const command = 'ulimit -c 0; exec "$0" "$@"';
  return spawnSync("/bin/sh", ["-c", command, process.execPath, ...flags, "-e", code], limits);
}

test("a program that needs more than --max-old-space-size ends by SIGABRT", () => {
  const { signal, stderr } = run(["--max-old-space-size=16"], GROWS);
  assert.strictEqual(signal, "SIGABRT");
  assert.match(stderr, /^FATAL ERROR: .* - JavaScript heap out of memory$/m);
});

test("NODE_OPTIONS and --max-heap-size limit the heap too, and tasks as they limit loops", () => {
  assert.strictEqual(run([], GROWS_IN_TASKS, "--max-old-space-size=16").signal, "SIGABRT");
  assert.strictEqual(run(["--max-heap-size=40"], GROWS_IN_TASKS).signal, "SIGABRT");
});

test("what was printed before is not lost", () => {
  const { stdout } = run(["--max-heap-size=40"], `console.log("before"); setTimeout(() => { ${GROWS} }, 10)`);
  assert.strictEqual(stdout, "before\n");
});

test("garbage, buffers and a heap within the limit end nothing", () => {
  const code = `
    const buffers = Array.from({ length: 10 }, () => Buffer.alloc(10e6, 1));
    let last;
    for (let i = 0; i < 3e6; i++) last = { i, j: [i] };
    console.log(buffers.length, last.i);`;
  const { status, stdout, stderr } = run(["--max-heap-size=40"], code);
  assert.deepStrictEqual([status, stdout, stderr], [0, "10 2999999\n", ""]);
});

test("--report-on-fatalerror writes a report, which has the limit", () => {
  const { signal, stderr } = run(
    ["--max-heap-size=40", "--report-on-fatalerror", "--report-compact", "--report-filename=stderr"],
    GROWS,
  );
  assert.strictEqual(signal, "SIGABRT");
  const report = JSON.parse(stderr.split("\n").find((line) => line.startsWith("{")) ?? "");
  assert.strictEqual(report.header.trigger, "OOMError");
  assert.strictEqual(report.header.event, "Allocation failed - JavaScript heap out of memory");
  assert.strictEqual(report.javascriptHeap.memoryLimit, 40 * 1024 ** 2);
});

test("process.report.reportOnFatalError is as the flag, and without it no report is written", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "heap-limit-"));
  try {
    const setting = `process.report.directory = ${JSON.stringify(folder)};`;
    run(["--max-heap-size=40"], setting + GROWS);
    assert.deepStrictEqual(fs.readdirSync(folder), []);
    run(["--max-heap-size=40"], `process.report.reportOnFatalError = true; ${setting}${GROWS}`);
    assert.strictEqual(fs.readdirSync(folder).length, 1);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
