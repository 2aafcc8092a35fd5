// Bodies of requests that are read in one piece, by sockets that decide how they arrive. Run with Bun or Brio.
import assert from "node:assert";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "../harness.ts";

const MIB = 1024 * 1024;

interface Server {
  port: number;
  stop(force?: boolean): void;
}
declare const Bun: { serve(options: object): Server };

/** Sends pieces, with a pause after each, and resolves to what arrives until the connection closes or `count` responses came. */
async function exchange(port: number, pieces: (string | Uint8Array)[], count = 1): Promise<string> {
  const socket = net.connect(port, "127.0.0.1");
  let received = "";
  const done = new Promise<void>((resolve) => {
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      if (received.split("HTTP/1.1").length > count) setTimeout(resolve, 20);
    });
    socket.on("close", () => resolve());
    socket.on("error", () => resolve());
  });
  for (const piece of pieces) {
    socket.write(piece);
    await delay(10);
  }
  await done;
  socket.destroy();
  return received;
}

async function withServer(options: object, use: (port: number) => Promise<void>): Promise<void> {
  const server = Bun.serve({ port: 0, ...options });
  try {
    await use(server.port);
  } finally {
    server.stop(true);
  }
}

const answer = async (request: Request) => new Response(JSON.stringify(await request.text()));
const head = (fields: string) => `POST / HTTP/1.1\r\nHost: a\r\n${fields}\r\n\r\n`;

test("a body in pieces", async () => {
  await withServer({ fetch: answer }, async (port) => {
    const known = await exchange(port, [head("Content-Length: 6"), "ab", "cdef"]);
    assert.match(known, /"abcdef"$/);
    const chunked = await exchange(port, [head("Transfer-Encoding: chunked"), "2\r\nab\r\n", "1\r\nc\r\n0\r\n\r\n"]);
    assert.match(chunked, /"abc"$/);
    const empty = await exchange(port, [head("Transfer-Encoding: chunked"), "0\r\n\r\n"]);
    assert.match(empty, /""$/);
  });
});

test("requests of one connection", async () => {
  await withServer({ fetch: answer }, async (port) => {
    const all = await exchange(port, [`${head("Content-Length: 2")}ab${head("Content-Length: 3")}cde`], 2);
    assert.match(all, /"ab"HTTP\/1\.1 200[^]*"cde"$/);
  });
});

test("each method gives all bytes of a long body", async () => {
  const sizes: unknown[] = [];
  const fetch = async (request: Request) => {
    if (request.url.endsWith("/buffer")) sizes.push((await request.arrayBuffer()).byteLength);
    else if (request.url.endsWith("/blob")) sizes.push((await request.blob()).size);
    else if (request.url.endsWith("/json")) sizes.push((await request.json()).length);
    else {
      const copy = request.clone();
      sizes.push((await request.bytes()).length, (await copy.text()).length);
    }
    return new Response(String(request.bodyUsed));
  };
  await withServer({ fetch }, async (port) => {
    const body = JSON.stringify("x".repeat(3 * MIB));
    for (const path of ["buffer", "blob", "json", "clone"]) {
      const response = await globalThis.fetch(`http://127.0.0.1:${port}/${path}`, { method: "POST", body });
      assert.strictEqual(await response.text(), "true");
    }
    assert.deepStrictEqual(sizes, [3 * MIB + 2, 3 * MIB + 2, 3 * MIB, 3 * MIB + 2, 3 * MIB + 2]);
  });
});

test("a body is read once, by a stream or in one piece", async () => {
  const fetch = async (request: Request) => {
    const text = await request.text();
    const again = await request.text().then(String, (error) => error.name);
    return new Response(`${text} ${again}`);
  };
  await withServer({ fetch }, async (port) => {
    assert.match(await exchange(port, [head("Content-Length: 1"), "a"]), /a TypeError$/);
  });
  const streamed = async (request: Request) => {
    const reader = request.body!.getReader();
    const { value } = await reader.read();
    const again = await request.text().then(String, (error) => error.name);
    return new Response(`${value!.length} ${again}`);
  };
  await withServer({ fetch: streamed }, async (port) => {
    assert.match(await exchange(port, [head("Content-Length: 1"), "a"]), /1 TypeError$/);
  });
});

test("a client that leaves rejects the read", async () => {
  let outcome: unknown;
  const fetch = async (request: Request) => {
    outcome = await request.text().then(String, (error) => error.name);
    return new Response();
  };
  await withServer({ fetch }, async (port) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.write(`${head("Content-Length: 10")}abc`);
    await delay(50);
    socket.destroy();
    for (let tries = 0; tries < 100 && outcome === undefined; tries++) await delay(10);
    assert.strictEqual(outcome, "AbortError");
  });
});

test("a body that is longer than allowed", async () => {
  await withServer({ fetch: answer, maxRequestBodySize: 2 * MIB }, async (port) => {
    const chunk = `${MIB.toString(16)}\r\n${"x".repeat(MIB)}\r\n`;
    const response = await exchange(port, [head("Transfer-Encoding: chunked"), chunk, chunk, chunk]);
    assert.match(response, /^HTTP\/1\.1 413/);
  });
});

test("a chunked body is refused as soon as it is longer than allowed", async () => {
  await withServer({ fetch: answer, maxRequestBodySize: 1024 }, async (port) => {
    // The body does not end.
    const response = await exchange(port, [head("Transfer-Encoding: chunked"), `800\r\n${"x".repeat(2048)}\r\n`]);
    assert.match(response, /^HTTP\/1\.1 413/);
  });
});

test("a new request takes the body of another one over", async () => {
  const fetch = async (request: Request) => new Response(await new Request(request, { headers: {} }).text());
  await withServer({ fetch }, async (port) => {
    assert.match(await exchange(port, [head("Content-Length: 3"), "abc"]), /abc$/);
  });
});
