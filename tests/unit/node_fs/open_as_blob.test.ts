// fs.openAsBlob: a Blob whose bytes stay in the file until they are read.
import assert from "node:assert";
import fs from "node:fs";
import path from "node:path";
import { test } from "../harness.ts";
import { newFolder } from "./temp_folder.ts";

test("the Blob has the file's size and a type, and reads parts of it", async () => {
  const file = path.join(newFolder(), "blob.txt");
  fs.writeFileSync(file, `${"x".repeat(100_000)}end`);
  const blob = await fs.openAsBlob(file, { type: "text/plain" });
  assert.deepStrictEqual([blob.size, blob.type, blob instanceof Blob], [100_003, "text/plain", true]);
  assert.strictEqual(await blob.slice(-4).text(), "xend");
  assert.strictEqual(await blob.slice(5, 9).slice(1, 3).text(), "xx");
  assert.strictEqual((await blob.arrayBuffer()).byteLength, 100_003);
  assert.strictEqual((await new Blob([blob, "!"]).text()).length, 100_004);
  let bytes = 0;
  for await (const chunk of blob.stream()) bytes += chunk.length;
  assert.strictEqual(bytes, 100_003);
});

test("a file that has changed cannot be read any more", async () => {
  const file = path.join(newFolder(), "changes.txt");
  fs.writeFileSync(file, "before");
  const blob = await fs.openAsBlob(file);
  fs.writeFileSync(file, "after that");
  const expected = { name: "NotReadableError", message: "The blob could not be read" };
  await assert.rejects(blob.text(), expected);
  await assert.rejects(blob.arrayBuffer(), expected);
  await assert.rejects(async () => {
    for await (const chunk of blob.stream()) void chunk;
  }, expected);
});

test("a file that is gone cannot be read either", async () => {
  const file = path.join(newFolder(), "gone.txt");
  fs.writeFileSync(file, "x");
  const blob = await fs.openAsBlob(file);
  fs.unlinkSync(file);
  await assert.rejects(
    blob.text(),
    (error: Error) => error instanceof DOMException && error.name === "NotReadableError",
  );
});

test("a missing file and wrong arguments throw at once", () => {
  assert.throws(() => fs.openAsBlob("/no/such/file"), { code: "ENOENT" });
  assert.throws(() => fs.openAsBlob(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => fs.openAsBlob("/dev/null", { type: 1 as never }), { code: "ERR_INVALID_ARG_TYPE" });
});
