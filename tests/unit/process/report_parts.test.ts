// What diagnostic reports say of open handles and of workers. https://nodejs.org/api/report.html
import assert from "node:assert";
import { spawn } from "node:child_process";
import dgram from "node:dgram";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const report = (): any => (process as any).report.getReport();
const handles = (type: string): any[] => report().libuv.filter((handle: any) => handle.type === type);

/** Handles are closed in a later turn of the loop. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("each handle has its type, state and a distinct address, and the loop comes last", () => {
  const { libuv } = report();
  for (const handle of libuv) {
    assert.deepStrictEqual(Object.keys(handle).slice(0, 2), ["type", "is_active"]);
    assert.match(handle.address, /^0x[0-9a-f]{16}$/);
  }
  assert.strictEqual(new Set(libuv.map((handle: any) => handle.address)).size, libuv.length);
  assert.ok(libuv.at(-1).loopIdleTimeSeconds >= 0);
});

test("servers, connections and datagram sockets have their addresses", async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const client = net.connect(port, "127.0.0.1");
  const [accepted] = await once(server, "connection");
  const socket = dgram.createSocket("udp4").bind(0, "127.0.0.1");
  await once(socket, "listening");
  try {
    const mine = handles("tcp").filter((one) => [one.localEndpoint?.port, one.remoteEndpoint?.port].includes(port));
    assert.deepStrictEqual(
      mine
        .map(({ localEndpoint, remoteEndpoint }) => [localEndpoint.port === port, remoteEndpoint?.port === port])
        .sort(),
      [
        [false, true],
        [true, false],
        [true, false],
      ],
    );
    assert.ok(mine.every(({ localEndpoint, fd }) => localEndpoint.ip4 === "127.0.0.1" && fd > 2));
    assert.deepStrictEqual(
      mine.filter(({ writable }) => !writable).map(({ remoteEndpoint }) => remoteEndpoint),
      [null],
    );
    const [datagrams] = handles("udp").filter(({ localEndpoint }) => localEndpoint.port === socket.address().port);
    assert.strictEqual(datagrams.remoteEndpoint, null);
    assert.strictEqual(datagrams.writeQueueSize, 0);
    server.unref();
    const listening = handles("tcp").find(({ localEndpoint, writable }) => localEndpoint.port === port && !writable);
    assert.strictEqual(listening.is_referenced, false);
  } finally {
    client.destroy();
    accepted.destroy();
    server.close();
    socket.close();
    await once(server, "close");
  }
});

test("a server of node:http and its connection are handles, also for process.getActiveResourcesInfo", async () => {
  const names = (name: string): number =>
    (process as any).getActiveResourcesInfo().filter((one: string) => one === name).length;
  await until(() => handles("tcp").length === 0);
  const servers = names("TCPServerWrap");
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  assert.strictEqual(names("TCPServerWrap"), servers + 1);
  assert.ok((process as any)._getActiveHandles().includes(server));
  const request = http.get({ port, host: "127.0.0.1" });
  const [, response] = await once(server, "request");
  assert.strictEqual(names("TCPSocketWrap"), 2);
  const local = handles("tcp").filter(({ localEndpoint }) => localEndpoint.port === port);
  assert.deepStrictEqual(local.map(({ remoteEndpoint }) => remoteEndpoint === null).sort(), [false, true]);
  response.end();
  const [reply] = await once(request, "response");
  reply.resume();
  await once(reply, "end");
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  await until(() => handles("tcp").length === 0);
  assert.strictEqual(names("TCPServerWrap"), servers);
});

test("watched files, children and signals are handles", async () => {
  const file = process.execPath;
  const watcher = fs.watch(file);
  fs.watchFile(file, () => {});
  const child = spawn("cat");
  const listener = (): void => {};
  process.on("SIGUSR2", listener);
  try {
    assert.deepStrictEqual(
      handles("fs_event").map(({ filename }) => filename),
      [file],
    );
    assert.deepStrictEqual(
      handles("fs_poll").map(({ filename }) => filename),
      [file],
    );
    assert.deepStrictEqual(
      handles("process").map(({ pid, is_referenced }) => [pid, is_referenced]),
      [[child.pid, true]],
    );
    assert.ok(handles("signal").some(({ signum, signal }) => signum === 12 && signal === "SIGUSR2"));
  } finally {
    process.off("SIGUSR2", listener);
    watcher.close();
    fs.unwatchFile(file);
    child.stdin.end();
    await once(child, "close");
  }
  const active = (type: string): any[] => handles(type).filter(({ is_active }) => is_active);
  assert.deepStrictEqual([active("fs_event"), active("fs_poll"), active("process")], [[], [], []]);
});

test("the timer is referenced while a timer of the program is", async () => {
  const child = spawn(process.execPath, [
    "-e",
    `const timer = setInterval(() => {}, 1000); const of = () => process.report.getReport().libuv.find(({ type }) => type === "timer");
     const first = of(); timer.unref(); console.log(JSON.stringify([first.is_active, first.is_referenced, of().is_referenced]));`,
  ]);
  const [output] = await once(child.stdout, "data");
  assert.deepStrictEqual(JSON.parse(String(output)), [true, true, false]);
});

test("a report contains those of the workers, by their names", async () => {
  const waits = "require('node:worker_threads').parentPort.once('message', () => {})";
  const named = new Worker(waits, { eval: true, name: "mine" });
  const other = new Worker(waits, { eval: true });
  await Promise.all([once(named, "online"), once(other, "online")]);
  const { workers } = report();
  const found = workers.map(({ header }: any) => [header.threadId, header.event, header.processId]);
  assert.deepStrictEqual(
    found.sort(([a]: any, [b]: any) => a - b),
    [
      [named.threadId, "Worker thread subreport [mine]", process.pid],
      [other.threadId, "Worker thread subreport [WorkerThread]", process.pid],
    ],
  );
  for (const worker of workers) {
    assert.ok(worker.javascriptHeap.usedMemory > 0);
    assert.deepStrictEqual(worker.workers, []);
    assert.strictEqual(worker.libuv.at(-1).type, "loop");
  }
  for (const worker of [named, other]) {
    worker.postMessage(0);
    await once(worker, "exit");
  }
  assert.deepStrictEqual(report().workers, []);
});

test("a worker that runs an endless loop is in the report", async () => {
  const worker = new Worker("for (;;);", { eval: true, name: "busy" });
  await once(worker, "online");
  const { workers } = report();
  assert.deepStrictEqual(
    workers.map(({ header }: any) => header.event),
    ["Worker thread subreport [busy]"],
  );
  assert.strictEqual(workers[0].header.threadId, worker.threadId);
  await worker.terminate();
});
