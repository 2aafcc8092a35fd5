// Workers of Bun whose source is in a Blob: it may be CommonJS. Run with Bun 1.4.5 or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

/** What a worker with this source posts first. */
function posted(source: string): Promise<unknown> {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url);
  return new Promise((resolve, reject) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(event.message));
  }).finally(() => worker.terminate());
}

test("a source that uses require or module is CommonJS", async () => {
  assert.strictEqual(await posted("postMessage(typeof require('fs').readFileSync)"), "function");
  assert.strictEqual(await posted("module.exports = 1; postMessage(typeof exports)"), "object");
});

test("a source with imports may use require too", async () => {
  assert.strictEqual(await posted("import fs from 'fs'; postMessage(require('fs').statSync === fs.statSync)"), true);
});

test("a worker is not the main thread", async () => {
  assert.strictEqual(Bun.isMainThread, true);
  assert.strictEqual(await posted("postMessage(Bun.isMainThread)"), false);
});
