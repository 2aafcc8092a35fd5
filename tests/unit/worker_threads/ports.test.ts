// MessagePort, MessageChannel and BroadcastChannel between threads.
import assert from "node:assert";
import {
  BroadcastChannel,
  getEnvironmentData,
  isMarkedAsUntransferable,
  markAsUntransferable,
  MessageChannel,
  moveMessagePortToContext,
  receiveMessageOnPort,
  setEnvironmentData,
} from "node:worker_threads";
import vm from "node:vm";
import { test } from "../harness.ts";
import { head, runWorker } from "./start.ts";

test("receiveMessageOnPort takes one message at a time, without an event", () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(1);
  port1.postMessage({ two: 2 });
  assert.deepStrictEqual(receiveMessageOnPort(port2), { message: 1 });
  assert.deepStrictEqual(receiveMessageOnPort(port2), { message: { two: 2 } });
  assert.strictEqual(receiveMessageOnPort(port2), undefined);
  port1.close();
  assert.throws(() => receiveMessageOnPort({} as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "port" argument must be a MessagePort instance',
  });
});

test("a port has both styles of listeners: data for on, an event for addEventListener", async () => {
  const { port1, port2 } = new MessageChannel();
  const seen: unknown[] = [];
  (port2 as any).addEventListener("message", (event: any) => seen.push(["event", event.data]));
  port2.on("message", (data) => seen.push(["data", data]));
  port1.postMessage("x");
  await new Promise((resolve) => port2.once("message", resolve));
  port1.close();
  assert.deepStrictEqual(seen, [
    ["event", "x"],
    ["data", "x"],
  ]);
});

test("messages sent before the receiver listens are queued, and arrive before 'close'", async () => {
  const { port1, port2 } = new MessageChannel();
  const seen: unknown[] = [];
  port1.postMessage(1);
  port1.postMessage(2);
  port1.close();
  await new Promise((resolve) => setTimeout(resolve, 5));
  port2.on("message", (data) => seen.push(data));
  await new Promise<void>((resolve) => port2.on("close", resolve));
  assert.deepStrictEqual(seen, [1, 2]);
});

test("a port and a buffer move to a worker", async () => {
  const { port1, port2 } = new MessageChannel();
  const buffer = new Uint8Array([1, 2, 3]).buffer;
  const answer = new Promise((resolve) => port1.once("message", resolve));
  const code = `${head}parentPort.once("message", ({ port, buffer }) => { port.postMessage([...new Uint8Array(buffer)]); port.close(); })`;
  await runWorker(code, {}, (worker) => worker.postMessage({ port: port2, buffer }, [port2, buffer]));
  assert.deepStrictEqual(await answer, [1, 2, 3]);
  assert.strictEqual(buffer.byteLength, 0);
});

test("a marked buffer is not moved", () => {
  const buffer = new ArrayBuffer(4);
  markAsUntransferable(buffer);
  const { port1 } = new MessageChannel();
  assert.ok(isMarkedAsUntransferable(buffer));
  assert.throws(() => port1.postMessage(buffer, [buffer]), { name: "DataCloneError" });
  assert.strictEqual(buffer.byteLength, 4);
  port1.close();
});

test("a broadcast reaches all channels of the name but the sender, in every thread", async () => {
  const channel = new BroadcastChannel("unit");
  const received = new Promise((resolve) => {
    channel.onmessage = (event: any) => resolve(event.data);
  });
  await runWorker(
    'const { BroadcastChannel } = require("node:worker_threads"); const c = new BroadcastChannel("unit"); c.postMessage("hi"); c.close();',
  );
  assert.strictEqual(await received, "hi");
  channel.close();
});

test("environment data goes to workers that start later", async () => {
  setEnvironmentData("unit", { a: 1 });
  assert.deepStrictEqual(getEnvironmentData("unit"), { a: 1 });
  const { messages } = await runWorker(
    `${head}parentPort.postMessage(require("node:worker_threads").getEnvironmentData("unit"))`,
  );
  setEnvironmentData("unit");
  assert.deepStrictEqual(messages, [{ a: 1 }]);
});

test("a port that moves to a context belongs to its realm, and so do its messages", async () => {
  const context: any = vm.createContext({ received: [] as unknown[] });
  const { port1, port2 } = new MessageChannel();
  context.port = moveMessagePortToContext(port1, context);
  assert.ok(!(context.port instanceof Object));
  vm.runInContext(
    `port.onmessage = ({ data }) => {
       received.push(port instanceof Object, data instanceof Object, data.list instanceof Array, data.date instanceof Date, data.map.get(1) instanceof Set);
       port.postMessage({ answer: data.list.length });
     };
     port.start();`,
    context,
  );
  const answered = new Promise<any>((resolve) => port2.once("message", resolve));
  port2.postMessage({ list: [1, 2], date: new Date(0), map: new Map([[1, new Set()]]) });
  const { answer } = await answered;
  port2.close();
  assert.deepStrictEqual([answer, context.received], [2, [true, true, true, true, true]]);
});

test("an object of a class that the context does not have is a message error there", async () => {
  const context: any = vm.createContext({});
  const { port1, port2 } = new MessageChannel();
  context.port = moveMessagePortToContext(port1, context);
  const failed = new Promise<any>((resolve) => (context.resolve = resolve));
  vm.runInContext("port.onmessageerror = resolve; port.start()", context);
  port2.postMessage(new Blob(["a"]));
  assert.strictEqual((await failed).data.code, "ERR_MESSAGE_TARGET_CONTEXT_UNAVAILABLE");
  port2.close();
});

test("moveMessagePortToContext checks its arguments", () => {
  const { port1 } = new MessageChannel();
  const move = moveMessagePortToContext as (...values: unknown[]) => unknown;
  assert.throws(() => move({}, vm.createContext()), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => move(port1, {}), { code: "ERR_INVALID_ARG_TYPE", message: "Invalid context argument" });
  port1.close();
});
