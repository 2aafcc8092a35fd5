// What most Node programs load and do at start: the bytecode of the builtins that they use is stored uncompressed in the binary, and
// used in place (docs/decisions/bytecode.md). That of other builtins is compressed.
import { createRequire } from "node:module";
import "node:async_hooks";
import "node:dns";
import { EventEmitter } from "node:events";
import fs from "node:fs";
import http from "node:http";
import "node:net";
import os from "node:os";
import path from "node:path";
import "node:querystring";
import { pipeline, Readable, Transform } from "node:stream";
import "node:string_decoder";
import "node:timers";
import "node:tty";
import { fileURLToPath } from "node:url";
import util from "node:util";
import { name } from "./part.cjs";

const require = createRequire(import.meta.url);
const { digest } = require("./part.cjs");
const { version } = await import("node:process");
const here = fileURLToPath(import.meta.url);

console.log(os.EOL.length, path.basename(here), util.inspect({ a: [1, "b"], c: new Map([[1, 2]]) }), util.format("%s %d %j", "a", 1, {}));
console.log(name, version, new TextDecoder().decode(new TextEncoder().encode("a")), navigator.userAgent);
console.error(process.argv.length, process.env.HOME, process.versions.node, process.platform, process.cwd(), new Error("shown").message);
class Emitter extends EventEmitter {}
new Emitter().once("a", () => {}).on("b", () => {}).emit("a");
const text = fs.readFileSync(here, "utf8");
const upper = new Transform({ transform(chunk, _encoding, done) { done(null, chunk.toString().toUpperCase()); } });
pipeline(Readable.from([text]), upper, async function* (source) { for await (const chunk of source) yield chunk.length; }, async (source) => { for await (const length of source) console.log(length); }, () => {});

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  response.setHeader("etag", digest(pathname));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ id: searchParams.get("id"), agent: request.headers["user-agent"] }));
});
await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
const { port } = server.address();
const body = await new Promise((resolve, reject) => {
  const request = http.request({ port, method: "POST", path: "/bench/a?id=10" }, (response) => {
    const chunks = [];
    response.on("data", (chunk) => chunks.push(chunk)).on("end", () => resolve(Buffer.concat(chunks).toString()));
  });
  request.on("error", reject).end("a body");
});
console.log(body, await (await fetch(`http://127.0.0.1:${port}/`)).json());
await new Promise((resolve) => { setTimeout(resolve, 1); });
server.close();
