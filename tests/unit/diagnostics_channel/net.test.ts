// What node:net, node:http clients and worker threads publish on diagnostics channels.
import assert from "node:assert";
import diagnostics from "node:diagnostics_channel";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

async function listening(names: string[], act: (reported: string[]) => Promise<void>): Promise<string[]> {
  const reported: string[] = [];
  const listeners = names.map((name) => [name, () => void reported.push(name)] as const);
  for (const [name, listener] of listeners) diagnostics.subscribe(name, listener);
  try {
    await act(reported);
  } finally {
    for (const [name, listener] of listeners) diagnostics.unsubscribe(name, listener);
  }
  return reported;
}

test("sockets and servers of node:net publish on their channels", async () => {
  const reported = await listening(
    [
      "net.client.socket",
      "net.server.socket",
      "tracing:net.server.listen:asyncStart",
      "tracing:net.server.listen:asyncEnd",
    ],
    async (reported) => {
      const server = net.createServer((socket) => {
        reported.push("connection");
        socket.end();
      });
      server.listen(0);
      await once(server, "listening");
      reported.push("listening");
      const socket = net.connect((server.address() as any).port).resume();
      await once(socket, "close");
      server.close();
    },
  );
  assert.deepStrictEqual(reported, [
    "tracing:net.server.listen:asyncStart",
    "tracing:net.server.listen:asyncEnd",
    "listening",
    "net.client.socket",
    "connection",
    "net.server.socket",
  ]);
});

for (const [name, create] of [
  ["net", () => net.createServer()],
  ["http", () => http.createServer()],
] as const) {
  test(`a server of node:${name} that cannot listen publishes the error`, async () => {
    const first = create();
    first.listen(0);
    await once(first, "listening");
    const names = ["asyncStart", "asyncEnd", "error"].map((event) => `tracing:net.server.listen:${event}`);
    const reported = await listening(names, async () => {
      const second = create();
      second.listen((first.address() as any).port);
      await once(second, "error");
    });
    first.close();
    assert.deepStrictEqual(reported, [names[0], names[2]]);
  });
}

test("a request of node:http is published", async () => {
  const reported = await listening(["http.client.request.created", "net.client.socket"], async () => {
    const request = http.get({ port: 1, host: "127.0.0.1" });
    await once(request, "error");
  });
  assert.deepStrictEqual(reported, ["net.client.socket", "http.client.request.created"]);
});

test("a worker is published on its channel", async () => {
  const reported = await listening(["worker_threads"], async () => {
    await once(new Worker("", { eval: true }), "exit");
  });
  assert.deepStrictEqual(reported, ["worker_threads"]);
});

test("a tracing channel is made of all five channels", () => {
  assert.throws(() => diagnostics.tracingChannel({} as any), {
    name: "TypeError",
    message: "Cannot convert undefined or null to object",
  });
});
