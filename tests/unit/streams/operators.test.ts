// The iterator helpers of streams that a program got without importing node:stream.
import assert from "node:assert";
import { execFile } from "node:child_process";
import { test } from "../harness.ts";

const home = process.versions.brio === undefined ? [] : ["--as", "node"];

function run(code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...home, "-e", code], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
}

test("the output of a child process has them without node:stream", async () => {
  const child = `require("child_process").spawn(process.execPath, ["-e", "console.log(12)"])`;
  assert.strictEqual(
    await run(`${child}.stdout.map(String).toArray().then((list) => console.log(list.join("")))`),
    "12\n\n",
  );
});

test("sockets have them without node:stream", async () => {
  const code = `const { prototype } = require("net").Socket; console.log(prototype.map.name, prototype.map.length, prototype.toArray.length)`;
  assert.strictEqual(await run(code), "map 2 1\n");
});
