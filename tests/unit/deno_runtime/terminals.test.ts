// `isTTY` of the streams of `process` that are not terminals. Run with Deno or Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { test } from "../harness.ts";

const PROGRAM = `
import process from "node:process";
const streams = [process.stdin, process.stdout, process.stderr];
console.log(JSON.stringify(streams.map((stream) => Object.getOwnPropertyDescriptor(stream, "isTTY")?.get?.())));
console.log(streams.every((stream) => Object.keys(stream).includes("isTTY")));
`;

test("pipes are no terminals", () => {
  const { stdout } = spawnSync(Deno.execPath(), ["eval", PROGRAM], { input: "", encoding: "utf8" });
  assert.strictEqual(stdout, "[false,false,false]\ntrue\n");
});

test("/dev/null is no terminal", () => {
  const descriptor = openSync("/dev/null", "r");
  const { stdout } = spawnSync(Deno.execPath(), ["eval", PROGRAM], {
    stdio: [descriptor, "pipe", descriptor],
    encoding: "utf8",
  });
  closeSync(descriptor);
  assert.strictEqual(stdout, "[false,false,false]\ntrue\n");
});
