// Reads of Deno's connections: several at once, and invalid arguments.
import assert from "node:assert";
import { test } from "../harness.ts";

async function withPair(body: (client: any, server: any) => Promise<void>): Promise<void> {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const accepted = listener.accept();
  const client = await Deno.connect({ port: listener.addr.port, hostname: "127.0.0.1" });
  const server = await accepted;
  try {
    await body(client, server);
  } finally {
    for (const one of [client, server, listener]) {
      try {
        one.close();
      } catch (error) {
        assert.ok(error instanceof Deno.errors.BadResource);
      }
    }
  }
}

async function read(connection: any): Promise<string | null> {
  const buffer = new Uint8Array(100);
  const count = await connection.read(buffer);
  return count === null ? null : new TextDecoder().decode(buffer.subarray(0, count));
}

test("concurrent reads are served in order", () =>
  withPair(async (client, server) => {
    const all = Promise.all([read(client), read(client), read(client)]);
    for (const text of ["first", "second"]) {
      await server.write(new TextEncoder().encode(text));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    server.close();
    assert.deepStrictEqual(await all, ["first", "second", null]);
  }));

test("closing interrupts all readers", () =>
  withPair(async (client) => {
    const all = Promise.allSettled([read(client), read(client)]);
    client.close();
    for (const { reason } of (await all) as any) assert.ok(reason instanceof Deno.errors.Interrupted, reason);
  }));

test("values that are not byte arrays are neither read into nor written", () =>
  withPair(async (client) => {
    const message = "expected typed ArrayBufferView";
    for (const wrong of [5, "x", new ArrayBuffer(2), new Uint16Array(2)]) {
      await assert.rejects(client.read(wrong), { name: "TypeError", message });
      await assert.rejects(client.write(wrong), { name: "TypeError", message });
    }
    await assert.rejects(client.writable.getWriter().write("text"), {
      name: "TypeError",
      message: "Expected ArrayBuffer or ArrayBufferView for write chunk",
    });
  }));

test("unknown transports are refused", async () => {
  await assert.rejects(async () => Deno.connect({ transport: "foo", port: 1 }), {
    name: "ReferenceError",
    message: "transport is not defined",
  });
});
