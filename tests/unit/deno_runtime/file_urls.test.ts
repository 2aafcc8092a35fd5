// A program that is named by a URL of a file, as with Deno 2.9.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import process from "node:process";
import { test } from "../harness.ts";

test("Deno runs a program that a file URL names", () => {
  const folder = mkdtempSync(join(tmpdir(), "file-urls-"));
  try {
    const file = join(folder, "a b.ts");
    writeFileSync(file, "console.log(import.meta.url, import.meta.main, Deno.args.length);");
    const url = pathToFileURL(file).href;
    const { stdout } = spawnSync(process.execPath, ["--as", "deno", url, "x"], { encoding: "utf8" });
    assert.strictEqual(stdout, `${url} true 1\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a program in a data: address is one of Deno", () => {
  const url = "data:application/typescript,console.log(typeof Deno as string, import.meta.main)";
  const { stdout } = spawnSync(process.execPath, ["run", url], { encoding: "utf8" });
  assert.strictEqual(stdout, "object true\n");
});
