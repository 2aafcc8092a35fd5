// Responses that programs drop without reading them; Node frees their connections too.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const PROGRAM = `
  const http = require("node:http");
  const big = Buffer.alloc(4_000_000);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const server = http.createServer((request, response) => response.end(big)).listen(0, "127.0.0.1", async () => {
    const url = "http://127.0.0.1:" + server.address().port + "/";
    const connections = () => new Promise((resolve) => server.getConnections((error, count) => resolve(count)));
    await run(url, connections, pause);
    process.exit();
  });`;

function output(program: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", "-e", PROGRAM + program], {
    encoding: "utf8",
  });
  return stdout + stderr;
}

test("a response that is dropped unread frees its connection", () => {
  assert.strictEqual(
    output(`
    async function run(url, connections, pause) {
      for (let index = 0; index < 20; index++) await fetch(url);
      const before = await connections();
      for (let turn = 0; turn < 300 && await connections() > 3; turn++) {
        gc();
        await pause();
      }
      console.log(before > 3, await connections() <= 3);
    }`),
    "true true\n",
  );
});

test("a reader continues when its response is collected", () => {
  assert.strictEqual(
    output(`
    async function run(url, connections, pause) {
      const readers = [];
      for (let index = 0; index < 5; index++) readers.push((await fetch(url)).body.getReader());
      for (let turn = 0; turn < 10; turn++) {
        gc();
        await pause();
      }
      let count = 0;
      for (const reader of readers) for (let part; !(part = await reader.read()).done; ) count += part.value.length;
      console.log(count);
    }`),
    "20000000\n",
  );
});

test("many responses can be dropped without a forced full collection", () => {
  assert.strictEqual(
    output(`
    async function run(url, connections) {
      for (let index = 0; index < 300; index++) await fetch(url);
      console.log(await connections() < 250);
    }`),
    "true\n",
  );
});

// Node 26 retains connections whose stream was accessed, and ends bodies that are referenced without their response.
if (process.versions["brio"] !== undefined) {
  test("an unreachable stream frees its connection, and its signal", () => {
    assert.strictEqual(
      output(`
      async function run(url, connections, pause) {
        const { signal } = new AbortController();
        for (let index = 0; index < 5; index++) {
          (await fetch(url)).body;
          (await fetch(url)).clone();
          (await fetch(url)).body.getReader();
          await fetch(url, { signal });
        }
        const before = await connections();
        const listeners = () => require("node:events").getEventListeners(signal, "abort").length;
        for (let turn = 0; turn < 300 && (await connections() > 3 || listeners() > 1); turn++) {
          gc();
          await pause();
        }
        console.log(before > 3, await connections() <= 3, listeners() <= 1);
      }`),
      "true true true\n",
    );
  });

  test("a body that is referenced without its response arrives complete", () => {
    assert.strictEqual(
      output(`
      async function run(url, connections, pause) {
        const bodies = [];
        for (let index = 0; index < 5; index++) bodies.push((await fetch(url)).body);
        for (let turn = 0; turn < 10; turn++) {
          gc();
          await pause();
        }
        let count = 0;
        for (const body of bodies) for await (const chunk of body) count += chunk.length;
        console.log(count);
      }`),
      "20000000\n",
    );
  });
}
