// The global console and direct writes to standard output share one order.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

test("console.log, fs.writeSync and process.stdout.write keep their order", () => {
  const code = `const fs = require("fs"); console.log("a"); fs.writeSync(1, "b\\n"); console.log("c"); process.stdout.write("d\\n"); fs.writeSync(1, "e\\n");`;
  assert.strictEqual(spawnSync(process.execPath, ["-e", code], { encoding: "utf8" }).stdout, "a\nb\nc\nd\ne\n");
});
