// Interceptors of requests replace `connect` of a socket's handle and complete the request themselves.
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";

type Request = { oncomplete: Function; address?: string; port?: number; localAddress?: string; addressType?: number };
type Handle = Record<string, any>;

// Has `replace` called with the handle as soon as the socket has one that connects.
function onHandle(socket: net.Socket, replace: (handle: Handle) => void): void {
  const begin = (handle: Handle): void => {
    // There is nothing to read.
    handle.readStart = () => 0;
    replace(handle);
  };
  const before = (socket as any)._handle;
  if (before) begin(before);
  else socket.prependOnceListener("connectionAttempt", () => begin((socket as any)._handle));
}

test("a replaced connect gets a request, and completing it connects the socket", async () => {
  const socket = new net.Socket();
  const seen: unknown[] = [];
  onHandle(socket, (handle) => {
    handle.connect = (request: Request, address: string, port: number) => {
      seen.push(request.constructor.name, request.address, request.port, address, port);
      setTimeout(() => request.oncomplete(0, handle, request, true, true), 1);
    };
  });
  socket.connect({ host: "127.0.0.1", port: 9 });
  await once(socket, "connect");
  assert.deepStrictEqual([...seen, socket.connecting], ["TCPConnectWrap", "127.0.0.1", 9, "127.0.0.1", 9, false]);
  socket.destroy();
});

test("IPv6 goes to connect6, a name with several addresses to both", async () => {
  const socket = new net.Socket();
  const seen: unknown[] = [];
  socket.on("connectionAttempt", () => {
    const handle = (socket as any)._handle;
    handle.readStart = () => 0;
    handle.connect = handle.connect6 = (request: Request, address: string) => {
      seen.push(address);
      setImmediate(() => request.oncomplete(address === "::1" ? -111 : 0, handle, request, true, true));
      return 0;
    };
  });
  const lookup: any = (_: string, __: object, done: Function) =>
    done(null, [
      { address: "::1", family: 6 },
      { address: "127.0.0.1", family: 4 },
    ]);
  socket.connect({ host: "name.example", port: 9, lookup });
  await once(socket, "connect");
  assert.deepStrictEqual(seen, ["::1", "127.0.0.1"]);
  socket.destroy();
});

test("a failure of the request is the socket's, and so is the result of connect", async () => {
  for (const isLate of [true, false]) {
    const socket = new net.Socket();
    onHandle(socket, (handle) => {
      handle.connect = (request: Request) => {
        if (!isLate) return -111;
        setImmediate(() => request.oncomplete(-111, handle, request, false, false));
        return 0;
      };
    });
    socket.connect({ host: "127.0.0.1", port: 9 });
    const [error] = await once(socket, "error");
    assert.strictEqual(error.code, "ECONNREFUSED");
  }
});

test("a path is connected by a request of pipes", async () => {
  const socket = new net.Socket();
  onHandle(socket, (handle) => {
    handle.connect = (request: Request, path: string) => {
      assert.deepStrictEqual(
        [request.constructor.name, request.address, path],
        ["PipeConnectWrap", "/nowhere", "/nowhere"],
      );
      setImmediate(() => request.oncomplete(0, handle, request, true, true));
    };
  });
  socket.connect({ path: "/nowhere" });
  await once(socket, "connect");
  socket.destroy();
});

test("a wrapped connect can call the handle's own", async () => {
  const server = net.createServer((peer) => peer.end("hello")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = new net.Socket();
  let calls = 0;
  socket.prependOnceListener("connectionAttempt", () => {
    const handle = (socket as any)._handle;
    const { connect } = handle;
    handle.connect = function (this: Handle, ...args: unknown[]) {
      calls++;
      return connect.apply(this, args);
    };
  });
  socket.connect({ host: "127.0.0.1", port: (server.address() as net.AddressInfo).port });
  const [bytes] = await once(socket, "data");
  assert.deepStrictEqual([calls, String(bytes)], [1, "hello"]);
  socket.destroy();
  server.close();
});

test("code that replaced connect can simulate a TLS connection", async () => {
  const socket: any = tls.connect({ host: "127.0.0.1", port: 9, servername: "name.example" });
  onHandle(socket, (handle) => {
    handle.connect = (request: Request) =>
      void setImmediate(() => {
        handle.start = () => undefined;
        handle.verifyError = () => undefined;
        handle.isSessionReused = () => true;
        handle.getCipher = () => ({ name: "played" });
        handle.getEphemeralKeyInfo = () => ({ type: "ECDH", name: "X25519", size: 253 });
        handle.getALPNNegotiatedProtocol = () => "h9";
        socket.once("connect", () => handle.onhandshakedone());
        request.oncomplete(0, handle, request, true, true);
      });
  });
  await once(socket, "secureConnect");
  assert.deepStrictEqual([socket.alpnProtocol, socket.getCipher().name, socket.authorized], ["h9", "played", true]);
  socket.destroy();
});
