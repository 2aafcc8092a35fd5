// A file stream that is piped into a response: the bytes, the events and the counters are the same as with any other stream.
import assert from "node:assert";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "piped-file-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const bytes = new Uint8Array(9_000_000);
for (let index = 0; index < bytes.length; index += 1) bytes[index] = (index * 31 + (index >> 13)) & 255;
const file = path.join(folder, "large.bin");
fs.writeFileSync(file, bytes);
const empty = path.join(folder, "empty.bin");
fs.writeFileSync(empty, "");

/** Serves one request with `handle`, and returns the response with its body. */
async function ask(
  handle: (request: http.IncomingMessage, response: http.ServerResponse) => void,
): Promise<{ response: Response; body: Uint8Array }> {
  const server = http.createServer(handle);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as net.AddressInfo;
  const raw = await new Promise<Buffer>((resolve, reject) => {
    const pieces: Buffer[] = [];
    const socket = net.connect(port, "127.0.0.1", () =>
      socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    );
    socket.on("data", (piece) => pieces.push(piece as Buffer));
    socket.on("end", () => resolve(Buffer.concat(pieces)));
    socket.on("error", reject);
  });
  server.close();
  const split = raw.indexOf("\r\n\r\n");
  const head = raw.subarray(0, split).toString("latin1");
  const headers = new Headers(
    head
      .split("\r\n")
      .slice(1)
      .map((line) => line.split(": ", 2) as [string, string]),
  );
  const rest = raw.subarray(split + 4);
  return {
    response: new Response(null, { headers }),
    body: headers.get("transfer-encoding") === "chunked" ? unchunk(rest) : rest,
  };
}

function unchunk(rest: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (;;) {
    const lineEnd = rest.indexOf("\r\n");
    const size = Number.parseInt(rest.subarray(0, lineEnd).toString("latin1"), 16);
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    rest = rest.subarray(lineEnd + 2 + size + 2);
  }
}

test("a large file arrives complete, with the events of a pipe in order", async () => {
  const events: string[] = [];
  let read = 0;
  const { body } = await ask((_, response) => {
    const stream = fs.createReadStream(file);
    for (const name of ["open", "ready", "end"]) stream.on(name, () => events.push(name));
    response
      .on("pipe", () => events.push("pipe"))
      .on("unpipe", () => events.push("unpipe"))
      .on("finish", () => events.push("finish"));
    stream.on("close", () => {
      read = stream.bytesRead;
      events.push("close");
    });
    stream.pipe(response);
  });
  assert.ok(Buffer.from(bytes).equals(body));
  assert.deepEqual(events, ["pipe", "open", "ready", "end", "finish", "unpipe", "close"]);
  assert.equal(read, bytes.length);
});

test("start and end choose the part that is sent", async () => {
  const { body } = await ask((_, response) => {
    response.setHeader("content-length", 300_001);
    fs.createReadStream(file, { start: 5_000_000, end: 5_300_000 }).pipe(response);
  });
  assert.ok(Buffer.from(bytes).subarray(5_000_000, 5_300_001).equals(body));
});

test("an empty file gives a response without a body", async () => {
  const { response, body } = await ask((_, answer) => {
    fs.createReadStream(empty).pipe(answer);
  });
  assert.equal(response.headers.get("content-length"), "0");
  assert.equal(body.length, 0);
});

test("a listener for 'data' sees the bytes that are sent, also one that is added late", async () => {
  let early = 0;
  let late = 0;
  const { body } = await ask((_, response) => {
    const stream = fs.createReadStream(file);
    stream.on("data", (chunk) => {
      early += chunk.length;
    });
    stream.once("data", () =>
      stream.on("data", (chunk) => {
        late += chunk.length;
      }),
    );
    stream.pipe(response);
  });
  assert.ok(Buffer.from(bytes).equals(body));
  assert.equal(early, bytes.length);
  assert.ok(late > 0 && late < bytes.length);
});

test("a replaced write() sees the chunks, as compressing middleware needs", async () => {
  let seen = 0;
  await ask((_, response) => {
    const { write } = response;
    response.write = function (this: http.ServerResponse, chunk: any, ...rest: any[]): boolean {
      seen += chunk.length;
      return Reflect.apply(write, this, [chunk, ...rest]);
    } as typeof response.write;
    fs.createReadStream(file).pipe(response);
  });
  assert.equal(seen, bytes.length);
});

test("a file can be followed by more of the program's bytes", async () => {
  const { body } = await ask((_, response) => {
    response.write("before|");
    const stream = fs.createReadStream(file, { start: 0, end: 99_999 });
    stream.pipe(response, { end: false });
    stream.on("end", () => response.end("|after"));
  });
  assert.equal(body.length, 7 + 100_000 + 6);
  assert.equal(Buffer.from(body.subarray(0, 7)).toString(), "before|");
  assert.ok(Buffer.from(bytes).subarray(0, 100_000).equals(body.subarray(7, 100_007)));
  assert.equal(Buffer.from(body.subarray(100_007)).toString(), "|after");
});

test("a missing file is an error of the stream, and the response is still the program's", async () => {
  const { response } = await ask((_, answer) => {
    fs.createReadStream(path.join(folder, "none"))
      .on("error", (error: NodeJS.ErrnoException) => {
        answer.setHeader("x-code", error.code!);
        answer.end();
      })
      .pipe(answer);
  });
  assert.equal(response.headers.get("x-code"), "ENOENT");
});
