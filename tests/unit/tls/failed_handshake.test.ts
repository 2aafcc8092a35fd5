// The errors of a failed handshake (https://nodejs.org/api/tls.html#class-tlstlssocket): a write that waits for it fails
// with EPROTO, and without one the socket has the error of OpenSSL.
import assert from "node:assert";
import { once } from "node:events";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";

/** Runs `connect` against a server without TLS. */
async function withPlainServer(connect: (port: number) => Promise<void>): Promise<void> {
  const server = net.createServer((socket) =>
    socket.on("error", () => {}).end("no TLS here, and long enough to be a record\r\n"),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    await connect((server.address() as net.AddressInfo).port);
  } finally {
    server.close();
  }
}

function assertProtocolError(error: any): void {
  assert.match(error.message, /^write EPROTO [0-9A-F]+:error:0A00010B:SSL routines:/);
  assert.deepStrictEqual({ ...error }, { errno: -71, code: "EPROTO", syscall: "write" });
}

test("a request over TLS to a server without it fails with EPROTO", async () => {
  await withPlainServer(async (port) => {
    const [error] = await once(https.get({ host: "127.0.0.1", port, agent: false }), "error").catch((reason) => [
      reason,
    ]);
    assertProtocolError(error);
  });
});

test("a write that waits for the handshake fails before the socket does, with the same error", async () => {
  await withPlainServer(async (port) => {
    const socket = tls.connect({ host: "127.0.0.1", port });
    const seen: any[] = [];
    socket.write("abc", (error) => seen.push(["write", error]));
    socket.on("error", (error) => seen.push(["error", error]));
    await new Promise((resolve) => socket.on("close", resolve));
    assert.deepStrictEqual(
      seen.map(([name]) => name),
      ["write", "error"],
    );
    assert.strictEqual(seen[0][1], seen[1][1]);
    assertProtocolError(seen[0][1]);
  });
});

test("without a write the error is OpenSSL's", async () => {
  await withPlainServer(async (port) => {
    const socket = tls.connect({ host: "127.0.0.1", port });
    const error: any = await new Promise((resolve) => socket.on("error", resolve));
    assert.strictEqual(error.code, "ERR_SSL_WRONG_VERSION_NUMBER");
    assert.strictEqual(error.reason, "wrong version number");
    assert.strictEqual(error.syscall, undefined);
  });
});

test("a write that the program itself aborts is cancelled", async () => {
  await withPlainServer(async (port) => {
    const socket = tls.connect({ host: "127.0.0.1", port });
    const failed = new Promise<any>((resolve) => socket.write("abc", resolve));
    socket.destroy();
    assert.strictEqual((await failed).code, "ERR_SOCKET_CLOSED_BEFORE_CONNECTION");
  });
});
