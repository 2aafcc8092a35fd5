// `Bun.write` of what is short enough to be written at once, and of what is not.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "short-writes-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);

test("a string is written as UTF-8, whatever its length", async () => {
  for (const text of ["", "a", "é€🎉", "x".repeat(65_536), "é".repeat(65_536), "é".repeat(70_000)]) {
    assert.equal(await Bun.write(at("text"), text), Buffer.byteLength(text));
    assert.equal(fs.readFileSync(at("text"), "utf8"), text);
  }
});

test("a shorter content replaces a longer one", async () => {
  await Bun.write(at("cut"), "longer");
  await Bun.write(at("cut"), new Uint8Array([97, 98, 99]).subarray(1));
  assert.equal(fs.readFileSync(at("cut"), "utf8"), "bc");
  await Bun.write(at("cut"), "");
  assert.equal(fs.readFileSync(at("cut"), "utf8"), "");
});

test("missing folders are made, and a folder cannot be written", async () => {
  await Bun.write(at("deep/er/a"), "x");
  assert.equal(fs.readFileSync(at("deep/er/a"), "utf8"), "x");
  await assert.rejects(Bun.write(at("none/a"), "x", { createPath: false }), { code: "ENOENT" });
  await assert.rejects(Bun.write(folder, "x"), { code: "EISDIR" });
});

test("a pipe is written while another process reads it", async () => {
  execFileSync("mkfifo", [at("pipe")]);
  const reader = spawn("cat", [at("pipe")], { stdio: ["ignore", "pipe", "inherit"] });
  const text = new Response(reader.stdout as never).text();
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(await Bun.write(at("pipe"), "through"), 7);
  assert.equal(await text, "through");
});

test("whether a file exists", async () => {
  assert.equal(await Bun.file(at("text")).exists(), true);
  assert.equal(await Bun.file(at("nothing")).exists(), false);
  assert.equal(await Bun.file(folder).exists(), false);
});

test("a file is read as text without its byte order mark, in parts, and into bytes of its own", async () => {
  const text = `\ufeff${"é".repeat(5000)}`;
  fs.writeFileSync(at("marked"), text);
  assert.equal(await Bun.file(at("marked")).text(), text.slice(1));
  assert.equal(await Bun.file(at("marked")).slice(3, 7).text(), "éé");
  assert.equal(await Bun.file(at("marked")).slice(1, 2).text(), "\ufffd");
  const bytes = await Bun.file(at("marked")).bytes();
  assert.equal(bytes.byteLength, bytes.buffer.byteLength);
  assert.equal((await Bun.file(at("marked")).arrayBuffer()).byteLength, 10_003);
  await assert.rejects(Bun.file(at("nothing")).text(), { code: "ENOENT" });
  await assert.rejects(Bun.file(folder).text(), { code: "EISDIR" });
});
