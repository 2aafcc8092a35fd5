// `process.binding`, as far as old packages need it.
import assert from "node:assert";
import childProcess from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import process from "node:process";
import util from "node:util";
import zlib from "node:zlib";
import { test } from "../harness.ts";

const binding = (name: string): any => (process as any).binding(name);

test("uv has the names and the numbers of the system's errors", () => {
  const uv = binding("uv");
  assert.deepStrictEqual(
    [uv.errname(-2), uv.UV_ENOENT, uv.UV_EOF, uv.getErrorMessage(-2)],
    ["ENOENT", -2, -4095, "no such file or directory"],
  );
  assert.deepStrictEqual([...uv.getErrorMap()], [...util.getSystemErrorMap()]);
  assert.strictEqual(binding("uv"), uv);
});

test("constants has those of the modules", () => {
  const constants = binding("constants");
  assert.deepStrictEqual(Object.keys(constants), ["os", "fs", "crypto", "zlib", "trace", "internal"]);
  assert.strictEqual(constants.os.signals.SIGINT, os.constants.signals.SIGINT);
  assert.strictEqual(constants.fs.O_CREAT, fs.constants.O_CREAT);
  assert.strictEqual(constants.crypto.RSA_PKCS1_PADDING, crypto.constants.RSA_PKCS1_PADDING);
  assert.strictEqual(constants.zlib.Z_BEST_SPEED, zlib.constants.Z_BEST_SPEED);
  assert.strictEqual(constants.trace.TRACE_EVENT_PHASE_BEGIN, 66);
});

test("config describes the build", () => {
  const { bits, hasOpenSSL, isDebugBuild } = binding("config");
  assert.deepStrictEqual([bits, hasOpenSSL, isDebugBuild], [64, true, false]);
});

test("a replacement of spawn_sync's spawn sees all synchronous children", () => {
  const spawnSync = binding("spawn_sync");
  const { spawn } = spawnSync;
  const seen: unknown[] = [];
  spawnSync.spawn = function (options: any) {
    seen.push(options.file, options.args.length, options.stdio.length);
    options.args.push("added");
    options.envPairs.push("ADDED=1");
    const result = spawn.call(this, options);
    seen.push(result.status, result.error, String(result.output?.[1] ?? null));
    return result;
  };
  try {
    assert.strictEqual(
      childProcess.spawnSync("/bin/sh", ["-c", "cat; echo $ADDED $0"], { input: "in ", encoding: "utf8" }).stdout,
      "in 1 added\n",
    );
    assert.strictEqual((childProcess.spawnSync("/nowhere/at/all").error as any).code, "ENOENT");
    assert.strictEqual(childProcess.execSync("echo $ADDED", { encoding: "utf8" }), "1\n");
  } finally {
    spawnSync.spawn = spawn;
  }
  assert.deepStrictEqual(seen.slice(0, 12), [
    "/bin/sh",
    3,
    3,
    0,
    undefined,
    "in 1 added\n",
    "/nowhere/at/all",
    1,
    3,
    null,
    -2,
    "null",
  ]);
});

test("unknown names, and those that Node does not expose, are not modules", () => {
  for (const name of ["nope", "crypto", "http_parser", "toString"])
    assert.throws(() => binding(name), { message: `No such module: ${name}` });
});

test("with --pending-deprecation errname warns once", () => {
  const code = "const uv = process.binding('uv'); uv.errname(-1); uv.errname(-2)";
  const { stderr } = childProcess.spawnSync(process.execPath, ["--pending-deprecation", "-e", code], {
    encoding: "utf8",
  });
  assert.strictEqual(stderr.split("[DEP0119]").length, 2);
  assert.match(
    stderr,
    /Directly calling process\.binding\('uv'\)\.errname\(<val>\) is being deprecated\. Please make sure to use util\.getSystemErrorName\(\) instead\./,
  );
});

test("tty_wrap has the class of terminals, whose mode packages set", () => {
  const { TTY, isTTY } = binding("tty_wrap");
  assert.strictEqual(typeof TTY.prototype.setRawMode, "function");
  assert.strictEqual(typeof TTY.prototype.getWindowSize, "function");
  const fd = fs.openSync("/dev/null", "r");
  assert.strictEqual(isTTY(fd), false);
  fs.closeSync(fd);
});
