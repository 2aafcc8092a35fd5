import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

test("data handed to the file system before process.exit() is written", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "brio-exit-"));
  const code = (file: string): string => `
    const fs = require("node:fs");
    const descriptor = fs.openSync(${JSON.stringify(file)}, "w");
    for (let index = 0; index < 40; index++) fs.write(descriptor, Buffer.alloc(100_000, "x"), 0, 100_000, index * 100_000, () => {});
    process.exit(0);`;
  for (let round = 0; round < 5; round++) {
    const file = path.join(folder, String(round));
    assert.strictEqual(spawnSync(process.execPath, ["-e", code(file)]).status, 0);
    assert.strictEqual(fs.statSync(file).size, 4_000_000);
  }
  fs.rmSync(folder, { recursive: true });
});
