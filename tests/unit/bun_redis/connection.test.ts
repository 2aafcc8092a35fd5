// How Bun's Redis client connects, breaks off, connects again, and closes.
import assert from "node:assert";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { RedisClient } from "bun";
import { test } from "../harness.ts";
import { authority, certificate, key } from "../tls/certificates.ts";
import { startServer } from "./server.ts";

const CLOSED = { name: "RedisError", code: "ERR_REDIS_CONNECTION_CLOSED", message: "Connection closed" };
const FAILED = { ...CLOSED, message: "Connection has failed" };
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const here = (url: string, more: string): string => url.replace("redis://", `redis://${more}`);

test("the first command connects; user, password and database come from the address", async () => {
  const server = await startServer();
  const client = new RedisClient(`${here(server.url, "us%40er:pa%20ss@")}/5`);
  assert.strictEqual(client.connected, false);
  assert.strictEqual(await client.get("k"), "OK");
  assert.strictEqual(client.connected, true);
  assert.deepStrictEqual(server.commands, ["HELLO 3 AUTH us@er pa ss", "SELECT 5", "GET k"]);
  client.close();
  const other = new RedisClient(here(server.url, ":secret@"));
  await other.connect();
  assert.strictEqual(server.commands.at(-1), "HELLO 3 AUTH default secret");
  other.close();
  server.close();
});

test("onconnect comes before connect() resolves, onclose during close()", async () => {
  const server = await startServer();
  const client = new RedisClient(server.url);
  const events: unknown[] = [];
  client.onconnect = function (this: unknown, ...values: any[]) {
    events.push("connect", this === undefined, values[0] === client, values[1].server);
  };
  client.onclose = function (this: unknown, error: any) {
    events.push("close", this === client, error.code);
  };
  const opening: Promise<any> = client.connect();
  assert.strictEqual(client.connect(), opening);
  assert.strictEqual((await opening).proto, 3);
  events.push("connected");
  client.close();
  events.push(client.connected);
  assert.deepStrictEqual(events, [
    ...["connect", true, true, "redis", "connected"],
    ...["close", true, "ERR_REDIS_CONNECTION_CLOSED", false],
  ]);
  await assert.rejects(client.get("k"), FAILED);
  await client.connect();
  assert.strictEqual(await client.get("k"), "OK");
  client.close();
  server.close();
});

test("close() rejects what waits", async () => {
  const server = await startServer(([name]) => (name === "HELLO" ? "+OK\r\n" : undefined));
  const client = new RedisClient(server.url);
  await client.connect();
  const both = [client.get("a"), client.get("b")].map((one) => assert.rejects(one, CLOSED));
  client.close();
  await Promise.all(both);
  server.close();
});

test("a broken connection is opened again; what was sent fails, what comes later waits", async () => {
  const server = await startServer(([name], socket) => {
    if (name !== "DIE") return "+OK\r\n";
    socket.destroy();
    return undefined;
  });
  const client = new RedisClient(server.url);
  let opened = 0;
  let ended = 0;
  client.onconnect = () => void opened++;
  client.onclose = () => void ended++;
  await client.connect();
  await assert.rejects(client.send("DIE", []), CLOSED);
  assert.strictEqual(client.connected, false);
  assert.strictEqual(await client.get("k"), "OK");
  assert.deepStrictEqual([opened, ended], [2, 0]);
  client.close();
  server.close();
});

test("without autoReconnect a broken connection is the end", async () => {
  const server = await startServer();
  const client = new RedisClient(server.url, { autoReconnect: false });
  const end = new Promise<any>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect();
  server.sockets[0]!.destroy();
  assert.strictEqual((await end).message, "Connection closed");
  await assert.rejects(client.get("k"), FAILED);
  server.close();
});

test("after maxRetries the client gives up", async () => {
  const client = new RedisClient("redis://127.0.0.1:1", { maxRetries: 2 });
  const start = performance.now();
  await assert.rejects(client.get("k"), { ...CLOSED, message: "Max reconnection attempts reached" });
  assert.ok(performance.now() - start > 140);
  await assert.rejects(new RedisClient("redis://127.0.0.1:1", { maxRetries: 0 }).connect(), CLOSED);
});

