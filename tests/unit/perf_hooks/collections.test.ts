// Entries of type "gc".
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { PerformanceObserver } from "node:perf_hooks";
import process from "node:process";
import { test } from "../harness.ts";

test("observers get entries for gc(), which keeps no process alive", () => {
  assert.ok(PerformanceObserver.supportedEntryTypes.includes("gc"));
  const code = `
    const { PerformanceObserver } = require("node:perf_hooks");
    const observer = new PerformanceObserver((list) => {
      const entry = list.getEntries().find(({ detail }) => detail.flags === 4);
      if (!entry) return;
      console.log(entry.name, entry.entryType, entry.detail.kind, entry.startTime > 0, entry.duration > 0);
      clearInterval(timer);
      observer.disconnect();
    });
    observer.observe({ type: "gc" });
    const timer = setInterval(() => {}, 10);
    gc();
    let count = 0;
    process.on("beforeExit", () => { if (count++ === 0) gc(); });
    process.on("exit", () => console.log(count));`;
  const { stdout } = spawnSync(process.execPath, ["--expose-gc", "-e", code], { encoding: "utf8", timeout: 8000 });
  assert.strictEqual(stdout, "gc gc 4 true true\n1\n");
});
