// `--detect-leaks`, and the sanitizers of `Deno.test`.
import assert from "node:assert";
import { test } from "../harness.ts";
import { runSuite } from "./run_suite.ts";

test("a test that leaves something open fails with the place that made it", () => {
  const { statuses, messages } = runSuite(
    {
      "a.test.mjs": `import { test, afterEach } from "vitest";
import net from "node:net"; import http from "node:http"; import { spawn } from "node:child_process"; import { Worker } from "node:worker_threads";
let cleaned; afterEach(() => clearTimeout(cleaned));
test("timer", () => { setTimeout(() => {}, 100_000); });
test("interval", () => { setInterval(() => {}, 100_000); });
test("server", async () => { await new Promise((resolve) => net.createServer().listen(0, resolve)); });
test("child", () => { spawn("sleep", ["5"]); });
test("worker", () => { new Worker("setInterval(() => {}, 1000)", { eval: true }); });
test("cleared", () => { clearTimeout(setTimeout(() => {}, 100_000)); });
test("cleared by a hook", () => { cleaned = setTimeout(() => {}, 100_000); });
test("unreferenced", () => { setTimeout(() => {}, 100_000).unref(); });
test("closed", async () => { const server = http.createServer((_, response) => response.end("x")); await new Promise((resolve) => server.listen(0, resolve)); await (await fetch("http://127.0.0.1:" + server.address().port)).text(); server.close(); });
`,
    },
    ["--detect-leaks"],
  );
  const failed = Object.keys(statuses).filter((name) => statuses[name] === "fail");
  assert.deepStrictEqual(failed, ["timer", "interval", "server", "child", "worker"]);
  assert.match(messages.timer!, /a timer was started and neither fired nor was cleared \(.*a\.test\.mjs:4:\d+\)/);
  assert.match(messages.interval!, /an interval was started and not cleared/);
  assert.match(messages.server!, /a server was started and not closed/);
  assert.match(messages.child!, /a child process was started and has not ended/);
  assert.match(messages.worker!, /a worker was started and has not ended/);
});

test("tests of node:test are watched too", () => {
  const { statuses, messages } = runSuite(
    {
      "a.test.mjs": `import test from "node:test"; test("timer", () => { setTimeout(() => {}, 1000); }); test("fine", async () => { await new Promise((r) => setTimeout(r, 1)); });`,
    },
    ["--detect-leaks"],
  );
  assert.deepStrictEqual(statuses, { timer: "fail", fine: "pass" });
  assert.match(messages.timer!, /this test leaks/);
});

test("an open file is named with the line that opened it", () => {
  const { statuses, messages } = runSuite(
    {
      "a.test.mjs": `import { test } from "vitest"; import { open } from "node:fs/promises";
test("left", async () => { globalThis.file = await open("a.test.mjs"); });
test("closed", async () => { const file = await open("a.test.mjs"); await file.close(); });
test("disposed", async () => { await using file = await open("a.test.mjs"); });
`,
    },
    ["--detect-leaks"],
  );
  assert.deepStrictEqual(statuses, { left: "fail", closed: "pass", disposed: "pass" });
  assert.match(messages.left!, /a file was opened and not closed \(.*a\.test\.mjs:2:\d+\)/);
});

