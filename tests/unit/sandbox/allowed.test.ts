// What a policy allows works behind both walls: servers and clients, children and their channels, workers, databases.
// What it refuses is tests/escapes.
import assert from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

interface Outcome {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

class Folder {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "brio-sandbox-test-")));

  constructor(policy: string, program: string) {
    mkdirSync(join(this.path, "data"));
    this.write("package.json", "{}");
    this.write("policy.toml", policy);
    this.write("main.cjs", program);
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.path, name), content);
  }

  start(): ChildProcess {
    return spawn(process.execPath, ["--sandbox", "policy.toml", "main.cjs"], { cwd: this.path });
  }

  run(): Promise<Outcome> {
    return outcomeOf(this.start());
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

function outcomeOf(child: ChildProcess): Promise<Outcome> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  return new Promise((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function prints(policy: string, program: string, expected: string): Promise<void> {
  const folder = new Folder(policy, program);
  try {
    const { code, stdout, stderr } = await folder.run();
    assert.deepStrictEqual([stdout.trim(), code], [expected, 0], stderr);
  } finally {
    folder.remove();
  }
}

test("a server answers a client of the same program", async () => {
  const port = await freePort();
  const address = JSON.stringify(`127.0.0.1:${port}`);
  await prints(
    `read = ["$PROJECT"]\n[net]\nconnect = [${address}]\nlisten = [${address}]\n`,
    `const server = require("node:http").createServer((request, response) => response.end("hello"));
     server.listen(${port}, "127.0.0.1", async () => {
       console.log(await (await fetch("http://127.0.0.1:${port}/")).text());
       server.closeAllConnections();
       server.close();
     });`,
    "hello",
  );
});

test("facts about the system are read that are listed", () =>
  prints(
    `read = ["$PROJECT"]\nsys = ["cpus", "loadavg", "osUptime"]\n`,
    `const os = require("node:os");
     console.log(os.cpus().length > 0, os.loadavg().length, os.uptime() > 0);
     try { os.networkInterfaces(); } catch (error) { console.log(error.code); }`,
    "true 3 true\nERR_ACCESS_DENIED",
  ));

test("a host is reached by its name", async () => {
  const port = await freePort();
  await prints(
    `read = ["$PROJECT"]\n[net]\nconnect = ["localhost:${port}"]\nlisten = ["*:${port}"]\n`,
    `const net = require("node:net");
     const server = net.createServer((socket) => socket.end("hello")).listen(${port}, "0.0.0.0", () => {
       net.connect(${port}, "localhost").on("data", (data) => { console.log(String(data)); server.close(); });
     });`,
    "hello",
  );
});

test("a Unix socket that is listed is made and reached", async () => {
  const folder = new Folder(
    "",
    `const net = require("node:net");
     const server = net.createServer((socket) => socket.end("hello")).listen("data/own.sock", () => {
       net.connect("data/own.sock").on("data", (data) => { console.log(String(data)); server.close(); });
     });`,
  );
  try {
    const socket = JSON.stringify(`unix:${folder.path}/data/own.sock`);
    folder.write(
      "policy.toml",
      `read = ["$PROJECT"]\nwrite = ["data"]\n[net]\nconnect = [${socket}]\nlisten = [${socket}]\n`,
    );
    const { code, stdout, stderr } = await folder.run();
    assert.deepStrictEqual([stdout.trim(), code], ["hello", 0], stderr);
  } finally {
    folder.remove();
  }
});

test("a child that is listed starts, with a channel", async () => {
  const runtime = JSON.stringify(process.execPath);
  await prints(
    `read = ["$PROJECT"]\nwrite = ["data"]\nrun = ["sh", "echo", ${runtime}]\nenv = true\n`,
    `const { execSync, fork } = require("node:child_process");
     const words = String(execSync("echo words")).trim();
     require("node:fs").writeFileSync("data/child.cjs", "process.on('message', (text) => { process.send(text + '!'); process.disconnect(); })");
     const child = fork("data/child.cjs");
     child.on("message", (text) => console.log(words, text));
     child.send("sent");`,
    "words sent!",
  );
});

test("workers, databases and temporary files work where they are granted", async () => {
  await prints(
    'read = ["$PROJECT"]\nwrite = ["data"]\n',
    `const { Worker } = require("node:worker_threads");
     const { DatabaseSync } = require("node:sqlite");
     const fs = require("node:fs");
     const database = new DatabaseSync("data/own.db");
     database.exec("create table t (a); insert into t values (7)");
     fs.renameSync(fs.mkdtempSync("data/x-"), "data/moved");
     fs.watch("data").close();
     new Worker("require('node:worker_threads').parentPort.postMessage(require('node:fs').readdirSync('data').length)", { eval: true })
       .on("message", (count) => console.log(database.prepare("select a from t").get().a, count));`,
    "7 2",
  );
});

test("a signal to a supervised program reaches it, and its end is seen", async () => {
  const folder = new Folder(
    'read = ["$PROJECT"]\n[net]\nconnect = ["127.0.0.1:9"]\n',
    `process.on("SIGTERM", () => { console.log("asked"); process.kill(process.pid, "SIGKILL"); });
     setInterval(() => {}, 1000);
     console.log("ready");`,
  );
  try {
    const child = folder.start();
    child.stdout?.once("data", () => child.kill("SIGTERM"));
    const { signal, stdout } = await outcomeOf(child);
    assert.deepStrictEqual([signal, stdout], ["SIGKILL", "ready\nasked\n"]);
  } finally {
    folder.remove();
  }
});

test("a program does not outlive its supervisor", async () => {
  const folder = new Folder(
    'read = ["$PROJECT"]\nsys = true\n[net]\nconnect = ["127.0.0.1:9"]\n',
    "console.log(process.pid); setInterval(() => {}, 1000);",
  );
  try {
    const child = folder.start();
    const number = await new Promise<number>((resolve) => child.stdout?.once("data", (text) => resolve(Number(text))));
    assert.notStrictEqual(number, child.pid);
    child.kill("SIGKILL");
    await outcomeOf(child);
    for (let count = 0; count < 100 && isThere(number); count++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.ok(!isThere(number));
  } finally {
    folder.remove();
  }
});

/** Whether a process runs: not one that has ended and that its new parent has not reaped. */
function isThere(number: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${number}/stat`, "utf8"));
  } catch {
    return false;
  }
}

test("databases sort, vacuum and have temporary tables without a folder for temporary files", async () => {
  const program = `
    const { DatabaseSync } = require("node:sqlite"), { Database } = require("bun:sqlite");
    for (const database of [new DatabaseSync("data/node.db"), new Database("data/bun.db")]) {
      database.exec("create table t (a); pragma cache_size = 10");
      database.exec("with recursive c (x) as (select 1 union all select x + 1 from c where x < 2000) insert into t select randomblob(400) from c");
      database.exec("vacuum");
      database.exec("create temp table u as select * from t");
      console.log(database.prepare("select count(*) as n from (select a from t order by a limit 1999)").get().n);
    }`;
  const folder = new Folder('read = ["$PROJECT"]\nwrite = ["data"]\n', program);
  const { code, stdout, stderr } = await folder.run();
  folder.remove();
  assert.deepStrictEqual([code, stdout, stderr], [0, "1999\n1999\n", ""]);
});
