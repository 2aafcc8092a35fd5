import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

test("a registry is called for collected objects", () => {
  const program = `
    const registry = new FinalizationRegistry((held) => { console.log(held); process.exit(0); });
    (function make() { for (let index = 0; index < 1000; index++) registry.register({ index }, "gone"); })();
    setInterval(() => globalThis.gc(), 20);
    setTimeout(() => process.exit(1), 5000);`;
  const { status, stdout } = spawnSync(process.execPath, ["--expose-gc", "-e", program], { encoding: "utf8" });
  assert.deepStrictEqual([status, stdout.split("\n")[0]], [0, "gone"]);
});
