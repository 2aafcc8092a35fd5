// Work of an addon that is in flight when its worker ends, memory of empty views, counts of other threads. What is expected is what Node.js
// 26.10 shows.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import process from "node:process";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

const file = buildAddon("late_work");

for (const [how, act, code] of [
  ["exits", "process.exit()", 0],
  ["is terminated", "setInterval(() => {}, 1000)", 1],
] as const) {
  test(`a worker that ${how} completes its addons' work, then runs cleanup hooks, then finalizers`, () => {
    const worker = `globalThis.kept = {}; require(${JSON.stringify(file)}).start(kept);
      require("node:worker_threads").parentPort.postMessage(1); ${act};`;
    const program = `const { Worker } = require("node:worker_threads");
      const worker = new Worker(${JSON.stringify(worker)}, { eval: true });
      worker.once("message", () => ${code} === 1 && worker.terminate());
      worker.once("exit", (code) => console.log("exit", code));`;
    const { stdout } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
    assert.strictEqual(stdout, `completed\ncleanup hook\nfinalized\nexit ${code}\n`);
  });
}

test("an empty view has the address of its place in a buffer with memory, and null without", () => {
  const { offsetOf } = createRequire(import.meta.url)(file);
  const buffer = new ArrayBuffer(16);
  const views = [
    Buffer.from(buffer, 4, 0),
    new Uint8Array(buffer, 4, 0),
    new DataView(buffer, 8, 0),
    Buffer.from(buffer, 8, 4),
  ];
  assert.deepStrictEqual(
    views.map((view) => offsetOf(view, buffer)),
    [4, 4, 8, 8],
  );
  const empty = new ArrayBuffer(0);
  assert.deepStrictEqual([offsetOf(Buffer.alloc(0), empty), offsetOf(new Uint8Array(empty), empty)], [-1, -1]);
});

test("the count of a reference that another thread adds to holds the object", async () => {
  const program = `const addon = require(${JSON.stringify(file)});
    addon.keep({ name: "kept" });
    setTimeout(() => { gc(); setTimeout(() => { gc(); console.log(addon.kept()?.name); }, 10); }, 10);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "-e", program], { encoding: "utf8" });
  assert.strictEqual(stdout, "kept\n", stderr);
});
