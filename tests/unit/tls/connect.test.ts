import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Duplex, duplexPair } from "node:stream";
import tls from "node:tls";
import { test } from "../harness.ts";
import { authority, certificate, key } from "./certificates.ts";

interface Echo {
  server: tls.Server;
  port: number;
  close(): Promise<void>;
}

async function echo(options: tls.TlsOptions = {}): Promise<Echo> {
  const server = tls.createServer({ key, cert: certificate, ...options }, (socket) => {
    socket.on("error", () => {});
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  return { server, port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function connect(port: number, options: tls.ConnectionOptions = {}): Promise<tls.TLSSocket> {
  const socket = tls.connect({ port, host: "127.0.0.1", ca: authority, ...options });
  await once(socket, "secureConnect");
  return socket;
}

async function failure(port: number, options: tls.ConnectionOptions): Promise<any> {
  const [error] = await once(tls.connect({ port, host: "127.0.0.1", ...options }), "error").catch((thrown) => [thrown]);
  return error;
}

for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
  test(`${version}: data go both ways and the end is an end`, async () => {
    const { port, close } = await echo({ maxVersion: version });
    const socket = await connect(port);
    assert.strictEqual(socket.authorized, true);
    assert.strictEqual(socket.encrypted, true);
    assert.strictEqual(socket.getProtocol(), version);
    const sent = Buffer.alloc(200_000, "tls");
    const received: Buffer[] = [];
    socket.on("data", (chunk) => received.push(chunk as Buffer));
    socket.end(sent);
    await once(socket, "close");
    assert.ok(Buffer.concat(received).equals(sent));
    await close();
  });
}

test("an untrusted server is refused, and accepted with rejectUnauthorized: false", async () => {
  const { port, close } = await echo();
  const error = await failure(port, {});
  assert.strictEqual(error.code, "UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  assert.match(error.message, /^unable to verify the first certificate/);
  const socket = await connect(port, { ca: [], rejectUnauthorized: false });
  assert.strictEqual(socket.authorized, false);
  assert.strictEqual(socket.authorizationError as unknown, "UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  socket.destroy();
  await close();
});

test("a certificate for another host is refused with the reason", async () => {
  const { port, close } = await echo();
  const error = await failure(port, { ca: authority, servername: "other.test" });
  assert.strictEqual(error.code, "ERR_TLS_CERT_ALTNAME_INVALID");
  assert.strictEqual(
    error.reason,
    "Host: other.test. is not in the cert's altnames: DNS:localhost, DNS:*.example.test, IP Address:127.0.0.1",
  );
  assert.strictEqual(error.host, "other.test");
  assert.strictEqual(error.cert.subject.CN, "localhost");
  const socket = await connect(port, { servername: "a.example.test" });
  socket.destroy();
  await close();
});

test("a server without TLS is an SSL error", async () => {
  const server = net
    .createServer((socket) =>
      socket
        .on("error", () => {})
        .resume()
        .end("HTTP/1.1 400 Bad Request\r\n\r\n"),
    )
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const error = await failure((server.address() as net.AddressInfo).port, { ca: authority });
  assert.strictEqual(error.code, "ERR_SSL_WRONG_VERSION_NUMBER");
  assert.strictEqual(error.library, "SSL routines");
  assert.strictEqual(error.reason, "wrong version number");
  await new Promise((resolve) => server.close(resolve));
});

test("a client without TLS is reported to the server", async () => {
  const { server, port, close } = await echo();
  const reports = once(server, "tlsClientError");
  const socket = net.connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\n\r\n"));
  socket.on("error", () => {});
  const [error, from] = await reports;
  assert.strictEqual(error.code, "ERR_SSL_HTTP_REQUEST");
  assert.ok(from instanceof tls.TLSSocket);
  socket.destroy();
  await close();
});

test("TLS runs over any Duplex and over a socket that is connected already", async () => {
  const { port, close } = await echo();
  const plain = net.connect(port, "127.0.0.1");
  await once(plain, "connect");
  const over = async (socket: Duplex): Promise<void> => {
    const secure = tls.connect({ socket, ca: authority, servername: "localhost" });
    await once(secure, "secureConnect");
    secure.write("hello");
    const [answer] = await once(secure, "data");
    assert.strictEqual(String(answer), "hello");
    secure.end();
    await once(secure, "close");
  };
  await over(plain);
  const lower = net.connect(port, "127.0.0.1");
  const duplex = new Duplex({
    read() {
      lower.resume();
    },
    write(chunk, _encoding, callback) {
      lower.write(chunk, callback);
    },
    final(callback) {
      lower.end(callback);
    },
  });
  lower.on("data", (chunk) => duplex.push(chunk) || lower.pause());
  lower.on("end", () => duplex.push(null));
  await over(duplex);
  lower.destroy();
  await close();
});

test("SNI chooses the context, ALPN the protocol", async () => {
  const names: string[] = [];
  const { server, port, close } = await echo({
    SNICallback: (name, callback) => {
      names.push(name);
      setTimeout(callback, 5, null, tls.createSecureContext({ key, cert: certificate }));
    },
    ALPNProtocols: ["h2", "http/1.1"],
  });
  const secured = once(server, "secureConnection");
  const socket = await connect(port, { servername: "b.example.test", ALPNProtocols: ["http/1.1", "h2"] });
  assert.strictEqual(socket.alpnProtocol, "h2");
  const [accepted] = await secured;
  assert.strictEqual(accepted.servername, "b.example.test");
  assert.strictEqual(accepted.alpnProtocol, "h2");
  assert.deepStrictEqual(names, ["b.example.test"]);
  socket.destroy();
  await close();
});

test("a session is resumed", async () => {
  const { port, close } = await echo();
  const first = await connect(port);
  first.write("x");
  const [session] = await once(first, "session");
  assert.strictEqual(first.isSessionReused(), false);
  first.destroy();
  const second = await connect(port, { session });
  assert.strictEqual(second.isSessionReused(), true);
  second.destroy();
  await close();
});

test("properties of a socket's session", async () => {
  const { port, close } = await echo();
  const socket = await connect(port);
  const peer = socket.getPeerCertificate(true);
  assert.strictEqual(peer.subject.CN, "localhost");
  assert.strictEqual(peer.issuerCertificate.subject.CN, "Test authority");
  assert.strictEqual(peer.issuerCertificate.issuerCertificate, peer.issuerCertificate);
  assert.strictEqual(peer.subjectaltname, "DNS:localhost, DNS:*.example.test, IP Address:127.0.0.1");
  assert.deepStrictEqual(peer.ext_key_usage, ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
  assert.strictEqual(peer.nistCurve, "P-256");
  assert.strictEqual(peer.valid_from, "Jan  1 00:00:00 2020 GMT");
  assert.match(socket.getCipher().name, /^TLS_/);
  assert.strictEqual((socket as any).exportKeyingMaterial(16, "EXPERIMENTAL test").length, 16);
  assert.strictEqual(socket.getFinished()!.length, socket.getPeerFinished()!.length);
  socket.destroy();
  await close();
});

test("a server over a Duplex reads the data that was buffered before, once", async () => {
  const [clientSide, serverSide] = duplexPair();
  const client = tls.connect({ socket: clientSide, rejectUnauthorized: false });
  await new Promise((resolve) => setImmediate(resolve));
  const server = new tls.TLSSocket(serverSide, { isServer: true, key, cert: certificate });
  client.on("secureConnect", () => client.write("hello"));
  const [bytes] = await once(server, "data");
  assert.strictEqual(bytes.toString(), "hello");
  client.destroy();
  server.destroy();
});

test("--tls-keylog writes the secrets of clients and servers to a file, with a warning", async () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-keylog-"));
  const file = join(folder, "keys.log");
  const code = `
    const tls = require("node:tls");
    const server = tls.createServer({ key: ${JSON.stringify(key)}, cert: ${JSON.stringify(certificate)}, maxVersion: "TLSv1.2" }, (socket) => socket.end());
    server.listen(0, () => tls.connect({ port: server.address().port, rejectUnauthorized: false }).resume().on("close", () => server.close()));`;
  try {
    const { stderr, status } = spawnSync(process.execPath, [`--tls-keylog=${file}`, "-e", code], { encoding: "utf8" });
    assert.strictEqual(status, 0, stderr);
    assert.ok(
      stderr.includes(
        `Using --tls-keylog makes TLS connections insecure by writing secret key material to file ${file}`,
      ),
      stderr,
    );
    const lines = readFileSync(file, "utf8").trim().split("\n");
    assert.strictEqual(lines.length, 2);
    assert.match(lines[0]!, /^CLIENT_RANDOM [0-9a-f]{64} [0-9a-f]{96}$/i);
    assert.strictEqual(lines[0], lines[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
