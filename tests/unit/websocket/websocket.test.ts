// The WebSocket client (https://websockets.spec.whatwg.org); the behaviour is that of Node 26.
import assert from "node:assert";
import { test } from "../harness.ts";
import { type Frame, next, withSocketServer } from "./server.ts";

test("a message goes there and back, text and bytes", () =>
  withSocketServer({}, async (url) => {
    const socket = new WebSocket(url);
    assert.deepStrictEqual(
      [socket.url, socket.readyState, socket.binaryType, socket.protocol, socket.extensions, socket.bufferedAmount],
      [url, 0, "blob", "", "", 0],
    );
    const open = await next(socket, "open");
    assert.deepStrictEqual([open.type, socket.readyState], ["open", WebSocket.OPEN]);
    socket.send("h\u00e9llo");
    const text = await next(socket, "message");
    assert.deepStrictEqual([text.data, text.origin], ["h\u00e9llo", url.slice(0, -"/path".length)]);
    socket.send(new Uint8Array([1, 2, 3]));
    const blob = await next(socket, "message");
    assert.ok(blob.data instanceof Blob);
    assert.deepStrictEqual(new Uint8Array(await blob.data.arrayBuffer()), new Uint8Array([1, 2, 3]));
    socket.binaryType = "arraybuffer";
    socket.send(new Blob(["ab"]));
    assert.deepStrictEqual(new Uint8Array((await next(socket, "message")).data), new Uint8Array([97, 98]));
    const closed = next(socket, "close");
    socket.close(3001, "done");
    assert.strictEqual(socket.readyState, WebSocket.CLOSING);
    const { code, reason, wasClean } = await closed;
    assert.deepStrictEqual([code, reason, wasClean, socket.readyState], [3001, "done", true, 3]);
  }));

test("frames are masked, and a close without a code has no payload", () => {
  const frames: Frame[] = [];
  return withSocketServer(
    {
      onFrame(peer, frame) {
        frames.push(frame);
        if ((frame.first & 15) === 8) {
          peer.send(0x88, "");
          peer.socket.end();
        }
      },
    },
    async (url) => {
      const socket = new WebSocket(url);
      await next(socket, "open");
      socket.send("x");
      socket.close();
      const { code, wasClean } = await next(socket, "close");
      assert.deepStrictEqual([code, wasClean], [1005, true]);
      assert.deepStrictEqual(
        frames.map((frame) => [frame.first, frame.isMasked, frame.payload.toString()]),
        [
          [0x81, true, "x"],
          [0x88, true, ""],
        ],
      );
    },
  );
});

test("pings are answered, and fragments are joined", () => {
  const answers: string[] = [];
  return withSocketServer(
    {
      onOpen(peer) {
        peer.send(0x01, "one ");
        peer.send(0x89, "there?");
        peer.send(0x80, "two");
      },
      onFrame(peer, frame) {
        if ((frame.first & 15) === 10) answers.push(frame.payload.toString());
        if ((frame.first & 15) === 8) peer.socket.end();
      },
    },
    async (url) => {
      const socket = new WebSocket(url);
      assert.strictEqual((await next(socket, "message")).data, "one two");
      await new Promise((resolve) => setTimeout(resolve, 30));
      assert.deepStrictEqual(answers, ["there?"]);
      socket.close();
      await next(socket, "close");
    },
  );
});

test("a protocol is chosen from those that were offered", () => {
  let head = "";
  return withSocketServer(
    {
      extra: "Sec-WebSocket-Protocol: second\r\n",
      onOpen: (peer) => {
        head = peer.head;
      },
    },
    async (url) => {
      const socket = new WebSocket(url, ["first", "second"]);
      await next(socket, "open");
      assert.strictEqual(socket.protocol, "second");
      assert.match(head, /^GET \/path HTTP\/1\.1\r\n/);
      assert.match(head, /^sec-websocket-protocol: first, second$/im);
      assert.match(head, /^sec-websocket-version: 13$/im);
      socket.close();
      await next(socket, "close");
    },
  );
});

test("the server closes with a code and a reason", () =>
  withSocketServer(
    {
      onOpen: (peer) => {
        peer.send(0x88, Buffer.from([0x0f, 0xa1, 0x62, 0x79, 0x65]));
      },
      onFrame: (peer) => {
        peer.socket.end();
      },
    },
    async (url) => {
      const { code, reason, wasClean } = await next(new WebSocket(url), "close");
      assert.deepStrictEqual([code, reason, wasClean], [4001, "bye", true]);
    },
  ));

test("a connection that breaks closes with 1006", () =>
  withSocketServer(
    {
      onOpen: (peer) => {
        peer.socket.end();
      },
    },
    async (url) => {
      const { code, wasClean } = await next(new WebSocket(url), "close");
      assert.deepStrictEqual([code, wasClean], [1006, false]);
    },
  ));

test("a refused connection gives error, then close with 1006", async () => {
  const socket = new WebSocket("ws://127.0.0.1:65000/");
  const order: string[] = [];
  socket.onerror = () => order.push("error");
  socket.onclose = () => order.push("close");
  const { code, wasClean } = await next(socket, "close");
  assert.deepStrictEqual([order, code, wasClean, socket.readyState], [["error", "close"], 1006, false, 3]);
});

test("a wrong answer to the key fails", () =>
  withSocketServer({ accept: "wrong" }, async (url) => {
    const socket = new WebSocket(url);
    const error = next(socket, "error");
    assert.strictEqual((await next(socket, "close")).code, 1006);
    assert.strictEqual((await error).type, "error");
  }));

test("a protocol that was not offered fails", () =>
  withSocketServer({ extra: "Sec-WebSocket-Protocol: other\r\n" }, async (url) => {
    const { code } = await next(new WebSocket(url, "mine"), "close");
    assert.strictEqual(code, 1006);
  }));

test("a frame that breaks the rules fails", () =>
  withSocketServer(
    {
      onOpen: (peer) => {
        peer.send(0x83, "x");
      },
    },
    async (url) => {
      const { code, wasClean } = await next(new WebSocket(url), "close");
      assert.deepStrictEqual([code, wasClean], [1006, false]);
    },
  ));

test("arguments are checked", () => {
  const failure = (run: () => unknown): any => {
    try {
      run();
    } catch (error) {
      return error;
    }
    throw new Error("it did not throw");
  };
  assert.strictEqual(failure(() => new (WebSocket as any)()).name, "TypeError");
  for (const url of ["no url", "ftp://127.0.0.1/", "ws://127.0.0.1/#part"])
    assert.strictEqual(failure(() => new WebSocket(url)).name, "SyntaxError", url);
  for (const protocols of [["a", "a"], ["a b"], ""])
    assert.strictEqual(failure(() => new WebSocket("ws://127.0.0.1:65000/", protocols as any)).name, "SyntaxError");
  const socket = new WebSocket("ws://127.0.0.1:65000/");
  assert.strictEqual(failure(() => socket.send("x")).name, "InvalidStateError");
  assert.strictEqual(failure(() => socket.close(1001)).name, "InvalidAccessError");
  assert.strictEqual(failure(() => socket.close(1000, "x".repeat(124))).name, "SyntaxError");
  assert.deepStrictEqual([WebSocket.CONNECTING, WebSocket.OPEN, WebSocket.CLOSING, WebSocket.CLOSED], [0, 1, 2, 3]);
  assert.strictEqual(Object.prototype.toString.call(socket), "[object WebSocket]");
  socket.onerror = () => {};
});
