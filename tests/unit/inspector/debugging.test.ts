// Debugging a program by Chrome's protocol: pausing, breakpoints, stepping, values. The same on Node.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { debug, type Debugged } from "./debugger_client.ts";
import { test } from "../harness.ts";

const PROGRAM = `const list = [1, 2];
class Repo {
  find(id) {
    const doubled = id * 2;
    debugger;
    return { id, doubled };
  }
}
function main() {
  const repo = new Repo();
  for (const id of list) {
    const found = repo.find(id);
    console.log("found", found.doubled);
  }
}
main();
`;

const names = (frames: any[]): string[] => frames.map(({ functionName }) => functionName);

/** Starts a program and lets it run to the pause before its first line. */
async function begin(name: string, source: string): Promise<{ debugged: Debugged; paused: any }> {
  const debugged = await debug(name, source);
  await debugged.send("Runtime.enable");
  await debugged.send("Debugger.enable");
  await debugged.send("Runtime.runIfWaitingForDebugger");
  return { debugged, paused: await debugged.event("Debugger.paused") };
}

async function variables({ send }: Debugged, scope: any): Promise<Record<string, unknown>> {
  const { result } = await send("Runtime.getProperties", { objectId: scope.object.objectId, ownProperties: true });
  return Object.fromEntries(result.map(({ name, value }: any) => [name, value?.value ?? value?.description]));
}

test("a program pauses before its first line, at a debugger statement, and while it is stepped through", async () => {
  const { debugged, paused } = await begin("program.js", PROGRAM);
  const { send, event, url } = debugged;
  assert.strictEqual(paused.reason, "Break on start");
  assert.strictEqual(paused.callFrames[0].location.lineNumber, 0);
  await send("Debugger.resume");
  const first = await event("Debugger.paused");
  const [frame] = first.callFrames;
  assert.deepStrictEqual(names(first.callFrames).slice(0, 2), ["find", "main"]);
  assert.strictEqual(frame.location.lineNumber, 4);
  assert.deepStrictEqual(first.hitBreakpoints, []);
  const local = frame.scopeChain[0];
  assert.strictEqual(local.type, "local");
  assert.deepStrictEqual(await variables(debugged, local), { id: 1, doubled: 2 });
  const { result } = await send("Debugger.evaluateOnCallFrame", {
    callFrameId: frame.callFrameId,
    expression: "doubled + id",
  });
  assert.strictEqual(result.value, 3);
  await send("Debugger.stepOver");
  const stepped = await event("Debugger.paused");
  assert.strictEqual(stepped.reason, "step");
  assert.strictEqual(stepped.callFrames[0].location.lineNumber, 5);
  await send("Debugger.stepOut");
  const out = await event("Debugger.paused");
  assert.strictEqual(out.callFrames[0].functionName, "main");
  const { breakpointId, locations } = await send("Debugger.setBreakpointByUrl", { url, lineNumber: 11 });
  assert.strictEqual(locations[0].lineNumber, 11);
  await send("Debugger.resume");
  const hit = await event("Debugger.paused");
  assert.deepStrictEqual(hit.hitBreakpoints, [breakpointId]);
  await send("Debugger.removeBreakpoint", { breakpointId });
  await send("Debugger.resume");
  assert.strictEqual((await event("Debugger.paused")).callFrames[0].functionName, "find");
  await send("Debugger.resume");
  const { stdout, code } = await debugged.end();
  assert.strictEqual(stdout, "found 2\nfound 4\n");
  assert.strictEqual(code, 0);
});

