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
