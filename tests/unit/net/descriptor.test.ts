// `new net.Socket({ fd })`: which file descriptors it accepts.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import { test } from "../harness.ts";

test("files and devices are refused", () => {
  for (const path of [process.execPath, "/dev/null"]) {
    const fd = fs.openSync(path, "r");
    assert.throws(() => new net.Socket({ fd }), {
      name: "TypeError",
      code: "ERR_INVALID_FD_TYPE",
      message: "Unsupported fd type: FILE",
    });
    fs.closeSync(fd);
  }
  assert.throws(() => new net.Socket({ fd: -1 }), { code: "ERR_OUT_OF_RANGE" });
});

test("standard input of a pipe is a socket that ends, and does not keep a program alive once it is unreferenced", () => {
  const run = (code: string, input: string): string =>
    spawnSync(process.execPath, ["-e", code], { input, encoding: "utf8", timeout: 5000 }).stdout;
  assert.strictEqual(
    run(
      "process.stdin.on('data', (bytes) => console.log(String(bytes), process.stdin instanceof require('net').Socket, process.stdin.fd, process.stdin.writable)).on('end', () => console.log('end'))",
      "abc",
    ),
    "abc true 0 false\nend\n",
  );
  const child = `const { spawn } = require("child_process");
    const child = spawn(process.execPath, ["-e", "process.stdin.on('data', () => { console.log('got'); process.stdin.unref(); })"], { stdio: ["pipe", "inherit", "inherit"] });
    child.stdin.write("x"); child.on("exit", (code) => { console.log("exit", code); child.stdin.end(); });`;
  assert.strictEqual(run(child, ""), "got\nexit 0\n");
});
