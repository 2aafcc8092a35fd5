import assert from "node:assert";
import net from "node:net";
import { Duplex, PassThrough } from "node:stream";
import tls from "node:tls";
import { test } from "../harness.ts";

test("a TLS socket over a stream exposes the wrapped stream, with a class that makes sockets of streams", async () => {
  const socket: any = new tls.TLSSocket(new PassThrough() as any);
  const wrap: any = socket._handle._parentWrap;
  assert.ok((wrap as unknown) instanceof net.Socket);
  const written: string[] = [];
  const stream = new Duplex({
    read() {},
    write: (chunk, encoding, done) => done(void written.push(String(chunk)) as any),
  });
  const made = new wrap.constructor(stream);
  assert.strictEqual(made.stream, stream);
  const received = new Promise((resolve) => made.once("data", (chunk: Buffer) => resolve(String(chunk))));
  stream.push("in");
  assert.strictEqual(await received, "in");
  made.write("out");
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepStrictEqual(written, ["out"]);
  socket.destroy();
  made.destroy();
});
