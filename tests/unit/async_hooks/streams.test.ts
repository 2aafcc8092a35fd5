// The value of an AsyncLocalStorage in callbacks of streams.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { finished, pipeline, Readable, Writable } from "node:stream";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<number>();

test("finished() calls back in the context of its caller", async () => {
  const readable = new Readable({ read() {} });
  const seen = new Promise<number | undefined>((resolve) => {
    storage.run(321, () => finished(readable, () => resolve(storage.getStore())));
  });
  readable.destroy();
  assert.equal(await seen, 321);
});

test("the callback of pipeline() has the context of its caller", async () => {
  const seen = await new Promise<number | undefined>((resolve) => {
    storage.run(5, () =>
      pipeline(
        Readable.from(["a"]),
        new Writable({
          write(_chunk, _encoding, done) {
            setImmediate(done);
          },
        }),
        () => resolve(storage.getStore()),
      ),
    );
  });
  assert.equal(seen, 5);
});

test("the value is there after an await, in catch and in finally, and not outside", async () => {
  const seen: unknown[] = [];
  await storage.run(7, async () => {
    await null;
    seen.push(storage.getStore());
    try {
      await Promise.reject(new Error("x"));
    } catch {
      seen.push(storage.getStore());
    } finally {
      seen.push(storage.getStore());
    }
    for await (const value of [Promise.resolve(1)]) seen.push(value, storage.getStore());
  });
  seen.push(storage.getStore());
  assert.deepEqual(seen, [7, 7, 7, 1, 7, undefined]);
});
