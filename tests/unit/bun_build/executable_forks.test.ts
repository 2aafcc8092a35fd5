// Executables of `brio build --compile` that start themselves or other files.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "executable-fork-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const environment = { ...process.env, XDG_CACHE_HOME: path.join(folder, "cache"), NO_COLOR: "1" };

function compile(files: Record<string, string>, ...flags: string[]): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(place, name), text);
  const args = ["build", "main.ts", "--compile", "--outfile", "app", "--quiet", ...flags];
  const built = spawnSync(process.execPath, args, { cwd: place, env: environment, encoding: "utf8" });
  assert.strictEqual(built.status, 0, built.stderr);
  return path.join(place, "app");
}

function run(file: string, args: string[] = []): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(file, args, { env: environment, encoding: "utf8" });
}

test("an executable forks itself with fork() and cluster", () => {
  const app = compile({
    "main.ts": `
      import { fork } from "node:child_process";
      import cluster from "node:cluster";
      const [mode, ...rest] = process.argv.slice(2);
      if (process.send !== undefined) {
        process.send([mode, ...rest].join());
        process.disconnect();
      } else {
        const child = mode === "fork" ? fork(process.argv[1]!, ["child", "--flag"]) : cluster.fork();
        child.on("message", (message) => console.log("received", message));
      }
    `,
  });
  assert.strictEqual(run(app, ["fork"]).stdout, "received child,--flag\n");
  assert.strictEqual(run(app, ["cluster", "--version"]).stdout, "received cluster,--version\n");
});

test("an executable forks another file", () => {
  const app = compile({
    "main.ts": `
      import { fork } from "node:child_process";
      if (process.send === undefined) {
        const child = fork(process.argv[2]!, ["--version"], { env: { ...process.env, FROM: "main" } });
        child.on("message", (message) => console.log("received", message));
      }
    `,
    "other.mjs": "process.send([...process.argv.slice(2), process.env.FROM].join()); process.disconnect();",
  });
  assert.strictEqual(run(app, [path.join(path.dirname(app), "other.mjs")]).stdout, "received --version,main\n");
});
