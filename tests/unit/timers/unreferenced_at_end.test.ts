// Unreferenced timers that are due when nothing else keeps the program alive. Run with Node or Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const WAIT = "const end = Date.now() + 20; while (Date.now() < end);";

test("an unreferenced timer that is due does not run", () => {
  const source = `setTimeout(() => console.log("due"), 1).unref(); ${WAIT} console.log("main");`;
  assert.strictEqual(spawnSync(process.execPath, ["-e", source], { encoding: "utf8" }).stdout, "main\n");
});

test("it runs beside a referenced one", () => {
  const source = `setTimeout(() => console.log("due"), 1).unref(); setTimeout(() => {}, 5); ${WAIT} console.log("main");`;
  assert.strictEqual(spawnSync(process.execPath, ["-e", source], { encoding: "utf8" }).stdout, "main\ndue\n");
});

test("a top-level await of it stays unsettled", () => {
  const source = `const due = new Promise((resolve) => setTimeout(resolve, 1).unref()); ${WAIT} await due; console.log("after");`;
  const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", source], { encoding: "utf8" });
  assert.deepStrictEqual([status, stdout], [13, ""]);
});
