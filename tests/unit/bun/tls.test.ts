// TLS in `Bun.listen` and `Bun.connect`, as Bun 1.4.5 has it. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";
import { authority, certificate, key } from "../tls/certificates.ts";

const wire = (...names: string[]): any =>
  Buffer.concat(names.map((name) => Buffer.from([name.length, ...Buffer.from(name)])));

interface Run {
  server?: object;
  client: object | boolean;
  onServer?: object;
  onClient?: object;
}

/** Connects once; resolves with the calls of the handlers of both sides, when the client is closed. */
async function run({ server = {}, client, onServer = {}, onClient = {} }: Run): Promise<string[]> {
  const events: string[] = [];
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    tls: { key, cert: certificate, ...server },
    socket: { data: (socket: any, bytes: any) => void socket.write(bytes), ...onServer },
  });
  await new Promise<void>((resolve) => {
    void Bun.connect({
      hostname: "localhost",
      port: listener.port,
      tls: client,
      socket: {
        open: (socket: any) =>
          void events.push(`open ${socket.authorized} ${socket.readyState} ${socket.write("early")}`),
        handshake(socket: any, success: boolean, error: any) {
          events.push(`handshake ${success} ${error?.code} ${socket.authorized} ${socket.alpnProtocol}`);
          if (success) socket.write("hello");
        },
        data(socket: any, bytes: any) {
          events.push(`data ${bytes}`);
          socket.end();
        },
        close: () => {
          events.push("close");
          resolve();
        },
        ...onClient,
      },
    });
  });
  listener.stop(true);
  return events;
}

test("a trusted server: open, handshake, data, close", async () => {
  assert.deepStrictEqual(await run({ client: { ca: authority } }), [
    "open false 1 0",
    "handshake true undefined true false",
    "data hello",
    "close",
  ]);
});

test("an untrusted server is refused, and accepted with rejectUnauthorized: false", async () => {
  assert.deepStrictEqual(await run({ client: true }), [
    "open false 1 0",
    "handshake false UNABLE_TO_VERIFY_LEAF_SIGNATURE false false",
    "close",
  ]);
  assert.deepStrictEqual(await run({ client: { rejectUnauthorized: false } }), [
    "open false 1 0",
    "handshake true UNABLE_TO_VERIFY_LEAF_SIGNATURE false false",
    "data hello",
    "close",
  ]);
});

test("a certificate for another name is refused", async () => {
  assert.deepStrictEqual(await run({ client: { ca: authority, serverName: "elsewhere.test" } }), [
    "open false 1 0",
    "handshake false ERR_TLS_CERT_ALTNAME_INVALID false false",
    "close",
  ]);
});

test("ALPN is agreed on, or the handshake fails", async () => {
  const server = { ALPNProtocols: wire("foo", "h2") };
  assert.strictEqual(
    (await run({ server, client: { ca: authority, ALPNProtocols: wire("h2", "foo") } }))[1],
    "handshake true undefined true foo",
  );
  assert.strictEqual(
    (await run({ server, client: { ca: authority, ALPNProtocols: wire("bar") } }))[1],
    "handshake false EPROTO false false",
  );
});

test("a server sees the certificate that it requested", async () => {
  const seen: unknown[] = [];
  const onServer = {
    handshake: (socket: any, success: boolean, error: any) =>
      void seen.push(
        success,
        error?.code,
        socket.authorized,
        socket.getPeerCertificate()?.subject.CN,
        socket.getServername(),
      ),
  };
  await run({
    server: { ca: authority, requestCert: true },
    client: { ca: authority, key, cert: certificate },
    onServer,
  });
  assert.deepStrictEqual(seen, [true, undefined, true, "localhost", "localhost"]);
  seen.length = 0;
  await run({ client: { ca: authority }, onServer });
  assert.deepStrictEqual(seen, [true, "UNABLE_TO_GET_ISSUER_CERT", false, undefined, "localhost"]);
});

test("properties of a socket's session", async () => {
  let reports: any;
  await run({
    client: { ca: authority },
    onClient: {
      handshake(socket: any) {
        reports = {
          version: socket.getTLSVersion(),
          cipher: Object.keys(socket.getCipher()).join(),
          subject: socket.getPeerCertificate().subject.CN,
          reused: socket.isSessionReused(),
          error: socket.getAuthorizationError(),
          exported: socket.exportKeyingMaterial(16, "label").length,
        };
        socket.end();
      },
    },
  });
  assert.deepStrictEqual(reports, {
    version: "TLSv1.3",
    cipher: "name,standardName,version",
    subject: "localhost",
    reused: false,
    error: null,
    exported: 16,
  });
});

