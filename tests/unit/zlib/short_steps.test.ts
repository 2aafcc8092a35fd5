// Short steps of a stream need no thread; programs see the order that they have with one.
import assert from "node:assert";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { test } from "../harness.ts";

test("the callback of a short write comes after ticks, promise jobs and immediates of its turn", async () => {
  const order: string[] = [];
  const stream = zlib.createGzip();
  const isWritten = Promise.withResolvers<void>();
  stream.write("short", () => {
    order.push("written");
    isWritten.resolve();
  });
  process.nextTick(() => order.push("tick"));
  void Promise.resolve().then(() => order.push("job"));
  order.push("script");
  await isWritten.promise;
  stream.destroy();
  assert.deepStrictEqual(order.toSorted(), ["job", "script", "tick", "written"]);
  assert.strictEqual(order.indexOf("script"), 0);
  assert.strictEqual(order.at(-1), "written");
});

test("the loop turns while a stream compresses many small chunks", async () => {
  let turns = 0;
  const turn = (): void => {
    turns++;
    running = setImmediate(turn);
  };
  let running = setImmediate(turn);
  const chunks = Array.from({ length: 200 }, (_, index) => Buffer.alloc(2000, `${index} `));
  const output: Buffer[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      output.push(chunk);
      done();
    },
  });
  await pipeline(Readable.from(chunks), zlib.createGzip(), zlib.createGunzip(), sink);
  clearImmediate(running);
  assert.ok(Buffer.concat(output).equals(Buffer.concat(chunks)));
  assert.ok(turns > 10, `${turns} turns`);
});

test("streams that end, fail or are destroyed during a short step do so once", async () => {
  const failing = zlib.createGunzip();
  const error: any = await new Promise((resolve) => {
    failing.on("error", resolve);
    failing.write("no gzip");
  });
  assert.strictEqual(error.code, "Z_DATA_ERROR");
  const destroyed = zlib.createDeflate();
  await new Promise<void>((resolve) => {
    destroyed.on("close", resolve);
    destroyed.write("something");
    destroyed.destroy();
  });
  assert.ok(destroyed.destroyed);
});
