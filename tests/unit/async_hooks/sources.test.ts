// Events and callbacks run in the context in which their operation was started.
import assert from "node:assert";
import { AsyncLocalStorage, createHook, executionAsyncId } from "node:async_hooks";
import { fork } from "node:child_process";
import http from "node:http";
import net from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BroadcastChannel, MessageChannel, Worker } from "node:worker_threads";
import { test } from "../harness.ts";

const storage = new AsyncLocalStorage<string>();

/** The context in which the callback of `start` runs. */
function seen(start: (done: () => void) => void): Promise<string | undefined> {
  return new Promise((resolve) => storage.run("mine", () => start(() => resolve(storage.getStore()))));
}

const WORKER_EVENTS: [event: string, code: string][] = [
  ["message", "require('node:worker_threads').parentPort.postMessage(1)"],
  ["online", "1"],
  ["exit", "1"],
  ["error", "throw new Error('thrown')"],
];
for (const [event, code] of WORKER_EVENTS) {
  test(`'${event}' of a worker`, async () => {
    assert.strictEqual(await seen((done) => void new Worker(code, { eval: true }).on(event, done)), "mine");
  });
}

test("output of a worker", async () => {
  assert.strictEqual(
    await seen((done) => void new Worker("console.log(1)", { eval: true, stdout: true }).stdout.once("data", done)),
    "mine",
  );
});

test("messages of a forked process, and its disconnect", async () => {
  const folder = mkdtempSync(join(tmpdir(), "context-"));
  const file = join(folder, "child.cjs");
  writeFileSync(file, "process.send(1); process.disconnect();");
  for (const event of ["message", "disconnect"]) {
    assert.deepStrictEqual([event, await seen((done) => void fork(file).once(event, done))], [event, "mine"]);
  }
  rmSync(folder, { recursive: true });
});

test("ports and channels of messages", async () => {
  const close = await seen((done) => {
    const { port1, port2 } = new MessageChannel();
    port2.on("close", done);
    storage.exit(() => port1.close());
  });
  const message = await seen((done) => {
    const [from, to] = [new BroadcastChannel("contexts"), new BroadcastChannel("contexts")];
    to.onmessage = () => {
      from.close();
      to.close();
      done();
    };
    storage.exit(() => from.postMessage(1));
  });
  assert.deepStrictEqual([close, message], ["mine", "mine"]);
});

/** Listens in the context "server"; returns the contexts of its events while `talk` ran. */
async function ofServer(talk: (port: number) => Promise<void>): Promise<Record<string, string | undefined>> {
  const contexts: Record<string, string | undefined> = {};
  const note = (name: string): void => void (contexts[name] ??= `${storage.getStore()}`);
  const server = http.createServer((request, response) => {
    note("request");
    request.on("data", () => note("data"));
    request.on("end", () => {
      note("end");
      storage.run("answer", () => response.end("x"));
    });
    response.on("finish", () => note("finish"));
  });
  server.on("connection", () => note("connection"));
  server.on("upgrade", (_request, socket) => {
    note("upgrade");
    socket.destroy();
  });
  server.on("clientError", (_error, socket) => {
    note("clientError");
    socket.destroy();
  });
  await new Promise<void>((resolve) => storage.run("server", () => server.listen(0, "127.0.0.1", resolve)));
  await storage.exit(() => talk((server.address() as net.AddressInfo).port));
  server.closeAllConnections();
  server.close();
  return contexts;
}

const rawTalk =
  (text: string) =>
  (port: number): Promise<void> =>
    new Promise((resolve) => {
      net
        .connect(port, "127.0.0.1")
        .on("error", () => {})
        .on("close", () => resolve())
        .resume()
        .write(text);
    });

test("all events of an HTTP server", async () => {
  const plain = await ofServer(
    (port) =>
      new Promise((resolve) => {
        http
          .request({ port, host: "127.0.0.1", method: "POST", agent: false }, (response) =>
            response.resume().on("close", () => setTimeout(resolve, 5)),
          )
          .end("abc");
      }),
  );
  assert.deepStrictEqual(plain, {
    connection: "server",
    request: "server",
    data: "server",
    end: "server",
    finish: "answer",
  });
  const upgrade = await ofServer(rawTalk("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"));
  assert.deepStrictEqual(upgrade, { connection: "server", upgrade: "server" });
  const refused = await ofServer(rawTalk("no request\r\n\r\n"));
  assert.deepStrictEqual(refused, { connection: "server", clientError: "server" });
});

test("requests of one connection do not share the contexts that they enter", async () => {
  const contexts: (string | undefined)[] = [];
  const server = http.createServer((request, response) => {
    contexts.push(storage.getStore());
    storage.enterWith(request.url!);
    setTimeout(() => {
      contexts.push(storage.getStore());
      response.end();
    }, 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as net.AddressInfo;
  for (const path of ["/1", "/2"]) {
    await new Promise<void>((resolve) =>
      http.get({ port, host: "127.0.0.1", path, agent }, (response) => response.resume().on("end", resolve)),
    );
  }
  agent.destroy();
  server.close();
  assert.deepStrictEqual(contexts, [undefined, "/1", undefined, "/2"]);
});

test("each request is a resource", async () => {
  const made: number[] = [];
  const ended: number[] = [];
  const hook = createHook({
    init: (id, type) => void (type === "HTTPINCOMINGMESSAGE" && made.push(id)),
    destroy: (id) => void (made.includes(id) && ended.push(id)),
  }).enable();
  const running: number[] = [];
  const server = http.createServer((_request, response) => {
    running.push(executionAsyncId());
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  for (let count = 0; count < 2; count++) {
    await new Promise<void>((resolve) =>
      http.get({ port, host: "127.0.0.1", agent: false }, (response) => response.resume().on("close", resolve)),
    );
  }
  server.close();
  await new Promise((resolve) => setTimeout(resolve, 30));
  hook.disable();
  assert.deepStrictEqual(running, made);
  assert.strictEqual(made.length, 2);
  assert.deepStrictEqual(ended, made);
});
