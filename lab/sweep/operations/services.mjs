// Requests, sockets, messages between threads, child processes and files, through the APIs that programs use for them.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { Buffer } from "node:buffer";
import { exec, execFile } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { createSocket } from "node:dgram";
import diagnostics from "node:diagnostics_channel";
import dns from "node:dns";
import { once } from "node:events";
import fs from "node:fs";
import fsp from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import querystring from "node:querystring";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import timers from "node:timers/promises";
import { promisify } from "node:util";
import { MessageChannel, Worker } from "node:worker_threads";
import zlib from "node:zlib";

const body = Buffer.from(JSON.stringify({ id: 1, name: "Ada", tags: ["a", "b"] }));
const server = http.createServer((request, response) => {
  if (request.url === "/echo") {
    request.pipe(response);
    return;
  }
  response.setHeader("content-type", "application/json");
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address();
const origin = `http://127.0.0.1:${port}`;
const agent = new http.Agent({ keepAlive: true });

const echo = net.createServer((socket) => socket.pipe(socket));
echo.listen(0, "127.0.0.1");
await once(echo, "listening");
const connection = net.connect(echo.address().port, "127.0.0.1");
await once(connection, "connect");
const hundred = Buffer.alloc(100, "x");

const udp = createSocket("udp4");
udp.bind(0, "127.0.0.1");
await once(udp, "listening");

const worker = new Worker(
  'const { parentPort } = require("node:worker_threads"); parentPort.on("message", (message) => parentPort.postMessage(message));',
  { eval: true },
);
await once(worker, "online");
const record = { id: 1, name: "Ada", list: [1, 2, 3], when: new Date(0), map: new Map([["a", 1]]) };
const { port1, port2 } = new MessageChannel();
port2.on("message", (message) => port2.postMessage(message));
const sender = new BroadcastChannel("sweep");
const receiver = new BroadcastChannel("sweep");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sweep-"));
const file = path.join(folder, "lines.txt");
fs.writeFileSync(file, "a line of text in a file\n".repeat(400));
for (let index = 0; index < 20; index++) fs.writeFileSync(path.join(folder, `${index}.txt`), "x");

const storage = new AsyncLocalStorage();
const channel = diagnostics.channel("sweep");
channel.subscribe(() => {});
const quiet = diagnostics.channel("sweep without subscribers");
const tracing = diagnostics.tracingChannel("sweep tracing");
const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
const run = promisify(exec);
const runFile = promisify(execFile);
const lookup = promisify(dns.lookup);
const later = promisify((value, done) => done(null, value));
const ten = Array.from({ length: 10 }, (_, index) => Buffer.alloc(1000, index));
const pattern = new URLPattern({ pathname: "/users/:id/posts/:post" });
const query = "a=1&b=2&c=%20x&d=4&a=5";

const get = (target) =>
  new Promise((resolve, reject) => {
    http
      .get(`${origin}${target}`, { agent }, (response) => {
        let size = 0;
        response.on("data", (chunk) => (size += chunk.length)).on("end", () => resolve(size));
      })
      .on("error", reject);
  });
const post = (bytes) =>
  new Promise((resolve, reject) => {
    const request = http.request(`${origin}/echo`, { agent, method: "POST" }, (response) => {
      let size = 0;
      response.on("data", (chunk) => (size += chunk.length)).on("end", () => resolve(size));
    });
    request.on("error", reject).end(bytes);
  });
const answer = (emitter, send) =>
  new Promise((resolve) => {
    emitter.once("message", resolve);
    send();
  });
const drain = async (iterable) => {
  let size = 0;
  for await (const chunk of iterable) size += chunk.length;
  return size;
};
class Point {
  constructor() {
    this.x = 1;
    this.y = 2;
  }
}
const failing = (check) => {
  try {
    check();
  } catch (error) {
    return error.message.length;
  }
};

export const operations = {
  "http.get keep-alive": () => get("/"),
  "http.request POST": () => post(body),
  "http.get 10 at once": () => Promise.all(Array.from({ length: 10 }, () => get("/"))),
  "fetch json": async () => (await (await fetch(origin)).json()).id,
  "fetch text": async () => (await (await fetch(origin)).text()).length,
  "fetch POST json": async () =>
    (await (await fetch(`${origin}/echo`, { method: "POST", body: JSON.stringify({ id: 1 }) })).json()).id,
  "fetch 10 at once": async () =>
    Promise.all(Array.from({ length: 10 }, async () => (await (await fetch(origin)).text()).length)),
  "Request clone with body": async () =>
    (await new Request(origin, { method: "POST", body: "text" }).clone().text()).length,
  "Request with headers": () => new Request(origin, { headers: { accept: "*/*", "x-id": "1" } }).headers.get("x-id"),
  "Response clone": async () => (await new Response("text").clone().text()).length,
  "net echo 100 bytes": async () => {
    connection.write(hundred);
    await once(connection, "data");
  },
  "net connect and end": () =>
    new Promise((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => socket.destroy());
      socket.on("close", resolve);
    }),
  "dgram send to itself": () => answer(udp, () => udp.send(hundred, udp.address().port, "127.0.0.1")),
  "dns.lookup localhost": async () => (await lookup("localhost")).address,
  "dns.lookup of an address": async () => (await lookup("127.0.0.1")).address,
  "worker postMessage object": () => answer(worker, () => worker.postMessage(record)),
  "worker postMessage 10 kB": () => answer(worker, () => worker.postMessage(ten)),
  "MessageChannel node": () => answer(port1, () => port1.postMessage(record)),
  "MessageChannel new and close": () => {
    const made = new MessageChannel();
    made.port1.close();
  },
  BroadcastChannel: () =>
    new Promise((resolve) => {
      receiver.onmessage = resolve;
      sender.postMessage(record);
    }),
  "child_process exec": async () => (await run("echo hello")).stdout.length,
  "child_process execFile": async () => (await runFile("/bin/echo", ["hello"])).stdout.length,
  "FileHandle open read close": async () => {
    const handle = await fsp.open(file);
    const { bytesRead } = await handle.read(Buffer.alloc(1000), 0, 1000, 0);
    await handle.close();
    return bytesRead;
  },
  "FileHandle readLines": async () => {
    const handle = await fsp.open(file);
    let count = 0;
    for await (const line of handle.readLines()) count += line.length;
    return count;
  },
  "FileHandle createReadStream": async () => drain((await fsp.open(file)).createReadStream()),
  "FileHandle readableWebStream": async () => {
    const handle = await fsp.open(file);
    const size = await drain(handle.readableWebStream());
    await handle.close();
    return size;
  },
  "FileHandle writev and datasync": async () => {
    const handle = await fsp.open(path.join(folder, "written"), "w");
    await handle.writev(ten);
    await handle.close();
  },
  "fs.opendir for await": async () => {
    let count = 0;
    for await (const entry of await fsp.opendir(folder)) count += entry.name.length;
    return count;
  },
  "fs.opendirSync": () => {
    const directory = fs.opendirSync(folder);
    let count = 0;
    while (directory.readSync() !== null) count++;
    directory.closeSync();
    return count;
  },
  "fs.createReadStream": () => drain(fs.createReadStream(file)),
  "fs.createWriteStream": async () => {
    const stream = fs.createWriteStream(path.join(folder, "stream"));
    stream.end(body);
    await once(stream, "close");
  },
  "AsyncLocalStorage in a stream": () =>
    storage.run(1, async () => {
      let sum = 0;
      for await (const chunk of Readable.from(ten)) sum += storage.getStore() + chunk.length;
      return sum;
    }),
  "AsyncLocalStorage 10 awaits": () =>
    storage.run(1, async () => {
      let sum = 0;
      for (let index = 0; index < 10; index++) {
        await null;
        sum += storage.getStore();
      }
      return sum;
    }),
  "AsyncLocalStorage bind": () => AsyncLocalStorage.bind(() => 1)(),
  "diagnostics publish": () => channel.publish(record),
  "diagnostics without subscribers": () => quiet.hasSubscribers && quiet.publish(record),
  "diagnostics runStores": () => channel.runStores(record, () => 1),
  "diagnostics traceSync": () => tracing.traceSync(() => 1),
  "util.promisify function": async () => later(1),
  "timers/promises setTimeout 0": async () => timers.setTimeout(0),
  "timers/promises setImmediate": async () => timers.setImmediate(1),
  "timers setTimeout and clear": () => clearTimeout(setTimeout(() => {}, 1000)),
  "timers setInterval and clear": () => clearInterval(setInterval(() => {}, 1000)),
  "URLPattern test": () => pattern.test("http://a/users/1/posts/2"),
  "URLPattern new": () => new URLPattern({ pathname: "/a/:b" }).pathname,
  "zlib promisified gzip": async () => (await gzip(body)).length,
  "zlib promisified brotli": async () => (await brotli(body)).length,
  "zlib crc32": () => zlib.crc32(body),
  "createHash of a stream": async () => {
    const hash = createHash("sha256");
    await pipeline(Readable.from(ten), hash);
    return hash.digest("hex").length;
  },
  "createHash update 10": () => {
    const hash = createHash("sha256");
    for (const part of ten) hash.update(part);
    return hash.digest("hex").length;
  },
  "createHmac hex": () => createHmac("sha256", "key").update("text").digest("hex").length,
  "Transform pipeline of 10": async () => {
    let size = 0;
    await pipeline(
      Readable.from(ten),
      new Transform({ transform: (chunk, encoding, done) => done(null, chunk) }),
      async (source) => {
        for await (const chunk of source) size += chunk.length;
      },
    );
    return size;
  },
  "querystring parse": () => querystring.parse(query).a.length,
  "querystring escape": () => querystring.escape("a b&c=d/é").length,
  "path.resolve": () => path.resolve("a", "../b", "./c.txt").length,
  "path.relative": () => path.relative("/a/b/c/d", "/a/b/e/f").length,
  "path.isAbsolute and extname": () => path.isAbsolute("/a") && path.extname("/a/b.test.ts").length,
  "assert.strictEqual failure": () => failing(() => assert.strictEqual(1, 2)),
  "assert.deepStrictEqual failure": () =>
    failing(() => assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] })),
  "assert.match failure": () => failing(() => assert.match("abc", /x/)),
  "assert.rejects": async () => assert.rejects(async () => Promise.reject(new Error("no")), /no/),
  "structuredClone class": () => structuredClone(new Point()).x,
  "structuredClone Error": () => structuredClone(new TypeError("no")).message.length,
  "structuredClone Set and Date": () => structuredClone({ set: new Set([1, 2, 3]), date: new Date(0) }).set.size,
  "structuredClone array 100": (() => {
    const list = Array.from({ length: 100 }, (_, id) => ({ id, name: `name ${id}` }));
    return () => structuredClone(list).length;
  })(),
  "process.cwd and memoryUsage.rss": () => process.cwd().length + process.memoryUsage.rss(),
};

export async function end() {
  for (const closing of [server, echo, udp, port1, port2, sender, receiver]) closing.close();
  connection.destroy();
  agent.destroy();
  server.closeAllConnections();
  await worker.terminate();
  fs.rmSync(folder, { recursive: true });
}
