import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import zlib from "node:zlib";
import { test } from "../harness.ts";

/** A server that answers requests with these bytes, one after the other over all connections, and then closes if `ends` is set. */
async function serve(answers: { bytes: Buffer; ends: boolean }[]): Promise<{ url: string; close(): void }> {
  let count = 0;
  const server = net
    .createServer((socket) => {
      socket
        .on("error", () => {})
        .on("data", () => {
          const { bytes, ends } = answers[count++]!;
          if (ends) socket.end(bytes);
          else socket.write(bytes);
        });
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`, close: () => server.close() };
}

const response = (head: string, body: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n`), body]);

test("a redirect whose connection ends with it is followed on another", async () => {
  const server = await serve([
    { bytes: response("302 Found\r\nLocation: /next\r\nConnection: keep-alive"), ends: true },
    { bytes: response("200 OK\r\nConnection: close", Buffer.from("there")), ends: true },
  ]);
  const answer = await fetch(server.url, { signal: AbortSignal.timeout(5000) });
  assert.deepStrictEqual([await answer.text(), answer.redirected], ["there", true]);
  server.close();
});

test("a truncated or empty zstd body fails, a complete one does not", async () => {
  const whole = zlib.zstdCompressSync(Buffer.from("a text ".repeat(500)));
  const bodies = [whole, whole.subarray(0, whole.length - 5), Buffer.alloc(0)];
  const server = await serve(
    bodies.map((body) => ({
      bytes: response("200 OK\r\nContent-Encoding: zstd\r\nConnection: close", body),
      ends: true,
    })),
  );
  assert.strictEqual((await (await fetch(server.url)).text()).length, 3500);
  for (let index = 1; index < bodies.length; index++) {
    const answer = await fetch(server.url);
    await assert.rejects(answer.text(), (error: any) => {
      assert.deepStrictEqual(
        [error.name, error.message, error.cause?.code, error.cause?.message],
        ["TypeError", "terminated", "Z_BUF_ERROR", "unexpected end of file"],
      );
      return true;
    });
  }
  server.close();
});

test("truncated gzip and deflate bodies yield what arrived", async () => {
  const text = Buffer.from(Array.from({ length: 3000 }, (_, index) => String(index)).join());
  for (const [coding, body] of [
    ["gzip", zlib.gzipSync(text)],
    ["deflate", zlib.deflateSync(text)],
  ] as const) {
    const server = await serve([
      {
        bytes: response(
          `200 OK\r\nContent-Encoding: ${coding}\r\nConnection: close`,
          body.subarray(0, body.length - 20),
        ),
        ends: true,
      },
    ]);
    const received = await (await fetch(server.url)).text();
    assert.ok(received.length > 0 && text.toString().startsWith(received), coding);
    server.close();
  }
});
