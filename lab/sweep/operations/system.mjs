// Files, node:stream, processes, sockets, HTTP, readline and SQLite.
import { Buffer } from "node:buffer";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import fsp from "node:fs/promises";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { Duplex, PassThrough, Readable, Transform, Writable } from "node:stream";
import { buffer as readBuffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sweep-"));
const file = path.join(folder, "a.txt");
const copy = path.join(folder, "copy");
const large = path.join(folder, "large");
const tree = path.join(folder, "tree");
const kb = Buffer.alloc(1024, "abcdefghij");
fs.writeFileSync(file, "line of text\n".repeat(80));
fs.writeFileSync(large, Buffer.alloc(1 << 20, "line of text\n"));
for (let index = 0; index < 50; index++) {
  fs.mkdirSync(path.join(tree, `d${index % 5}`), { recursive: true });
  fs.writeFileSync(path.join(tree, `d${index % 5}`, `f${index}`), kb);
}
const descriptor = fs.openSync(file, "r");
const chunk = Buffer.alloc(512);

const listen = async (server) => {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return server.address().port;
};
const echo = net.createServer((socket) => socket.pipe(socket));
const web = http.createServer((request, response) => {
  if (request.url === "/stream") fs.createReadStream(large).pipe(response);
  else if (request.method === "POST") request.pipe(response);
  else response.end("ok");
});
const [echoPort, webPort] = [await listen(echo), await listen(web)];
const agent = new http.Agent({ keepAlive: true });
const sink = () => new Writable({ write: (data, encoding, done) => done() });
const times = function* (count) {
  for (let index = 0; index < count; index++) yield kb;
};

export const operations = {
  "fs.readFileSync": () => fs.readFileSync(file),
  "fs.readFileSync utf8": () => fs.readFileSync(file, "utf8"),
  "fs.readFileSync 1 MB": () => fs.readFileSync(large),
  "fs.writeFileSync": () => fs.writeFileSync(copy, kb),
  "fs.writeFileSync string": () => fs.writeFileSync(copy, "hello"),
  "fs.appendFileSync": () => fs.appendFileSync(copy, ""),
  "fs.statSync": () => fs.statSync(file).mtime.getTime(),
  "fs.existsSync": () => fs.existsSync(file),
  "fs.statSync missing": () => fs.statSync(`${file}x`, { throwIfNoEntry: false }),
  "fs.readFileSync missing": () => {
    try {
      fs.readFileSync(`${file}x`);
    } catch (error) {
      return error.code;
    }
  },
  "fs.accessSync": () => fs.accessSync(file),
  "fs.realpathSync": () => fs.realpathSync(file),
  "fs.openSync and close": () => fs.closeSync(fs.openSync(file)),
  "fs.readSync": () => fs.readSync(descriptor, chunk, 0, 512, 0),
  "fs.fstatSync": () => fs.fstatSync(descriptor).size,
  "fs.readdirSync": () => fs.readdirSync(folder).length,
  "fs.readdirSync recursive": () => fs.readdirSync(tree, { recursive: true }).length,
  "fs.mkdirSync and rmdir": () => {
    fs.mkdirSync(path.join(folder, "new"));
    fs.rmdirSync(path.join(folder, "new"));
  },
  "fs.renameSync": () => {
    fs.renameSync(copy, `${copy}2`);
    fs.renameSync(`${copy}2`, copy);
  },
  "fs.copyFileSync": () => fs.copyFileSync(large, `${copy}3`),
  "fs.cpSync tree": () => fs.cpSync(tree, `${tree}2`, { recursive: true }),
  "fs.globSync": () => fs.globSync?.("**/f1*", { cwd: tree }).length,
  "fs.utimesSync": () => fs.utimesSync(file, 1, 1),
  "fs.promises.readFile": async () => fsp.readFile(file, "utf8"),
  "fs.promises.writeFile": async () => fsp.writeFile(copy, kb),
  "fs.promises.stat": async () => fsp.stat(file),
  "fs.promises.readdir": async () => fsp.readdir(folder),
  "fs.promises.open read": async () => {
    const handle = await fsp.open(file);
    await handle.read(chunk, 0, 512, 0);
    return handle.close();
  },
  "fs.promises.cp tree": async () => fsp.cp(tree, `${tree}3`, { recursive: true }),
  "fs.promises missing": async () => fsp.stat(`${file}x`).catch((error) => error.code),
  "fs.readFile callback": () => new Promise((resolve) => fs.readFile(file, (error, data) => resolve(data))),
  "fs.createReadStream 1 MB": () =>
    new Promise((resolve) =>
      fs
        .createReadStream(large)
        .on("data", () => {})
        .on("close", resolve),
    ),
  "fs.createWriteStream": () => new Promise((resolve) => fs.createWriteStream(copy).end(kb, resolve)),
  "fs stream copy 1 MB": async () => pipeline(fs.createReadStream(large), fs.createWriteStream(`${copy}4`)),
  "fs openAsBlob": async () => (await fs.openAsBlob(file)).text(),
  "readline file": async () => {
    let count = 0;
    for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) count += line.length;
    return count;
  },
  "filehandle readLines": async () => {
    let count = 0;
    for await (const line of (await fsp.open(file)).readLines()) count += line.length;
    return count;
  },
  "stream Readable.from 50": async () => {
    let size = 0;
    for await (const data of Readable.from(times(50))) size += data.length;
    return size;
  },
  "stream pipeline 50": async () => pipeline(Readable.from(times(50)), new PassThrough(), sink()),
  "stream transform 50": async () =>
    pipeline(
      Readable.from(times(50)),
      new Transform({ transform: (data, encoding, done) => done(null, data) }),
      sink(),
    ),
  "stream push 50": () =>
    new Promise((resolve) => {
      const readable = new Readable({ read() {} });
      readable.on("data", () => {}).on("end", resolve);
      for (const data of times(50)) readable.push(data);
      readable.push(null);
    }),
  "stream write 50": () =>
    new Promise((resolve) => {
      const writable = sink();
      for (const data of times(50)) writable.write(data);
      writable.end(resolve);
    }),
  "stream objectMode 50": async () => (await Readable.from(Array(50).fill({})).toArray()).length,
  "stream map and filter": async () =>
    (
      await Readable.from([1, 2, 3])
        .map((x) => x * 2)
        .filter((x) => x > 2)
        .toArray()
    ).length,
  "stream consumers text": async () => text(Readable.from(["a", "b"])),
  "stream consumers buffer": async () => readBuffer(Readable.from(times(10))),
  "stream Duplex.from": async () => (await Duplex.from(times(3)).toArray()).length,
  "stream Readable.toWeb": async () => {
    let size = 0;
    for await (const data of Readable.toWeb(Readable.from(times(20)))) size += data.length;
    return size;
  },
  "stream Readable.fromWeb": async () => (await Readable.fromWeb(new Blob([kb]).stream()).toArray()).length,
  "stream gzip and gunzip": async () =>
    pipeline(Readable.from(times(10)), zlib.createGzip(), zlib.createGunzip(), sink()),
  spawn: () => new Promise((resolve) => spawn("/bin/true").on("close", resolve)),
  "spawn with output": () =>
    new Promise((resolve) =>
      spawn("/bin/echo", ["x"])
        .stdout.on("data", () => {})
        .on("close", resolve),
    ),
  execFileSync: () => execFileSync("/bin/true"),
  "tcp connect and echo": () =>
    new Promise((resolve) => {
      const socket = net.connect(echoPort, "127.0.0.1", () => socket.write("x"));
      socket.on("data", () => socket.end()).on("close", resolve);
    }),
  "http get": () =>
    new Promise((resolve) =>
      http.get({ port: webPort, host: "127.0.0.1", agent }, (response) => response.resume().on("end", resolve)),
    ),
  "http get 1 MB": () =>
    new Promise((resolve) =>
      http.get({ port: webPort, host: "127.0.0.1", agent, path: "/stream" }, (response) =>
        response.resume().on("end", resolve),
      ),
    ),
  fetch: async () => (await fetch(`http://127.0.0.1:${webPort}/`)).text(),
  "fetch 1 MB": async () => (await fetch(`http://127.0.0.1:${webPort}/stream`)).arrayBuffer(),
  "fetch post": async () => (await fetch(`http://127.0.0.1:${webPort}/`, { method: "POST", body: kb })).text(),
};

export function end() {
  fs.closeSync(descriptor);
  fs.rmSync(folder, { recursive: true, force: true });
}
