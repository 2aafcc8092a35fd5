// Handshakes that a client starts on an established connection (TLS 1.2):
// https://nodejs.org/docs/latest-v26.x/api/tls.html#tlssocketdisablerenegotiation
import assert from "node:assert";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";
import { certificate, key } from "./certificates.ts";

interface Peers {
  server: tls.Server;
  socket: tls.TLSSocket;
  client: tls.TLSSocket;
}

async function connected(): Promise<Peers> {
  const server = tls.createServer({ key, cert: certificate, maxVersion: "TLSv1.2" }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  const [[socket]] = await Promise.all([once(server, "secureConnection"), once(client, "secureConnect")]);
  return { server, socket, client };
}

async function close({ server, socket, client }: Peers): Promise<void> {
  client.destroy();
  socket.destroy();
  server.close();
  await once(server, "close");
}

const renegotiated = (client: tls.TLSSocket): Promise<unknown> =>
  new Promise((resolve) => assert.ok(client.renegotiate({ rejectUnauthorized: false }, resolve)));

test("a server that disabled renegotiation emits an error, and the handshake continues unless a listener destroys the socket", async () => {
  const peers = await connected();
  const { socket, client } = peers;
  socket.disableRenegotiation();
  const errors: unknown[] = [];
  socket.on("error", (error: NodeJS.ErrnoException) => errors.push(error.code));
  assert.strictEqual(await renegotiated(client), null);
  assert.deepStrictEqual([errors, socket.destroyed], [["ERR_TLS_RENEGOTIATION_DISABLED"], false]);
  const data = once(client, "data");
  socket.write("still open");
  assert.strictEqual(String((await data)[0]), "still open");
  await close(peers);
});

test("a listener that destroys the socket ends the connection, and the client's callback is not called", async () => {
  const peers = await connected();
  const { socket, client } = peers;
  socket.disableRenegotiation();
  socket.on("error", () => socket.destroy());
  let isAnswered = false;
  void renegotiated(client).then(() => (isAnswered = true));
  client.resume();
  await once(client, "close");
  assert.strictEqual(isAnswered, false);
  await close(peers);
});

test("a client that disabled renegotiation can still start one", async () => {
  const peers = await connected();
  peers.client.disableRenegotiation();
  assert.strictEqual(await renegotiated(peers.client), null);
  await close(peers);
});
