// Debugging workers: the domains NodeWorker (messages in messages) and Target (messages with `sessionId`), as in Node 26.
import assert from "node:assert/strict";
import process from "node:process";
import { debug, type Debugged } from "./debugger_client.ts";
import { test } from "../harness.ts";

const isBrio = "brio" in process.versions;
/** Behaviour that Node does not have. */
const brioTest = isBrio ? test : () => {};

/** A program whose worker computes a sum, once the main thread calls `begin`. */
const PROGRAM = `
const { Worker, isMainThread, parentPort } = require("node:worker_threads");
function add(a, b) {
  const sum = a + b;
  return sum;
}
if (isMainThread) {
  globalThis.begin = () => {
    const worker = new Worker(__filename, { name: "adder" });
    worker.on("message", (sum) => console.log("sum", sum));
    worker.on("exit", (code) => console.log("exit", code));
  };
  if (process.execArgv.includes("--inspect=0")) globalThis.idle = setInterval(() => {}, 1000);
  else begin();
} else parentPort.postMessage(add(40, 2));
`;

/** Speaks with one worker by the domain NodeWorker. */
class WrappedWorker {
  readonly #program: Debugged;
  readonly #sessionId: string;
  readonly #events: any[] = [];
  #lastId = 0;

  constructor(program: Debugged, sessionId: string) {
    this.#program = program;
    this.#sessionId = sessionId;
  }
  /** Runs a command in the worker. */
  async send(method: string, params: object = {}): Promise<any> {
    const id = ++this.#lastId;
    const message = JSON.stringify({ id, method, params });
    await this.#program.send("NodeWorker.sendMessageToWorker", { sessionId: this.#sessionId, message });
    return (await this.#next((received) => received.id === id)).result;
  }
  /** The next event of this name. */
  async event(name: string): Promise<any> {
    return (await this.#next(({ method }) => method === name)).params;
  }
  async #next(wanted: (message: any) => boolean): Promise<any> {
    for (;;) {
      const at = this.#events.findIndex(wanted);
      if (at >= 0) return this.#events.splice(at, 1)[0];
      const { sessionId, message } = await this.#program.event("NodeWorker.receivedMessageFromWorker");
      assert.equal(sessionId, this.#sessionId);
      this.#events.push(JSON.parse(message));
    }
  }
}

test("a worker that waited for a debugger pauses before its first line, and at a breakpoint", async () => {
  const program = await debug("main.js", PROGRAM, "--inspect-wait=0");
  await program.send("NodeWorker.enable", { waitForDebuggerOnStart: true });
  await program.send("Runtime.runIfWaitingForDebugger");
  const { sessionId, workerInfo, waitingForDebugger } = await program.event("NodeWorker.attachedToWorker");
  assert.equal(waitingForDebugger, true);
  assert.deepEqual(workerInfo, { workerId: "1", type: "worker", title: "[worker 1] adder", url: program.url });
  const worker = new WrappedWorker(program, sessionId);
  await worker.send("Runtime.enable");
  assert.equal((await worker.event("Runtime.executionContextCreated")).context.name, "Worker[1]");
  await worker.send("Debugger.enable");
  await worker.send("Debugger.setBreakpointByUrl", { url: program.url, lineNumber: 3 });
  await worker.send("Runtime.runIfWaitingForDebugger");
  assert.equal((await worker.event("Debugger.paused")).reason, "Break on start");
  await worker.send("Debugger.resume");
  const [frame] = (await worker.event("Debugger.paused")).callFrames;
  assert.equal(frame.functionName, "add");
  assert.equal(frame.location.lineNumber, 3);
  const evaluated = await worker.send("Debugger.evaluateOnCallFrame", {
    callFrameId: frame.callFrameId,
    expression: "a * 100 + b",
  });
  assert.equal(evaluated.result.value, 4002);
  await worker.send("Debugger.resume");
  const { stdout, code } = await program.end();
  assert.equal(stdout, "sum 42\nexit 0\n");
  assert.equal(code, 0);
});

test("workers do not wait for a debugger that did not ask for it", async () => {
  const program = await debug("main.js", PROGRAM, "--inspect=0");
  await program.send("NodeWorker.enable", { waitForDebuggerOnStart: false });
  const hasBegun = async (): Promise<boolean> =>
    (await program.send("Runtime.evaluate", { expression: "typeof idle" })).result.value !== "undefined";
  while (!(await hasBegun()));
  await program.send("Runtime.evaluate", { expression: "clearInterval(idle), begin()" });
  assert.equal((await program.event("NodeWorker.attachedToWorker")).waitingForDebugger, false);
  assert.equal((await program.end()).stdout, "sum 42\nexit 0\n");
});

test("a worker that ends waits until a debugger that wants to know has left", async () => {
  const program = await debug("main.js", PROGRAM, "--inspect-wait=0");
  await program.send("NodeWorker.enable", { waitForDebuggerOnStart: true });
  await program.send("Runtime.runIfWaitingForDebugger");
  const { sessionId } = await program.event("NodeWorker.attachedToWorker");
  const worker = new WrappedWorker(program, sessionId);
  await worker.send("NodeRuntime.notifyWhenWaitingForDisconnect", { enabled: true });
  await worker.send("Runtime.runIfWaitingForDebugger");
  await worker.event("NodeRuntime.waitingForDisconnect");
  await program.send("NodeWorker.detach", { sessionId });
  assert.equal((await program.end()).stdout, "sum 42\nexit 0\n");
});

// In Node it stays paused.
brioTest("a worker that is paused can be terminated", async () => {
  const source = `
const { Worker } = require("node:worker_threads");
const worker = new Worker("let i = 0;\\nsetInterval(() => {\\n  i++;\\n}, 5);", { eval: true });
worker.on("exit", (code) => console.log("exit", code));
globalThis.terminate = () => worker.terminate();
`;
  const program = await debug("main.js", source, "--inspect-wait=0");
  await program.send("NodeWorker.enable", { waitForDebuggerOnStart: true });
  await program.send("Runtime.runIfWaitingForDebugger");
  const { sessionId } = await program.event("NodeWorker.attachedToWorker");
  const worker = new WrappedWorker(program, sessionId);
  await worker.send("Debugger.enable");
  await worker.send("Debugger.setBreakpointByUrl", { urlRegex: "worker eval", lineNumber: 2 });
  await worker.send("Runtime.runIfWaitingForDebugger");
  await worker.event("Debugger.paused");
  await program.send("Runtime.evaluate", { expression: "void terminate()" });
  assert.equal((await program.end()).stdout, "exit 1\n");
});

test("NodeWorker.enable needs its parameter, and the domain Target its flag", async () => {
  const program = await debug("main.js", "", "--inspect-wait=0");
  await assert.rejects(program.send("NodeWorker.enable"), (error: any) => error.code === -32602);
  const unknown = program.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true });
  await assert.rejects(unknown, (error: any) => error.code === -32601);
  await program.send("Runtime.runIfWaitingForDebugger");
  await program.end();
});

