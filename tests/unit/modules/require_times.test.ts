// `NODE_DEBUG=module_timer`: how long calls of `require` take. https://nodejs.org/api/cli.html#node_debugmodule
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

/** What a program prints on standard error, without numbers. */
function timesOf(file: string, section: string): string[] {
  const { stderr } = spawnSync(process.execPath, [file], {
    encoding: "utf8",
    env: { ...process.env, NODE_DEBUG: section },
  });
  return stderr.split("\n").filter((line) => line !== "");
}

test("each call is a line with the caller, the request and the time, inner calls first", () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "require-times-")));
  try {
    const [main, inner] = [path.join(folder, "main.cjs"), path.join(folder, "inner.cjs")];
    fs.writeFileSync(main, 'require("node:url"); require("./inner.cjs"); try { require("./absent") } catch {}');
    fs.writeFileSync(inner, 'require("node:path");');
    const lines = timesOf(main, "module_timer").filter((line) => !line.includes("[]"));
    const parts = lines.map((line) => /^MODULE_TIMER \d+ \[(.*)\] \[(.*)\]: [\d.]+m?s$/.exec(line)?.slice(1));
    assert.deepStrictEqual(parts, [
      [".", "node:url"],
      [inner, "node:path"],
      [".", "./inner.cjs"],
      [".", "./absent"],
    ]);
    assert.deepStrictEqual(timesOf(main, "other"), []);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
