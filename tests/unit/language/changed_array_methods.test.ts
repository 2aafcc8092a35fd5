// A program that replaces a method of Array.prototype by a function that throws still loads modules, waits, pipes and serves.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

/** Methods of arrays, which builtins use on these paths; Node's own need `pop`, `push`, `shift`, `splice` and `indexOf` there. */
const METHODS = ["unshift", "slice", "sort", "includes", "filter", "some"];
if (process.versions["brio"] !== undefined) METHODS.push("pop", "push", "shift", "splice", "indexOf");

/** Modules, ticks, timers, streams and a server, after one method of arrays was replaced by a function that throws. */
const PATHS = `
const [method] = process.argv.slice(1);
const { createServer, get } = require("node:http");
const { Readable, Transform, Writable } = require("node:stream");
const fs = require("node:fs");
const out = (text) => fs.writeSync(1, text);
Object.defineProperty(Array.prototype, method, { value() { throw new Error("changed"); }, configurable: true });
(async () => {
  out((await import("data:text/javascript,import fs from 'node:fs';export default typeof fs.readFileSync")).default);
  process.nextTick(() => out(" tick"));
  await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setImmediate(resolve));
  out(" timers ");
  const source = new Readable({ read() {} });
  source.push("abc");
  source.push("def");
  source.push(null);
  const upper = new Transform({ transform(chunk, _encoding, done) { done(null, chunk); } });
  await new Promise((resolve) => {
    source.pipe(upper).pipe(new Writable({
      write(chunk, _encoding, done) { out(chunk.toString()); done(); },
      final(done) { done(); resolve(); },
    }));
  });
  const server = createServer((request, response) => response.end("reply to " + request.url));
  server.listen(0, "127.0.0.1", () => {
    get({ port: server.address().port, host: "127.0.0.1", path: "/x", agent: false }, (response) => {
      response.on("data", (chunk) => out(" " + chunk));
      response.on("end", () => server.close(() => out(" closed")));
    });
  });
})();`;

test("a program that changes a method of arrays loads modules, pipes streams and serves", () => {
  for (const method of METHODS) {
    const child = spawnSync(process.execPath, ["-e", PATHS, method], { encoding: "utf8" });
    assert.deepStrictEqual(
      [child.stdout, child.stderr, child.status],
      ["function tick timers abcdef reply to /x closed", "", 0],
      method,
    );
  }
}, 60_000);
