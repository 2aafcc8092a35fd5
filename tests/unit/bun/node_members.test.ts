// Members of Node's modules that Bun has and Node does not. Run with Bun or Brio.
import assert from "node:assert";
import * as buffer from "node:buffer";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import util from "node:util";
import vm from "node:vm";
import { test } from "../harness.ts";

const { Buffer, SlowBuffer } = buffer as any;

const bunProcess = process as any;
const { promises } = fs as any;

test("this runs as a program of Bun", () => {
  assert.strictEqual(typeof Bun.version, "string");
});

test("process says that it is Bun, and asserts", () => {
  assert.strictEqual(bunProcess.isBun, true);
  assert.strictEqual(bunProcess.browser, false);
  assert.match(bunProcess.revision, /^[0-9a-f]{40}$/);
  assert.strictEqual(bunProcess.assert(1), undefined);
  assert.throws(() => bunProcess.assert(0), { code: "ERR_ASSERTION", message: "assertion error" });
  assert.throws(() => bunProcess.assert(false, "why"), { code: "ERR_ASSERTION", message: "why" });
});

test("util has its former type checks", () => {
  const names =
    "Array Boolean Buffer Date Function Null NullOrUndefined Number Object Primitive RegExp String Symbol Undefined";
  const checksOf = (value: unknown) => names.split(" ").filter((name) => (util as any)[`is${name}`](value));
  assert.deepStrictEqual(checksOf(null), ["Null", "NullOrUndefined", "Primitive"]);
  assert.deepStrictEqual(checksOf(undefined), ["NullOrUndefined", "Primitive", "Undefined"]);
  assert.deepStrictEqual(checksOf("x"), ["Primitive", "String"]);
  assert.deepStrictEqual(checksOf([]), ["Array", "Object"]);
  assert.deepStrictEqual(checksOf(/x/), ["Object", "RegExp"]);
  assert.deepStrictEqual(checksOf(Buffer.alloc(1)), ["Buffer", "Object"]);
  assert.deepStrictEqual(
    checksOf(() => 1),
    ["Function"],
  );
  assert((util as any).isError(new TypeError()) && !(util as any).isError({}));
  assert((util.types as any).isEventTarget(new EventTarget()) && !(util.types as any).isEventTarget({}));
});

test("fs has its modes, and promises of calls with descriptors", async () => {
  assert.deepStrictEqual([(fs as any).F_OK, (fs as any).R_OK, (fs as any).W_OK, (fs as any).X_OK], [0, 4, 2, 1]);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "node-members-"));
  const file = path.join(folder, "file");
  const fd = fs.openSync(file, "w+");
  try {
    assert.strictEqual(await promises.write(fd, "héllo"), 6);
    const bytes = Buffer.alloc(3);
    assert.strictEqual(await promises.read(fd, bytes, 0, 3, 0), 3);
    assert.strictEqual(bytes.toString(), "hé");
    assert.strictEqual((await promises.fstat(fd)).size, 6);
    await promises.ftruncate(fd, 2);
    assert.strictEqual((await promises.readv(fd, [bytes], 0)).bytesRead, 2);
    assert.strictEqual((await promises.writev(fd, [Buffer.from("a"), Buffer.from("b")], 0)).bytesWritten, 2);
    await promises.close(fd);
    await assert.rejects(promises.fstat(fd), { code: "EBADF" });
    assert.deepStrictEqual([await promises.exists(file), await promises.exists(`${file}2`)], [true, false]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("SlowBuffer makes Buffers", () => {
  assert.strictEqual(SlowBuffer(3).length, 3);
  assert(SlowBuffer(3) instanceof Buffer);
});

test("node:vm has modules without a flag", async () => {
  const module = new vm.SourceTextModule("import x from 'a'; export default x + 1;");
  await module.link(
    () =>
      new vm.SyntheticModule(["default"], function () {
        this.setExport("default", 41);
      }),
  );
  await module.evaluate();
  assert.strictEqual((module.namespace as { default: number }).default, 42);
});

test("process has no limit of listeners, other emitters have", () => {
  const code = `
    for (let count = 0; count < 12; count++) process.on("beforeExit", () => {});
    const emitter = new (require("node:events"))();
    for (let count = 0; count < 12; count++) emitter.on("x", () => {});
  `;
  const flags = process.versions["brio"] === undefined ? [] : ["--as", "bun"];
  const { stderr } = spawnSync(process.execPath, [...flags, "-e", code], { encoding: "utf8" });
  assert.doesNotMatch(stderr, /beforeExit/);
  assert.match(stderr, /11 x listeners/);
});

test("rmdir removes a tree with `recursive`", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rmdir-"));
  const tree = path.join(folder, "tree");
  const make = () => fs.mkdirSync(path.join(tree, "inner"), { recursive: true });
  const options = { recursive: true };
  const { rmdir, rmdirSync } = fs as any;
  make();
  rmdirSync(tree, options);
  assert.ok(!fs.existsSync(tree));
  make();
  await promises.rmdir(tree, options);
  assert.ok(!fs.existsSync(tree));
  make();
  await new Promise<void>((resolve, reject) => {
    rmdir(tree, options, (error: unknown) => (error ? reject(error) : resolve()));
  });
  assert.ok(!fs.existsSync(tree));
  assert.throws(() => rmdirSync(tree, options), { code: "ENOENT" });
  make();
  for (const given of [{ recursive: false }, { recursive: undefined }])
    assert.throws(() => rmdirSync(tree, given), { code: "ENOTEMPTY" });
  assert.throws(() => rmdirSync(tree, { recursive: 1 }), { code: "ERR_INVALID_ARG_TYPE" });
  fs.rmSync(folder, { recursive: true });
});
