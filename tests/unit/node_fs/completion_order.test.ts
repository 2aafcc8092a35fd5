// When the callbacks of asynchronous calls run: never within the call, and after the immediates of the turn that started them.
import assert from "node:assert";
import fs from "node:fs";
import { test } from "../harness.ts";

test("the callback of a call comes after ticks, promise jobs and immediates that were waiting", async () => {
  const order: string[] = [];
  await new Promise<void>((done) => {
    // From within an immediate, so that the loop is in a known phase.
    setImmediate(() => {
      fs.stat(import.meta.filename, () => {
        order.push("stat");
        done();
      });
      process.nextTick(() => order.push("tick"));
      Promise.resolve().then(() => order.push("job"));
      order.push("call returned");
    });
  });
  assert.deepEqual(order, ["call returned", "tick", "job", "stat"]);
});

test("calls complete in the order in which they were made when each waits for the last", async () => {
  const order: number[] = [];
  const descriptor = await new Promise<number>((opened) =>
    fs.open(import.meta.filename, (error, number) => {
      assert.ifError(error);
      opened(number);
    }),
  );
  await new Promise<void>((done) => {
    fs.read(descriptor, Buffer.alloc(10), 0, 10, 0, () => {
      order.push(1);
      fs.fstat(descriptor, () => {
        order.push(2);
        fs.close(descriptor, () => {
          order.push(3);
          done();
        });
      });
    });
  });
  assert.deepEqual(order, [1, 2, 3]);
});

test("a short read at the end of a file and a read beyond it return the bytes that exist", async () => {
  const text = fs.readFileSync(import.meta.filename);
  const descriptor = fs.openSync(import.meta.filename, "r");
  const read = (length: number, position: number | null) =>
    new Promise<{ count: number; bytes: Buffer }>((done, fail) => {
      const buffer = Buffer.alloc(length);
      fs.read(descriptor, buffer, 0, length, position, (error, count) =>
        error ? fail(error) : done({ count, bytes: buffer.subarray(0, count) }),
      );
    });
  assert.deepEqual(await read(text.length + 100, 0), { count: text.length, bytes: text });
  assert.equal((await read(10, text.length + 5)).count, 0);
  // Without a position the file's own one moves on.
  assert.deepEqual((await read(5, null)).bytes, text.subarray(0, 5));
  assert.deepEqual((await read(5, null)).bytes, text.subarray(5, 10));
  fs.closeSync(descriptor);
});

test("reading a file whose size is not known beforehand gives its contents", async () => {
  const text = await fs.promises.readFile("/proc/self/status", "utf8");
  assert.match(text, /^Name:/);
  const pieces: Buffer[] = [];
  for await (const piece of fs.createReadStream("/proc/self/status")) pieces.push(piece);
  assert.match(Buffer.concat(pieces).toString(), /\nPid:/);
});
