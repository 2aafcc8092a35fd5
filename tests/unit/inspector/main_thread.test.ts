// `inspector.Session.connectToMainThread()` of a worker, in a program that debuggers can inspect. The behavior is that of Node 26.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { test } from "../harness.ts";

/** What a program prints on standard output, and its exit code. */
async function run(code: string): Promise<[string[], number | null]> {
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  assert.ok(!errors.includes("Error"), errors);
  return [text.trim().split("\n"), status];
}

const MILLISECONDS_MAX = 60_000;

const WORKER = `
  const { Session } = require("inspector/promises");
  const { parentPort } = require("worker_threads");
  const session = new Session();
  session.connectToMainThread();
  // A session does not keep its thread running.
  setInterval(() => {}, 1000);
`;

function program(worker: string, main: string): string {
  return `
    const inspector = require("inspector");
    const { Worker } = require("worker_threads");
    inspector.open(0);
    globalThis.place = "main thread";
    const worker = new Worker(${JSON.stringify(WORKER + worker)}, { eval: true });
    ${main}
  `;
}

test(
  "its commands run in the main thread, and their responses arrive later",
  async () => {
    const worker = `
      globalThis.place = "worker";
      let isLater = false;
      session.post("Runtime.evaluate", { expression: "place" }).then(({ result }) => {
        parentPort.postMessage([result.value, isLater]);
        session.disconnect();
      });
      isLater = true;
    `;
    const main = `worker.on("message", (message) => { console.log(...message); void worker.terminate(); });`;
    assert.deepStrictEqual(await run(program(worker, main)), [["main thread true"], 0]);
  },
  MILLISECONDS_MAX,
);

test(
  "an exception of the main thread pauses it, and the worker reads its variables",
  async () => {
    const worker = `
      session.on("Debugger.paused", async ({ params }) => {
        const { reason, callFrames: [frame] } = params;
        const scope = frame.scopeChain.find(({ type }) => type === "local");
        const { result } = await session.post("Runtime.getProperties", { objectId: scope.object.objectId, ownProperties: true });
        const shown = result.filter(({ name }) => name === "local").map(({ name, value }) => name + "=" + value.value);
        await session.post("Debugger.resume");
        session.disconnect();
        parentPort.postMessage([reason, frame.functionName, ...shown]);
      });
      session.post("Debugger.enable")
        .then(() => session.post("Debugger.setPauseOnExceptions", { state: "all" }))
        .then(() => parentPort.postMessage("ready"));
    `;
    const main = `
      function failing() { const local = 42; throw new Error("planned " + local); }
      worker.on("message", (message) => {
        if (message !== "ready") { console.log(...message); void worker.terminate(); return; }
        try { failing(); } catch (error) { console.log("caught", error.message); }
      });
    `;
    assert.deepStrictEqual(await run(program(worker, main)), [["caught planned 42", "exception failing local=42"], 0]);
  },
  MILLISECONDS_MAX,
);

test(
  "a worker that is terminated leaves the main thread",
  async () => {
    const worker = `session.post("Debugger.enable").then(() => parentPort.postMessage("ready"));`;
    const main = `
      worker.on("message", () => worker.terminate());
      worker.on("exit", () => console.log("exit"));
      process.on("exit", () => console.log("end"));
    `;
    assert.deepStrictEqual(await run(program(worker, main)), [["exit", "end"], 0]);
  },
  MILLISECONDS_MAX,
);
