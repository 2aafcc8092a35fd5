// The standard streams of a worker.
import assert from "node:assert";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk;
  return text;
}

test("stdout and stderr can be captured", async () => {
  const worker = new Worker('console.log("one"); console.error("two"); process.stdout.write("three")', {
    eval: true,
    stdout: true,
    stderr: true,
  });
  const [out, error] = await Promise.all([textOf(worker.stdout), textOf(worker.stderr)]);
  assert.deepStrictEqual([out, error], ["one\nthree", "two\n"]);
});

test("stdin: true makes worker.stdin a stream that the worker reads", async () => {
  const worker = new Worker("process.stdin.pipe(process.stdout)", { eval: true, stdin: true, stdout: true });
  worker.stdin!.end("through");
  assert.strictEqual(await textOf(worker.stdout), "through");
});

test("without it worker.stdin is null and the worker's stdin is empty", async () => {
  const worker = new Worker('process.stdin.resume().on("end", () => console.log("end"))', { eval: true, stdout: true });
  assert.strictEqual(worker.stdin, null);
  assert.strictEqual(await textOf(worker.stdout), "end\n");
});
