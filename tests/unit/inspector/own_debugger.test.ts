// The domain Debugger in an `inspector.Session` of the program's own thread, as in Node 26.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const START = `
const { Session } = require("node:inspector");
const { pathToFileURL } = require("node:url");
const vm = require("node:vm");
const url = pathToFileURL(__filename).href;
function debugged(value) {
  const doubled = value * 2;
  return doubled;
}
const session = new Session();
session.connect();
/** Posts a command whose callback is called at once. */
function post(of, method, params) {
  let outcome;
  of.post(method, params, (error, result) => (outcome = error ? error.message : result));
  return outcome;
}
`;
/** The line of \`return doubled\`, from 0. */
const LINE = 7;

/** Runs a program that prints JSON. */
function run(source: string): any {
  const file = join(mkdtempSync(join(tmpdir(), "own-debugger-")), "program.cjs");
  writeFileSync(file, START + source);
  const own = "brio" in process.versions ? ["--as", "node"] : [];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...own, file], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const SLOW_MS = 30_000;

test(
  "a breakpoint calls the listener while the function is paused, which reads its variables and evaluates in it",
  () => {
    const found = run(`
const found = {};
session.on("Debugger.paused", ({ params: { callFrames: [frame], hitBreakpoints } }) => {
  const { result } = post(session, "Runtime.getProperties", { objectId: frame.scopeChain[0].object.objectId });
  found.variables = Object.fromEntries(result.map(({ name, value }) => [name, value.value]));
  found.evaluated = post(session, "Debugger.evaluateOnCallFrame", { callFrameId: frame.callFrameId, expression: "doubled + 1" }).result.value;
  found.isHit = hitBreakpoints[0] === breakpointId;
  found.place = [frame.functionName, frame.location.lineNumber];
});
found.enabled = typeof post(session, "Debugger.enable").debuggerId;
const { breakpointId, locations } = post(session, "Debugger.setBreakpointByUrl", { url, lineNumber: ${LINE} });
found.line = locations[0].lineNumber;
found.returned = debugged(4);
console.log(JSON.stringify(found));`);
    assert.deepEqual(found, {
      variables: { value: 4, doubled: 8 },
      evaluated: 9,
      isHit: true,
      place: ["debugged", LINE],
      enabled: "string",
      line: LINE,
      returned: 8,
    });
  },
  SLOW_MS,
);

test(
  "each session is notified of a pause, with its own breakpoints, until it disconnects",
  () => {
    const found = run(`
const second = new Session();
second.connect();
const pauses = [];
session.on("Debugger.paused", ({ params }) => pauses.push(["first", params.hitBreakpoints.length]));
second.on("Debugger.paused", ({ params }) => pauses.push(["second", params.hitBreakpoints.length]));
post(session, "Debugger.enable");
post(second, "Debugger.enable");
post(session, "Debugger.setBreakpointByUrl", { url, lineNumber: ${LINE} });
debugged(1);
second.disconnect();
debugged(2);
session.disconnect();
debugged(3);
console.log(JSON.stringify(pauses));`);
    assert.deepEqual(found, [
      ["first", 1],
      ["second", 0],
      ["first", 1],
    ]);
  },
  SLOW_MS,
);

test(
  "a listener steps, and scripts that run later are reported",
  () => {
    const found = run(`
const lines = [];
session.on("Debugger.paused", ({ params: { reason, callFrames: [frame] } }) => {
  lines.push([reason, frame.location.lineNumber]);
  if (lines.length === 1) session.post("Debugger.stepOver");
});
post(session, "Debugger.enable");
post(session, "Debugger.setBreakpointByUrl", { url, lineNumber: ${LINE - 1} });
debugged(1);
session.once("Debugger.scriptParsed", ({ params }) => console.log(JSON.stringify({ lines, url: params.url })));
vm.runInThisContext("1", { filename: "/folder/a b.js" });
setTimeout(() => {}, 500);`);
    assert.deepEqual(found, {
      lines: [
        ["other", LINE - 1],
        ["step", LINE],
      ],
      url: "file:///folder/a%20b.js",
    });
  },
  SLOW_MS,
);

test(
  "errors of the domain are those of the protocol",
  () => {
    const found = run(`
const wrong = [post(session, "Debugger.resume"), post(session, "Debugger.setBreakpointByUrl", { url })];
post(session, "Debugger.enable");
wrong.push(post(session, "Debugger.setBreakpointByUrl", { url }), post(session, "Debugger.nothing"));
console.log(JSON.stringify(wrong.map((message) => String(message).slice(0, 23))));`);
    assert.deepEqual(found, [
      "Inspector error -32000:",
      "Inspector error -32602:",
      "Inspector error -32602:",
      "Inspector error -32601:",
    ]);
  },
  SLOW_MS,
);
