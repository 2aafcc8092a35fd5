// Common operations of Node programs: the builtins that they use are compiled to bytecode when Brio is built (docs/decisions/bytecode.md).
// It need not be complete: other builtins are compiled on first use.
import assert from "node:assert";
import { AsyncLocalStorage } from "node:async_hooks";
import { exec, execFile, fork, spawn } from "node:child_process";
import cluster from "node:cluster";
import crypto, { createHash, createHmac, randomBytes, randomUUID, webcrypto } from "node:crypto";
import diagnosticsChannel from "node:diagnostics_channel";
import dns from "node:dns/promises";
import { EventEmitter, once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import querystring from "node:querystring";
import readline from "node:readline";
import { DatabaseSync } from "node:sqlite";
import stream, { PassThrough, Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import tls from "node:tls";
import tty from "node:tty";
import { fileURLToPath, parse, pathToFileURL, URL as NodeUrl } from "node:url";
import util from "node:util";
import vm from "node:vm";
import { Worker } from "node:worker_threads";
import zlib from "node:zlib";

const require = createRequire(import.meta.url);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "brio-training-"));
const file = path.join(folder, "a.txt");

function values() {
  console.log("text", 1, true, null, undefined, 1n, Symbol("s"), [1, 2, [3]], { a: 1, b: { c: [1] } }, new Map([[1, { a: 2 }]]), new Set(["a"]));
  console.log(new Date(0), /a/g, new Error("shown"), function named() {}, class Named {}, Buffer.from("abc"), new Uint8Array(3), Promise.resolve(1));
  console.error("%s is %d and %o %j", "a", 1, { a: 1 }, [1]);
  console.table([{ a: 1, b: 2 }]);
  console.group("group"); console.info("inside"); console.groupEnd();
  console.time("t"); console.timeEnd("t");
  util.format("%s", "a"); util.inspect({ a: 1 }, { depth: 5, colors: true }); util.types.isRegExp(/a/); util.styleText("red", "a");
  util.inherits(function A() {}, EventEmitter); util.deprecate(() => {}, "x"); util.debuglog("a")("x"); util.promisify(fs.stat); util.isDeepStrictEqual([1], [1]);
  util.parseArgs({ args: ["-a", "--b=1"], options: { a: { type: "boolean", short: "a" }, b: { type: "string" } } });
  assert.strictEqual(1, 1); assert.deepStrictEqual({ a: [1] }, { a: [1] }); assert.throws(() => { throw new TypeError("x"); }, TypeError); assert.ok(true);
  try { assert.strictEqual(1, 2); } catch (error) { String(error.message); }
  path.resolve("a", "../b"); path.relative("/a/b", "/a/c"); path.parse("/a/b.c"); path.extname("a.b"); path.basename("/a/b", "b"); path.normalize("a//b"); path.isAbsolute("/");
  querystring.parse("a=1&b=2"); querystring.stringify({ a: 1 }); parse("http://a.b/c?d=e#f"); fileURLToPath(pathToFileURL("/a")); new NodeUrl("http://a.b:80/c?d=e").searchParams.get("d");
  new URLSearchParams({ a: "1" }).toString(); os.cpus(); os.platform(); os.hostname(); os.totalmem(); os.networkInterfaces(); new StringDecoder("utf8").write(Buffer.from("é"));
  structuredClone({ a: [1, new Date(), new Map()] }); new TextDecoder().decode(new TextEncoder().encode("a")); atob(btoa("a")); new Blob(["a"]).size; new AbortController().abort();
  const buffer = Buffer.alloc(64); buffer.writeUInt32BE(1, 0); buffer.readUInt32LE(0); buffer.write("abc", 8); buffer.toString("hex"); buffer.toString("base64"); buffer.slice(1, 2); buffer.fill(1); buffer.indexOf("a");
  buffer.writeInt16BE(1, 0); buffer.readInt16BE(0); buffer.writeInt32BE(1, 0); buffer.readInt32BE(0); buffer.readDoubleLE(0); buffer.readBigInt64BE(0); buffer.readUInt8(0); buffer.equals(buffer); buffer.toString("latin1");
  Buffer.concat([Buffer.from("a"), Buffer.from("b", "latin1")]); Buffer.byteLength("é"); Buffer.from([1, 2]); Buffer.compare(buffer, buffer); Buffer.from("YQ==", "base64"); Buffer.from("61", "hex"); Buffer.allocUnsafe(8); buffer.copy(buffer); buffer.subarray(1);
  createHash("sha256").update("a").digest("hex"); createHmac("sha256", "k").update("a").digest("base64"); randomBytes(8); randomUUID(); crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("a")); createHash("md5").update(Buffer.from("a")).digest(); crypto.pbkdf2Sync("a", "b", 1, 8, "sha256"); crypto.getHashes();
  const database = new DatabaseSync(":memory:"); database.exec("CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)");
  const insert = database.prepare("INSERT INTO t (b) VALUES (?)"); for (let i = 0; i < 50; i++) insert.run(`text ${i}`); insert.run({}, "named");
  const select = database.prepare("SELECT * FROM t WHERE a > ?"); select.all(0); select.get(1); for (const row of select.iterate(40)) void row.b; database.close();
  zlib.gunzipSync(zlib.gzipSync("a")); zlib.inflateSync(zlib.deflateSync("a")); zlib.brotliDecompressSync(zlib.brotliCompressSync("a"));
  vm.runInNewContext("a + 1", { a: 1 }); new vm.Script("1").runInThisContext(); vm.isContext({});
  diagnosticsChannel.channel("a").publish({}); diagnosticsChannel.tracingChannel("b"); tty.isatty(1); performance.now(); performance.mark("a"); process.memoryUsage(); process.hrtime.bigint(); process.uptime(); process.cpuUsage(); process.emitWarning;
  navigator.userAgent; Error.prepareStackTrace = (error, sites) => sites.map((site) => `${site.getFileName()}:${site.getLineNumber()}:${site.getFunctionName()}:${site.isNative()}`); new Error("sites").stack; Error.prepareStackTrace = undefined;
  new AsyncLocalStorage().run({}, () => process.nextTick(() => {})); queueMicrotask(() => {}); setImmediate(() => {}); clearTimeout(setTimeout(() => {}, 5)); setInterval(() => {}, 1).unref(); process.once("exit", () => {});
  new Intl.DateTimeFormat("en", { timeZone: "UTC" }).format(0); new Intl.NumberFormat("en").resolvedOptions(); (1).toLocaleString(); new Date(0).toLocaleString(); "a".localeCompare("b"); new Event("a"); const target = new EventTarget(); target.addEventListener("a", () => {}, { once: true }); target.dispatchEvent(new Event("a")); new FormData().append("a", "b"); new Headers({ a: "b" }).get("a"); new Response("a", { headers: { a: "b" } }).headers; new Request("http://a.b/").url;
}

