// SIGUSR1 lets debuggers connect to a running program: https://nodejs.org/docs/latest-v26.x/api/process.html#signal-events
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const isBrio = "brio" in process.versions;
/** Behaviour that Node does not have. */
const brioTest = isBrio ? test : () => {};
const IDLE = "setInterval(() => {}, 100); console.log('ready');";
const ADDRESS = /Debugger listening on (ws:\/\/127\.0\.0\.1:\d+\/\S+)\n(.*)/;

interface Running {
  child: ChildProcess;
  /** Waits until what was printed matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  output(): string;
}

/** Starts a program that prints "ready", and waits for that. */
async function start(source: string, flags: string[] = [], home = "node"): Promise<Running> {
  const file = join(mkdtempSync(join(tmpdir(), "signalled-")), "program.js");
  writeFileSync(file, source);
  const own = isBrio ? ["--as", home] : [];
  const child = spawn(process.execPath, [...own, ...flags, file], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  let wake = Promise.withResolvers<void>();
  const add = (chunk: Buffer): void => {
    text += chunk;
    wake.resolve();
    wake = Promise.withResolvers();
  };
  child.stdout!.on("data", add);
  child.stderr!.on("data", add);
  child.on("exit", () => wake.resolve());
  process.once("exit", () => child.kill("SIGKILL"));
  const running: Running = {
    child,
    async printed(pattern) {
      for (;;) {
        const found = pattern.exec(text);
        if (found !== null) return found;
        assert.equal(child.exitCode ?? child.signalCode, null, `ended after: ${text}`);
        await wake.promise;
      }
    },
    output: () => text,
  };
  await running.printed(/ready/);
  return running;
}

async function end({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** Sends the signal twice: where it is ignored, nothing is printed between another message of the program. */
async function isIgnored(running: Running): Promise<void> {
  running.child.kill("SIGUSR1");
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(running.child.signalCode, null);
  assert.doesNotMatch(running.output(), /Debugger/);
}

test("SIGUSR1 begins to serve debuggers, once", async () => {
  const running = await start(IDLE, ["--inspect-port=0"]);
  running.child.kill("SIGUSR1");
  const [, address, help] = await running.printed(ADDRESS);
  assert.equal(help, "For help, see: https://nodejs.org/learn/getting-started/debugging");
  running.child.kill("SIGUSR1");
  const { host, pathname } = new URL(address!);
  const [target] = await (await fetch(`http://${host}/json/list`)).json();
  assert.equal(target.id, pathname.slice(1));
  assert.equal(running.output().match(/listening/g)!.length, 1);
  await end(running);
});

test("a debugger that connects after SIGUSR1 stops at a breakpoint and evaluates there", async () => {
  const source = "let turn = 41;\nsetInterval(() => {\n  turn++;\n}, 20);\nconsole.log('ready');";
  const running = await start(source, ["--inspect-port=0"]);
  running.child.kill("SIGUSR1");
  const [, address] = await running.printed(ADDRESS);
  const socket = new WebSocket(address!);
  const messages: any[] = [];
  let wake = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => {
    messages.push(JSON.parse(data));
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const received = async (wanted: (message: any) => boolean): Promise<any> => {
    for (;;) {
      const found = messages.find(wanted);
      if (found !== undefined) return found;
      await wake.promise;
    }
  };
  const send = (id: number, method: string, params: object): void =>
    socket.send(JSON.stringify({ id, method, params }));
  await once(socket, "open");
  send(1, "Debugger.enable", {});
  send(2, "Debugger.setBreakpointByUrl", { urlRegex: "program\\.js$", lineNumber: 2 });
  const { params: pause } = await received(({ method }) => method === "Debugger.paused");
  const [{ callFrameId, location }] = pause.callFrames;
  assert.equal(location.lineNumber, 2);
  send(3, "Debugger.evaluateOnCallFrame", { callFrameId, expression: "turn > 40" });
  assert.equal((await received(({ id }) => id === 3)).result.result.value, true);
  socket.close();
  await end(running);
});

test("a listener of the program receives the signal instead", async () => {
  const running = await start(`process.on("SIGUSR1", () => console.log("received")); ${IDLE}`, ["--inspect-port=0"]);
  running.child.kill("SIGUSR1");
  await running.printed(/received/);
  assert.doesNotMatch(running.output(), /Debugger/);
  await end(running);
});

test("process._debugProcess lets debuggers connect to another process", async () => {
  const running = await start(IDLE, ["--inspect-port=0"]);
  (process as any)._debugProcess(running.child.pid);
  await running.printed(ADDRESS);
  await end(running);
});

test("--disable-sigusr1 ignores the signal", async () => {
  const running = await start(IDLE, ["--disable-sigusr1", "--inspect-port=0"]);
  await isIgnored(running);
  await end(running);
});

test("the signal is ignored where permissions forbid the inspector", async () => {
  const running = await start(IDLE, ["--permission", "--allow-fs-read=*", "--inspect-port=0"]);
  await isIgnored(running);
  await end(running);
});

brioTest("in Deno's home its words follow the address", async () => {
  const running = await start(IDLE, ["--inspect-port=0"], "deno");
  running.child.kill("SIGUSR1");
  const [, , help] = await running.printed(ADDRESS);
  assert.equal(help, "Visit chrome://inspect to connect to the debugger.");
  await end(running);
});

brioTest("in Bun's home the signal ends the program", async () => {
  const running = await start(IDLE, [], "bun");
  running.child.kill("SIGUSR1");
  const [, signal] = await once(running.child, "exit");
  assert.equal(signal, "SIGUSR1");
});
