// What the system, and programs that look at it, see of the process.
import assert from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

function run(program: string, ...options: string[]): string {
  return execFileSync(process.execPath, [...options, "-e", program], { encoding: "utf8" }).trim();
}

test("process.title is shown by the system", () => {
  const program = `process.title = "renamed"; const { readFileSync } = require("fs");
    console.log(process.title, readFileSync("/proc/self/cmdline", "latin1").replace(/\\0+$/, ""), readFileSync("/proc/self/comm", "latin1").trim());
    process.title = 5; console.log(process.title); process.title = "x".repeat(100_000); console.log(process.title.length < 100_000);`;
  assert.strictEqual(run(program), "renamed renamed renamed\n5\ntrue");
});

test("the arguments of the program stay the same when its title changes", () => {
  assert.strictEqual(
    run(`process.title = "t"; const { Worker } = require("worker_threads"); console.log(process.argv0.length > 1);
      new Worker("require('worker_threads').parentPort.postMessage(process.argv0)", { eval: true }).on("message", (name) => console.log(name === process.argv0));`),
    "true\ntrue",
  );
});

test("process emits an event for each worker", async () => {
  const seen: unknown[] = [];
  const listener = (worker: Worker): void => void seen.push(worker);
  process.on("worker", listener);
  const worker = new Worker("", { eval: true });
  assert.deepStrictEqual(seen, []);
  await new Promise((resolve) => worker.on("exit", resolve));
  process.off("worker", listener);
  assert.deepStrictEqual(seen, [worker]);
});

test("a report has the version of glibc, by which packages choose binaries", () => {
  const { header } = (process.report as any).getReport();
  const library = /GLIBC|GNU libc/i.test(spawnSync("ldd", ["--version"], { encoding: "utf8" }).stdout);
  assert.strictEqual(/^\d+\.\d+$/.test(header.glibcVersionRuntime ?? ""), library);
});

test("writing beyond the limit of file sizes fails with EFBIG", () => {
  const program = `try { require("fs").writeFileSync(process.argv[1], Buffer.alloc(1 << 22)); } catch (error) { process.exitCode = error.code === "EFBIG" ? 3 : 4; }`;
  const file = `/tmp/too-large-${process.pid}`;
  const { status, signal } = spawnSync("sh", [
    "-c",
    'ulimit -f 100; exec "$@"',
    "sh",
    process.execPath,
    "-e",
    program,
    file,
  ]);
  spawnSync("rm", ["-f", file]);
  assert.deepStrictEqual([status, signal], [3, null]);
});

test("a child has the default action of that signal", () => {
  const { signal } = spawnSync("sh", ["-c", "kill -XFSZ $$"]);
  assert.strictEqual(signal, "SIGXFSZ");
});

test("process.stdin exists when its descriptor is the channel to the parent", () => {
  const child = `const { stdin } = process; process.send([stdin.fd, stdin.readable]); process.disconnect();`;
  const program = `const { spawn } = require("child_process");
    spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: ["ipc", "inherit", "inherit"] })
      .on("message", (message) => console.log(JSON.stringify(message))).on("exit", (code) => console.log(code));`;
  assert.strictEqual(run(program), "[0,true]\n0");
  assert.ok(readFileSync("/proc/self/cmdline").length > 0);
});
