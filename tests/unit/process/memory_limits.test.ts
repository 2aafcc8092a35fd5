// The limits of memory that a process is started with: the control group's and that of the heap.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import v8 from "node:v8";
import { test } from "../harness.ts";

const MEGABYTE = 1024 ** 2;

/** The limit of the heap, in megabytes, of a process with these flags and this NODE_OPTIONS. */
function heapLimitWith(flags: string[], nodeOptions = ""): number {
  const code = "console.log(require('node:v8').getHeapStatistics().heap_size_limit)";
  const { stdout } = spawnSync(process.execPath, [...flags, "-e", code], {
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  });
  return Number(stdout) / MEGABYTE;
}

test("--max-old-space-size limits the heap, with what the runtime adds for young objects", () => {
  const [small, large] = [heapLimitWith(["--max-old-space-size=300"]), heapLimitWith(["--max-old-space-size=6000"])];
  assert.ok(small >= 300 && small < 600, `${small}`);
  assert.ok(large >= 6000 && large < 6600, `${large}`);
});

test("NODE_OPTIONS limits the heap, and the command line takes precedence", () => {
  const fromOptions = heapLimitWith([], "--max-old-space-size=300");
  assert.ok(fromOptions >= 300 && fromOptions < 600, `${fromOptions}`);
  const fromLine = heapLimitWith(["--max-old-space-size=1500"], "--max-old-space-size=300");
  assert.ok(fromLine >= 1500 && fromLine < 2100, `${fromLine}`);
});

test("the limit of the control group is a positive number of bytes", () => {
  const limit = process.constrainedMemory();
  assert.ok(limit > MEGABYTE, `${limit}`);
  assert.ok(v8.getHeapStatistics().heap_size_limit > MEGABYTE);
});
