// MessageChannel, MessagePort, BroadcastChannel, MessageEvent.
import assert from "node:assert";
import { createHook } from "node:async_hooks";
import { once } from "node:events";
import process from "node:process";
import { inspect } from "node:util";
import { test } from "../harness.ts";

const nextMessage = (port: any): Promise<any> =>
  new Promise((resolve) => port.addEventListener("message", resolve, { once: true }));

test("a message arrives as a clone, in a later task", async () => {
  const { port1, port2 } = new MessageChannel();
  const sent = { a: [1] };
  let arrived = false;
  const received = nextMessage(port2).then((event) => {
    arrived = true;
    return event;
  });
  port1.postMessage(sent);
  await Promise.resolve();
  assert.strictEqual(arrived, false);
  const event = await received;
  assert.deepStrictEqual(event.data, sent);
  assert.notStrictEqual(event.data, sent);
  assert.strictEqual(event.type, "message");
  assert.strictEqual(event.target, port2);
  port1.close();
});

test("messages keep their order and are queued until start", async () => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(1);
  port1.postMessage(2);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const seen: number[] = [];
  await new Promise<void>((resolve) => {
    port2.onmessage = (event) => {
      if (seen.push(event.data) === 2) resolve();
    };
  });
  assert.deepStrictEqual(seen, [1, 2]);
  port1.close();
});

test("each message is a task of its own: promise jobs run in between", async () => {
  const { port1, port2 } = new MessageChannel();
  const log: string[] = [];
  await new Promise<void>((resolve) => {
    port2.onmessage = ({ data }) => {
      log.push(`message ${data}`);
      Promise.resolve().then(() => {
        log.push(`job ${data}`);
        if (data === 2) resolve();
      });
    };
    port1.postMessage(1);
    port1.postMessage(2);
  });
  assert.deepStrictEqual(log, ["message 1", "job 1", "message 2", "job 2"]);
  port1.close();
});

test("buffers and ports are transferred", async () => {
  const { port1, port2 } = new MessageChannel();
  const inner = new MessageChannel();
  const buffer = new Uint8Array([1, 2]).buffer;
  const received = nextMessage(port2);
  port1.postMessage({ buffer, port: inner.port2 }, [buffer, inner.port2]);
  assert.strictEqual(buffer.byteLength, 0);
  const event = await received;
  assert.deepStrictEqual([...new Uint8Array(event.data.buffer)], [1, 2]);
  assert.strictEqual(event.ports[0], event.data.port);
  const answer = nextMessage(event.data.port);
  inner.port1.postMessage("through");
  assert.strictEqual((await answer).data, "through");
  inner.port1.close();
  port1.close();
});

test("close is reported to both ends", async () => {
  const { port1, port2 } = new MessageChannel();
  const closed = Promise.all(
    [port1, port2].map((port) => new Promise((resolve) => port.addEventListener("close", resolve))),
  );
  port1.close();
  await closed;
  port1.postMessage("nobody");
});

test("wrong arguments", () => {
  const { port1 } = new MessageChannel();
  const post: any = port1.postMessage.bind(port1);
  assert.throws(() => new (MessagePort as any)(), { name: "TypeError", code: "ERR_CONSTRUCT_CALL_INVALID" });
  assert.throws(() => post(), { name: "TypeError", code: "ERR_MISSING_ARGS" });
  assert.throws(() => post(1, 1), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "Optional transferList argument must be an iterable",
  });
  assert.throws(() => post(1, { transfer: 1 }), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "Optional options.transfer argument must be an iterable",
  });
  assert.throws(() => post(1, [port1]), { name: "DataCloneError", message: "Transfer list contains source port" });
  assert.throws(() => post(port1), { name: "DataCloneError" });
  assert.throws(() => post(() => 1), { name: "DataCloneError", message: "() => 1 could not be cloned." });
  port1.close();
});

test("a BroadcastChannel reaches the others of its name", async () => {
  const [a, b, other] = [new BroadcastChannel("n"), new BroadcastChannel("n"), new BroadcastChannel("m")];
  const wrong = () => assert.fail("not for this one");
  a.onmessage = wrong;
  other.onmessage = wrong;
  const received = new Promise<any>((resolve) => {
    b.onmessage = resolve;
  });
  a.postMessage({ x: 1 });
  assert.deepStrictEqual((await received).data, { x: 1 });
  for (const channel of [a, b, other]) channel.close();
  assert.throws(() => a.postMessage(1), { name: "InvalidStateError", message: "BroadcastChannel is closed." });
  assert.throws(() => new (BroadcastChannel as any)(), {
    code: "ERR_MISSING_ARGS",
    message: 'The "name" argument must be specified',
  });
});