async function files() {
  fs.writeFileSync(file, "text\nlines\n"); fs.appendFileSync(file, "more"); fs.readFileSync(file, "utf8"); fs.readFileSync(file); fs.statSync(file).isFile(); fs.existsSync(file); fs.readdirSync(folder, { withFileTypes: true }); fs.mkdirSync(path.join(folder, "b/c"), { recursive: true }); fs.accessSync(file); fs.realpathSync(file);
  try { fs.readFileSync(path.join(folder, "none")); } catch (error) { String(error.stack); }
  await new Promise((resolve) => fs.readFile(file, "utf8", resolve)); await new Promise((resolve) => fs.stat(file, resolve)); await new Promise((resolve) => fs.writeFile(file, "a", resolve)); await new Promise((resolve) => fs.readdir(folder, resolve));
  await fs.promises.writeFile(file, "text\nlines\n".repeat(1000)); await fs.promises.readFile(file, "utf8"); await fs.promises.stat(file); await fs.promises.readdir(folder); await fs.promises.mkdir(path.join(folder, "d")); await fs.promises.access(file); await fs.promises.unlink; await fs.promises.copyFile(file, `${file}2`); await fs.promises.rename(`${file}2`, `${file}3`);
  const handle = await fs.promises.open(file); await handle.read(Buffer.alloc(4), 0, 4, 0); await handle.close();
  const descriptor = fs.openSync(file, "r"); fs.readSync(descriptor, Buffer.alloc(4)); fs.fstatSync(descriptor); fs.closeSync(descriptor);
  await pipeline(fs.createReadStream(file), zlib.createGzip(), fs.createWriteStream(`${file}.gz`)); await pipeline(fs.createReadStream(`${file}.gz`), zlib.createGunzip(), new PassThrough().resume());
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) String(line);
  fs.watch(folder).close();
}

async function streams() {
  await pipeline(Readable.from(["a", "b"]), new Transform({ transform(chunk, encoding, callback) { callback(null, String(chunk).toUpperCase()); } }), async function* (source) { yield* source; }, new Writable({ write(chunk, encoding, callback) { callback(); } }));
  for await (const chunk of Readable.from([1, 2])) String(chunk);
  const through = new PassThrough(); through.on("data", () => {}); through.once("end", () => {}); through.write("a"); through.end("b"); await once(through, "end"); new stream.Duplex({ read() {}, write() {} }).destroy();
  Readable.from(["a"]).pipe(new PassThrough()).resume(); await new Response(new Blob(["a"]).stream()).text(); await new Response(new ReadableStream({ start(controller) { controller.enqueue(new Uint8Array(1)); controller.close(); } })).arrayBuffer();
  const emitter = new EventEmitter(); emitter.on("a", () => {}); emitter.once("a", () => {}); emitter.prependListener("a", () => {}); emitter.emit("a", 1); emitter.off("a", () => {}); emitter.listenerCount("a"); emitter.removeAllListeners();
  await Promise.allSettled([Promise.reject(new Error("x")), sleep(1)]); await webcrypto.subtle.digest("SHA-256", Buffer.from("a")); await util.promisify(setTimeout)(1); await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]);
}

