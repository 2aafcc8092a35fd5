// `node inspect`, the debugger of the command line. Run with Node or Brio.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { start } from "./debugger_prompt.ts";
import { test } from "../harness.ts";

const PROGRAM = `let total = 0;
function add(amount) {
  total += amount;
  return total;
}
add(5);
add(7);
console.log("total", total);
setInterval(() => {}, 1000);
`;

const PAUSED_AT_START = /Break on start in program\.js:1\n[^]*debug> $/;

test("a program pauses before its first line, is stepped through, and pauses at a breakpoint", async () => {
  const { type, until, end } = start(PROGRAM);
  assert.match(await until(PAUSED_AT_START), /< Debugger listening on ws:[^]*> 1 let total = 0;\n {2}2 function add/);
  assert.match(await type("n", /in program\.js:6\n/), /> 6 add\(5\);/);
  await type("sb(3)");
  assert.match(await type("breakpoints"), /#0 program\.js:3/);
  assert.match(await type("c", /in program\.js:3\n/), /break in[^]*> 3 {3}total \+= amount;/);
  assert.match(await type("bt"), /#0 add program\.js:3:\d+\n#1 \(anonymous\) program\.js:6:\d+/);
  assert.match(await type("p amount + 1"), /\b6\n/);
  assert.match(await type("out", /in program\.js:[67]\n/), /> [67] add/);
  await type('cb("program.js", 3)');
  assert.match(await type("breakpoints"), /No breakpoints yet/);
  assert.match(await type("c", /< total 12\n/), /debug> $/);
  assert.match(await type("list()"), /ERR_DEBUGGER_ERROR.*Requires execution to be paused/);
  assert.strictEqual(await end(), 0);
});

test("values are printed as the program has them", async () => {
  const { type, until, end } = start(PROGRAM);
  await until(PAUSED_AT_START);
  for (const [expression, expected] of [
    ["[1, 'a', { b: 2 }]", "[ 1, 'a', Object ]"],
    ["{ a: 1 }", "{ a: 1 }"],
    ["'text'", "'text'"],
    ["new Map([['k', 1]])", "Map(1) { k => 1 }"],
    ["new Set([new Set([1])])", "Set(1) { Set(1) { ... } }"],
    ["new Date(0)", "1970-01-01T00:00:00.000Z"],
    ["function named() {}; named", "[Function: named]"],
    ["-0", "-0"],
    ["10n", "10n"],
    ["undefined", "undefined"],
    ["null", "null"],
  ])
    assert.ok((await type(`exec ${expression}`)).split("\n")[0]!.endsWith(expected!), expression);
  assert.match(await type("exec unknownName"), /ReferenceError: unknownName is not defined/);
  assert.match(await type('["a", "b"].join("-")'), /a-b/);
  assert.match(await type(""), /a-b/);
  await end();
});

test("watched expressions are printed at each pause", async () => {
  const { type, until, end } = start(PROGRAM);
  await until(PAUSED_AT_START);
  await type('watch("1 + 1")');
  await type('watch("typeof add")');
  await type("unwatch(0)");
  assert.match(await type("n", /in program\.js:6\n/), /Watchers:\n {2}0: typeof add = 'function'\n/);
  assert.match(await type("watch()"), /ERR_INVALID_ARG_TYPE/);
  await end();
});

test("all that is typed is evaluated after repl, until it is left", async () => {
  const { type, until, end } = start(PROGRAM);
  await until(PAUSED_AT_START);
  const leave = await type("repl", /Press Ctrl\+C to leave debug repl\n+> /, /> $/);
  assert.doesNotMatch(leave, /debug> $/);
  assert.match(await type("typeof add", /'function'/, /> $/), /'function'\n> $/);
  await type(".interrupt");
  assert.match(await type("exec typeof add"), /'function'\ndebug> $/);
  await end();
});

test("a restarted program has its breakpoints again", async () => {
  const { type, until, end } = start(PROGRAM);
  await until(PAUSED_AT_START);
  await type('sb("program.js", 7)');
  await type("restart", PAUSED_AT_START);
  assert.match(await type("c", /in program\.js:7\n/), /> 7 add\(7\);/);
  await end();
});

test("a heap snapshot of a paused program is written", async () => {
  const { folder, type, until, end } = start(PROGRAM);
  await until(PAUSED_AT_START);
  await type('takeHeapSnapshot("out.heapsnapshot")', /Wrote snapshot: .*out\.heapsnapshot/);
  assert.ok("nodes" in JSON.parse(readFileSync(join(folder, "out.heapsnapshot"), "utf8")));
  await end();
});

test("profiles of a paused program are taken, by commands and by console.profile", async () => {
  const { folder, type, until, end } = start(PROGRAM);
  await until(PAUSED_AT_START);
  await type("profile");
  await type("profileEnd", /\[Profile \d+μs\]/);
  await type('profiles[0].save("out.cpuprofile")', /Saved profile to/);
  assert.ok("timeDeltas" in JSON.parse(readFileSync(join(folder, "out.cpuprofile"), "utf8")));
  await type("exec console.profile()");
  await type("exec console.profileEnd()", /Captured new CPU profile\./);
  await end();
});

test("what cannot be debugged is an error", async () => {
  const usage = start("", []);
  assert.strictEqual(await usage.exitCode, 9);
  const refused = start("", ["127.0.0.1:1"]);
  await refused.until(/failed to connect/);
  assert.strictEqual(await refused.exitCode, 1);
  const absent = start("", ["-p", "4194305"]);
  await absent.until(/Target process: 4194305 doesn't exist\./);
});

test("a process that is asked to listen goes on", async () => {
  const program = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000); console.log('ready')"]);
  await once(program.stdout, "data");
  const prompt = start("", ["-p", String(program.pid)]);
  // A process of Node listens then.
  await prompt.until(/debug> $|failed to connect/i);
  assert.deepStrictEqual([program.exitCode, program.signalCode], [null, null]);
  program.kill();
  await prompt.end();
});

test("a server that does not speak the protocol is an error", async () => {
  const server = http.createServer((_request, response) => response.end("not JSON"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { exitCode } = start("", [`127.0.0.1:${(server.address() as AddressInfo).port}`]);
  assert.strictEqual(await exitCode, 1);
  server.close();
});