test("what a file opens outside of its tests fails the run", () => {
  for (const [from, before, after] of [
    ["vitest", "beforeAll", "afterAll"],
    ["node:test", "before", "after"],
  ]) {
    const { statuses, code, errors } = runSuite(
      {
        "a.test.mjs": `import { ${before}, ${after}, describe, test } from "${from}";
import { createServer } from "node:http"; import { spawn } from "node:child_process";
const child = spawn("sleep", ["5"]);
let server;
${before}(async () => { server = createServer(); await new Promise((done) => server.listen(0, done)); });
${after}(() => new Promise((done) => server.close(done)));
describe("suite", () => { ${before}(() => { setInterval(() => {}, 100_000); }); test("passes", () => {}); });
`,
      },
      ["--detect-leaks"],
    );
    assert.deepStrictEqual([statuses, code], [{ "suite > passes": "pass" }, 1]);
    const leaks = errors
      .join("")
      .match(/ {2}- .* \(.*a\.test\.mjs:\d+/g)!
      .map((line) => line.replace(/\(.*:/, ""));
    assert.deepStrictEqual(leaks, [
      "  - a child process was started and has not ended 3",
      "  - an interval was started and not cleared 7",
    ]);
  }
});

// The messages are those of Deno 2.9.
test("Deno's sanitizers refuse exits, and what a test leaves open where it says so", () => {
  const { statuses, messages } = runSuite({
    "a_test.ts": `Deno.test("unchecked", () => { setTimeout(() => {}, 100); });
Deno.test({ name: "timer", sanitizeOps: true, fn() { setTimeout(() => {}, 100_000); } });
Deno.test({ name: "interval", sanitizeOps: true, fn() { setInterval(() => {}, 100_000); } });
Deno.test({ name: "file", sanitizeResources: true, fn() { Deno.openSync("a_test.ts"); } });
Deno.test({ name: "closed file", sanitizeResources: true, fn() { Deno.openSync("a_test.ts").close(); } });
Deno.test({ name: "listener", sanitizeResources: true, fn() { Deno.listen({ port: 0 }); } });
Deno.test({ name: "ops only", sanitizeOps: true, fn() { Deno.openSync("a_test.ts"); } });
Deno.test({ name: "exit", fn() { Deno.exit(3); } });
Deno.test({ name: "exit code", fn() { Deno.exitCode = 5; } });
Deno.test({ name: "cleared", sanitizeOps: true, fn() { clearTimeout(setTimeout(() => {}, 100_000)); } });
`,
  });
  assert.deepStrictEqual(
    Object.keys(statuses).filter((name) => statuses[name] === "pass"),
    ["unchecked", "closed file", "ops only", "cleared"],
  );
  assert.match(messages.timer!, /Leaks detected:\n {2}- A timer was started in this test, but never completed/);
  assert.match(messages.interval!, /An interval was started in this test, but never completed/);
  assert.match(messages.file!, /A file was opened during the test, but not closed during the test/);
  assert.match(messages.listener!, /A TCP listener was opened during the test/);
  assert.match(messages.exit!, /Test case attempted to exit with exit code: 3/);
  assert.match(messages["exit code"]!, /Test case finished with exit code set to 5/);
});

test("--sanitize-ops and --sanitize-resources check all tests that do not choose", () => {
  const file = `Deno.test("timer", () => { setTimeout(() => {}, 100_000); }); Deno.test({ name: "chooses", sanitizeOps: false, fn() { setTimeout(() => {}, 100_000); } });`;
  const { statuses } = runSuite({ "a_test.ts": file }, ["--sanitize-ops"]);
  assert.deepStrictEqual(statuses, { timer: "fail", chooses: "pass" });
});

test("a descriptor that stays open is named with the line that opened it", () => {
  const source = (runner: string): string => `import { test } from "${runner}";
import fs from "node:fs"; import { once } from "node:events"; import net from "node:net"; import { spawn } from "node:child_process";
test("sync", () => { globalThis.fd = fs.openSync("text.txt"); });
test("callback", async () => { await new Promise((resolve) => fs.open("text.txt", resolve)); });
test("stream", async () => { await once(fs.createReadStream("text.txt"), "open"); });
test("written", async () => { const stream = fs.createWriteStream("new.txt"); stream.write("x"); await once(stream, "open"); });
test("closed", () => { fs.closeSync(fs.openSync("text.txt")); });
test("closed later", async () => { const fd = fs.openSync("text.txt"); await new Promise((resolve) => fs.close(fd, resolve)); });
test("closed by another test", () => { fs.closeSync(globalThis.fd); });
test("read to its end", async () => { for await (const chunk of fs.createReadStream("text.txt")) chunk; });
test("ended", async () => { const stream = fs.createWriteStream("new.txt"); stream.end("x"); await once(stream, "close"); });
test("given to a stream", async () => { const stream = fs.createReadStream("", { fd: fs.openSync("text.txt") }); stream.resume(); await once(stream, "close"); });
test("complete files", async () => { fs.writeFileSync("new.txt", fs.readFileSync("text.txt")); await fs.promises.readFile("text.txt"); fs.copyFileSync("new.txt", "other.txt"); fs.readdirSync("."); });
`;
  for (const runner of ["vitest", "node:test"]) {
    const { statuses, messages } = runSuite({ "a.test.mjs": source(runner), "text.txt": "x".repeat(200_000) }, [
      "--detect-leaks",
    ]);
    const failed = Object.keys(statuses).filter((name) => statuses[name] === "fail");
    assert.deepStrictEqual(failed, ["sync", "callback", "stream", "written"]);
    assert.match(messages.sync!, /a file was opened and not closed \(.*a\.test\.mjs:3:\d+\)/);
    assert.match(messages.callback!, /a file was opened and not closed \(.*a\.test\.mjs:4:\d+\)/);
    assert.match(messages.stream!, /a file was opened and not closed \(.*a\.test\.mjs:5:\d+\)/);
  }
});

test("workers of the web and watchers of folders are named, unless they are closed or unreferenced", () => {
  const source = `import { test } from "bun:test"; import { watch } from "node:fs";
const start = () => new Worker("data:text/javascript,setInterval(() => {}, 1000)");
test("worker", () => { start(); });
test("unreferenced worker", () => { start().unref(); });
test("terminated worker", () => { start().terminate(); });
test("worker that ends", async () => { await new Promise((done) => new Worker("data:text/javascript,0").addEventListener("close", done)); });
test("tree", () => { watch("folder", { recursive: true }); });
test("unreferenced tree", () => { watch("folder", { recursive: true }).unref(); });
test("closed tree", () => { watch("folder", { recursive: true }).close(); });
`;
  const files = { "a.test.ts": source, "folder/text.txt": "" };
  const { statuses, messages } = runSuite(files, ["--detect-leaks"]);
  const failed = Object.keys(statuses).filter((name) => statuses[name] === "fail");
  assert.deepStrictEqual(failed, ["worker", "tree"]);
  assert.match(messages.worker!, /a worker was started and has not ended \(.*a\.test\.ts:2:\d+\)/);
  assert.match(messages.tree!, /a watcher was started and not closed \(.*a\.test\.ts:7:\d+\)/);
});

test("Deno.watchFs is named", () => {
  const file = `Deno.test("left", () => { Deno.watchFs("."); }); Deno.test("closed", () => { Deno.watchFs(".").close(); });
Deno.test({ name: "sanitized", sanitizeResources: true, fn() { Deno.watchFs("."); } });`;
  const { statuses, messages } = runSuite({ "a_test.ts": file }, ["--detect-leaks"]);
  assert.deepStrictEqual(statuses, { left: "fail", closed: "pass", sanitized: "fail" });
  assert.match(messages.left!, /a watcher was started and not closed/);
});