test("breakpoints that were set before a module is loaded stand on their lines, also in TypeScript", async () => {
  const debugged = await debug(
    "module.mts",
    `import { existsSync } from "node:fs";
type Answer = { value: number };
async function answer(value: number): Promise<Answer> {
  await null;
  const doubled: number = existsSync("/") ? value * 2 : 0;
  return { value: doubled };
}
const result = await answer(21);
console.log(result.value);
`,
  );
  const { send, event, url } = debugged;
  await send("Runtime.enable");
  await send("Debugger.enable");
  await send("Debugger.setBreakpointByUrl", { url, lineNumber: 5 });
  await send("Debugger.setBreakpointByUrl", { url, lineNumber: 8, condition: "result.value === 42" });
  await send("Debugger.setBreakpointByUrl", { url, lineNumber: 7, condition: "false" });
  await send("Runtime.runIfWaitingForDebugger");
  let script = await event("Debugger.scriptParsed");
  while (script.url !== url) script = await event("Debugger.scriptParsed");
  assert.strictEqual(script.hasSourceURL, true);
  assert.strictEqual((await event("Debugger.paused")).reason, "Break on start");
  await send("Debugger.resume");
  const inside = await event("Debugger.paused");
  assert.strictEqual(inside.callFrames[0].location.lineNumber, 5);
  assert.strictEqual(inside.callFrames[0].functionName, "answer");
  const { result } = await send("Debugger.evaluateOnCallFrame", {
    callFrameId: inside.callFrames[0].callFrameId,
    expression: "doubled",
  });
  assert.strictEqual(result.value, 42);
  await send("Debugger.resume");
  assert.strictEqual((await event("Debugger.paused")).callFrames[0].location.lineNumber, 8);
  await send("Debugger.resume");
  assert.strictEqual((await debugged.end()).stdout, "42\n");
});

test("values are evaluated, described, awaited and called", async () => {
  const debugged = await debug("values.js", "setInterval(() => {}, 1000);\n", "--inspect=0");
  const { send } = debugged;
  const evaluate = async (expression: string, options = {}) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, ...options });
    return exceptionDetails === undefined ? result : exceptionDetails.exception;
  };
  assert.deepStrictEqual(await evaluate("1 + 1"), { type: "number", value: 2, description: "2" });
  assert.deepStrictEqual(await evaluate("NaN"), { type: "number", unserializableValue: "NaN", description: "NaN" });
  assert.deepStrictEqual(await evaluate("-0"), { type: "number", unserializableValue: "-0", description: "-0" });
  assert.deepStrictEqual(await evaluate("12n"), { type: "bigint", unserializableValue: "12n", description: "12n" });
  assert.deepStrictEqual(await evaluate("null"), { type: "object", subtype: "null", value: null });
  assert.deepStrictEqual(await evaluate("undefined"), { type: "undefined" });
  assert.deepStrictEqual(await evaluate("'text'"), { type: "string", value: "text" });
  const array = await evaluate("[1, 2, 3]");
  assert.deepStrictEqual([array.subtype, array.className, array.description], ["array", "Array", "Array(3)"]);
  const map = await evaluate("new Map([[1, 2]])");
  assert.deepStrictEqual([map.subtype, map.description], ["map", "Map(1)"]);
  assert.strictEqual((await evaluate("({ a: 1 })", { returnByValue: true })).value.a, 1);
  assert.strictEqual((await evaluate("Promise.resolve(7)", { awaitPromise: true })).value, 7);
  const thrown = await evaluate("missing.name");
  assert.deepStrictEqual([thrown.subtype, thrown.className], ["error", "ReferenceError"]);
  const object = await evaluate("({ a: 1, get b() { return 2 } })");
  const { result: properties } = await send("Runtime.getProperties", {
    objectId: object.objectId,
    ownProperties: true,
  });
  const own = properties.map(({ name, value, get }: any) => [name, value?.value, get?.type]);
  assert.deepStrictEqual(own, [
    ["a", 1, undefined],
    ["b", undefined, "function"],
  ]);
  const called = await send("Runtime.callFunctionOn", {
    objectId: object.objectId,
    functionDeclaration: "function(x) { return this.a + x }",
    arguments: [{ value: 4 }],
  });
  assert.strictEqual(called.result.value, 5);
  await assert.rejects(send("Nothing.at"), { code: -32601, message: "'Nothing.at' wasn't found" });
  debugged.child.kill();
  await debugged.end();
});

