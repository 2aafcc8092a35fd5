import assert from "node:assert";
import stream, {
  PassThrough,
  Readable,
  Stream,
  Writable,
  addAbortSignal,
  getDefaultHighWaterMark,
  isDisturbed,
  isErrored,
  isReadable,
  setDefaultHighWaterMark,
} from "node:stream";
import { arrayBuffer, buffer, json, text } from "node:stream/consumers";
import { test } from "../harness.ts";

test("the module is the class Stream with everything on it", () => {
  assert.strictEqual(stream as unknown, Stream);
  assert.deepStrictEqual(Object.keys(stream).sort(), [
    "Duplex",
    "PassThrough",
    "Readable",
    "Stream",
    "Transform",
    "Writable",
    "_isArrayBufferView",
    "_isUint8Array",
    "_uint8ArrayToBuffer",
    "addAbortSignal",
    "compose",
    "destroy",
    "duplexPair",
    "finished",
    "getDefaultHighWaterMark",
    "isDestroyed",
    "isDisturbed",
    "isErrored",
    "isReadable",
    "isWritable",
    "pipeline",
    "promises",
    "setDefaultHighWaterMark",
  ]);
});

test("isReadable, isDisturbed and isErrored follow a stream's life", async () => {
  const source = Readable.from(["a"]);
  assert.deepStrictEqual([isReadable(source), isDisturbed(source), isErrored(source)], [true, false, false]);
  await source.toArray();
  assert.deepStrictEqual([isReadable(source), isDisturbed(source), isErrored(source)], [false, true, false]);
  const broken = new PassThrough();
  broken.destroy(new Error("x"));
  await new Promise((resolve) => broken.on("error", resolve));
  assert.strictEqual(isErrored(broken), true);
  assert.strictEqual(isReadable({} as any), null);
});

test("the default high-water marks can be read and set", () => {
  assert.deepStrictEqual([getDefaultHighWaterMark(false), getDefaultHighWaterMark(true)], [65536, 16]);
  setDefaultHighWaterMark(true, 3);
  assert.strictEqual(new Readable({ objectMode: true }).readableHighWaterMark, 3);
  setDefaultHighWaterMark(true, 16);
  assert.throws(() => setDefaultHighWaterMark(true, -1), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "value" is out of range. It must be >= 0 && <= 9007199254740991. Received -1',
  });
});

test("addAbortSignal destroys with AbortError and refuses values that are not streams or signals", async () => {
  const controller = new AbortController();
  const writable = new Writable({ write() {} });
  assert.strictEqual(addAbortSignal(controller.signal, writable), writable);
  controller.abort();
  const error = await new Promise<any>((resolve) => {
    writable.on("error", resolve);
  });
  assert.deepStrictEqual([error.name, error.message], ["AbortError", "The operation was aborted"]);
  assert.throws(() => addAbortSignal({} as any, writable), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "signal" argument must be an instance of AbortSignal. Received an instance of Object',
  });
  assert.throws(() => addAbortSignal(controller.signal, {} as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("the consumers collect a stream", async () => {
  assert.strictEqual(await text(Readable.from([Buffer.from([0xe2, 0x82]), Buffer.from([0xac]), "x"])), "€x");
  assert.deepStrictEqual(await json(Readable.from(['{"a":', "1}"])), { a: 1 });
  assert.deepStrictEqual(await buffer(Readable.from([Buffer.from("ab"), Buffer.from("c")])), Buffer.from("abc"));
  assert.strictEqual((await arrayBuffer(Readable.from([Buffer.from("abc")]))).byteLength, 3);
  await assert.rejects(json(Readable.from(["{"])), SyntaxError);
});

test("the legacy Stream pipes data, end and back-pressure", () => {
  const source: any = new Stream();
  const written: unknown[] = [];
  const sink: any = Object.assign(new Stream(), {
    writable: true,
    write: (chunk: unknown) => {
      written.push(chunk);
      return false;
    },
    end: () => written.push("end"),
  });
  let paused = 0;
  source.pause = () => paused++;
  assert.strictEqual(source.pipe(sink), sink);
  source.emit("data", 1);
  source.emit("end");
  assert.deepStrictEqual(written, [1, "end"]);
  assert.strictEqual(paused, 1);
  assert.strictEqual(source.listenerCount("data"), 0);
});
