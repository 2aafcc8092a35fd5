// The chunks of a worker's standard streams: https://nodejs.org/docs/latest-v26.x/api/worker_threads.html#workerstdout
import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const SOURCE = `
  console.log("one"); console.log("two"); process.stdout.write(""); process.stdout.write("thr\\u00e9e");
  console.error("four"); console.error("five");
`;

async function chunksOf(name: "stdout" | "stderr", options: object): Promise<string[]> {
  const worker = new Worker(SOURCE, { eval: true, stdout: true, stderr: true, ...options });
  const chunks: string[] = [];
  worker[name].on("data", (chunk: Buffer) => chunks.push(String(chunk)));
  await Promise.all([once(worker[name], "end"), once(worker, "exit")]);
  return chunks;
}

test("each write to a worker's standard output is a chunk", async () => {
  assert.deepEqual(await chunksOf("stdout", {}), ["one\n", "two\n", "thrée"]);
});

test("each write to a worker's standard error is a chunk", async () => {
  assert.deepEqual(await chunksOf("stderr", {}), ["four\n", "five\n"]);
});

test("output that is not captured is joined in order, also when the program reads it", async () => {
  assert.equal((await chunksOf("stdout", { stdout: false })).join(""), "one\ntwo\nthrée");
});

test("a worker that writes much has a chunk for each write", async () => {
  const worker = new Worker("for (let i = 0; i < 20000; i++) console.log(i);", { eval: true, stdout: true });
  const lines: string[] = [];
  worker.stdout.on("data", (chunk: Buffer) => lines.push(String(chunk)));
  await once(worker.stdout, "end");
  assert.equal(lines.length, 20000);
  assert.equal(lines[19999], "19999\n");
});