test("a server without TLS fails the handshake", async () => {
  const events: string[] = [];
  const plain = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: (socket: any) => void socket.write("this is no TLS record") },
  });
  await new Promise<void>((resolve) => {
    void Bun.connect({
      hostname: "127.0.0.1",
      port: plain.port,
      tls: { ca: authority },
      socket: {
        data() {},
        handshake: (_socket: unknown, success: boolean, error: any) => void events.push(`${success} ${error.code}`),
        close: () => resolve(),
      },
    });
  });
  plain.stop(true);
  assert.deepStrictEqual(events, ["false EPROTO"]);
});

test("a client that disconnects before the handshake is reported to the server", async () => {
  const reports = await new Promise((resolve) => {
    const listener = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      tls: { key, cert: certificate },
      socket: {
        data() {},
        handshake(_socket: unknown, success: boolean, error: any) {
          listener.stop(true);
          resolve([success, error.code]);
        },
      },
    });
    void Bun.connect({
      hostname: "127.0.0.1",
      port: listener.port,
      socket: { data() {}, open: (socket: any) => socket.end() },
    });
  });
  assert.deepStrictEqual(reports, [false, "ECONNRESET"]);
});

test("upgradeTLS makes TLS of a connection", async () => {
  const events: string[] = [];
  await new Promise<void>((resolve) => {
    const listener = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      tls: { key, cert: certificate },
      socket: { data: (socket: any, bytes: any) => void socket.write(bytes) },
    });
    void Bun.connect({
      hostname: "127.0.0.1",
      port: listener.port,
      socket: { data() {}, close: () => void events.push("raw close") },
    }).then((socket: any) => {
      const pair = socket.upgradeTLS({
        data: "mine",
        tls: { ca: authority, serverName: "localhost" },
        socket: {
          open: (upgraded: any) => void events.push(`open ${upgraded.data}`),
          handshake(upgraded: any, success: boolean) {
            events.push(`handshake ${success}`);
            upgraded.write("ping");
          },
          data(upgraded: any, bytes: any) {
            events.push(`data ${bytes}`);
            upgraded.end();
          },
          close() {
            events.push("close");
            listener.stop(true);
            resolve();
          },
        },
      });
      events.push(`${pair.length} ${socket.readyState}`);
      assert.throws(() => socket.upgradeTLS({ tls: true }), {
        name: "TypeError",
        code: "ERR_INVALID_ARG_TYPE",
        message: "upgradeTLS requires an established socket",
      });
    });
  });
  assert.deepStrictEqual(events, ["open mine", "2 -1", "handshake true", "data ping", "raw close", "close"]);
});

test("invalid options are refused", async () => {
  const listen = (tls: any): unknown => Bun.listen({ hostname: "127.0.0.1", port: 0, tls, socket: { data() {} } });
  assert.throws(() => listen("no"), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: "TLSOptions must be an object",
  });
  assert.throws(() => listen({ ca: 3 }), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => listen({ key, cert: certificate, ALPNProtocols: 3 }), {
    message: "TLSOptions.ALPNProtocols must be of type string, ArrayBuffer, or null",
  });
  assert.throws(() => listen({ key: "x", cert: "y" }), { code: "ERR_OSSL_PEM_NO_START_LINE" });
  await assert.rejects(
    async () => Bun.connect({ hostname: "127.0.0.1", port: 1, tls: { key: "x", cert: "y" }, socket: { data() {} } }),
    { code: "ERR_OSSL_PEM_NO_START_LINE" },
  );
});

test("a large response arrives complete", async () => {
  const size = 3_000_000;
  let received = 0;
  await run({
    client: { ca: authority },
    onServer: {
      open: (socket: any) => void (socket.data = size),
      data: (socket: any) => send(socket),
      drain: (socket: any) => send(socket),
    },
    onClient: {
      data(socket: any, bytes: any) {
        received += bytes.length;
        if (received === size) socket.end();
      },
    },
  });
  assert.strictEqual(received, size);
  function send(socket: any): void {
    while (socket.data > 0) {
      const count = socket.write(new Uint8Array(Math.min(65536, socket.data)));
      if (count <= 0) return;
      socket.data -= count;
    }
  }
});
