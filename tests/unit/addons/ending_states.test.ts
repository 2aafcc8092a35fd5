// Statuses where something has ended. Node.js passes this file.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import process from "node:process";
import { test } from "../harness.ts";
import { buildAddon } from "./build_addon.ts";

const path = buildAddon("ending_states");
const addon = createRequire(import.meta.url)(path) as {
  cancelCompleted(callback: (status: number) => void): void;
};
const GENERIC_FAILURE = 9;

test("work cannot be cancelled in its own completion", async () => {
  const status = await new Promise<number>((resolve) => addon.cancelCompleted(resolve));
  assert.strictEqual(status, GENERIC_FAILURE);
});

test("cleanup hooks cannot throw", () => {
  const program = `require(${JSON.stringify(path)}).throwInHook()`;
  const { stdout, status } = spawnSync(process.execPath, ["-e", program], { encoding: "utf8" });
  assert.deepStrictEqual([stdout, status], ["hook 10\n", 0]);
});
