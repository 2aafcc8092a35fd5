// `--frozen-intrinsics`. https://nodejs.org/api/cli.html#--frozen-intrinsics
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

/** What the code prints in a process with the flag. */
function run(code: string, ...flags: string[]): string {
  const child = spawnSync(process.execPath, ["--frozen-intrinsics", ...flags, "-e", code], { encoding: "utf8" });
  assert.strictEqual(child.status, 0, child.stderr);
  assert.match(child.stderr, /ExperimentalWarning/);
  return child.stdout;
}

/** A function of the code: the name of the error, or the result. */
const OUTCOME = `"use strict"; const outcome = (f) => { try { return String(f()) } catch (error) { return error.name } };`;

test("the objects of the language cannot be changed", () => {
  const code = `${OUTCOME}
    console.log([
      () => { Object.defineProperty = 1 },
      () => { Array.prototype.added = 1 },
      () => { Math.added = 1 },
      () => { delete Array.prototype.map },
      () => { Object.getPrototypeOf(function* () {}).added = 1 },
      () => { Object.getPrototypeOf([][Symbol.iterator]()).next = 1 },
      () => { console.log = 1 },
      () => { setTimeout.added = 1 },
      () => { globalThis.globalThis = 1 },
    ].map(outcome).join())`;
  assert.strictEqual(run(code), `${Array(9).fill("TypeError").join()}\n`);
});

test("objects that inherit from them can have members of the same names", () => {
  const code = `${OUTCOME}
    console.log([
      () => { const object = {}; object.toString = () => "own"; return object },
      () => { const error = new Error("m"); error.name = "Own"; return error },
      () => { class List extends Array {}; List.prototype.map = () => "own"; return new List().map() },
      () => { const list = []; list.map = 1; return Object.getOwnPropertyDescriptor(list, "map").enumerable },
      () => { Object.freeze({}).toString = 1 },
    ].map(outcome).join())`;
  assert.strictEqual(run(code), "own,Own: m,own,true,TypeError\n");
});

test("modules of --require come before", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "frozen-"));
  try {
    const file = path.join(folder, "polyfill.cjs");
    fs.writeFileSync(file, "Array.prototype.second = function second() { return this[1]; };");
    assert.strictEqual(run("console.log([1, 2].second())", "-r", file), "2\n");
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test("the runtime's own modules work", () => {
  const code = `
    for (const name of ["fs", "http", "crypto", "stream", "zlib", "url", "domain", "worker_threads", "perf_hooks"]) require(name);
    class Own extends Error { name = "Own" }
    const server = require("http").createServer((request, response) => response.end("served")).listen(0, "127.0.0.1", async () => {
      console.log(await (await fetch("http://127.0.0.1:" + server.address().port)).text());
      server.close();
      console.log(Buffer.from("a").toString("hex"), new URL("http://a/b").href, String(new Own("m")));
    });`;
  assert.strictEqual(run(code), "served\n61 http://a/b Own: m\n");
});
