// The handle under a stream, which pngjs, jimp, ssh2 and tar use directly: not documented, but relied upon.
import assert from "node:assert";
import { memoryUsage } from "node:process";
import zlib from "node:zlib";
import { test } from "../harness.ts";

const { Z_FINISH, Z_SYNC_FLUSH, Z_NO_FLUSH, INFLATE, DEFLATE } = zlib.constants;
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

function written(output: Buffer, state: Uint32Array): Buffer {
  return output.subarray(0, output.length - state[0]!);
}

test("writeSync of a stream's handle stores in _writeState what is left of output and input", () => {
  const deflate: any = zlib.createDeflate();
  const output = Buffer.alloc(100);
  assert.strictEqual(deflate._handle.writeSync(Z_FINISH, Buffer.from("xxhello"), 2, 5, output, 0, 100), undefined);
  assert.strictEqual(zlib.inflateSync(written(output, deflate._writeState)).toString(), "hello");
  assert.strictEqual(deflate._writeState[1], 0);

  const inflate: any = zlib.createInflate();
  const small = Buffer.alloc(10);
  const packed = zlib.deflateSync("0123456789abcdef");
  inflate._handle.writeSync(Z_SYNC_FLUSH, packed, 0, packed.length, small, 0, 10);
  assert.strictEqual(small.toString(), "0123456789");
  assert.strictEqual(inflate._writeState[0], 0);
  const rest = Buffer.alloc(20);
  const left = inflate._writeState[1];
  inflate._handle.writeSync(Z_SYNC_FLUSH, packed, packed.length - left, left, rest, 4, 16);
  assert.strictEqual(rest.toString("latin1", 4, 10), "abcdef");
  assert.deepStrictEqual([...inflate._writeState], [10, 0]);
  inflate.close();
  deflate.close();
});

test("no input is null, and reset begins anew", () => {
  const deflate: any = zlib.createDeflate();
  const output = Buffer.alloc(100);
  const handle = deflate._handle;
  handle.writeSync(Z_NO_FLUSH, Buffer.from("lost"), 0, 4, output, 0, 100);
  handle.reset();
  handle.writeSync(Z_NO_FLUSH, Buffer.from("kept"), 0, 4, output, 0, 100);
  const begun = 100 - deflate._writeState[0];
  handle.writeSync(Z_FINISH, null, 0, 0, output, begun, 100 - begun);
  assert.strictEqual(zlib.inflateSync(output.subarray(0, 100 - deflate._writeState[0])).toString(), "kept");
  deflate.close();
  assert.strictEqual(deflate._handle, null);
});

test("a wrong stream is reported to its owner by onerror, then the handle is closed", async () => {
  const inflate: any = zlib.createInflate();
  const errors: any[] = [];
  inflate.on("error", (error: any) => errors.push(error));
  inflate._handle.writeSync(Z_NO_FLUSH, Buffer.from("bad data"), 0, 8, Buffer.alloc(9), 0, 9);
  assert.strictEqual(inflate._handle, null);
  await wait();
  assert.deepStrictEqual(
    errors.map(({ code, errno, message }) => [code, errno, message]),
    [["Z_DATA_ERROR", -3, "incorrect header check"]],
  );
});

