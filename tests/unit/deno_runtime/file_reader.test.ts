// FileReader and ProgressEvent (https://w3c.github.io/FileAPI/#APIASynch). Run with Deno or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

type Reading = "readAsText" | "readAsDataURL" | "readAsArrayBuffer" | "readAsBinaryString";

function read(method: Reading, blob: Blob, ...encoding: string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error as Error);
    (reader[method] as (...args: unknown[]) => void)(blob, ...encoding);
  });
}

test("this runs as a program of Deno", () => {
  assert.strictEqual(typeof Deno.version.deno, "string");
});

test("a file is read in four ways", async () => {
  const blob = new Blob(["hé"], { type: "text/plain" });
  assert.strictEqual(await read("readAsText", blob), "hé");
  assert.strictEqual(await read("readAsDataURL", blob), "data:text/plain;base64,aMOp");
  assert.strictEqual(await read("readAsDataURL", new Blob([])), "data:application/octet-stream;base64,");
  assert.deepStrictEqual(
    new Uint8Array((await read("readAsArrayBuffer", blob)) as ArrayBuffer),
    new Uint8Array([0x68, 0xc3, 0xa9]),
  );
  assert.strictEqual(await read("readAsBinaryString", new Blob([new Uint8Array([255, 1])])), "\xff\x01");
});

test("text is decoded by a mark, the argument, the type, or as UTF-8", async () => {
  const accent = new Uint8Array([0xe9]);
  assert.strictEqual(await read("readAsText", new Blob([accent]), "latin1"), "é");
  assert.strictEqual(await read("readAsText", new Blob([accent], { type: "text/plain;charset=iso-8859-1" })), "é");
  assert.strictEqual(await read("readAsText", new Blob([accent])), "\ufffd");
  assert.strictEqual(await read("readAsText", new Blob([new Uint8Array([0xff, 0xfe, 0x41, 0])]), "latin1"), "A");
  assert.strictEqual(await read("readAsText", new Blob(["x"]), "no-encoding"), "x");
});

test("the events are in order, with the state and result of their moment", async () => {
  const reader = new FileReader();
  const seen: unknown[] = [];
  for (const type of ["loadstart", "progress", "load", "loadend", "error", "abort"])
    reader.addEventListener(type, (event) => {
      assert(event instanceof ProgressEvent && event.target === reader);
      seen.push([type, reader.readyState, typeof reader.result]);
    });
  assert.deepStrictEqual([reader.readyState, reader.result, reader.error], [FileReader.EMPTY, null, null]);
  const ended = new Promise((resolve) => reader.addEventListener("loadend", resolve));
  reader.readAsText(new Blob(["héllo"]));
  assert.strictEqual(reader.readyState, FileReader.LOADING);
  assert.throws(() => reader.readAsText(new Blob(["x"])), { name: "InvalidStateError" });
  await ended;
  assert.deepStrictEqual(seen, [
    ["loadstart", 1, "object"],
    ["progress", 1, "object"],
    ["load", 2, "string"],
    ["loadend", 2, "string"],
  ]);
});

test("abort ends a read without a result", async () => {
  const reader = new FileReader();
  const seen: string[] = [];
  for (const type of ["loadstart", "progress", "load", "loadend", "error", "abort"])
    reader.addEventListener(type, () => seen.push(type));
  reader.abort();
  assert.deepStrictEqual([reader.readyState, seen], [FileReader.EMPTY, []]);
  reader.readAsText(new Blob(["x".repeat(100_000)]));
  reader.abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepStrictEqual([reader.readyState, reader.result, seen], [FileReader.DONE, null, ["abort", "loadend"]]);
});

test("a reader can be used again, also by its own listener, and then does not end in between", async () => {
  const reader = new FileReader();
  const results: unknown[] = [];
  await new Promise<void>((resolve) => {
    reader.onload = () => {
      results.push(reader.result);
      if (results.length === 1) reader.readAsText(new Blob(["two"]));
    };
    reader.onloadend = () => {
      results.push("end");
      resolve();
    };
    reader.readAsText(new Blob(["one"]));
  });
  assert.deepStrictEqual(results, ["one", "two", "end"]);
});

test("arguments that are not blobs are refused", () => {
  assert.throws(() => (new FileReader() as any).readAsText(), TypeError);
  assert.throws(() => (new FileReader() as any).readAsText({}), TypeError);
});

test("ProgressEvent has its members", () => {
  const event = new ProgressEvent("x", { lengthComputable: true, loaded: 1, total: 2.5 });
  assert.deepStrictEqual([event.lengthComputable, event.loaded, event.total], [true, 1, 2.5]);
  const empty = new ProgressEvent("x");
  assert.deepStrictEqual([empty.lengthComputable, empty.loaded, empty.total], [false, 0, 0]);
});

test("the classes of navigator.locks are globals", () => {
  const { Lock, LockManager } = globalThis as any;
  assert(navigator.locks instanceof LockManager);
  return navigator.locks.request("file_reader.test", (lock) => assert(lock instanceof Lock));
});
