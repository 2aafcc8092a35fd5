// Deno.serve says on standard error where it listens, so that the output of the program stays its own.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const FLAGS =
  process.versions.deno === undefined || process.versions.brio !== undefined ? ["--as", "deno"] : ["run", "-A"];

function outputsOf(options: string): { stdout: string; stderr: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "serve-"));
  try {
    const file = path.join(folder, "main.ts");
    fs.writeFileSync(
      file,
      `const server = Deno.serve({ ${options} }, () => new Response());\nawait server.shutdown();\nconsole.log("done");`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [...FLAGS, file], { cwd: folder, encoding: "utf8" });
    return { stdout, stderr };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test("a server over TCP is announced on standard error", () => {
  const { stdout, stderr } = outputsOf('port: 0, hostname: "127.0.0.1"');
  assert.match(stderr, /^Listening on http:\/\/127\.0\.0\.1:\d+\/\n$/);
  assert.strictEqual(stdout, "done\n");
});

test("so is one at a path", () => {
  const { stdout, stderr } = outputsOf('path: "server.sock"');
  assert.match(stderr, /^Listening on .*server\.sock\n$/);
  assert.strictEqual(stdout, "done\n");
});

test("onListen replaces the announcement", () => {
  const { stdout, stderr } = outputsOf("port: 0, onListen() {}");
  assert.deepStrictEqual([stdout, stderr], ["done\n", ""]);
});
