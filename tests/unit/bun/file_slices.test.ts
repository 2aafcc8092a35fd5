// A slice of a file reads only its own bytes.
import assert from "node:assert";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

function withFile(content: string, run: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "slices-"));
  const file = path.join(folder, "a.txt");
  writeFileSync(file, content);
  return run(file).finally(() => rmSync(folder, { recursive: true }));
}

test("a slice reads its range and ends with the file", () =>
  withFile("0123456789", async (file) => {
    assert.strictEqual(await Bun.file(file).slice(2, 5).text(), "234");
    assert.strictEqual(await Bun.file(file).slice(7).text(), "789");
    assert.strictEqual(await Bun.file(file).slice(8, 100).text(), "89");
    assert.strictEqual(await Bun.file(file).slice(0, 3).slice(1).text(), "12");
    assert.strictEqual((await Bun.file(file).slice(4, 4).bytes()).length, 0);
    assert.strictEqual((await Bun.file(file).slice(20, 30).bytes()).length, 0);
  }));

test("a slice of a large file costs the memory of the slice", () =>
  withFile("start", async (file) => {
    truncateSync(file, 2 ** 33);
    assert.strictEqual(await Bun.file(file).slice(0, 5).text(), "start");
    assert.deepStrictEqual(
      [
        ...(await Bun.file(file)
          .slice(2 ** 32, 2 ** 32 + 3)
          .bytes()),
      ],
      [0, 0, 0],
    );
  }));

test("a slice of a file that does not exist rejects with ENOENT", async () => {
  await assert.rejects(Bun.file("/none/such").slice(1, 2).text(), { code: "ENOENT" });
});
