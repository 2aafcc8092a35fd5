// A listener or callback that throws ends its own task; the connection continues or fails, and never hangs.
import assert from "node:assert";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";
import { certificate, key } from "./certificates.ts";

async function listen(
  options: tls.TlsOptions,
  onConnection?: (socket: tls.TLSSocket) => void,
): Promise<[tls.Server, number]> {
  const server = tls.createServer({ key, cert: certificate, ...options }, onConnection).listen(0, "127.0.0.1");
  await once(server, "listening");
  return [server, (server.address() as AddressInfo).port];
}

/** The uncaught exceptions while `run` runs. */
async function uncaughtOf(run: () => Promise<void>): Promise<string[]> {
  const messages: string[] = [];
  const note = (error: Error): void => void messages.push(error.message);
  process.on("uncaughtException", note);
  try {
    await run();
  } finally {
    process.off("uncaughtException", note);
  }
  return messages;
}

test("a listener of secureConnect that throws does not keep the handshake from the server", async () => {
  const [server, port] = await listen({}, (socket) => socket.end("hello"));
  let text = "";
  const messages = await uncaughtOf(async () => {
    const client = tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      throw new Error("in secureConnect");
    });
    client.on("data", (bytes) => (text += bytes));
    // Node treats the connection as never secured, and emits that error at its end.
    client.on("error", () => undefined);
    await new Promise((resolve) => client.on("close", resolve));
  });
  assert.deepStrictEqual([text, messages], ["hello", ["in secureConnect"]]);
  server.close();
});

test("a listener of data that throws gets the following data", async () => {
  const [server, port] = await listen({}, (socket) => {
    socket.write("one");
    setTimeout(() => socket.write("two"), 30);
    setTimeout(() => socket.end("three"), 60);
  });
  const seen: string[] = [];
  const messages = await uncaughtOf(async () => {
    const client = tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
    client.on("data", (bytes) => {
      seen.push(String(bytes));
      if (seen.length === 1) throw new Error("in data");
    });
    await once(client, "close");
  });
  assert.deepStrictEqual([seen, messages], [["one", "two", "three"], ["in data"]]);
  server.close();
});

for (const [name, options] of Object.entries<tls.TlsOptions>({
  SNICallback: {
    SNICallback() {
      throw new Error("SNICallback throws");
    },
  },
  ALPNCallback: {
    ALPNCallback() {
      throw new Error("ALPNCallback throws");
    },
  },
})) {
  test(`${name} that throws is the client's failure, which is reported to the server`, async () => {
    const [server, port] = await listen(options);
    const reports = once(server, "tlsClientError");
    const messages = await uncaughtOf(async () => {
      const client = tls.connect({
        port,
        host: "127.0.0.1",
        servername: "example.org",
        ALPNProtocols: ["a"],
        rejectUnauthorized: false,
      });
      const [error] = await once(client, "error");
      assert.strictEqual(error.code, "ECONNRESET");
      assert.strictEqual((await reports)[0].message, `${name} throws`);
    });
    assert.deepStrictEqual(messages, []);
    server.close();
  });
}

test("an invalid context is refused", () => {
  for (const secureContext of [{}, 5] as any[]) {
    assert.throws(() => tls.connect({ port: 1, host: "127.0.0.1", secureContext }), {
      name: "TypeError",
      code: "ERR_TLS_INVALID_CONTEXT",
      message: "context must be a SecureContext",
    });
  }
});

test("names end at a null byte, as OpenSSL's do", () => {
  assert.throws(() => tls.createSecureContext({ ciphers: "a\0b" }), { code: "ERR_SSL_NO_CIPHER_MATCH" });
  assert.throws(() => tls.createSecureContext({ ecdhCurve: "a\0b" }), { code: "ERR_CRYPTO_OPERATION_FAILED" });
  assert.throws(() => tls.createSecureContext({ sigalgs: "a\0b" }));
  const client = tls.connect({ port: 1, host: "127.0.0.1", servername: "a\0b" });
  client.on("error", () => undefined);
  client.destroy();
});
