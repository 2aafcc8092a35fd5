// Streams as the data of `Bun.write`, and the writer of a file. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "file-sinks-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, "file");
const bytes = (text: string) => new TextEncoder().encode(text);
const content = () => fs.readFileSync(file, "utf8");
const write = (destination: any, data: unknown, options?: object): Promise<number> =>
  Bun.write(destination, data as string, options);

const stream = (...chunks: unknown[]): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

test("Bun.write writes the chunks of a stream to a path, a URL, a file or a descriptor", async () => {
  fs.writeFileSync(file, "a longer content");
  const chunks = ["é", bytes("b"), bytes("c").buffer, new DataView(bytes("d").buffer)];
  assert.strictEqual(await write(file, stream(...chunks)), 5);
  assert.strictEqual(content(), "ébcd");
  assert.strictEqual(await write(Bun.file(file), stream("x")), 1);
  assert.strictEqual(await write(Bun.pathToFileURL(file), stream("y")), 1);
  assert.strictEqual(await Bun.file(file).write(stream("z") as unknown as string), 1);
  assert.strictEqual(content(), "z");
  const fd = fs.openSync(file, "w");
  assert.strictEqual(await write(Bun.file(fd), stream("fd")), 2);
  fs.closeSync(fd);
  assert.strictEqual(content(), "fd");
  assert.strictEqual(await write(file, stream()), 0);
  assert.strictEqual(content(), "");
});

test("other kinds of streams", async () => {
  const byteStream = new ReadableStream({
    type: "bytes",
    start(controller) {
      controller.enqueue(bytes("u"));
      controller.close();
    },
  });
  assert.strictEqual(await write(file, byteStream), 1);
  const direct = new ReadableStream({
    type: "direct",
    async pull(controller: any) {
      controller.write("d");
      await controller.flush();
      controller.write("e");
      controller.end();
    },
  } as unknown as UnderlyingDefaultSource);
  assert.strictEqual(await write(file, direct), 2);
  assert.strictEqual(content(), "de");
});

test("missing folders are created, and the mode is that of the options", async () => {
  const deep = path.join(folder, "x/y/z");
  assert.strictEqual(await write(deep, stream("q"), { mode: 0o600 }), 1);
  assert.strictEqual(fs.statSync(deep).mode & 0o777, 0o600);
  await assert.rejects(write(path.join(folder, "x2/z"), stream("q"), { createPath: false }), { code: "ENOENT" });
  await assert.rejects(write(folder, stream("q")), { code: "EISDIR" });
});

test("a stream that fails, or has an invalid chunk, rejects; what it had is written", async () => {
  const failing = new ReadableStream({
    start(controller) {
      controller.enqueue("a");
    },
    pull(controller) {
      controller.error(new RangeError("late"));
    },
  });
  await assert.rejects(write(file, failing), { name: "RangeError", message: "late" });
  assert.strictEqual(content(), "a");
  await assert.rejects(write(file, stream(5)), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
});

test("a locked stream is refused", async () => {
  const locked = stream("a");
  locked.getReader();
  await assert.rejects(write(file, locked), { name: "TypeError", code: "ERR_BODY_ALREADY_USED" });
});

test("a value that cannot be written, or a wrong destination, is refused", async () => {
  const refusal = (message: string) => ({ name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message });
  await assert.rejects(
    async () => Bun.file(file).write(null as unknown as string),
    refusal("blob.write(pathOrFdOrBlob, blob) expects a Blob-y thing to write"),
  );
  await assert.rejects(
    async () => write({}, "x"),
    refusal(
      'The "destination" argument must be of type path, file descriptor, or Blob. Received an instance of Object',
    ),
  );
});

test("a writer counts what it buffers, and flush and end what they write", async () => {
  fs.rmSync(file);
  const writer = Bun.file(file).writer({ highWaterMark: 4 });
  assert.strictEqual(content(), "");
  assert.deepStrictEqual([writer.write("hello"), writer.write("world!")], [5, 6]);
  assert.strictEqual(content(), "");
  assert.strictEqual(writer.flush(), 11);
  assert.strictEqual(content(), "helloworld!");
  assert.strictEqual(writer.flush(), 0);
  writer.write("?");
  assert.strictEqual(writer.end(), 1);
  assert.strictEqual(content(), "helloworld!?");
  assert.deepStrictEqual([writer.write("more") as unknown, writer.flush() as unknown, writer.end()], [true, true, 0]);
});

test("a writer writes at once what is large, and returns all that it wrote", async () => {
  const writer = Bun.file(file).writer();
  assert.strictEqual(writer.write("x".repeat(3000)), 3000);
  assert.strictEqual(writer.write("x".repeat(3000)), 6000);
  assert.strictEqual(fs.statSync(file).size, 6000);
  assert.strictEqual(writer.write("x".repeat(20_000)), 20_000);
  assert.strictEqual(fs.statSync(file).size, 26_000);
  assert.strictEqual(writer.end(), 0);
});

test("a writer writes what is buffered at the end of the turn", async () => {
  fs.rmSync(file);
  const writer = Bun.file(file).writer();
  writer.write("abc");
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.strictEqual(content(), "abc");
  assert.strictEqual(writer.flush(), 0);
  writer.end();
});

test("a writer keeps what it does not overwrite", () => {
  fs.writeFileSync(file, "longer content");
  const writer = Bun.file(file).writer();
  writer.write("ab");
  writer.end();
  assert.strictEqual(content(), "abnger content");
});

test("a writer reports the error of opening at once", () => {
  assert.throws(() => Bun.file(path.join(folder, "q/w/e")).writer(), { code: "ENOENT" });
  assert.throws(() => Bun.file(folder).writer(), { code: "EISDIR" });
});
