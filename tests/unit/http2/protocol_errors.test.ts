// A peer that breaks the rules of the connection: the session ends with an error, and its socket with it.
import assert from "node:assert";
import { once } from "node:events";
import http2 from "node:http2";
import net from "node:net";
import { test } from "../harness.ts";

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

function frame(type: number, flags: number, stream: number, payload: number[] | Buffer = []): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, Buffer.from(payload)]);
}

const SETTINGS = frame(4, 0, 0);

for (const [name, bytes] of Object.entries({
  "a header block that no table has": frame(1, 5, 1, [0xff, 0xff, 0xff, 0xff, 0xff]),
  "data of a stream that nobody opened": frame(0, 1, 1, [1]),
  "data without a stream": frame(0, 0, 0, [1]),
  "a CONTINUATION of nothing": frame(9, 4, 1, [0x82]),
  "a PING of seven bytes": frame(6, 0, 0, Buffer.alloc(7)),
  "a window update of three bytes": frame(8, 0, 0, Buffer.alloc(3)),
  "a frame larger than was agreed": frame(1, 5, 1, Buffer.alloc(20_000)),
  "padding longer than its frame": frame(1, 0xd, 1, [200, 0x82]),
})) {
  for (const isJoined of [false, true]) {
    test(`${name} ends the session with an error${isJoined ? ", also in one read with the preface" : ""}`, async () => {
      const server = http2.createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const failed = once(server, "sessionError");
      const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
      client.on("error", () => undefined);
      const ended = once(client.resume(), "end");
      if (isJoined) client.write(Buffer.concat([PREFACE, SETTINGS, bytes]));
      else {
        client.write(PREFACE);
        client.write(SETTINGS);
        await new Promise((resolve) => setTimeout(resolve, 20));
        client.write(bytes);
      }
      const [error] = await failed;
      assert.deepStrictEqual([error.code, error.message, error.errno], ["ERR_HTTP2_ERROR", "Protocol error", -505]);
      await ended;
      client.destroy();
      server.close();
    });
  }
}