test("a handle can be made of the constructor of another", async () => {
  const Handle = (zlib.createInflate() as any)._handle.constructor;
  assert.strictEqual(Handle.name, "Zlib");
  const state = new Uint32Array(2);
  const output = Buffer.alloc(100);
  const calls: any[] = [];
  const packed = zlib.deflateSync("abc".repeat(10));
  const handle = new Handle(INFLATE);
  handle.onerror = function (message: string, errno: number, code: string) {
    calls.push([this === handle, message, errno, code]);
  };
  const done = function (this: any): void {
    calls.push([this === handle, written(output, state).toString()]);
  };
  assert.strictEqual(handle.init(15, 6, 8, 0, state, done, undefined), undefined);
  handle.writeSync(Z_SYNC_FLUSH, packed, 0, packed.length, output, 0, 100);
  assert.strictEqual(written(output, state).toString(), "abc".repeat(10));
  handle.reset();
  assert.strictEqual(handle.write(Z_SYNC_FLUSH, packed, 0, packed.length, output, 0, 100), undefined);
  assert.deepStrictEqual(calls, []);
  await wait();
  assert.deepStrictEqual(calls.splice(0), [[true, "abc".repeat(10)]]);
  handle.reset();
  handle.writeSync(Z_SYNC_FLUSH, Buffer.from("bad data"), 0, 8, output, 0, 100);
  assert.deepStrictEqual(calls.splice(0), [[true, "incorrect header check", -3, "Z_DATA_ERROR"]]);
  handle.reset();
  handle.write(Z_SYNC_FLUSH, Buffer.from("bad data"), 0, 8, output, 0, 100);
  await wait();
  assert.deepStrictEqual(calls, [[true, "incorrect header check", -3, "Z_DATA_ERROR"]]);
  handle.close();
});

test("init takes level, strategy and dictionary, params changes them", () => {
  const Handle = (zlib.createDeflate() as any)._handle.constructor;
  const dictionary = Buffer.from("a dictionary of words");
  const state = new Uint32Array(2);
  const output = Buffer.alloc(4000);
  const handle = new Handle(DEFLATE);
  handle.init(15, 9, 8, 0, state, () => {}, dictionary);
  handle.writeSync(Z_FINISH, dictionary, 0, dictionary.length, output, 0, output.length);
  assert.strictEqual(zlib.inflateSync(written(output, state), { dictionary }).toString(), `${dictionary}`);
  handle.close();

  const stored = new Handle(DEFLATE);
  stored.init(15, 9, 8, 0, state, () => {}, undefined);
  stored.writeSync(Z_SYNC_FLUSH, Buffer.from("a"), 0, 1, output, 0, 100);
  const begun = 100 - state[0]!;
  stored.params(0, 0);
  stored.writeSync(Z_FINISH, Buffer.alloc(2000), 0, 2000, output, begun, output.length - begun);
  assert.ok(written(output, state).length > 2000);
  assert.strictEqual(zlib.inflateSync(written(output, state)).length, 2001);
  stored.close();
});

test("a write to a stream's handle calls its stored callback", async () => {
  const gunzip: any = zlib.createGunzip();
  const packed = zlib.gzipSync("x".repeat(100));
  const output = Buffer.alloc(200);
  let isCalled = false;
  // What Node stores there for a write of its own.
  Object.assign(gunzip._handle, {
    availOutBefore: 200,
    availInBefore: packed.length,
    inOff: 0,
    flushFlag: Z_SYNC_FLUSH,
    buffer: packed,
    cb: () => (isCalled = true),
  });
  gunzip._outBuffer = output;
  gunzip._handle.write(Z_SYNC_FLUSH, packed, 0, packed.length, output, 0, 200);
  await wait();
  assert.strictEqual(isCalled, true);
  assert.deepStrictEqual([...gunzip._writeState], [100, 0]);
  assert.strictEqual(output.toString("latin1", 0, 100), "x".repeat(100));
  gunzip.close();
});

test("an unused stream takes little memory, and its options are checked nevertheless", async () => {
  // A compressor takes a quarter of a megabyte.
  const before = memoryUsage.rss();
  const streams: any[] = [];
  for (let count = 0; count < 600; count++) streams.push(zlib.createGzip());
  const grown = memoryUsage.rss() - before;
  assert.ok(grown < 60e6, `${grown}`);
  streams[0].reset();
  streams[0].end("late");
  const chunks: Buffer[] = [];
  for await (const chunk of streams[0]) chunks.push(chunk);
  assert.strictEqual(zlib.gunzipSync(Buffer.concat(chunks)).toString(), "late");
  for (const stream of streams) stream.destroy();
  assert.throws(() => zlib.createGzip({ level: 10 }), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_windowLog]: 1000 } }), {
    code: "ERR_ZLIB_INITIALIZATION_FAILED",
    message: "Setting parameter failed",
  });
});
