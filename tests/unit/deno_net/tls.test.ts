// `Deno.connectTls`, `Deno.listenTls` and `Deno.startTls`, as Deno 2.9.6 has them. Run with Deno or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { authority, certificate, key } from "../tls/certificates.ts";

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);

function echoServer(options: object = {}): { listener: any; port: number; reported: any[] } {
  const listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, key, cert: certificate, ...options });
  const reported: any[] = [];
  void (async () => {
    for await (const connection of listener) void serve(connection);
  })();
  async function serve(connection: any): Promise<void> {
    try {
      reported.push(await connection.handshake());
      const buffer = new Uint8Array(100);
      const count = await connection.read(buffer);
      if (count !== null) await connection.write(buffer.subarray(0, count));
    } catch (error: any) {
      reported.push(`${error.name}: ${error.message}`);
    }
    try {
      connection.close();
    } catch {
      // Failed connections are closed already.
    }
  }
  return { listener, port: listener.addr.port, reported };
}

test("a connection completes the handshake, agrees on a protocol, and transfers bytes", async () => {
  const { listener, port, reported } = echoServer({ alpnProtocols: ["h2", "foo"] });
  const connection = await Deno.connectTls({
    hostname: "localhost",
    port,
    caCerts: [authority],
    alpnProtocols: ["foo"],
  });
  assert.strictEqual((await connection.handshake()).alpnProtocol, "foo");
  assert.strictEqual(await connection.write(bytes("hi")), 2);
  const buffer = new Uint8Array(10);
  assert.strictEqual(await connection.read(buffer), 2);
  assert.strictEqual(text(buffer.subarray(0, 2)), "hi");
  assert.strictEqual(await connection.read(buffer), null);
  assert.strictEqual(connection.remoteAddr.port, port);
  connection.close();
  listener.close();
  assert.strictEqual(reported[0].alpnProtocol, "foo");
});

test("without ALPN the protocol is null, and the handshake needs no call", async () => {
  const { listener, port } = echoServer();
  const connection = await Deno.connectTls({ hostname: "localhost", port, caCerts: [authority] });
  await connection.write(bytes("x"));
  const buffer = new Uint8Array(1);
  assert.strictEqual(await connection.read(buffer), 1);
  assert.strictEqual((await connection.handshake()).alpnProtocol, null);
  connection.close();
  listener.close();
});

test("an untrusted server is InvalidData, for handshake, read and write", async () => {
  const { listener, port } = echoServer();
  const unknown = { name: "InvalidData", message: "invalid peer certificate: UnknownIssuer" };
  const first = await Deno.connectTls({ hostname: "localhost", port });
  await assert.rejects(first.handshake(), unknown);
  const second = await Deno.connectTls({ hostname: "localhost", port });
  await assert.rejects(second.read(new Uint8Array(1)), unknown);
  const third = await Deno.connectTls({ hostname: "localhost", port });
  await assert.rejects(third.write(new Uint8Array(1)), unknown);
  for (const connection of [first, second, third]) connection.close();
  listener.close();
});

test("without a common protocol the handshake fails", async () => {
  const { listener, port, reported } = echoServer({ alpnProtocols: ["foo"] });
  const connection = await Deno.connectTls({
    hostname: "localhost",
    port,
    caCerts: [authority],
    alpnProtocols: ["bar"],
  });
  await assert.rejects(connection.handshake(), {
    name: "InvalidData",
    message: "received fatal alert: NoApplicationProtocol",
  });
  connection.close();
  listener.close();
  assert.deepStrictEqual(reported, ["InvalidData: peer doesn't support any known protocol"]);
});

test("startTls takes over a connection", async () => {
  const { listener, port } = echoServer();
  const plain = await Deno.connect({ hostname: "127.0.0.1", port });
  const secure = await Deno.startTls(plain, { hostname: "localhost", caCerts: [authority] });
  assert.strictEqual(secure.constructor.name, "TlsConn");
  await assert.rejects(plain.read(new Uint8Array(1)), { name: "BadResource", message: "Bad resource ID" });
  await secure.write(bytes("A"));
  const buffer = new Uint8Array(4);
  assert.strictEqual(await secure.read(buffer), 1);
  assert.strictEqual(buffer[0], 65);
  secure.close();
  listener.close();
  await assert.rejects(async () => Deno.startTls({}, {}), TypeError);
});

test("keys and certificates are checked", async () => {
  const listen = (options: object): unknown => Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...options });
  assert.throws(() => listen({}), {
    name: "TypeError",
    message: "A key and certificate are required for `Deno.listenTls`",
  });
  assert.throws(() => listen({ key }), {
    name: "TypeError",
    message: "If `key` is specified, `cert` must be specified as well for `Deno.listenTls`",
  });
  assert.throws(() => listen({ key: "a", cert: "b" }), {
    name: "InvalidData",
    message: "No certificates found in certificate data",
  });
  await assert.rejects(Deno.connectTls({ port: 1, hostname: "localhost", key }), {
    name: "TypeError",
    message: "If `key` is specified, `cert` must be specified as well for `Deno.connectTls`",
  });
  await assert.rejects(Deno.connectTls({ port: 1, hostname: "localhost" }), {
    name: "ConnectionRefused",
    message: "Connection refused (os error 111)",
  });
});

test("a client that disconnects early is UnexpectedEof, and the listener continues", async () => {
  const { listener, port, reported } = echoServer();
  const plain = await Deno.connect({ hostname: "127.0.0.1", port });
  plain.close();
  const connection = await Deno.connectTls({ hostname: "localhost", port, caCerts: [authority] });
  await connection.handshake();
  connection.close();
  listener.close();
  assert.ok(reported.includes("UnexpectedEof: unexpected end of file"), `${reported}`);
});
