// TLS over a Duplex that fails: the error is emitted before "close".
import assert from "node:assert";
import { Duplex } from "node:stream";
import tls from "node:tls";
import { test } from "../harness.ts";

test('a Duplex whose writes fail gives "error", then "close"', async () => {
  const wire = new Duplex({
    read() {},
    write(_chunk, _encoding, done) {
      done(new Error("wire"));
    },
  });
  const socket = tls.connect({ socket: wire });
  const events: string[] = [];
  socket.on("error", (error) => events.push(`error ${error.message}`));
  await new Promise<void>((resolve) => {
    socket.on("close", () => {
      events.push("close");
      setTimeout(resolve, 10);
    });
  });
  assert.deepStrictEqual(events, ["error wire", "close"]);
});
