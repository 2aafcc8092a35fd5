// The variables of children follow each change of `process.env`.
import assert from "node:assert/strict";
import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

function shown(options?: SpawnSyncOptions): string {
  const lines = spawnSync("/usr/bin/env", [], options).stdout.toString().split("\n");
  return lines.filter((line) => line.startsWith("A_")).join(" ");
}

test("set, changed, deleted and defined variables", () => {
  assert.equal(shown(), "");
  process.env["A_x"] = "1";
  assert.equal(shown(), "A_x=1");
  assert.equal(shown(), "A_x=1");
  process.env["A_x"] = "é";
  assert.equal(shown({ env: process.env }), "A_x=é");
  Object.defineProperty(process.env, "A_y", { value: "2", writable: true, enumerable: true, configurable: true });
  assert.equal(shown(), "A_x=é A_y=2");
  delete process.env["A_x"];
  assert.equal(shown(), "A_y=2");
  assert.equal(shown({ env: { ...process.env, A_z: "3" } }), "A_y=2 A_z=3");
  assert.equal(shown(), "A_y=2");
  delete process.env["A_y"];
  assert.equal(shown(), "");
});

test("another object in the place of `process.env`", () => {
  const { env } = process;
  process.env = { A_other: "own" };
  assert.equal(shown(), "A_other=own");
  process.env = env;
  assert.equal(shown(), "");
});