test("a program that runs can be paused and its console heard of", async () => {
  const debugged = await debug(
    "running.js",
    `setInterval(() => {\n  console.log("tick", 1);\n}, 20);\n`,
    "--inspect=0",
  );
  const { send, event } = debugged;
  await send("Runtime.enable");
  const { type, args } = await event("Runtime.consoleAPICalled");
  assert.deepStrictEqual([type, args[0].value, args[1].value], ["log", "tick", 1]);
  await send("Debugger.enable");
  await send("Debugger.pause");
  const { callFrames } = await event("Debugger.paused");
  assert.ok(callFrames.length > 0);
  await send("Debugger.resume");
  await event("Debugger.resumed");
  debugged.child.kill();
  await debugged.end();
});

test("the list of targets tells the address, and refuses names of other sites", async () => {
  const debugged = await debug("listed.js", "setInterval(() => {}, 1000);\n", "--inspect=0");
  const { host, pathname } = new URL(debugged.socketUrl);
  const [target] = await (await fetch(`http://${host}/json/list`)).json();
  assert.strictEqual(target.id, pathname.slice(1));
  assert.strictEqual(target.webSocketDebuggerUrl, debugged.socketUrl);
  assert.strictEqual(target.type, "node");
  assert.strictEqual(target.url, debugged.url);
  const version = await (await fetch(`http://${host}/json/version`)).json();
  assert.strictEqual(version["Protocol-Version"], "1.1");
  const { request } = await import("node:http");
  const status = await new Promise((resolve) => {
    request(`http://${host}/json/list`, { headers: { host: "attacker.example:80" } }, ({ statusCode }) =>
      resolve(statusCode),
    ).end();
  });
  assert.strictEqual(status, 400);
  debugged.child.kill();
  await debugged.end();
});

test("debuggers may connect to a program whose own permissions exclude the network and threads", () => {
  const own = "brio" in process.versions ? ["--as", "node"] : [];
  const flags = ["--permission", "--allow-fs-read=*", "--allow-inspector", "--inspect=0"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...own, ...flags, "-e", "console.log('ran')"], {
    encoding: "utf8",
  });
  assert.deepStrictEqual([status, stdout], [0, "ran\n"], stderr);
  assert.match(stderr, /^Debugger listening on ws:\/\/127\.0\.0\.1:\d+\//);
});

test("a debugger that connects later receives what was printed, is told of each wait, and evaluates with require", async () => {
  const source = `const inspector = require("node:inspector");
console.log("early");
setTimeout(() => { inspector.waitForDebugger(); inspector.waitForDebugger(); console.log("late"); process.exit(); }, 300);
`;
  const { send, event, end } = await debug("waits.cjs", source, "--inspect-wait=0");
  // The first wait is that of the flag.
  await send("NodeRuntime.enable");
  await event("NodeRuntime.waitingForDebugger");
  await send("Runtime.runIfWaitingForDebugger");
  await send("NodeRuntime.notifyWhenWaitingForDisconnect", { enabled: true });
  for (let wait = 0; wait < 2; wait++) {
    await event("NodeRuntime.waitingForDebugger");
    if (wait === 0) {
      await send("Runtime.enable");
      assert.strictEqual((await event("Runtime.consoleAPICalled")).args[0].value, "early");
      const expression = "typeof require('node:fs').readFile";
      const { result } = await send("Runtime.evaluate", { expression, includeCommandLineAPI: true });
      assert.strictEqual(result.value, "function");
      const { result: outside } = await send("Runtime.evaluate", { expression: "typeof require" });
      assert.strictEqual(outside.value, "undefined");
    }
    await send("Runtime.runIfWaitingForDebugger");
  }
  assert.strictEqual((await event("Runtime.consoleAPICalled")).args[0].value, "late");
  await event("NodeRuntime.waitingForDisconnect");
  assert.strictEqual((await send("Runtime.evaluate", { expression: "6 * 7" })).result.value, 42);
  assert.match((await end()).stdout, /early\nlate/);
});
