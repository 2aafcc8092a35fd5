// Bun's Blobs and files read as JSON and as forms.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "blob-readers-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));

test("a file reads as JSON", async () => {
  const name = path.join(folder, "a.json");
  await Bun.write(name, '{"a":[1]}');
  assert.deepStrictEqual(await Bun.file(name).json(), { a: [1] });
});

test("a file that is missing, or not JSON, rejects", async () => {
  await assert.rejects(Bun.file(path.join(folder, "none")).json(), { code: "ENOENT" });
  await assert.rejects((new Blob(["{"]) as any).json(), { name: "SyntaxError" });
});

test("a Blob reads as a form", async () => {
  const form = await (new Blob(["a=1&b=2"], { type: "application/x-www-form-urlencoded" }) as any).formData();
  assert.deepStrictEqual(
    [...form],
    [
      ["a", "1"],
      ["b", "2"],
    ],
  );
});

test("a slice that ends before it begins is empty", async () => {
  const name = path.join(folder, "text");
  await Bun.write(name, "0123456789");
  const part = Bun.file(name).slice(5, 2);
  assert.deepStrictEqual([part.size, await part.text()], [0, ""]);
});
