// fs.writeFile, fs.appendFile and their direct and promise forms.
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { test } from "../harness.ts";
import { newFile, newFolder } from "./temp_folder.ts";

test("writeFileSync replaces, appendFileSync adds", () => {
  const file = newFile("old");
  fs.writeFileSync(file, "new");
  fs.appendFileSync(file, Buffer.from("er"));
  assert.strictEqual(fs.readFileSync(file, "utf8"), "newer");
});

test("writeFileSync takes typed arrays, encodings, flags and modes", () => {
  const file = path.join(newFolder(), "x");
  fs.writeFileSync(file, "6869", { encoding: "hex", mode: 0o600 });
  assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);
  fs.writeFileSync(file, new Uint16Array([0x2121]), { flag: "a" });
  assert.strictEqual(fs.readFileSync(file, "latin1"), "hi!!");
  assert.throws(() => fs.writeFileSync(file, "", { flag: "wx" }), { code: "EEXIST", syscall: "open" });
});

test("writeFileSync refuses data that is neither text nor bytes", () => {
  assert.throws(() => fs.writeFileSync("/tmp/never", {} as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object',
  });
});

test("writeFileSync says which option is wrong", () => {
  assert.throws(() => fs.writeFileSync("/tmp/never", "", { flag: "bad" }), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'flags' is invalid. Received 'bad'",
  });
  assert.throws(() => fs.writeFileSync("/tmp/never", "", { mode: "bad" as any }), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => fs.writeFileSync("/tmp/never", "", { flush: 1 } as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("writeFile calls back with null only", async () => {
  const file = newFile();
  const args = await new Promise<any[]>((resolve) => fs.writeFile(file, "abc", (...values) => resolve(values)));
  assert.deepStrictEqual(args, [null]);
});

test("promises.writeFile writes the chunks of an iterable", async () => {
  const file = newFile();
  await fs.promises.writeFile(
    file,
    (async function* () {
      yield "a";
      yield "b";
    })(),
  );
  assert.strictEqual(fs.readFileSync(file, "utf8"), "ab");
});

test("promises.appendFile rejects when the folder is missing", async () => {
  await assert.rejects(fs.promises.appendFile("/nowhere/x", "a"), {
    code: "ENOENT",
    syscall: "open",
    path: "/nowhere/x",
  });
});

test("writeFileSync fails with ENOSPC when the device is full", () => {
  assert.throws(() => fs.writeFileSync("/dev/full", "x"), {
    code: "ENOSPC",
    syscall: "write",
    message: "ENOSPC: no space left on device, write",
  });
});
