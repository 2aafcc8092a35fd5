// stream.finished over web streams (https://nodejs.org/api/stream.html#streamfinishedstream-options-callback).
import assert from "node:assert";
import { finished } from "node:stream";
import { finished as finishedLater } from "node:stream/promises";
import { ReadableStream, WritableStream } from "node:stream/web";
import { test } from "../harness.ts";

test("a readable stream is finished when it was read to its end", async () => {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue("a");
      controller.close();
    },
  });
  const done = finishedLater(stream as any);
  const seen: unknown[] = [];
  for await (const chunk of stream) seen.push(chunk);
  await done;
  assert.deepStrictEqual(seen, ["a"]);
  await finishedLater(stream as any);
});

test("a failed stream gives its error", async () => {
  const stream = new ReadableStream({
    start(controller) {
      controller.error(new Error("broken"));
    },
  });
  const error = await new Promise<any>((resolve) => finished(stream as any, resolve));
  assert.strictEqual(error.message, "broken");
  await assert.rejects(finishedLater(stream as any), { message: "broken" });
});

test("a writable stream is finished when it is closed, or aborted", async () => {
  const stream = new WritableStream();
  const done = finishedLater(stream as any);
  const writer = stream.getWriter();
  await writer.write("a");
  await writer.close();
  await done;
  const aborted = new WritableStream();
  const failure = finishedLater(aborted as any);
  await aborted.abort(new Error("enough"));
  await assert.rejects(failure, { message: "enough" });
});