test("commands without a connection fail when enableOfflineQueue is false", async () => {
  const server = await startServer();
  const client = new RedisClient(server.url, { enableOfflineQueue: false });
  const message = "Connection is closed and offline queue is disabled";
  await assert.rejects(client.get("k"), { ...CLOSED, message });
  await client.connect();
  assert.strictEqual(await client.get("k"), "OK");
  client.close();
  server.close();
});

test("a server that does not answer, or is silent for long", async () => {
  const silent = createServer((socket) => void socket.on("error", () => {}));
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", () => resolve());
  });
  const url = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  let ended = 0;
  const late = new RedisClient(url, { connectionTimeout: 50 });
  late.onclose = () => void ended++;
  const message = "Connection timeout reached after 50ms";
  await assert.rejects(late.get("k"), { code: "ERR_REDIS_CONNECTION_TIMEOUT", message });
  assert.strictEqual(ended, 1);
  silent.close();

  const server = await startServer();
  const idle = new RedisClient(server.url, { idleTimeout: 50 });
  await idle.connect();
  await wait(300);
  assert.strictEqual(idle.connected, false);
  await assert.rejects(idle.get("k"), FAILED);
  server.close();
});

test("a refused password fails everything that waits", async () => {
  const server = await startServer(() => "-WRONGPASS no\r\n");
  const client = new RedisClient(here(server.url, ":x@"));
  const expected = { code: "ERR_REDIS_AUTHENTICATION_FAILED", message: "WRONGPASS no" };
  await Promise.all([assert.rejects(client.get("a"), expected), assert.rejects(client.get("b"), expected)]);
  await assert.rejects(client.get("c"), FAILED);
  server.close();
});

test("what is not the protocol ends the connection", async () => {
  const server = await startServer(([name]) => (name === "GET" ? "?what\r\n" : "+OK\r\n"));
  const client = new RedisClient(server.url, { autoReconnect: false });
  await assert.rejects(client.get("a"), { code: "ERR_REDIS_INVALID_RESPONSE_TYPE" });
  assert.strictEqual(client.connected, false);
  server.close();
});

test("invalid addresses and options are refused", () => {
  const wrong = (values: unknown[], expected: object): void =>
    assert.throws(() => new (RedisClient as any)(...values), expected);
  const message =
    "Expected url protocol to be one of redis, valkey, rediss, valkeys, redis+tls, redis+unix, redis+tls+unix";
  wrong(["http://x"], { message });
  wrong(["not a url"], { code: "ERR_INVALID_ARG_TYPE", message: "Invalid URL format" });
  wrong(["redis://x/abc"], { message: 'Invalid database number in Redis URL: "abc"' });
  wrong(["redis+unix://"], { message: "Expected unix socket path after valkey+unix:// or valkey+tls+unix://" });
  const url = "redis://127.0.0.1:1";
  wrong([url, { maxRetries: "x" }], { code: "ERR_INVALID_ARG_TYPE" });
  wrong([url, { idleTimeout: -1 }], { code: "ERR_OUT_OF_RANGE" });
  wrong([url, { tls: 5 }], { message: "Expected tls to be a boolean or object for 'tls'." });
});

test("a certificate that is not accepted is the end, and its error rejects", async () => {
  const secure = createSecureServer({ key, cert: certificate }, (socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => socket.write(String(chunk).includes("HELLO") ? "+OK\r\n" : "+PONG\r\n"));
  });
  await new Promise<void>((resolve) => {
    secure.listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = secure.address() as AddressInfo;
  await assert.rejects(new RedisClient(`rediss://localhost:${port}`).ping(), { code: /CERT|VERIFY/ });
  for (const options of [{ rejectUnauthorized: false }, { ca: authority }]) {
    const client = new RedisClient(`redis+tls://localhost:${port}`, { tls: options });
    assert.strictEqual(await client.ping(), "PONG");
    client.close();
  }
  secure.close();
});
