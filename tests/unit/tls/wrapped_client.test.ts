// `new tls.TLSSocket(stream)` as a client: nothing is sent before the program writes. https://nodejs.org/api/tls.html#new-tlstlssocketsocket-options
import assert from "node:assert";
import net from "node:net";
import { once } from "node:events";
import { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import tls from "node:tls";
import { test } from "../harness.ts";

/** The type of a TLS record with a handshake message (RFC 8446 §5.1). */
const HANDSHAKE = 22;
/** An option that the types of Node lack. */
const OPEN: object = { allowHalfOpen: true };

/** A stream with an infinite silence to read, and what is written to it. */
function recorder(): { stream: Duplex; written: Buffer[] } {
  const written: Buffer[] = [];
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  return { stream, written };
}

test("over a stream nothing is sent until the first write, which begins the handshake", async () => {
  const { stream, written } = recorder();
  const socket = new tls.TLSSocket(stream, {});
  socket.on("error", () => {});
  socket.resume();
  await sleep(20);
  assert.strictEqual(written.length, 0);
  socket.write("data");
  assert.strictEqual(written[0]?.[0], HANDSHAKE);
  socket.destroy();
});

test("a stream without _write() is none of its concern before", () => {
  const socket = new tls.TLSSocket(new Duplex({ allowHalfOpen: false, read() {} }) as unknown as net.Socket, OPEN);
  assert.strictEqual(socket.allowHalfOpen, false);
  socket.destroy();
});

test("over a net.Socket it is the same, and tls.connect begins at once", async () => {
  const received: number[] = [];
  const server = net.createServer((peer) =>
    peer.on("data", (bytes: Buffer) => received.push(bytes[0]!)).on("error", () => {}),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as net.AddressInfo;
  const connected = async (): Promise<net.Socket> => {
    const socket = net.connect(port, "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  const waiting = new tls.TLSSocket(await connected(), {});
  waiting.on("error", () => {});
  await sleep(50);
  assert.deepStrictEqual(received, []);
  const beginning = tls.connect({ socket: await connected(), rejectUnauthorized: false });
  beginning.on("error", () => {});
  while (received.length === 0) await sleep(5);
  assert.deepStrictEqual(received, [HANDSHAKE]);
  waiting.write("data");
  while (received.length === 1) await sleep(5);
  assert.deepStrictEqual(received, [HANDSHAKE, HANDSHAKE]);
  waiting.destroy();
  beginning.destroy();
  server.close();
});

test("what was written to the socket below before comes first", async () => {
  const BYTES = 4 * 1024 * 1024;
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.write(Buffer.alloc(BYTES / 2));
    socket.write(Buffer.alloc(BYTES / 2));
    tls.connect({ socket, rejectUnauthorized: false }).on("error", () => {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  let received = 0;
  for await (const bytes of client) {
    const after = BYTES - received;
    received += bytes.length;
    if (received <= BYTES) continue;
    assert.strictEqual(bytes[after], HANDSHAKE);
    break;
  }
  assert.ok(received > BYTES);
  server.close();
});
