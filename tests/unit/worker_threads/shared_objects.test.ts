// What clones share with their originals, and what moves: BlockList, WebAssembly.Memory, FileHandle, TransformStream.
import assert from "node:assert";
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import net from "node:net";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { test } from "../harness.ts";

// `clear`, `size` and the removing methods are newer than the types.
const BlockList: any = net.BlockList;
const own = fileURLToPath(import.meta.url);

/** Runs `source` in a worker with `data`, and returns its first message. */
function inWorker(source: string, workerData: unknown, transferList: any[] = []): Promise<any> {
  const worker = new Worker(`const { parentPort, workerData } = require("node:worker_threads"); ${source}`, {
    eval: true,
    workerData,
    transferList,
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

test("a clone of a BlockList shares the rules in both directions", () => {
  const list = new BlockList();
  list.addSubnet("10.0.0.0", 8);
  const clone = structuredClone(list);
  list.addAddress("1.1.1.1");
  clone.addRange("2.2.2.2", "2.2.2.9");
  assert.ok(clone instanceof BlockList);
  assert.ok(clone.check("10.1.1.1") && clone.check("1.1.1.1") && list.check("2.2.2.5"));
  list.removeSubnet("10.0.0.0", 8);
  assert.deepStrictEqual(clone.rules, ["Address: IPv4 1.1.1.1", "Range: IPv4 2.2.2.2-2.2.2.9"]);
  assert.deepStrictEqual([list.size, clone.size], [2, 2]);
  clone.clear();
  assert.strictEqual(list.check("1.1.1.1"), false);
});

test("a BlockList in a worker shares the rules", async () => {
  const list = new BlockList();
  const before = await inWorker(
    `workerData.addAddress("3.3.3.3"); for (let index = 0; index < 200; index++) workerData.addAddress("4.4.4." + index);
     parentPort.postMessage(workerData.check("9.9.9.9"));`,
    list,
  );
  assert.deepStrictEqual([before, list.check("3.3.3.3"), list.check("4.4.4.199"), list.size], [false, true, true, 201]);
});

test("subnets are listed before ranges, with the newest first", () => {
  const list = new BlockList();
  list.addSubnet("3.0.0.0", 8);
  list.addRange("4.4.4.4", "4.4.4.9");
  list.addSubnet("5.0.0.0", 8);
  assert.deepStrictEqual(list.rules, [
    "Subnet: IPv4 5.0.0.0/8",
    "Subnet: IPv4 3.0.0.0/8",
    "Range: IPv4 4.4.4.4-4.4.4.9",
  ]);
});

const { WebAssembly } = globalThis as any;
const MEMORY = { initial: 1, maximum: 3, shared: true };

test("a shared WebAssembly.Memory has the same bytes in its clone", () => {
  const memory = new WebAssembly.Memory(MEMORY);
  const clone = structuredClone({ memory }).memory;
  new Uint8Array(memory.buffer)[5] = 7;
  assert.ok(clone instanceof WebAssembly.Memory && clone.buffer instanceof SharedArrayBuffer);
  assert.strictEqual(new Uint8Array(clone.buffer)[5], 7);
  memory.grow(1);
  assert.strictEqual(clone.buffer.byteLength, 2 * 65536);
});

test("a shared WebAssembly.Memory crosses to a worker, which can grow it", async () => {
  const memory = new WebAssembly.Memory(MEMORY);
  const seen = await inWorker(
    `const bytes = new Uint8Array(workerData.memory.buffer); bytes[0]++; const before = workerData.memory.grow(1);
     new Uint8Array(workerData.memory.buffer)[65536 + 3] = 9; parentPort.postMessage([bytes[0], before]);`,
    { memory },
  );
  const bytes = new Uint8Array(memory.buffer);
  assert.deepStrictEqual([seen, bytes[0], bytes.length, bytes[65536 + 3]], [[1, 1], 1, 2 * 65536, 9]);
});

// (module (import "" "memory" (memory 1 3 shared)) (func (export "add") (drop (i32.atomic.rmw.add (i32.const 8) (i32.const 1)))))
const ADDER = Uint8Array.from(
  "00 61 73 6d 01 00 00 00 01 04 01 60 00 00 02 0d 01 00 06 6d 65 6d 6f 72 79 02 03 01 03 03 02 01 00 07 07 01 03 61 64 64 00 00 0a 0d 01 0b 00 41 08 41 01 fe 1e 02 00 1a 0b"
    .split(" ")
    .map((byte) => Number.parseInt(byte, 16)),
);

test("code of two threads works on one memory", async () => {
  const memory = new WebAssembly.Memory(MEMORY);
  const module = new WebAssembly.Module(ADDER);
  const source = `const { add } = new WebAssembly.Instance(workerData.module, { "": { memory: workerData.memory } }).exports;
    for (let index = 0; index < 1000; index++) add(); parentPort.postMessage("done");`;
  const { add } = new WebAssembly.Instance(module, { "": { memory } }).exports;
  const workers = [inWorker(source, { memory, module }), inWorker(source, { memory, module })];
  for (let index = 0; index < 1000; index++) add();
  await Promise.all(workers);
  assert.strictEqual(new Int32Array(memory.buffer)[2], 3000);
});

test("a WebAssembly.Memory that is not shared is not cloneable", () => {
  assert.throws(() => structuredClone(new WebAssembly.Memory({ initial: 1 })), {
    name: "DataCloneError",
    message: "#<Memory> could not be cloned.",
  });
});

test("a FileHandle moves to a worker and to another port", async () => {
  const handle = await open(own);
  const { fd } = handle;
  const first = await inWorker(
    `workerData.read(Buffer.alloc(2), 0, 2, 0).then(async ({ buffer }) => { await workerData.close(); parentPort.postMessage(buffer.toString()); })`,
    handle,
    [handle],
  );
  assert.deepStrictEqual([first, handle.fd, fd > 2], ["//", -1, true]);
  await assert.rejects(handle.read(), { code: "EBADF", message: "The FileHandle has been transferred" });
  await handle.close();
  const another = await open(own);
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ file: another }, [another] as any);
  const { file } = receiveMessageOnPort(port2)!.message;
  assert.ok((await file.readFile("utf8")).startsWith("// What clones share"));
  await file.close();
  port1.close();
});

test("a FileHandle that is not listed, in use or closed is refused", async () => {
  const handle = await open(own);
  const refused = (message: string, list: unknown[]) =>
    assert.throws(() => structuredClone(handle, { transfer: list as any }), { name: "DataCloneError", message });
  refused("Object that needs transfer was found in message but not listed in transferList", []);
  const reading = handle.readFile();
  refused("Cannot transfer FileHandle while in use", [handle]);
  await reading;
  const closing = handle.close();
  refused("Cannot transfer FileHandle while in use", [handle]);
  await closing;
  refused("Cannot clone object of unsupported type.", [handle]);
});

test("a TransformStream moves to a worker", async () => {
  const stream = new TransformStream();
  const writer = inWorker(
    `const writer = workerData.writable.getWriter(); writer.write("a").then(() => writer.close());
     workerData.readable.getReader().read().then(({ value }) => parentPort.postMessage(value));`,
    stream,
    [stream],
  );
  assert.strictEqual(await writer, "a");
});

test("a clone of a QuotaExceededError keeps its amounts", () => {
  const { QuotaExceededError } = globalThis as any;
  const clone = structuredClone(new QuotaExceededError("full", { quota: 1, requested: 2 }));
  assert.ok(clone instanceof QuotaExceededError);
  assert.deepStrictEqual(
    [clone.message, clone.name, clone.quota, clone.requested],
    ["full", "QuotaExceededError", 1, 2],
  );
});
