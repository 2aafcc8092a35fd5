// Errors of a server's connections whose sockets have no listener of the program: they end the connection alone.
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";
import { certificate, key } from "./certificates.ts";

interface Connection {
  socket: tls.TLSSocket;
  lower: net.Socket;
}

/** Runs `end` with an established connection to a server, and returns whether the server's socket closed with an error. */
async function ended(end: (connection: Connection) => void): Promise<boolean> {
  const server = tls.createServer({ key, cert: certificate });
  server.listen(0);
  await once(server, "listening");
  const lower = net.connect((server.address() as net.AddressInfo).port);
  const client = tls.connect({ socket: lower, rejectUnauthorized: false });
  for (const socket of [lower, client]) socket.on("error", () => {});
  const [socket] = (await once(server, "secureConnection")) as [tls.TLSSocket];
  assert.strictEqual(socket.listenerCount("error"), 1);
  socket.resume();
  const closed = new Promise<boolean>((resolve) => socket.on("close", resolve));
  // The session tickets have arrived, too.
  socket.write("x");
  await once(client, "data");
  end({ socket, lower });
  const result = await closed;
  client.destroy();
  server.close();
  return result;
}

test("a client that resets its connection does not end the server's process", async () => {
  assert.strictEqual(await ended(({ lower }) => lower.resetAndDestroy()), true);
});

test("an error that ends a socket of a server is not uncaught", async () => {
  assert.strictEqual(await ended(({ socket }) => socket.destroy(new Error("by the program"))), true);
});

test("a listener of the program receives the error", async () => {
  const errors: string[] = [];
  await ended(({ socket }) => {
    socket.on("error", (error) => errors.push(error.message));
    socket.destroy(new Error("received"));
  });
  assert.deepStrictEqual(errors, ["received"]);
});
