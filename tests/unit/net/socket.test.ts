import { test } from "../harness.ts";
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import os from "node:os";
import path from "node:path";

/** Runs `body` with the port of a server, and closes both. */
async function withServer(
  onConnection: (socket: net.Socket) => void,
  body: (port: number) => Promise<void>,
  options: net.ServerOpts = {},
): Promise<void> {
  const server = net.createServer(options, onConnection);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await body((server.address() as net.AddressInfo).port);
  } finally {
    server.close();
  }
}

async function textOf(socket: net.Socket): Promise<string> {
  let text = "";
  socket.setEncoding("utf8");
  for await (const chunk of socket) text += chunk;
  return text;
}

test("a socket carries text and bytes both ways", async () => {
  await withServer(
    (socket) => socket.pipe(socket),
    async (port) => {
      const socket = net.connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.write("grüße ");
      socket.write(Buffer.from([1, 2, 3]));
      socket.write("€ƒ", "utf16le");
      socket.end("ÿ", "latin1");
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk);
      const expected = Buffer.concat([
        Buffer.from("grüße "),
        Buffer.from([1, 2, 3]),
        Buffer.from("€ƒ", "utf16le"),
        Buffer.from([255]),
      ]);
      assert.deepStrictEqual(Buffer.concat(chunks), expected);
      assert.strictEqual(socket.bytesWritten, expected.length);
      assert.strictEqual(socket.bytesRead, expected.length);
    },
  );
});

test("a unix-domain socket carries data, and its path is removed", async () => {
  const place = path.join(os.tmpdir(), `brio-net-${process.pid}.sock`);
  const server = net.createServer((socket) => socket.end("hi"));
  server.listen(place);
  await once(server, "listening");
  assert.strictEqual(server.address(), place);
  const socket = net.connect(place);
  assert.strictEqual(await textOf(socket), "hi");
  assert.strictEqual(socket.remoteAddress, undefined);
  server.close();
  await once(server, "close");
  const again = net.connect(place);
  const [error] = await once(again, "error");
  assert.strictEqual(error.message, `connect ENOENT ${place}`);
});

test("without allowHalfOpen the own side ends with the peer's", async () => {
  await withServer(
    (socket) => socket.end("done"),
    async (port) => {
      const socket = net.connect(port, "127.0.0.1");
      assert.strictEqual(await textOf(socket), "done");
      if (!socket.closed) await once(socket, "close");
      assert.strictEqual(socket.writable, false);
    },
  );
});

test("with allowHalfOpen a server can answer after the client has ended", async () => {
  const onConnection = (socket: net.Socket): void => {
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    socket.on("end", () => socket.end(`got ${text}`));
  };
  await withServer(
    onConnection,
    async (port) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.end("question");
      assert.strictEqual(await textOf(socket), "got question");
    },
    { allowHalfOpen: true },
  );
});

test("a paused reader slows the writer down, and nothing is lost", async () => {
  const chunk = Buffer.alloc(64 * 1024, "x");
  const count = 200;
  let held = 0;
  const onConnection = async (socket: net.Socket): Promise<void> => {
    for (let index = 0; index < count; index++) {
      if (!socket.write(chunk)) {
        held++;
        await once(socket, "drain");
      }
    }
    socket.end();
  };
  await withServer(onConnection, async (port) => {
    const socket = net.connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 50));
    let total = 0;
    for await (const part of socket) total += part.length;
    assert.strictEqual(total, count * chunk.length);
    assert.ok(held > 0);
  });
});

test("a refused connection is ECONNREFUSED with address and port", async () => {
  let port = 0;
  await withServer(
    () => {},
    async (used) => void (port = used),
  );
  const socket = net.connect(port, "127.0.0.1");
  const [error] = await once(socket, "error");
  assert.strictEqual(error.message, `connect ECONNREFUSED 127.0.0.1:${port}`);
  const { code, syscall, address, errno } = error;
  assert.deepStrictEqual(
    { code, syscall, address, port: error.port, errno },
    { code: "ECONNREFUSED", syscall: "connect", address: "127.0.0.1", port, errno: -111 },
  );
  const [hadError] = await once(socket, "close");
  assert.strictEqual(hadError, true);
});

