// `inspector.NetworkResources`: debuggers load what a program lets them load, as in Node 26.
// https://nodejs.org/docs/latest-v26.x/api/inspector.html#inspectornetworkresourcesput
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { debug } from "./debugger_client.ts";
import { test } from "../harness.ts";

const FLAG = "--experimental-inspector-network-resource";
const ADDRESS = "http://localhost:3000/app.js.map";

/** Runs a program with a session, which prints JSON. */
function run(source: string, flags = [FLAG]): any {
  const own = "brio" in process.versions ? ["--as", "node"] : [];
  const program = `
const { NetworkResources, Session } = require("node:inspector/promises");
const session = new Session();
session.connect();
const post = (method, params) => session.post(method, params).catch(({ message }) => message);
const url = ${JSON.stringify(ADDRESS)};
(async () => console.log(JSON.stringify(await (async () => { ${source} })())))();`;
  const result = spawnSync(process.execPath, [...own, ...flags, "-e", program], { encoding: "utf8" });
  assert.equal(result.status, 0, result.stderr);
  return JSON.parse(result.stdout);
}

test("a resource is loaded and read in parts until it is closed", () => {
  const found = run(`
NetworkResources.put(url, "häß€");
const { resource } = await post("Network.loadNetworkResource", { url });
const read = (parameters) => post("IO.read", { handle: resource.stream, ...parameters });
const parts = [await read({ size: 3 }), await read(), await read(), await read({ offset: 3, size: 2 })];
await post("IO.close", { handle: resource.stream });
return { resource, parts, closed: await read({ offset: 0 }) };`);
  assert.deepEqual(found, {
    resource: { success: true, stream: ADDRESS },
    parts: [
      { data: "hä", eof: false },
      { data: "ß€", eof: false },
      { data: "", eof: true },
      { data: "ß", eof: false },
    ],
    closed: { data: "", eof: true },
  });
});

test("other addresses have no resource, and parameters are validated", () => {
  const found = run(`
const wrong = [];
for (const given of [[1, ""], [url]]) try { NetworkResources.put(...given); } catch ({ code }) { wrong.push(code); }
const other = await post("Network.loadNetworkResource", { url });
return [wrong, other, await post("IO.read", {}), await post("IO.read", { handle: "x", offset: "1" }), await post("IO.close")];`);
  const invalid = "Inspector error -32602: Invalid parameters";
  const wrong = ["ERR_INVALID_ARG_TYPE", "ERR_INVALID_ARG_TYPE"];
  assert.deepEqual(found, [wrong, { resource: { success: false } }, invalid, invalid, invalid]);
});

test("without the flag nothing is stored or loaded", () => {
  const found = run(`return [NetworkResources.put(1), await post("Network.loadNetworkResource", { url })];`, []);
  assert.equal(found[0], null);
  assert.match(found[1], /-32000: Network resource loading is not enabled.*--experimental-inspector-network-resource/);
});

test("a debugger of a worker loads what the main thread put", async () => {
  const source = `
require("node:inspector").NetworkResources.put("${ADDRESS}", "source");
new (require("node:worker_threads").Worker)("", { eval: true });`;
  const { send, event, end } = await debug(
    "main.js",
    source,
    "--inspect-wait=0",
    "--experimental-worker-inspection",
    FLAG,
  );
  await send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true });
  await send("Runtime.runIfWaitingForDebugger");
  const { sessionId } = await event("Target.attachedToTarget");
  const { resource } = await send("Network.loadNetworkResource", { url: ADDRESS }, sessionId);
  assert.deepEqual(resource, { success: true, stream: ADDRESS });
  assert.deepEqual(await send("IO.read", { handle: ADDRESS }, sessionId), { data: "source", eof: false });
  await send("Runtime.runIfWaitingForDebugger", {}, sessionId);
  await end();
});
