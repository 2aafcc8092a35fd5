// Corked writes are sent as one, whatever their number and size, and arrive complete and in order.
import { strictEqual } from "node:assert";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { test } from "../harness.ts";

const shapes: [string, number[]][] = [
  ["a few short ones", [1, 20, 300]],
  ["empty ones between", [0, 5, 0, 7, 0]],
  ["short ones beyond a call's arguments", Array.from({ length: 300 }, (_, index) => index % 7)],
  ["one short of what is copied, one over it", [4095, 1, 4096, 1]],
  ["more than the system takes at once", [3_000_000, 10, 5_000_000, 1]],
  ["many of middle length", Array.from({ length: 1500 }, () => 2000)],
];

for (const [what, lengths] of shapes) {
  test(`corked writes: ${what}`, async () => {
    const chunks = lengths.map((length, index) => Buffer.alloc(length, `${index},`));
    const expected = Buffer.concat(chunks);
    const server = createServer((socket) => {
      const hash = createHash("sha256");
      let bytes = 0;
      // Begins late, so that long writes are buffered by the sender.
      setTimeout(
        () =>
          socket.on("data", (data) => {
            hash.update(data);
            bytes += data.length;
          }),
        20,
      );
      socket.on("end", () => socket.end(`${bytes} ${hash.digest("hex")}`));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as { port: number }).port, "127.0.0.1");
    await once(client, "connect");
    client.cork();
    let done = 0;
    for (const chunk of chunks) client.write(chunk, () => done++);
    client.uncork();
    client.end();
    let answer = "";
    client.setEncoding("utf8").on("data", (text) => (answer += text));
    await once(client, "close");
    strictEqual(answer, `${expected.length} ${createHash("sha256").update(expected).digest("hex")}`);
    strictEqual(done, chunks.length);
    strictEqual(client.bytesWritten, expected.length);
    server.close();
    await once(server, "close");
  });
}
