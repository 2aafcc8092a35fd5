// What addons do wrong ends in an error or in a message that names it, as in Node: files that cannot be loaded, entry points
// that fail, rules of Node-API that are broken.
import assert from "node:assert";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "../harness.ts";
import { addonFolder, buildAddon } from "./build_addon.ts";

const require = createRequire(import.meta.url);
const path = buildAddon("bad_input");

/** Runs a program with the addon in a process of its own. */
function run(file: string, program: string): { status: number | null; signal: string | null; output: string } {
  const code = `const addon = require(${JSON.stringify(file)}); ${program}`;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "-e", code], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { status, signal, output: stdout + stderr };
}

test("a file of another architecture is refused", () => {
  const MACHINE_OFFSET = 18;
  const AARCH64 = 183;
  const bytes = readFileSync(path);
  bytes.writeUInt16LE(AARCH64, MACHINE_OFFSET);
  const foreign = join(addonFolder, "foreign.node");
  writeFileSync(foreign, bytes);
  assert.throws(() => require(foreign), {
    code: "ERR_DLOPEN_FAILED",
    message: /foreign\.node: cannot open shared object/,
  });
});

test("a file for another C library is refused by the library's name", () => {
  const empty = join(addonFolder, "musl.c");
  writeFileSync(empty, "int of_musl;");
  const library = join(addonFolder, "libc.musl-x86_64.so.1");
  execFileSync("cc", ["-shared", "-fPIC", "-Wl,-soname,libc.musl-x86_64.so.1", empty, "-o", library]);
  const file = buildAddon("bad_input", "for_musl", ["-Wl,--no-as-needed", library]);
  rmSync(library);
  assert.throws(() => require(file), { code: "ERR_DLOPEN_FAILED", message: /libc\.musl-x86_64\.so\.1/ });
});

test("a truncated file is refused", () => {
  const file = join(addonFolder, "short.node");
  writeFileSync(file, readFileSync(path).subarray(0, 100));
  assert.throws(() => require(file), { code: "ERR_DLOPEN_FAILED" });
});

/** Where the last part of an ELF file ends that is mapped. */
function lengthOfSegments(bytes: Buffer): number {
  const LOADED = 1;
  const [start, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  const ends = Array.from({ length: count }, (_, index) => start + index * size)
    .filter((at) => bytes.readUInt32LE(at) === LOADED)
    .map((at) => Number(bytes.readBigUInt64LE(at + 8) + bytes.readBigUInt64LE(at + 32)));
  return Math.max(...ends);
}

test("what the entry point throws is thrown, and the file loads the next time", () => {
  const file = buildAddon("bad_input", "throws_once", ["-DTHROWS_ONCE"]);
  assert.throws(() => require(file), { code: "E_INIT", message: "thrown by the entry point" });
  assert.strictEqual(typeof require(file).closeScopes, "function");
});

test("an entry point that returns nothing leaves the exports", () => {
  assert.deepStrictEqual(require(buildAddon("bad_input", "returns_nothing", ["-DRETURNS_NOTHING"])), {});
});

test("handle scopes are closed in any order, and none that is not open", () => {
  const HANDLE_SCOPE_MISMATCH = 13;
  assert.strictEqual(require(path).closeScopes(), HANDLE_SCOPE_MISMATCH);
});

test("a call while an exception is pending is refused", () => {
  const PENDING_EXCEPTION = 10;
  let count = 0;
  const result = require(path).callTwice(() => {
    count++;
    throw new Error("from JavaScript");
  });
  assert.strictEqual(result, PENDING_EXCEPTION);
  assert.strictEqual(count, 1);
});

test("what completed work throws is an uncaught exception", () => {
  const { status, output } = run(
    path,
    `process.on("uncaughtException", (error) => { console.log(error.code, error.message); process.exitCode = 3; });
     addon.throwLater();`,
  );
  assert.match(output, /^E_COMPLETE thrown as the work completed$/m);
  assert.strictEqual(status, 3);
});

test("a finalizer of the experimental version that makes an object ends the process", () => {
  const EXPERIMENTAL = "2147483647";
  const { signal, output } = run(
    buildAddon("bad_input", "experimental", [`-DVERSION=${EXPERIMENTAL}`]),
    `(() => addon.withFinalizer())(); setImmediate(() => { gc(); setImmediate(gc); setTimeout(() => {}, 200); });`,
  );
  assert.match(output, /Finalizer is calling a function that may affect GC state/);
  assert.strictEqual(signal, "SIGABRT");
});

// Node 26.10 ends with a signal for the first and the second, and frees memory twice for the third.
if (process.versions.brio !== undefined) {
  test("a file that was cut off anywhere is refused", () => {
    const STEP = 97;
    const bytes = readFileSync(path);
    // What is behind the last segment is not loaded.
    for (let length = 0; length < lengthOfSegments(bytes); length += STEP) {
      const file = join(addonFolder, `cut_off_${length}.node`);
      writeFileSync(file, bytes.subarray(0, length));
      assert.throws(() => require(file), { code: "ERR_DLOPEN_FAILED" }, `${length} bytes`);
      rmSync(file);
    }
  });

  test("an addon for a newer version of Node-API is refused", () => {
    const { status, output } = run(buildAddon("bad_input", "newer", ["-DVERSION=99"]), "");
    assert.notStrictEqual(status, 0);
    assert.match(output, /requires Node-API version 99, but this version of Node\.js only supports version 10 add-ons/);
  });

  test("a reference that was deleted is an invalid argument", () => {
    const INVALID_ARGUMENT = 1;
    assert.strictEqual(require(path).deleteTwice(), INVALID_ARGUMENT);
  });
}
