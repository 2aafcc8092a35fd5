// Text of memory that another thread writes meanwhile: any text, within the bounds of the bytes.
import assert from "node:assert";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const SIZE = 10_000;
/** Texts of the same number of bytes and different numbers of characters. */
const WRITER = `
  const { workerData, parentPort } = require("node:worker_threads");
  const target = Buffer.from(workerData);
  const texts = ["a", "é", "é€"].map((text) => Buffer.from(text.repeat(${SIZE} / Buffer.byteLength(text))));
  parentPort.postMessage("writes");
  for (;;) for (const text of texts) target.set(text);
`;

test("toString of shared memory that a worker writes", async () => {
  const shared = new SharedArrayBuffer(SIZE);
  const worker = new Worker(WRITER, { eval: true, workerData: shared });
  try {
    await once(worker, "message");
    const source = Buffer.from(shared);
    const texts: string[] = [];
    for (let round = 0; round < 2000; round++) texts[round % 50] = source.toString("utf8", round % 7);
    for (const text of texts) assert.ok(text.length > 0 && text.length <= SIZE);
  } finally {
    await worker.terminate();
  }
});
