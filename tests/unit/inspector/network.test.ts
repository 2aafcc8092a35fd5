// `--experimental-network-inspection`: https://nodejs.org/docs/latest-v26.x/api/inspector.html#integration-with-devtools
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

/** Runs a program whose last line prints JSON, and returns it. */
function run(source: string, flags = ["--experimental-network-inspection"]): any {
  const file = join(mkdtempSync(join(tmpdir(), "network-")), "program.mjs");
  writeFileSync(file, source);
  const own = "brio" in process.versions ? ["--as", "node"] : [];
  const result = spawnSync(process.execPath, [...own, "--inspect=0", ...flags, file], { encoding: "utf8" });
  assert.equal(result.status, 0, result.stderr);
  return JSON.parse(result.stdout);
}

const START = `
import http from "node:http";
import { Network } from "node:inspector";
import { Session } from "node:inspector/promises";
import { once } from "node:events";
const session = new Session();
session.connect();
const events = [];
session.on("inspectorNotification", ({ method, params }) => events.push([method, params]));
`;

/** A server that returns what it received, and the events of one request to it. */
const SERVED = `${START}
await session.post("Network.enable");
const server = http.createServer((request, response) => {
  response.writeHead(201, { "content-type": "text/plain; charset=utf-8", "x-twice": ["a", "b"] });
  request.pipe(response);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const url = "http://127.0.0.1:" + server.address().port + "/path?query";
await REQUEST;
server.close();
server.closeAllConnections();
const finished = events.find(([method]) => method === "Network.loadingFinished")[1];
const body = await session.post("Network.getResponseBody", { requestId: finished.requestId });
const of = (name) => events.find(([method]) => method === "Network." + name)[1];
const { request, initiator } = of("requestWillBeSent");
const { response, type } = of("responseReceived");
console.log(JSON.stringify({
  names: events.map(([method]) => method),
  isUrl: request.url === url && response.url === url,
  method: request.method,
  field: request.headers["x-field"],
  initiator: initiator.type,
  type, status: response.status, mimeType: response.mimeType, charset: response.charset,
  twice: response.headers["x-twice"],
  body,
}));
process.exit();
`;

const EXPECTED = {
  names: ["Network.requestWillBeSent", "Network.responseReceived", "Network.loadingFinished"],
  isUrl: true,
  field: "value",
  initiator: "script",
  status: 201,
  mimeType: "text/plain",
  charset: "utf-8",
  twice: "a, b",
};

test("a request of node:http is reported with its head and its body", () => {
  const request = `new Promise((resolve) => {
  http.get(url, { headers: { "x-field": "value" } }, (response) => response.resume().on("end", () => setTimeout(resolve, 50)));
})`;
  const found = run(SERVED.replace("REQUEST", request));
  assert.deepEqual(found, { ...EXPECTED, method: "GET", type: "Other", body: { body: "", base64Encoded: false } });
});

test("a request of fetch is reported with its head and its body", () => {
  const request = `fetch(url, { method: "POST", body: "text", headers: { "x-field": "value" } })
  .then((response) => response.text()).then(() => new Promise((resolve) => setTimeout(resolve, 50)))`;
  const found = run(SERVED.replace("REQUEST", request));
  assert.deepEqual(found, { ...EXPECTED, method: "POST", type: "Fetch", body: { body: "text", base64Encoded: false } });
});

test("a request of node:http2 and what the server pushes are reported with heads and bodies", () => {
  const found = run(`${START}
import http2 from "node:http2";
await session.post("Network.enable");
const server = http2.createServer().on("stream", (stream) => {
  stream.pushStream({ ":path": "/pushed" }, (error, pushed) => pushed.respond({ ":status": 201 }) ?? pushed.end("pushed"));
  stream.respond({ ":status": 200, "content-type": "text/plain; charset=utf-8", "set-cookie": ["a=b", "c=d"] });
  stream.pipe(stream);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const origin = "http://127.0.0.1:" + server.address().port;
const client = http2.connect(origin);
client.on("stream", (pushed) => pushed.resume());
const request = client.request({ ":method": "POST", ":path": "/path", "content-type": "text/plain; charset=utf-8", "x-field": "value" });
request.write("te");
request.end("xt");
await once(request.resume(), "close");
await new Promise((resolve) => setTimeout(resolve, 50));
const of = (name, path) => events.find(([method, { requestId }]) => method === "Network." + name && requestId === ids[path])[1];
const begun = events.filter(([method]) => method === "Network.requestWillBeSent").map(([, params]) => params);
const ids = Object.fromEntries(begun.map(({ requestId, request: { url } }) => [url.slice(origin.length), requestId]));
const { response } = of("responseReceived", "/path");
console.log(JSON.stringify({
  methods: begun.map(({ request: { method } }) => method),
  field: begun[0].request.headers["x-field"],
  hasPostData: begun[0].request.hasPostData,
  sent: (await session.post("Network.getRequestPostData", { requestId: ids["/path"] })).postData,
  status: response.status, type: response.mimeType, cookies: response.headers["set-cookie"],
  pushedStatus: of("responseReceived", "/pushed").response.status,
  hasEnded: ["/path", "/pushed"].map((path) => of("loadingFinished", path) !== undefined),
  body: await session.post("Network.getResponseBody", { requestId: ids["/path"] }),
  pushed: await session.post("Network.getResponseBody", { requestId: ids["/pushed"] }),
}));
process.exit();
`);
  assert.deepEqual(found, {
    methods: ["POST", "GET"],
    field: "value",
    hasPostData: true,
    sent: "text",
    status: 200,
    type: "text/plain",
    cookies: "a=b\nc=d",
    pushedStatus: 201,
    hasEnded: [true, true],
    body: { body: "text", base64Encoded: false },
    pushed: { body: btoa("pushed"), base64Encoded: true },
  });
});

