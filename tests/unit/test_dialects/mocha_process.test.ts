// Files of Mocha run in one process, as in Mocha 11, which was run on the same files: they share modules and globals, and what is
// loaded before them is loaded once.
import assert from "node:assert/strict";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

const COUNTER = `let count = 0; exports.next = () => ++count;`;
const fileOf = (name: string, body: string): string =>
  `const assert = require("node:assert"); const { next } = require("../counter"); it("${name}", () => { ${body} });`;

test("files of Mocha share modules and globals", () => {
  const files = {
    "package.json": `{ "scripts": { "test": "mocha" } }`,
    "counter.js": COUNTER,
    "test/a.js": fileOf("a", "globalThis.seen = next();"),
    "test/b.js": fileOf("b", "assert.deepEqual([seen, next()], [1, 2]);"),
  };
  assert.deepEqual(runSuite(files).statuses, { a: "pass", b: "pass" });
  assert.deepEqual(runSuite(files, ["--isolate"]).statuses, { a: "pass", b: "fail" });
});

test("the files after one that ends its process have a new one", () => {
  const run = runSuite({
    "package.json": `{ "scripts": { "test": "mocha" } }`,
    "counter.js": COUNTER,
    "test/a.js": fileOf("a", "process.exit(0);"),
    "test/b.js": fileOf("b", "assert.equal(next(), 1);"),
    "test/c.js": fileOf("c", "assert.equal(next(), 2);"),
  });
  assert.deepEqual(run.statuses, { a: "fail", b: "pass", c: "pass" });
});

test("files that Mocha loads before the others are loaded once, and their hooks surround all tests", () => {
  const files = {
    "package.json": `{ "scripts": { "test": "mocha --require ./plugin.js --file ./setup.js" } }`,
    "counter.js": COUNTER,
    "plugin.js": `globalThis.loaded = ["plugin"]; globalThis.calls = []; exports.mochaHooks = { beforeEach() { calls.push("plugin"); } };`,
    "setup.js": `loaded.push("setup"); beforeEach(() => { calls.push("setup"); });`,
    "test/a.js": fileOf("a", `assert.deepEqual(calls, ["plugin", "setup"]);`),
    "test/b.js": fileOf(
      "b",
      `assert.deepEqual([calls, loaded], [["plugin", "setup", "plugin", "setup"], ["plugin", "setup"]]);`,
    ),
  };
  const { statuses, messages } = runSuite(files);
  assert.deepEqual(messages, {});
  assert.deepEqual(statuses, { a: "pass", b: "pass" });
});

// Mocha begins the hooks of each suite with `setImmediate`, so that a client has received the end of its connection before the next
// test begins. Jest 30, Vitest 4 and Bun 1.4 do not: in each of them 17 of 24 such tests fail.
test("connections that a test of Mocha closes are closed for the next one", () => {
  const open = `server = http.createServer((_request, response) => response.end("x"));
    await new Promise((listening) => server.listen(port, listening));
    port = server.address().port;
    await get();`;
  const body = `const http = require("node:http");
let server, port = 0;
const get = () => new Promise((resolve, reject) => {
  http.get({ port, host: "127.0.0.1" }, (response) => response.resume().on("end", resolve)).on("error", reject);
});
describe("hooks", () => {
  afterEach((done) => { server.closeAllConnections(); server.close(done); });
  for (const number of [1, 2, 3, 4]) it("test " + number, async function () { this.timeout(30_000); ${open} });
});
describe("no hooks", () => {
  for (const number of [1, 2, 3, 4]) it("test " + number, async function () { this.timeout(30_000); ${open} server.closeAllConnections(); server.close(); });
});`;
  const run = runSuite({ "package.json": `{ "scripts": { "test": "mocha" } }`, "test/a.js": body });
  assert.deepEqual(run.messages, {});
  assert.equal(Object.keys(run.statuses).length, 8);
});

test("files among Mocha's specs without tests are loaded before the tests, and their hooks surround all of them", () => {
  const files = {
    "test/a.js": `it("a", () => { require("assert").deepEqual([mark, calls], ["set", ["before", "each"]]); });`,
    "test/b.js": `it("b", () => { require("assert").deepEqual(calls, ["before", "each", "each"]); });`,
    "test/setup.js": `globalThis.mark = "set"; globalThis.calls = []; before(() => { calls.push("before"); }); beforeEach(() => { calls.push("each"); });`,
    "test/data/not_loaded.js": `throw new Error("loaded");`,
  };
  for (const manifest of [
    `{ "scripts": { "test": "mocha" } }`,
    `{ "scripts": { "test": "mocha 'test/*.js'" } }`,
    `{ "scripts": { "test": "nyc mocha --exit" }, "mocha": { "spec": ["test/*.js"] } }`,
  ]) {
    const run = runSuite({ "package.json": manifest, ...files });
    assert.deepEqual(run.messages, {}, manifest);
    assert.deepEqual(run.errors, [], manifest);
    assert.deepEqual(run.statuses, { a: "pass", b: "pass" }, manifest);
  }
});
