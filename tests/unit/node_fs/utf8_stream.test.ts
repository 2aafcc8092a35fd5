// fs.Utf8Stream.
import assert from "node:assert";
import fs from "node:fs";
import { test } from "../harness.ts";
import { newFile } from "./temp_folder.ts";

const { Utf8Stream } = fs as any;

test("a Utf8Stream appends what it is given and closes", async () => {
  const file = newFile("a");
  const stream = new Utf8Stream({ dest: file });
  stream.write("žluť");
  stream.end();
  await new Promise((resolve) => stream.on("close", resolve));
  assert.strictEqual(fs.readFileSync(file, "utf8"), "ažluť");
  assert.throws(() => stream.write("x"), { code: "ERR_INVALID_STATE" });
});

test("flushSync of a synchronous Utf8Stream writes buffered data", () => {
  const file = newFile("");
  const stream = new Utf8Stream({ dest: file, sync: true, minLength: 1000 });
  stream.write("waiting");
  assert.strictEqual(fs.readFileSync(file, "utf8"), "");
  stream.flushSync();
  assert.strictEqual(fs.readFileSync(file, "utf8"), "waiting");
  stream.destroy();
});

test("a Utf8Stream refuses wrong targets and data", () => {
  assert.throws(() => new Utf8Stream({ fd: {} }), { code: "ERR_INVALID_ARG_TYPE" });
  const stream = new Utf8Stream({ dest: newFile(""), sync: true });
  assert.throws(() => stream.write(5), { code: "ERR_INVALID_ARG_TYPE" });
  stream.destroy();
});
