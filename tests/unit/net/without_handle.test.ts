// Sockets that are destroyed before they have a connection.
import assert from "node:assert";
import dgram from "node:dgram";
import net from "node:net";
import { test } from "../harness.ts";

test('"close" of a socket that was never connected has no argument', async () => {
  const socket = new net.Socket();
  const closes: unknown[][] = [];
  socket.on("close", (...reported) => closes.push(reported));
  socket.on("error", () => {});
  socket.destroy(new Error("mine"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepStrictEqual(closes, [[]]);
});

test('a socket that is destroyed while its host is looked up emits no "lookup"', async () => {
  const socket = net.connect({
    host: "name.test",
    port: 1,
    lookup: (_host: string, _options: object, done: any) =>
      setTimeout(done, 5, null, [{ address: "127.0.0.1", family: 4 }]),
  } as any);
  let lookups = 0;
  socket.on("lookup", () => lookups++);
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.strictEqual(lookups, 0);
});

test("a datagram of an IPv4 socket to an IPv6 address fails with EINVAL", async () => {
  const socket = dgram.createSocket("udp4");
  const error: any = await new Promise((resolve) => socket.send("x", 9, "::1", resolve));
  socket.close();
  assert.deepStrictEqual(
    [error.code, error.errno, error.syscall, error.message],
    ["EINVAL", -22, "send", "send EINVAL ::1:9"],
  );
});
