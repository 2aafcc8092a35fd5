// Blobs that WebSockets send: what is sent after one arrives after it, also when its bytes have to be read from a file.
import assert from "node:assert";
import { openAsBlob, rmSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";
import { next, withSocketServer } from "./server.ts";

test("messages keep their order around a blob of a file", async () => {
  const path = `/tmp/websocket-blob-${process.pid}`;
  writeFileSync(path, "file");
  const frames: string[] = [];
  try {
    await withSocketServer(
      {
        onFrame(peer, { first, payload }) {
          frames.push(`${first & 15} ${(first & 15) === 8 ? payload.subarray(2) : payload}`);
          if ((first & 15) !== 8) return;
          peer.send(0x88, payload);
          peer.socket.end();
        },
      },
      async (url) => {
        const socket = new WebSocket(url);
        await next(socket, "open");
        const view = new Uint8Array([97]);
        socket.send("one");
        socket.send(await openAsBlob(path));
        socket.send(view);
        view[0] = 98;
        socket.send(new Blob(["memory"]));
        socket.send("last");
        assert.ok(socket.bufferedAmount > 0);
        for (let turn = 0; turn < 500 && frames.length < 5; turn++)
          await new Promise((resolve) => setTimeout(resolve, 2));
        const closed = next(socket, "close");
        socket.close(3001, "bye");
        assert.strictEqual(socket.readyState, WebSocket.CLOSING);
        assert.strictEqual((await closed).code, 3001);
      },
    );
    assert.deepStrictEqual(frames, ["1 one", "2 file", "2 a", "2 memory", "1 last", "8 bye"]);
  } finally {
    rmSync(path);
  }
});
