// Each test runs a program of its own: a file that is both primary and worker.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import cluster from "node:cluster";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = mkdtempSync("/tmp/cluster-test-");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** Runs a program; returns what it printed, one JSON value per line. */
function run(primary: string, worker: string, env: Record<string, string> = {}): any[] {
  const file = `${folder}/${count++}.cjs`;
  writeFileSync(
    file,
    `const cluster = require("node:cluster"), http = require("node:http"), net = require("node:net");
const print = (value) => console.log(JSON.stringify(value));
const ask = (port) => new Promise((resolve) => { let text = ""; net.connect(port, "127.0.0.1").on("data", (d) => text += d).on("close", () => resolve(text.split("\\r\\n\\r\\n").at(-1))).end("GET / HTTP/1.1\\r\\nhost: a\\r\\nconnection: close\\r\\n\\r\\n"); });
if (cluster.isPrimary) { ${primary} } else { ${worker} }`,
  );
  const result = spawnSync(process.execPath, [file, "argument"], {
    encoding: "utf8",
    timeout: 9000,
    env: { ...process.env, ...env },
  });
  assert.strictEqual(result.stderr, "");
  assert.strictEqual(result.status, 0);
  return result.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("the module in the primary", () => {
  assert.strictEqual(cluster.isPrimary, true);
  assert.strictEqual(cluster.isMaster, true);
  assert.strictEqual(cluster.isWorker, false);
  assert.strictEqual(cluster.worker, undefined);
  assert.deepStrictEqual([cluster.SCHED_NONE, cluster.SCHED_RR, cluster.schedulingPolicy], [1, 2, 2]);
  assert.deepStrictEqual(cluster.workers, {});
});

test("a worker comes online, listens, and disconnects", () => {
  const events = run(
    `const worker = cluster.fork();
     for (const name of ["fork", "online", "listening", "disconnect", "exit"]) cluster.on(name, (w, ...rest) => { print([name, w === worker, w.id, w.state, ...(name === "listening" ? [rest[0].addressType] : rest)]); if (name === "listening") w.disconnect(); });
     worker.on("exit", (code, signal) => print(["worker exit", code, signal, worker.exitedAfterDisconnect, Object.keys(cluster.workers).length]));`,
    `net.createServer().listen(0);`,
  );
  assert.deepStrictEqual(events, [
    ["fork", true, 1, "none"],
    ["online", true, 1, "online"],
    ["listening", true, 1, "listening", 4],
    ["disconnect", true, 1, "disconnected"],
    ["worker exit", 0, null, true, 0],
    ["exit", true, 1, "dead", 0, null],
  ]);
});

for (const [server, create] of [
  ["net", `net.createServer((socket) => { socket.resume(); socket.end("\\r\\n\\r\\n" + cluster.worker.id); })`],
  ["http", `http.createServer((request, response) => response.end(String(cluster.worker.id)))`],
]) {
  test(`connections to a ${server} server go to the workers round robin`, () => {
    const [answers] = run(
      `let listening = 0; cluster.fork(); cluster.fork();
       cluster.on("listening", async (w, address) => { if (++listening < 2) return; const got = []; for (let i = 0; i < 6; i++) got.push(await ask(address.port)); print(got); cluster.disconnect(); });`,
      `${create}.listen(0);`,
    );
    assert.deepStrictEqual([...answers].sort(), ["1", "1", "1", "2", "2", "2"]);
    for (let index = 2; index < 6; index++) assert.strictEqual(answers[index], answers[index - 2]);
  });

  test(`the workers accept by themselves from a ${server} server without a schedule`, () => {
    const [answers] = run(
      `let listening = 0; cluster.fork(); cluster.fork();
       cluster.on("listening", async (w, address) => { if (++listening < 2) return; print([await ask(address.port), await ask(address.port)]); cluster.disconnect(); });`,
      `${create}.listen(0);`,
      { NODE_CLUSTER_SCHED_POLICY: "none" },
    );
    for (const answer of answers) assert.ok(answer === "1" || answer === "2", answer);
  });
}

test("a worker that crashes does not harm the others", () => {
  const [ended, answers] = run(
    `let listening = 0; const first = cluster.fork({ CRASHES: "1" }); cluster.fork(); let port;
     cluster.on("listening", (w, address) => { port = address.port; if (++listening === 2) first.send("crash"); });
     cluster.on("exit", async (w, code, signal) => { if (w !== first) return; print([code, signal, w.exitedAfterDisconnect, Object.keys(cluster.workers)]); print([await ask(port), await ask(port)]); cluster.disconnect(); });`,
    `http.createServer((request, response) => response.end(String(cluster.worker.id))).listen(0); process.on("message", () => process.kill(process.pid, "SIGKILL"));`,
  );
  assert.deepStrictEqual(ended, [null, "SIGKILL", false, ["2"]]);
  assert.deepStrictEqual(answers, ["2", "2"]);
});

test("messages, settings and the environment reach a worker", () => {
  const events = run(
    `cluster.on("setup", (settings) => print(settings.args));
     cluster.setupPrimary({ args: ["given"], silent: true });
     const worker = cluster.fork({ WORD: "seven" });
     cluster.on("message", (w, message) => { print(message); worker.send("end"); });
     worker.on("exit", (code) => print(code));`,
    `process.send({ args: process.argv.slice(2), word: process.env.WORD, id: cluster.worker.id, unique: process.env.NODE_UNIQUE_ID ?? null }); process.on("message", () => cluster.worker.kill());`,
  );
  assert.deepStrictEqual(events, [["given"], ["given"], { args: ["given"], word: "seven", id: 1, unique: null }, 0]);
});

test("an address in use is reported to the worker", () => {
  const events = run(
    `const blocker = net.createServer().listen(0, "127.0.0.1", () => { cluster.fork({ PORT: blocker.address().port }).on("exit", () => blocker.close()); cluster.on("message", (w, message) => print(message)); });`,
    `net.createServer().on("error", (error) => process.send([error.code, error.syscall, error.port === Number(process.env.PORT)], () => process.exit())).listen(Number(process.env.PORT), "127.0.0.1");`,
  );
  assert.deepStrictEqual(events, [["EADDRINUSE", "bind", true]]);
});

test("fork refuses an unknown schedule", () => {
  const [error] = run(
    `cluster.schedulingPolicy = 7; try { cluster.fork(); } catch (error) { print(error.message); }`,
    "",
  );
  assert.match(error, /schedulingPolicy/);
});

test("a worker in another folder listens on a path that is short for the primary", () => {
  const name = "a".repeat(100);
  const events = run(
    `process.chdir(require("node:fs").mkdtempSync("${folder}/")); require("node:fs").mkdirSync("b");
     cluster.fork().on("exit", (code) => print(code));`,
    `process.chdir("b"); net.createServer().listen("${name}", () => { print(require("node:fs").existsSync("${name}")); process.disconnect(); });`,
  );
  assert.deepStrictEqual(events, [true, 0]);
});

test("a server of a worker that calls listen twice at once listens once", () => {
  const events = run(
    `cluster.fork().on("exit", (code) => print(code));`,
    `const server = net.createServer().on("error", (error) => print(error.code)).on("listening", () => print("listening"));
     server.listen(0); server.listen(0); setTimeout(() => server.close(() => process.disconnect()), 300);`,
  );
  assert.deepStrictEqual(events, ["listening", 0]);
});
