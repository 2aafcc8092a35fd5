// "drain" of a response: also when the client has read what the server still had to send by the time it looks.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { test } from "../harness.ts";

/** Reads a response on a thread of its own, as fast as it comes, and reports the length of its body. */
const CLIENT = `
const http = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
http.get({ port: workerData, host: "127.0.0.1" }, (response) => {
  let length = 0;
  response.on("data", (chunk) => (length += chunk.length));
  response.on("end", () => parentPort.postMessage(length));
});`;

const CHUNK_BYTES = 1_310_720;
const CHUNKS = 60;

async function lengthRead(listener: http.RequestListener): Promise<number> {
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new Worker(CLIENT, { eval: true, workerData: (server.address() as net.AddressInfo).port });
  try {
    const [length] = await once(client, "message");
    return length as number;
  } finally {
    await client.terminate();
    server.closeAllConnections();
    server.close();
  }
}

function* chunks(chunk: string | Uint8Array): Generator<string | Uint8Array> {
  for (let count = 0; count < CHUNKS; count++) yield chunk;
}

for (const [name, chunk] of [
  ["strings", "x".repeat(CHUNK_BYTES)],
  ["bytes", new Uint8Array(CHUNK_BYTES)],
] as const) {
  for (const isChunked of [true, false]) {
    test(`a long body of ${name}, ${isChunked ? "chunked" : "of known length"}, is piped to its end`, async () => {
      const length = await lengthRead((_, response) => {
        if (!isChunked) response.setHeader("Content-Length", CHUNK_BYTES * CHUNKS);
        Readable.from(chunks(chunk)).pipe(response);
      });
      assert.strictEqual(length, CHUNK_BYTES * CHUNKS);
    });
  }
}
