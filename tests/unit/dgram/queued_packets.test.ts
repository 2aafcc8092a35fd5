// `--test-udp-no-try-send` of Node: packets are queued, and the loop sends them.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

function run(code: string, ...flags: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, "-e", code], { encoding: "utf8" });
  return stdout + stderr;
}

const SEND = `
  const dgram = require("dgram");
  const server = dgram.createSocket("udp4");
  const client = dgram.createSocket("udp4");
  const messages = [];
  server.on("message", (bytes) => {
    messages.push(String(bytes));
    if (messages.length < 2) return;
    console.log(messages.sort().join(), client.getSendQueueSize(), client.getSendQueueCount());
    client.close();
    server.close();
  });
  server.bind(0, "127.0.0.1", () => {
    client.connect(server.address().port, "127.0.0.1", () => {
      client.send("one");
      client.send("three", (error, size) => console.log(error, size));
      console.log(client.getSendQueueSize(), client.getSendQueueCount());
    });
  });`;

test("a queued packet counts until it is sent", () => {
  assert.strictEqual(run(SEND, "--test-udp-no-try-send"), "8 2\nnull 5\none,three 0 0\n");
});

test("its sending is an asynchronous resource", () => {
  const code = `
    const types = {};
    const hook = require("async_hooks").createHook({
      init(id, type) { if (type === "UDPSENDWRAP") types[id] = ["init"] },
      before(id) { types[id]?.push("before") },
      after(id) { types[id]?.push("after") },
      destroy(id) { types[id]?.push("destroy") },
    }).enable();
    const socket = require("dgram").createSocket("udp4");
    socket.bind(0, "127.0.0.1", () => socket.send("x", socket.address().port, "127.0.0.1", () => socket.close()));
    process.on("exit", () => console.log(JSON.stringify(Object.values(types))));`;
  assert.strictEqual(run(code, "--test-udp-no-try-send"), '[["init","before","after","destroy"]]\n');
});