test("with its flag workers wait for a debugger of the domain Target, which may attach later", async () => {
  const source = `const { Worker } = require("node:worker_threads");
new Worker("console.log('worker')", { eval: true }).on("exit", () => console.log("exit"));`;
  const program = await debug("main.js", source, "--inspect-wait=0", "--experimental-worker-inspection");
  await program.send("Runtime.runIfWaitingForDebugger");
  const { targetInfo } = await program.event("Target.targetCreated");
  const described = { targetId: "1", type: "node_worker", title: "[worker 1] WorkerThread", url: "", attached: false };
  assert.deepEqual(targetInfo, { ...described, canAccessOpener: true });
  await program.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true });
  const { sessionId, waitingForDebugger } = await program.event("Target.attachedToTarget");
  assert.equal(waitingForDebugger, true);
  const { result } = await program.send("Runtime.evaluate", { expression: "20 + 1" }, sessionId);
  assert.equal(result.value, 21);
  await program.send("Runtime.runIfWaitingForDebugger", {}, sessionId);
  assert.equal((await program.end()).stdout, "worker\nexit\n");
});

brioTest("a breakpoint in TypeScript of a worker has the place of its source", async () => {
  const worker =
    "interface Sum { value: number }\ntype Unused = string;\n\nconst sum: Sum = { value: 42 };\nconsole.log(sum.value);\n";
  const source = `
const { writeFileSync } = require("node:fs");
const file = __dirname + "/worker.ts";
writeFileSync(file, ${JSON.stringify(worker)});
new (require("node:worker_threads").Worker)(file);
`;
  const program = await debug("main.js", source, "--inspect-wait=0");
  await program.send("NodeWorker.enable", { waitForDebuggerOnStart: true });
  await program.send("Runtime.runIfWaitingForDebugger");
  const { sessionId } = await program.event("NodeWorker.attachedToWorker");
  const session = new WrappedWorker(program, sessionId);
  await session.send("Debugger.enable");
  await session.send("Debugger.setBreakpointByUrl", { urlRegex: "worker\\.ts$", lineNumber: 4 });
  await session.send("Runtime.runIfWaitingForDebugger");
  await session.event("Debugger.paused");
  await session.send("Debugger.resume");
  const [frame] = (await session.event("Debugger.paused")).callFrames;
  assert.equal(frame.location.lineNumber, 4);
  await session.send("Debugger.resume");
  assert.equal((await program.end()).stdout, "42\n");
});