test("MessageEvent", () => {
  const event = new MessageEvent("t", { data: 1, origin: "o", lastEventId: "l" });
  assert.deepStrictEqual(
    [event.type, event.data, event.origin, event.lastEventId, event.source, event.ports.length],
    ["t", 1, "o", "l", null, 0],
  );
  assert.throws(() => new (MessageEvent as any)(), {
    name: "TypeError",
    message: "MessageEvent constructor: 1 argument required, but 0 found.",
  });
});

test("messages of every size, and with transferred objects, arrive in the order in which they were sent", async () => {
  const { port1, port2 } = new MessageChannel();
  const sent = [
    1,
    "x".repeat(5000),
    new Uint8Array(3),
    { text: "ü€", list: ["a", 1.5, -0] },
    "é".repeat(4090),
    null,
    "y".repeat(100_000),
    2n ** 70n,
  ];
  const received: unknown[] = [];
  const all = new Promise<void>((resolve) => {
    port2.onmessage = ({ data }) => {
      received.push(data);
      if (received.length === sent.length) resolve();
    };
  });
  for (const message of sent) port1.postMessage(message, message instanceof Uint8Array ? [message.buffer] : []);
  await all;
  port1.close();
  sent[2] = new Uint8Array(3);
  assert.deepStrictEqual(received, sent);
});

test("shared references and cycles are preserved", async () => {
  const { port1, port2 } = new MessageChannel();
  const shared = { name: "shared" };
  const message: any = {
    first: shared,
    second: [shared, new Uint8Array([1, 2]), new Date(5)],
    map: new Map<unknown, unknown>([[shared, shared]]),
  };
  message.self = message;
  const data = await new Promise<any>((resolve) => {
    port2.onmessage = (event) => resolve(event.data);
    port1.postMessage(message);
  });
  port1.close();
  assert.strictEqual(data.self, data);
  assert.strictEqual(data.second[0], data.first);
  assert.strictEqual(data.map.get(data.first), data.first);
  assert.deepStrictEqual(data, message);
});

test("a port in a message to itself ends the channel, with a warning", async () => {
  const { port1, port2 } = new MessageChannel() as any;
  const warned = once(process, "warning");
  const closed = once(port2, "close");
  const buffer = new ArrayBuffer(8);
  port2.onmessage = () => assert.fail("no port can send it");
  port2.postMessage(null, [port1, buffer]);
  assert.strictEqual(buffer.byteLength, 0);
  const [warning] = await warned;
  assert.strictEqual(warning.message, "The target port was posted to itself, and the communication channel was lost");
  await closed;
});

test("a port shows whether it is open and keeps the process alive", async () => {
  const { port1 } = new MessageChannel() as any;
  assert.match(inspect(port1), /^MessagePort \[EventTarget\] \{\s+active: true,\s+refed: false\b/);
  port1.ref();
  assert.match(inspect(port1), /active: true,\s+refed: true\b/);
  const closed = once(port1, "close");
  port1.close();
  await closed;
  assert.match(inspect(port1), /active: false\b(?!,\s+refed)/);
});

test("MessagePort cannot be constructed, and MessageChannel requires new", () => {
  const { MessageChannel: channels, MessagePort: ports } = globalThis as any;
  const { port1, port2 } = new channels();
  assert.strictEqual(port1.constructor, ports);
  assert.ok(port2 instanceof ports && port1 instanceof EventTarget);
  for (const construct of [() => new ports(), () => Reflect.construct(ports, []), () => new (class extends ports {})()])
    assert.throws(construct, { name: "TypeError" });
  assert.throws(() => ports(), { name: "TypeError" });
  assert.throws(() => channels(), { name: "TypeError" });
  class Named extends channels {}
  assert.ok(new Named() instanceof Named);
  assert.deepStrictEqual(
    [ports.name, ports.length, channels.name, channels.length],
    ["MessagePort", 0, "MessageChannel", 0],
  );
  if ("Deno" in globalThis || "Bun" in globalThis) return;
  assert.throws(() => ports(), { code: "ERR_CONSTRUCT_CALL_INVALID" });
  assert.throws(() => channels(), { code: "ERR_CONSTRUCT_CALL_REQUIRED" });
});

test("a hook of async_hooks sees a new port without the properties of an event target", () => {
  const shown: string[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === "MESSAGEPORT") shown.push(inspect(resource));
    },
  }).enable();
  new MessageChannel();
  hook.disable();
  const expected = "MessagePort [EventTarget] { active: true, refed: false }";
  assert.deepStrictEqual(shown, [expected, expected]);
});
