import { test } from "../harness.ts";
import assert from "node:assert";
import dgram from "node:dgram";
import { once } from "node:events";
import net from "node:net";

async function bound(
  type: dgram.SocketType = "udp4",
  address = "127.0.0.1",
): Promise<{ socket: dgram.Socket; port: number }> {
  const socket = dgram.createSocket(type);
  socket.bind(0, address);
  await once(socket, "listening");
  return { socket, port: socket.address().port };
}

test("a packet arrives with its sender", async () => {
  const { socket: receiver, port } = await bound();
  const sender = dgram.createSocket("udp4");
  const size: any = await new Promise((resolve, reject) =>
    sender.send("hello", port, "127.0.0.1", (error, bytes) => (error ? reject(error) : resolve(bytes))),
  );
  assert.strictEqual(size, 5);
  const [message, from] = await once(receiver, "message");
  assert.ok(Buffer.isBuffer(message));
  assert.strictEqual(message.toString(), "hello");
  assert.deepStrictEqual(from, { address: "127.0.0.1", family: "IPv4", port: sender.address().port, size: 5 });
  sender.close();
  receiver.close();
});

test("send takes offset and length, lists and every view", async () => {
  const { socket, port } = await bound();
  const messages: string[] = [];
  socket.on("message", (message) => messages.push(message.toString("latin1")));
  const bytes = Buffer.from("0123456789");
  socket.send(bytes, 2, 3, port, "127.0.0.1");
  socket.send(["ab", Buffer.from("cd"), new Uint8Array([101])], port, "127.0.0.1");
  socket.send(new DataView(bytes.buffer, bytes.byteOffset + 8, 2), port, "127.0.0.1");
  socket.send([], port, "127.0.0.1");
  while (messages.length < 4) await once(socket, "message");
  assert.deepStrictEqual(messages, ["234", "abcde", "89", ""]);
  socket.close();
});

test("udp6 carries packets", async () => {
  const { socket, port } = await bound("udp6", "::1");
  socket.send("six", port, "::1");
  const [message, from] = await once(socket, "message");
  assert.strictEqual(message.toString(), "six");
  assert.deepStrictEqual([from.address, from.family], ["::1", "IPv6"]);
  socket.close();
});

test("a connected socket sends without an address", async () => {
  const { socket: receiver, port } = await bound();
  const sender = dgram.createSocket("udp4");
  sender.connect(port, "127.0.0.1");
  await once(sender, "connect");
  assert.deepStrictEqual(sender.remoteAddress(), { address: "127.0.0.1", family: "IPv4", port });
  assert.throws(() => sender.connect(port), { code: "ERR_SOCKET_DGRAM_IS_CONNECTED" });
  assert.throws(() => sender.send("x", 0, 1, port, "127.0.0.1"), { code: "ERR_SOCKET_DGRAM_IS_CONNECTED" });
  sender.send("plain");
  const [message] = await once(receiver, "message");
  assert.strictEqual(message.toString(), "plain");
  sender.disconnect();
  assert.throws(() => sender.remoteAddress(), { code: "ERR_SOCKET_DGRAM_NOT_CONNECTED" });
  sender.close();
  receiver.close();
});

