// `--experimental-web-worker` of Node: the global Worker.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "node-web-worker-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(
  path.join(folder, "worker.mjs"),
  "self.onmessage = (event) => { postMessage([event.data + 1, self === globalThis]); close(); };",
);
fs.writeFileSync(
  path.join(folder, "main.mjs"),
  `console.log(typeof Worker);
if (typeof Worker === "function") {
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = (event) => console.log(event.data.join());
  worker.onerror = (event) => console.log(event.message);
  worker.postMessage(1);
}`,
);

function run(...flags: string[]): string {
  const args = [...flags, path.join(folder, "main.mjs")];
  return spawnSync(process.execPath, args, { encoding: "utf8" }).stdout;
}

test("with the flag programs exchange messages with a Worker", () => {
  assert.strictEqual(run("--experimental-web-worker"), "function\n2,true\n");
}, 30_000);

test("without it there is none", () => {
  assert.strictEqual(run(), "undefined\n");
}, 30_000);
