// The errors of Bun's fetch; the behaviour is that of Bun 1.4.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

/** The error that `promise` rejects with. */
async function rejection(promise: Promise<unknown>): Promise<any> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not reject");
}

test("this runs as a program of Bun", () => {
  assert.strictEqual(typeof Bun.version, "string");
});

test("a refused connection has the code ECONNREFUSED", async () => {
  const { name, message, code, path } = await rejection(fetch("http://127.0.0.1:65000/"));
  assert.deepStrictEqual(
    { name, message, code, path },
    {
      name: "TypeError",
      message: "ECONNREFUSED: Unable to connect. Is the computer able to access the url?",
      code: "ECONNREFUSED",
      path: "http://127.0.0.1:65000/",
    },
  );
});

test("a connection that closes early has the code ECONNRESET", async () => {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () =>
      socket.end(
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".slice(0, socket.remotePort! % 2 === 0 ? 0 : undefined),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as any).port}/`;
  for (let count = 0; count < 4; count++) {
    const error = await rejection(fetch(url).then((response) => response.text()));
    assert.deepStrictEqual([error.name, error.code], ["TypeError", "ECONNRESET"]);
  }
  server.close();
});