function request(port, options, body) {
  return new Promise((resolve, reject) => {
    const outgoing = http.request({ port, ...options }, (response) => {
      response.setEncoding("utf8");
      let text = ""; response.on("data", (chunk) => { text += chunk; }); response.on("end", () => resolve(text));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

async function servers() {
  const server = http.createServer(async (incoming, outgoing) => {
    if (incoming.url === "/file") { outgoing.setHeader("content-type", "text/plain"); fs.createReadStream(file).pipe(outgoing); return; }
    if (incoming.method === "POST") {
      const chunks = []; for await (const chunk of incoming) chunks.push(chunk);
      outgoing.writeHead(201, { "Content-Type": "application/json" }); outgoing.end(Buffer.concat(chunks)); return;
    }
    outgoing.statusCode = 200; outgoing.setHeader("X-A", ["1", "2"]); outgoing.write("part"); outgoing.end("end");
  });
  server.on("upgrade", (incoming, socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
  await once(server.listen(0), "listening");
  const { port } = server.address();
  const agent = new http.Agent({ keepAlive: true });
  await request(port, { path: "/", agent }); await request(port, { path: "/", agent, headers: { a: "b" } }); await request(port, { path: "/file" }); await request(port, { method: "POST", agent }, "{\"a\":1}");
  agent.destroy(); new https.Agent(); http.get({ port }, (response) => response.resume()).on("error", () => {});
  const answer = await fetch(`http://localhost:${port}/`); await answer.text(); answer.headers.get("x-a"); await (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify({ a: 1 }), headers: { "content-type": "application/json" } })).json();
  await fetch("http://127.0.0.1:1/").catch((error) => String(error.cause)); await Promise.all([1, 2].map(async () => (await fetch(`http://127.0.0.1:${port}/`)).text()));
  server.closeAllConnections(); await new Promise((resolve) => server.close(resolve));
  const echo = net.createServer((socket) => { socket.setNoDelay(true); socket.on("error", () => {}); socket.pipe(socket); });
  await once(echo.listen(0, "127.0.0.1"), "listening");
  const socket = net.connect(echo.address().port, "127.0.0.1"); socket.setKeepAlive(true); socket.setTimeout(1000); await once(socket, "connect"); socket.write("a"); socket.write(Buffer.from("b")); await once(socket, "data"); socket.end(); await once(socket, "close"); echo.close();
  net.connect(1, "127.0.0.1").on("error", () => {}); await dns.lookup("localhost"); tls.createSecureContext(); cluster.isPrimary;
}

async function processes() {
  await once(spawn("true", [], { stdio: "inherit" }), "exit"); await new Promise((resolve) => exec("echo a", resolve)); await new Promise((resolve) => execFile("false", resolve));
  const commonJs = path.join(folder, "a.cjs");
  fs.writeFileSync(commonJs, "const { parentPort } = require('worker_threads'); const fs = require('fs'); const path = require('path'); const a = 1; module.exports = { a, fs, path, __filename };\nif (parentPort) parentPort.once('message', (message) => { console.log(message); parentPort.postMessage({ got: message, from: require.main === module }); });\nif (process.send) process.send({ a: 1 });");
  fs.writeFileSync(path.join(folder, "m.mjs"), "import { a } from './a.cjs'; import data from './d.json' with { type: 'json' }; export default a; export { data }; await import('node:fs');");
  fs.writeFileSync(path.join(folder, "d.json"), "{}"); fs.writeFileSync(path.join(folder, "t.ts"), "enum A { B } export const a: number = A.B;");
  require(commonJs); require.resolve(commonJs); try { require("./none.cjs"); } catch (error) { String(error.stack); }
  fs.writeFileSync(path.join(folder, "r.mjs"), "export const a = 1; export default { b: 2 };"); require(path.join(folder, "r.mjs"));
  await import(pathToFileURL(path.join(folder, "m.mjs"))); await import(path.join(folder, "t.ts")); await import("./none.mjs").catch(() => {});
  const worker = new Worker(commonJs, { workerData: { a: 1 } }); worker.postMessage({ a: [1, 2], b: new Uint8Array(4) }); await once(worker, "message"); await once(worker, "exit");
  const another = new Worker("const { workerData, parentPort } = require('worker_threads'); parentPort.postMessage(workerData)", { eval: true, workerData: 1 }); another.on("message", () => {}); await once(another, "exit");
  const { port1, port2 } = new MessageChannel(); port1.postMessage(1); port2.once("message", () => port2.close()); await once(fork(commonJs), "message");
}

process.on("uncaughtException", (error) => console.error(error)); process.on("unhandledRejection", () => {}); process.on("SIGUSR2", () => {}); process.removeAllListeners("SIGUSR2");
values();
for (const part of [files, streams, servers, processes]) await part().catch((error) => { console.error(error); process.exitCode = 1; });
process.stdin.unref?.();
fs.rmSync(folder, { recursive: true });
