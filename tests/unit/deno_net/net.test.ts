// `Deno.listen`, `Deno.connect` and `Deno.listenDatagram`, as Deno 2.9 has them. Run with Deno or Brio.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);

test("a connection reads, writes, ends and closes", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const [client, server] = await Promise.all([
    Deno.connect({ port: listener.addr.port, hostname: "127.0.0.1" }),
    listener.accept(),
  ]);
  assert.strictEqual(await client.write(bytes("hello")), 5);
  const buffer = new Uint8Array(3);
  assert.strictEqual(await server.read(buffer), 3);
  assert.strictEqual(text(buffer), "hel");
  assert.strictEqual(await server.read(buffer), 2);
  await client.closeWrite();
  assert.strictEqual(await server.read(buffer), null);
  assert.strictEqual(client.remoteAddr.port, listener.addr.port);
  client.close();
  server.close();
  assert.throws(
    () => client.close(),
    (error: any) => error instanceof Deno.errors.BadResource && error.message === "Bad resource ID",
  );
  await assert.rejects(client.read(buffer), Deno.errors.BadResource);
  listener.close();
  await assert.rejects(
    listener.accept(),
    (error: any) => error instanceof Deno.errors.BadResource && error.message === "Listener has been closed",
  );
});

test("readable and writable are streams of a connection", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const [client, server] = await Promise.all([
    Deno.connect({ port: listener.addr.port, hostname: "127.0.0.1" }),
    listener.accept(),
  ]);
  const writer = server.writable.getWriter();
  await writer.write(bytes("via stream"));
  await writer.close();
  let received = "";
  for await (const chunk of client.readable) received += text(chunk);
  assert.strictEqual(received, "via stream");
  listener.close();
});

test("failures are Deno's errors", async () => {
  await assert.rejects(
    Deno.connect({ port: 1, hostname: "127.0.0.1" }),
    (error: any) =>
      error instanceof Deno.errors.ConnectionRefused && error.message === "Connection refused (os error 111)",
  );
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  assert.throws(
    () => Deno.listen({ port: listener.addr.port, hostname: "127.0.0.1" }),
    (error: any) => error instanceof Deno.errors.AddrInUse && error.message === "Address already in use (os error 98)",
  );
  listener.close();
  assert.throws(
    () => Deno.listen({ transport: "unix", path: "/missing-folder/socket" } as any),
    (error: any) => error instanceof Deno.errors.NotFound && error.message === "No such file or directory (os error 2)",
  );
});

test("a reset connection rejects one read, and writes with a broken pipe", async () => {
  const server = net.createServer((socket) => void socket.once("data", () => socket.resetAndDestroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connection = await Deno.connect({ port: (server.address() as net.AddressInfo).port, hostname: "127.0.0.1" });
  await connection.write(bytes("x"));
  const buffer = new Uint8Array(10);
  await assert.rejects(connection.read(buffer), {
    name: "ConnectionReset",
    code: "ECONNRESET",
    message: "Connection reset by peer (os error 104)",
  } as any);
  assert.strictEqual(await connection.read(buffer), null);
  await assert.rejects(connection.write(bytes("x")), {
    name: "BrokenPipe",
    code: "EPIPE",
    message: "Broken pipe (os error 32)",
  } as any);
  connection.close();
  server.close();
});

test("a pending read is interrupted when its connection is closed", async () => {
  const server = net.createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connection = await Deno.connect({ port: (server.address() as net.AddressInfo).port, hostname: "127.0.0.1" });
  const waiting = assert.rejects(connection.read(new Uint8Array(1)), {
    name: "Interrupted",
    code: "EINTR",
    message: "operation canceled",
  } as any);
  connection.close();
  await waiting;
  (server as any).close();
});

test("datagrams arrive with their sender", async () => {
  const socket = (Deno as any).listenDatagram({ port: 0, transport: "udp", hostname: "127.0.0.1" });
  assert.strictEqual(await socket.send(bytes("dg"), socket.addr), 2);
  const [message, from] = await socket.receive();
  assert.deepStrictEqual(
    [text(message), from.transport, from.hostname, from.port],
    ["dg", "udp", "127.0.0.1", socket.addr.port],
  );
  socket.close();
});

test("unix datagrams arrive with the path of their sender", async () => {
  const folder = Deno.makeTempDirSync();
  const open = (path?: string): any => (Deno as any).listenDatagram({ transport: "unixpacket", path });
  const [alice, bob, nameless] = [open(`${folder}/a`), open(`${folder}/b`), open()];
  assert.deepStrictEqual({ ...bob.addr }, { transport: "unixpacket", path: `${folder}/b` });
  assert.deepStrictEqual({ ...nameless.addr }, { transport: "unixpacket", path: null });
  assert.strictEqual(await alice.send(bytes("one"), bob.addr), 3);
  const [first, from] = await bob.receive();
  assert.deepStrictEqual([text(first), from.transport, from.path], ["one", "unixpacket", `${folder}/a`]);
  await nameless.send(bytes("two"), bob.addr);
  const [second, unbound] = await bob.receive();
  assert.deepStrictEqual([text(second), unbound.path], ["two", null]);
  alice.close();
  await assert.rejects(
    async () => bob.send(bytes("x"), { transport: "unixpacket", path: `${folder}/a` }),
    Deno.errors.ConnectionRefused,
  );
  await assert.rejects(
    async () => bob.send(bytes("x"), { transport: "unixpacket", path: `${folder}/nothing` }),
    Deno.errors.NotFound,
  );
  assert.throws(() => open(`${folder}/b`), Deno.errors.AddrInUse);
  bob.close();
  nameless.close();
  Deno.removeSync(folder, { recursive: true });
});
