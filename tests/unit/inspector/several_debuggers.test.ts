// Debuggers that share a program, and one that connects to a program that runs: as in Node 26.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { connect, debug } from "./debugger_client.ts";
import { test } from "../harness.ts";

const SLOW_MS = 30_000;

const PROGRAM = `function work(value) {
  const doubled = value * 2;
  return doubled;
}
globalThis.idle = setInterval(() => work(1), 20);
`;

test(
  "each of two debuggers receives scripts and pauses, and its own breakpoints; one that leaves takes only these",
  async () => {
    const first = await debug("main.cjs", PROGRAM, "--inspect-wait=0");
    const second = await connect(first.socketUrl);
    await first.send("Debugger.enable");
    await second.send("Debugger.enable");
    await second.send("Debugger.setPauseOnExceptions", { state: "none" });
    const { breakpointId } = await first.send("Debugger.setBreakpointByUrl", { url: first.url, lineNumber: 1 });
    await second.send("Debugger.setBreakpointByUrl", { url: first.url, lineNumber: 2 });
    await first.send("Runtime.runIfWaitingForDebugger");
    for (const { event } of [first, second]) {
      let script = await event("Debugger.scriptParsed");
      while (script.url !== first.url) script = await event("Debugger.scriptParsed");
    }
    const paused = [await first.event("Debugger.paused"), await second.event("Debugger.paused")];
    assert.deepEqual(
      paused.map(({ hitBreakpoints }) => hitBreakpoints),
      [[breakpointId], []],
    );
    await second.send("Debugger.resume");
    await first.event("Debugger.resumed");
    assert.deepEqual((await first.event("Debugger.paused")).callFrames[0].location.lineNumber, 2);
    second.close();
    await first.send("Debugger.resume");
    for (let round = 0; round < 2; round++) {
      assert.deepEqual((await first.event("Debugger.paused")).hitBreakpoints, [breakpointId]);
      await first.send("Debugger.resume");
    }
    const third = await connect(first.socketUrl);
    await third.send("Debugger.enable");
    let script = await third.event("Debugger.scriptParsed");
    while (script.url !== first.url) script = await third.event("Debugger.scriptParsed");
    third.close();
    first.child.kill();
    await first.end();
  },
  SLOW_MS,
);

test(
  "a debugger that connects to a running program sets breakpoints in functions that have not run",
  async () => {
    // Of this length, so that what an earlier run compiled is used again.
    const source = `function rare(value) {
  const doubled = value * 2;
  return doubled;
}
globalThis.begin = () => setTimeout(() => rare(4), 10);
if (process.env.BEGIN) rare(1);
else globalThis.idle = setInterval(() => {}, 1000);
// ${"long ".repeat(500)}
`;
    const file = join(mkdtempSync(join(tmpdir(), "earlier-")), "main.cjs");
    writeFileSync(file, source);
    const own = "brio" in process.versions ? ["--as", "node"] : [];
    for (let run = 0; run < 2; run++)
      spawnSync(process.execPath, [...own, file], { env: { ...process.env, BEGIN: "1" } });
    const { send, event, end, url, child } = await debug("main.cjs", source, "--inspect=0");
    await send("Runtime.enable");
    while ((await send("Runtime.evaluate", { expression: "typeof begin" })).result.value !== "function");
    await send("Debugger.enable");
    await send("Debugger.setBreakpointByUrl", { url, lineNumber: 1 });
    await send("Runtime.evaluate", { expression: "void begin()" });
    assert.equal((await event("Debugger.paused")).callFrames[0].functionName, "rare");
    child.kill();
    await end();
  },
  SLOW_MS,
);
