// Data written to a socket reaches the system, also when the socket ends in the same turn: several writes of a turn are joined
// natively, without a visible difference.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { test } from "../harness.ts";

async function pair(): Promise<{ server: net.Server; client: net.Socket; peer: net.Socket }> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  await once(client, "connect");
  const [peer] = (await accepted) as [net.Socket];
  return { server, client, peer };
}

async function received(peer: net.Socket): Promise<string> {
  let text = "";
  peer.on("data", (bytes) => (text += bytes));
  peer.on("error", () => undefined);
  await once(peer, "close");
  return text;
}

for (const count of [1, 2, 3, 10]) {
  test(`${count} writes before destroy() arrive, and their callbacks succeed`, async () => {
    const { server, client, peer } = await pair();
    const errors: unknown[] = [];
    for (let index = 0; index < count; index++) client.write(`${index};`, (error) => errors.push(error ?? null));
    client.destroy();
    assert.strictEqual(await received(peer), Array.from({ length: count }, (_, index) => `${index};`).join(""));
    assert.deepStrictEqual(errors, Array(count).fill(null));
    server.close();
  });
}

test("a thousand writes before destroy(error) arrive", async () => {
  const { server, client, peer } = await pair();
  const failed = once(client, "error");
  for (let index = 0; index < 1000; index++) client.write("0123456789");
  client.destroy(new Error("mine"));
  assert.strictEqual((await failed)[0].message, "mine");
  assert.strictEqual((await received(peer)).length, 10_000);
  server.close();
});

test("nothing waits in the stream as long as the system takes it", async () => {
  const { server, client, peer } = await pair();
  peer.resume();
  const seen: unknown[] = [];
  for (let index = 0; index < 4; index++) seen.push(client.write("12345"), client.writableLength, client.bytesWritten);
  assert.deepStrictEqual(seen, [true, 0, 5, true, 0, 10, true, 0, 15, true, 0, 20]);
  client.end();
  await once(client, "close");
  server.close();
});

test("callbacks of writes are ticks", async () => {
  const { server, client, peer } = await pair();
  peer.resume();
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    setImmediate(() => {
      process.nextTick(() => order.push("tick"));
      for (const name of ["a", "b", "c"]) client.write(name, () => order.push(name));
      process.nextTick(() => order.push("last tick"));
      setImmediate(() => {
        order.push("immediate");
        resolve();
      });
    });
  });
  assert.deepStrictEqual(order, ["tick", "a", "b", "c", "last tick", "immediate"]);
  client.destroy();
  server.close();
});

test("a reader that does not read makes write() return false", async () => {
  const { server, client, peer } = await pair();
  peer.pause();
  const chunk = Buffer.alloc(1000);
  let count = 0;
  while (client.write(chunk) && count < 100_000) count++;
  assert.ok(count > 100 && count < 100_000, `${count} writes`);
  client.destroy();
  peer.destroy();
  server.close();
});

test("writes that the system did not accept before the socket is destroyed fail with ECANCELED", async () => {
  const { server, client, peer } = await pair();
  peer.on("error", () => undefined);
  const failed = new Promise<any>((resolve) => client.write(Buffer.alloc(50_000_000), resolve));
  client.destroy();
  const error = await failed;
  assert.deepStrictEqual([error.code, error.syscall, error.message], ["ECANCELED", "write", "write ECANCELED"]);
  peer.destroy();
  server.close();
});

test("process.exit() sends what was written before", async () => {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  const accepted = once(server, "connection");
  const child = spawn(
    process.execPath,
    [
      "-e",
      `const s = require("net").connect(${port}, "127.0.0.1", () => { for (let i = 0; i < 5; i++) s.write(String(i)); process.exit(); });`,
    ],
    { stdio: "inherit" },
  );
  const [peer] = (await accepted) as [net.Socket];
  assert.strictEqual(await received(peer), "01234");
  if (child.exitCode === null) await once(child, "exit");
  server.close();
});
