// Each worker resolves with the conditions of its own flags.
import assert from "node:assert";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "worker-conditions-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
const package_ = join(folder, "node_modules/p");
mkdirSync(package_, { recursive: true });
const exports = { own: "./own.js", "node-addons": "./addons.js", default: "./default.js" };
writeFileSync(join(package_, "package.json"), JSON.stringify({ exports }));
for (const name of ["own", "addons", "default"])
  writeFileSync(join(package_, `${name}.js`), `module.exports = "${name}";`);
const code = `
  const { parentPort, workerData } = require("node:worker_threads");
  const required = require("node:module").createRequire(workerData)("p");
  import(require("node:url").pathToFileURL(require("node:path").join(workerData, "../entry.mjs")).href).then((module) => parentPort.postMessage([required, module.default]));
`;
writeFileSync(join(folder, "entry.mjs"), "export { default } from 'p';");
writeFileSync(join(folder, "worker.cjs"), code);

async function found(execArgv: string[], isFile: boolean): Promise<unknown> {
  const options = { execArgv, workerData: join(folder, "worker.cjs") };
  const worker = isFile ? new Worker(options.workerData, options) : new Worker(code, { ...options, eval: true });
  const [message] = await once(worker, "message");
  return message;
}

for (const isFile of [true, false]) {
  test(`conditions do not reach other threads, ${isFile ? "with a file" : "with code"}`, async () => {
    const results = await Promise.all([
      found(["--conditions=own"], isFile),
      found([], isFile),
      found(["--no-addons"], isFile),
      found(["-C", "own"], isFile),
    ]);
    assert.deepStrictEqual(results, [
      ["own", "own"],
      ["addons", "addons"],
      ["default", "default"],
      ["own", "own"],
    ]);
    assert.strictEqual(createRequire(join(folder, "x"))("p"), "addons");
  });
}