test("wrong arguments are refused", async () => {
  assert.throws(() => dgram.createSocket("udp5" as any), { code: "ERR_SOCKET_BAD_TYPE", name: "TypeError" });
  const socket = dgram.createSocket("udp4");
  assert.throws(() => socket.send("x", 0, "127.0.0.1"), {
    code: "ERR_SOCKET_BAD_PORT",
    name: "RangeError",
    message: "Port should be > 0 and < 65536. Received type number (0).",
  });
  assert.throws(() => (socket as any).send(1, 1, "127.0.0.1"), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => socket.send("abc", 0, 10, 80, "127.0.0.1"), { code: "ERR_BUFFER_OUT_OF_BOUNDS" });
  assert.throws(() => socket.setTTL("x" as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => socket.setRecvBufferSize(-1), { code: "ERR_SOCKET_BAD_BUFFER_SIZE" });
  assert.throws(() => socket.addMembership(""), { code: "ERR_MISSING_ARGS" });
  socket.close();
  assert.throws(() => socket.address(), { code: "ERR_SOCKET_DGRAM_NOT_RUNNING", message: "Not running" });
});

test("a port in use is EADDRINUSE", async () => {
  const { socket, port } = await bound();
  const second = dgram.createSocket("udp4");
  second.bind(port, "127.0.0.1");
  const [error] = await once(second, "error");
  assert.strictEqual(error.message, `bind EADDRINUSE 127.0.0.1:${port}`);
  assert.throws(() => socket.bind(0), { code: "ERR_SOCKET_ALREADY_BOUND" });
  second.close();
  socket.close();
});

test("multicast packets reach the group", async () => {
  const receiver = dgram.createSocket({ type: "udp4", reuseAddr: true });
  receiver.bind(0, "0.0.0.0");
  await once(receiver, "listening");
  receiver.addMembership("239.1.2.3", "127.0.0.1");
  receiver.setMulticastInterface("127.0.0.1");
  assert.strictEqual(receiver.setMulticastTTL(3), 3);
  assert.strictEqual(receiver.setMulticastLoopback(true), true);
  receiver.send("to all", receiver.address().port, "239.1.2.3");
  const [message] = await once(receiver, "message");
  assert.strictEqual(message.toString(), "to all");
  receiver.dropMembership("239.1.2.3", "127.0.0.1");
  assert.throws(() => receiver.dropMembership("239.1.2.3", "127.0.0.1"), {
    code: "EADDRNOTAVAIL",
    syscall: "dropMembership",
  });
  receiver.close();
});

test("buffer sizes are set and read, and fail on an unbound socket", async () => {
  const { socket } = await bound();
  socket.setRecvBufferSize(10_000);
  // Linux doubles it.
  assert.strictEqual(socket.getRecvBufferSize(), 20_000);
  assert.ok(socket.getSendBufferSize() > 0);
  socket.close();
  const unbound = dgram.createSocket("udp4");
  assert.throws(() => unbound.getRecvBufferSize(), {
    code: "ERR_SOCKET_BUFFER_SIZE",
    name: "SystemError",
    message: "Could not get or set buffer size: uv_recv_buffer_size returned EBADF (bad file descriptor)",
  });
  unbound.close();
});

test("a block list keeps packets away", async () => {
  const receiveBlockList = new net.BlockList();
  receiveBlockList.addAddress("127.0.0.1");
  const receiver = dgram.createSocket({ type: "udp4", receiveBlockList } as any);
  receiver.on("message", () => assert.fail("a blocked packet arrived"));
  receiver.bind(0, "127.0.0.1");
  await once(receiver, "listening");
  const { socket: sender } = await bound();
  await new Promise((resolve) => sender.send("x", receiver.address().port, "127.0.0.1", resolve));
  await new Promise((resolve) => setTimeout(resolve, 20));
  sender.close();
  receiver.close();
});

test("an abort signal closes the socket", async () => {
  const controller = new AbortController();
  const socket = dgram.createSocket({ type: "udp4", signal: controller.signal });
  socket.bind(0);
  await once(socket, "listening");
  controller.abort();
  await once(socket, "close");
});

test("a socket without waiting packets has a queue of size 0", async () => {
  const socket = dgram.createSocket("udp4");
  socket.bind(0);
  await once(socket, "listening");
  assert.strictEqual(socket.getSendQueueSize(), 0);
  assert.strictEqual(socket.getSendQueueCount(), 0);
  socket.close();
});

test("failed binds leave no listeners behind", async () => {
  const { socket: reserved, port } = await bound();
  const socket = dgram.createSocket("udp4");
  for (let count = 0; count < 12; count++) {
    const failed = once(socket, "error");
    socket.bind(port, "127.0.0.1", () => assert.fail("bound"));
    const [error]: any = await failed;
    assert.strictEqual(error.code, "EADDRINUSE");
  }
  assert.deepStrictEqual([socket.listenerCount("listening"), socket.eventNames()], [0, []]);
  socket.close();
  reserved.close();
});
