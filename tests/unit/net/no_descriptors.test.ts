// A server whose process has no file descriptor left drops new connections, and continues when there are some again.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

test("a server without file descriptors continues", () => {
  const code = `
    const net = require("net");
    const server = net.createServer((socket) => socket.on("error", () => {})).listen(0, () => {
      const { port } = server.address();
      const clients = [];
      let left = 60;
      const done = () => {
        if (--left !== 30) return;
        setTimeout(() => {
          for (const client of clients) client.destroy();
          setTimeout(() => net.connect(port, () => { console.log("again"); process.exit(); }), 200);
        }, 200);
      };
      for (let index = 0; index < 60; index++) clients.push(net.connect(port).on("connect", done).on("error", done));
    });`;
  const { stdout, stderr } = spawnSync("sh", ["-c", 'ulimit -n 48; exec "$RUNTIME" -e "$CODE"'], {
    encoding: "utf8",
    env: { ...process.env, RUNTIME: process.execPath, CODE: code },
    timeout: 8000,
  });
  assert.strictEqual(stdout + stderr, "again\n");
});