test("a stream of node:http2 that the server resets is reported as failed", () => {
  const found = run(`${START}
import http2 from "node:http2";
await session.post("Network.enable");
const server = http2.createServer().on("stream", (stream) => stream.on("error", () => {}).close(5)).listen(0, "127.0.0.1");
await once(server, "listening");
const request = http2.connect("http://127.0.0.1:" + server.address().port).request({ ":path": "/" });
const [{ message }] = await once(request, "error");
console.log(JSON.stringify({ names: events.map(([method]) => method), isMessage: events.at(-1)[1].errorText === message }));
process.exit();
`);
  assert.deepEqual(found, { names: ["Network.requestWillBeSent", "Network.loadingFailed"], isMessage: true });
});

// Node does so from the version after 26.10 on.
const laterTest = "brio" in process.versions ? test : () => {};

laterTest("the body of a response that is compressed is reported as what it was before", () => {
  const found = run(`${START}
import zlib from "node:zlib";
await session.post("Network.enable");
const bodies = [];
for (const [coding, encode] of [["gzip", "gzipSync"], ["deflate", "deflateSync"], ["br", "brotliCompressSync"], ["zstd", "zstdCompressSync"]]) {
  const server = http.createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8", "content-encoding": coding });
    response.end(zlib[encode](coding + " text"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const finished = once(session, "Network.loadingFinished");
  http.get({ host: "127.0.0.1", port: server.address().port }, (response) => response.resume());
  const [{ params: { requestId } }] = await finished;
  bodies.push((await session.post("Network.getResponseBody", { requestId })).body);
}
console.log(JSON.stringify(bodies));
process.exit();
`);
  assert.deepEqual(found, ["gzip text", "deflate text", "br text", "zstd text"]);
});

test("a WebSocket is reported with the head of its handshake", () => {
  const found = run(`${START}
import { createHash } from "node:crypto";
await session.post("Network.enable");
const server = http.createServer().on("upgrade", (request, socket) => {
  const key = request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  const fields = ["Upgrade: websocket", "Connection: Upgrade", "X-Twice: a", "X-Twice: b"];
  fields.push("Sec-WebSocket-Accept: " + createHash("sha1").update(key).digest("base64"));
  socket.write("HTTP/1.1 101 Switching Protocols\\r\\n" + fields.join("\\r\\n") + "\\r\\n\\r\\n");
  socket.on("error", () => {}).once("data", () => socket.end(Buffer.from([0x88, 2, 3, 0xe8])));
}).listen(0, "127.0.0.1");
await once(server, "listening");
const url = "ws://127.0.0.1:" + server.address().port + "/path";
const socket = new WebSocket(url);
socket.onopen = () => socket.close();
await once(session, "Network.webSocketClosed");
const ofSocket = events.filter(([method]) => method.startsWith("Network.webSocket"));
const { response } = ofSocket[1][1];
console.log(JSON.stringify({
  names: ofSocket.map(([method]) => method),
  isUrl: ofSocket[0][1].url === url,
  isOne: ofSocket.every(([, { requestId }]) => requestId === ofSocket[0][1].requestId),
  status: response.status, statusText: response.statusText, twice: response.headers["x-twice"],
}));
process.exit();
`);
  assert.deepEqual(found, {
    names: ["Created", "HandshakeResponseReceived", "Closed"].map((name) => `Network.webSocket${name}`),
    isUrl: true,
    isOne: true,
    status: 101,
    statusText: "Switching Protocols",
    twice: "a, b",
  });
});

test("inspector.Network reports requests of libraries, whose bodies are text where they say so", () => {
  const found = run(`${START}
await session.post("Network.enable");
const request = { url: "https://example.com", method: "PUT", headers: {}, hasPostData: true };
Network.requestWillBeSent({ requestId: "1", timestamp: 1, wallTime: 1, request, charset: "utf-8" });
Network.dataSent({ requestId: "1", timestamp: 2, dataLength: 4, data: Buffer.from("sent") });
const pending = await session.post("Network.getRequestPostData", { requestId: "1" }).catch(({ code }) => code);
Network.dataSent({ requestId: "1", finished: true });
const { postData } = await session.post("Network.getRequestPostData", { requestId: "1" });
const response = { url: "https://example.com", status: 200, statusText: "OK", headers: {} };
Network.responseReceived({ requestId: "1", timestamp: 3, type: "Other", response });
const data = Buffer.from([1, 2, 255]);
Network.dataReceived({ requestId: "1", timestamp: 4, dataLength: 3, encodedDataLength: 3, data });
Network.loadingFinished({ requestId: "1", timestamp: 5 });
const body = await session.post("Network.getResponseBody", { requestId: "1" });
await session.post("Network.disable");
Network.loadingFinished({ requestId: "1", timestamp: 6 });
console.log(JSON.stringify({ pending, postData, body, count: events.length }));
process.exit();
`);
  assert.deepEqual(found, {
    pending: "ERR_INSPECTOR_COMMAND",
    postData: "sent",
    body: { body: Buffer.from([1, 2, 255]).toString("base64"), base64Encoded: true },
    count: 3,
  });
});

test("without the flag nothing is reported", () => {
  const source = `${START}
const enabled = await session.post("Network.enable");
const request = { url: "https://example.com", method: "GET", headers: {} };
Network.requestWillBeSent({ requestId: "1", timestamp: 1, wallTime: 1, request });
console.log(JSON.stringify({ enabled, count: events.length }));
process.exit();
`;
  assert.deepEqual(run(source, []), { enabled: {}, count: 0 });
});