test("connect checks its arguments", () => {
  assert.throws(() => (net as any).connect({}), {
    code: "ERR_MISSING_ARGS",
    name: "TypeError",
    message: 'The "options" or "port" or "path" argument must be specified',
  });
  assert.throws(() => net.connect(65536), { code: "ERR_SOCKET_BAD_PORT", name: "RangeError" });
  assert.throws(() => net.connect({ port: 1, host: "127.0.0.1", localAddress: "x" }), {
    code: "ERR_INVALID_IP_ADDRESS",
    name: "TypeError",
    message: "Invalid IP address: x",
  });
  assert.throws(() => new net.Socket({ objectMode: true } as any), {
    code: "ERR_INVALID_ARG_VALUE",
    name: "TypeError",
  });
});

test("a host that does not exist is ENOTFOUND", async () => {
  const socket = net.connect(80, "does-not-exist.invalid");
  const [error] = await once(socket, "error");
  assert.ok(error.code === "ENOTFOUND" || error.code === "EAI_AGAIN", error.code);
  assert.strictEqual(error.syscall, "getaddrinfo");
  assert.strictEqual(error.hostname, "does-not-exist.invalid");
});

test("a destroyed socket refuses writes", async () => {
  await withServer(
    () => {},
    async (port) => {
      const socket = net.connect(port, "127.0.0.1");
      await once(socket, "connect");
      socket.destroy();
      const error: any = await new Promise((resolve) => socket.write("late", resolve));
      assert.strictEqual(error.code, "ERR_STREAM_DESTROYED");
    },
  );
});

test("data written before the connection is sent in order", async () => {
  await withServer(
    (socket) => socket.pipe(socket),
    async (port) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.write("a");
      socket.write("b");
      assert.strictEqual(socket.readyState, "opening");
      assert.strictEqual(socket.pending, true);
      socket.end("c");
      assert.strictEqual(await textOf(socket), "abc");
    },
  );
});

test("setTimeout emits timeout without traffic, and checks its argument", async () => {
  await withServer(
    () => {},
    async (port) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.setTimeout(20);
      await once(socket, "timeout");
      assert.throws(() => socket.setTimeout("x" as any), { code: "ERR_INVALID_ARG_TYPE" });
      socket.destroy();
    },
  );
});

test("resetAndDestroy reaches the other side as ECONNRESET", async () => {
  await withServer(
    (socket) => socket.once("data", () => socket.resetAndDestroy()),
    async (port) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.write("go");
      const [error] = await once(socket, "error");
      assert.strictEqual(error.code, "ECONNRESET");
      assert.strictEqual(error.syscall, "read");
    },
  );
});

test("onread fills the given buffer", async () => {
  await withServer(
    (socket) => socket.end("0123456789"),
    async (port) => {
      let text = "";
      const buffer = Buffer.alloc(4);
      const socket = net.connect({
        port,
        host: "127.0.0.1",
        onread: {
          buffer,
          callback: (count: number, bytes: any) => {
            text += bytes.toString("latin1", 0, count);
            return true;
          },
        },
      } as any);
      socket.resume();
      await once(socket, "close");
      assert.strictEqual(text, "0123456789");
    },
  );
});

test("both ends know their addresses", async () => {
  let seen: any;
  await withServer(
    (socket) => {
      seen = [socket.remoteAddress, socket.remotePort, socket.remoteFamily, socket.localPort];
      socket.end();
    },
    async (port) => {
      const socket = net.connect(port, "127.0.0.1");
      await once(socket, "connect");
      const { localPort } = socket;
      assert.deepStrictEqual(socket.address(), { address: "127.0.0.1", family: "IPv4", port: localPort });
      socket.resume();
      await once(socket, "close");
      assert.deepStrictEqual(seen, ["127.0.0.1", localPort, "IPv4", port]);
    },
  );
});
