import assert from "node:assert";
import http from "node:http";
import { test } from "../harness.ts";
import { settle, wire } from "./wire.ts";
import type { Wire } from "./wire.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

function agentOf(options: object): { agent: any; connections: Wire[] } {
  const connections: Wire[] = [];
  const agent: any = new http.Agent(options as any);
  agent.createConnection = () => {
    const connection = wire();
    connections.push(connection);
    return connection.socket;
  };
  return { agent, connections };
}

function request(agent: any, options: object = {}): any {
  const made: any = http.get({ agent, ...options } as any, (response) => response.resume());
  made.on("error", () => {});
  return made;
}

test("the defaults are Node's", () => {
  const agent: any = new http.Agent();
  assert.deepStrictEqual(
    [
      agent.defaultPort,
      agent.protocol,
      agent.keepAlive,
      agent.keepAliveMsecs,
      agent.maxSockets,
      agent.maxFreeSockets,
      agent.maxTotalSockets,
      agent.scheduling,
      agent.totalSocketCount,
    ],
    [80, "http:", false, 1000, Infinity, 256, Infinity, "lifo", 0],
  );
  const shared: any = http.globalAgent;
  assert.deepStrictEqual([shared.keepAlive, shared.options.timeout, shared.scheduling], [true, 5000, "lifo"]);
  assert.strictEqual(new (http as any).Agent() instanceof http.Agent, true);
  assert.strictEqual((http as any).Agent.call(undefined) instanceof http.Agent, true);
});

test("wrong options are refused", () => {
  assert.throws(() => new http.Agent({ scheduling: "x" } as any), { name: "TypeError", code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => new http.Agent({ maxTotalSockets: "x" } as any), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
  });
  assert.throws(() => new http.Agent({ maxTotalSockets: 0 }), { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
});

test("getName distinguishes connections", () => {
  const agent: any = new http.Agent();
  assert.strictEqual(agent.getName(), "localhost::");
  assert.strictEqual(agent.getName({ host: "a", port: 80, localAddress: "b" }), "a:80:b");
  assert.strictEqual(agent.getName({ host: "a", port: 80, family: 6 }), "a:80::6");
  assert.strictEqual(agent.getName({ socketPath: "/s" }), "localhost:::/s");
});

test("with keepAlive a connection serves the next request", async () => {
  const { agent, connections } = agentOf({ keepAlive: true });
  const first = request(agent);
  await settle();
  assert.strictEqual(Object.keys(agent.sockets).join(), "localhost:80:");
  connections[0]!.receive(OK);
  await settle();
  assert.deepStrictEqual([Object.keys(agent.sockets), Object.keys(agent.freeSockets)], [[], ["localhost:80:"]]);
  const second = request(agent);
  await settle();
  assert.deepStrictEqual([connections.length, first.reusedSocket, second.reusedSocket], [1, false, true]);
  assert.strictEqual(connections[0]!.sent().split("GET / ").length, 3);
  assert.ok(connections[0]!.sent().includes("Connection: keep-alive"));
  agent.destroy();
  await settle();
  assert.strictEqual(agent.totalSocketCount, 0);
});

test("without keepAlive a connection is closed after its response", async () => {
  const { agent, connections } = agentOf({ keepAlive: false });
  request(agent);
  await settle();
  connections[0]!.receive(OK);
  await settle();
  assert.deepStrictEqual(
    [connections[0]!.socket.destroyed, Object.keys(agent.sockets), Object.keys(agent.freeSockets)],
    [true, [], []],
  );
});

test("requests above maxSockets wait for a free connection", async () => {
  const { agent, connections } = agentOf({ keepAlive: true, maxSockets: 1 });
  request(agent);
  const waiting = request(agent);
  await settle();
  assert.deepStrictEqual([connections.length, agent.requests["localhost:80:"].length], [1, 1]);
  connections[0]!.receive(OK);
  await settle();
  assert.deepStrictEqual(
    [connections.length, agent.requests["localhost:80:"], waiting.socket === connections[0]!.socket],
    [1, undefined, true],
  );
  agent.destroy();
});

test("a connection that dies lets a queued request start", async () => {
  const { agent, connections } = agentOf({ maxSockets: 1 });
  request(agent);
  request(agent);
  await settle();
  connections[0]!.end();
  await settle();
  assert.strictEqual(connections.length, 2);
  agent.destroy();
});

test("maxTotalSockets counts the connections of all names", async () => {
  const { agent, connections } = agentOf({ keepAlive: true, maxTotalSockets: 1 });
  request(agent, { port: 1 });
  request(agent, { port: 2 });
  await settle();
  assert.strictEqual(connections.length, 1);
  connections[0]!.receive(OK);
  await settle();
  connections[0]!.end();
  await settle();
  assert.strictEqual(connections.length, 2);
  agent.destroy();
});

test("the keep-alive time-out of a server is respected", async () => {
  const { agent, connections } = agentOf({ keepAlive: true, timeout: 9000 });
  request(agent);
  await settle();
  connections[0]!.receive("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nKeep-Alive: timeout=1\r\n\r\n");
  await settle();
  assert.strictEqual(connections[0]!.socket.destroyed, true);
  request(agent);
  await settle();
  const timeouts: number[] = [];
  connections[1]!.socket.setTimeout = (msecs: number) => timeouts.push(msecs);
  connections[1]!.receive("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nKeep-Alive: timeout=5\r\n\r\n");
  await settle();
  assert.deepStrictEqual([timeouts, connections[1]!.socket.destroyed], [[0, 4000], false]);
  agent.destroy();
});

test("maxFreeSockets limits the number of idle sockets", async () => {
  const { agent, connections } = agentOf({ keepAlive: true, maxFreeSockets: 1 });
  request(agent);
  request(agent);
  await settle();
  for (const connection of connections) connection.receive(OK);
  await settle();
  assert.deepStrictEqual(
    connections.map(({ socket }) => socket.destroyed),
    [false, true],
  );
  agent.destroy();
});
