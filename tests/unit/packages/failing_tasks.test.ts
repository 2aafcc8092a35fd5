// A script that fails among several: what becomes of the others.
import assert from "node:assert";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

test(
  "the others are ended with the programs that they started",
  withRegistry(async (registry) => {
    registry.write("package.json", {
      name: "app",
      scripts: { long: "sleep 40 && echo late", fails: "sleep 0.2; exit 4" },
    });
    const start = performance.now();
    const run = await registry.brio(["run", "--parallel", "long", "fails"]);
    assert.strictEqual(run.code, 4, run.stderr);
    assert.ok(!run.stdout.includes("late"));
    assert.ok(performance.now() - start < 25_000);
  }),
  SECONDS_MAX,
);

test(
  "one that ignores the signal is killed",
  withRegistry(async (registry) => {
    const scripts = { long: "trap '' TERM; sleep 40; sleep 40; echo late", fails: "sleep 0.2; exit 4" };
    registry.write("package.json", { name: "app", scripts });
    const start = performance.now();
    const run = await registry.brio(["run", "--parallel", "long", "fails"]);
    assert.strictEqual(run.code, 4, run.stderr);
    assert.ok(performance.now() - start < 30_000);
  }),
  SECONDS_MAX,
);
