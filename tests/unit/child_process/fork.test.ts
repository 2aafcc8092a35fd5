import assert from "node:assert";
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import dgram from "node:dgram";
import net from "node:net";
import { test } from "../harness.ts";

const folder = mkdtempSync("/tmp/fork-test-");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function script(name: string, text: string): string {
  writeFileSync(`${folder}/${name}`, text);
  return `${folder}/${name}`;
}
const echo = script(
  "echo.js",
  "process.on('message', (message) => process.send({ got: message, args: process.argv.slice(2), connected: process.connected }));",
);

async function end(child: ChildProcess): Promise<unknown> {
  const ended = once(child, "exit");
  if (child.connected) child.disconnect();
  return ended;
}

test("fork exchanges messages in order", async () => {
  const child = fork(echo, ["a", "b"]);
  assert.strictEqual(child.connected, true);
  const answers: any[] = [];
  child.on("message", (message) => answers.push(message));
  for (const message of [1, "text", { deep: [null, true] }, "line\nfeed", "ä€😀"]) child.send(message);
  while (answers.length < 5) await once(child, "message");
  assert.deepStrictEqual(
    answers.map((answer) => answer.got),
    [1, "text", { deep: [null, true] }, "line\nfeed", "ä€😀"],
  );
  assert.deepStrictEqual(answers[0].args, ["a", "b"]);
  assert.strictEqual(answers[0].connected, true);
  assert.deepStrictEqual(await end(child), [0, null]);
});

test("large messages arrive complete", async () => {
  const child = fork(echo);
  const text = "0123456789".repeat(100_000);
  child.send({ text });
  const [answer] = (await once(child, "message")) as any[];
  assert.ok(answer.got.text === text);
  await end(child);
});

test("send calls back, and has an error when the channel is closed", async () => {
  const child = fork(script("idle.js", "process.on('message', () => {});"));
  assert.strictEqual(await new Promise((resolve) => child.send("a", resolve)), null);
  const disconnected = once(child, "disconnect");
  child.disconnect();
  assert.strictEqual(child.connected, false);
  await disconnected;
  const error: any = await new Promise((resolve) => child.send("b", resolve));
  assert.deepStrictEqual([error.code, error.message], ["ERR_IPC_CHANNEL_CLOSED", "Channel closed"]);
  const [late] = (await Promise.all([once(child, "error"), child.disconnect()]))[0] as any[];
  assert.deepStrictEqual([late.code, late.message], ["ERR_IPC_DISCONNECTED", "IPC channel is already disconnected"]);
});

test("a child that ends disconnects, and then closes", async () => {
  const child = fork(script("ends.js", "process.send('first'); process.send('last'); process.exitCode = 5;"));
  const events: unknown[] = [];
  child.on("message", (message) => events.push(message));
  child.on("disconnect", () => events.push("disconnect"));
  await once(child, "close");
  assert.deepStrictEqual(events, ["first", "last", "disconnect"]);
  assert.strictEqual(child.exitCode, 5);
});

test("the channel keeps a child alive only while it listens", async () => {
  assert.deepStrictEqual(await once(fork(script("silent.js", "process.send;")), "exit"), [0, null]);
});

test("messages that arrive before the child listens are queued", async () => {
  const child = fork(
    script(
      "late.js",
      "process.channel.ref(); setTimeout(() => process.on('message', (m) => { process.send(m + 1); process.disconnect(); }), 50);",
    ),
  );
  child.send(41);
  assert.deepStrictEqual(await once(child, "message"), [42, undefined]);
});

test("silent gives the child's output as streams, execArgv its flags", async () => {
  const child = fork(script("out.js", "console.log(JSON.stringify(process.execArgv));"), {
    silent: true,
    execArgv: ["--no-warnings"],
  });
  let text = "";
  for await (const chunk of child.stdout!) text += chunk;
  assert.strictEqual(text, '["--no-warnings"]\n');
});

test("a server can be sent to the child", async () => {
  const child = fork(
    script(
      "server.js",
      "process.on('message', (m, server) => { server.on('connection', (socket) => socket.end('from child ' + m)); process.send('ready'); });",
    ),
  );
  const server = net.createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  child.send("x", server);
  await once(child, "message");
  server.close();
  const socket = net.connect(port, "127.0.0.1");
  let text = "";
  for await (const chunk of socket) text += chunk;
  assert.strictEqual(text, "from child x");
  child.kill();
  await once(child, "exit");
});

test("a connection can be sent to the child", async () => {
  const child = fork(
    script(
      "socket.js",
      "process.on('message', (m, socket) => { socket.end('served by child'); process.disconnect(); });",
    ),
  );
  const server = net.createServer((socket) => child.send("socket", socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  let text = "";
  for await (const chunk of socket) text += chunk;
  assert.strictEqual(text, "served by child");
  server.close();
  await once(child, "exit");
});

test("any program can have a channel", async () => {
  const child = spawn("sh", ["-c", `printf '{"from":"shell %s"}\\n' $NODE_CHANNEL_FD >&$NODE_CHANNEL_FD`], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  assert.deepStrictEqual(await once(child, "message"), [{ from: "shell 3" }, undefined]);
});

test("fork and send refuse wrong arguments", async () => {
  const run: any = fork;
  assert.throws(() => run(5), {
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "modulePath" argument must be of type string or an instance of Buffer or URL. Received type number (5)',
  });
  assert.throws(() => run(echo, [], { stdio: ["pipe"] }), {
    code: "ERR_CHILD_PROCESS_IPC_REQUIRED",
    message: "Forked processes must have an IPC channel, missing value 'ipc' in options.stdio",
  });
  const child: any = fork(echo);
  assert.throws(() => child.send(), { code: "ERR_MISSING_ARGS", message: 'The "message" argument must be specified' });
  assert.throws(() => child.send(Symbol("a")), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => child.send("a", {}), {
    code: "ERR_INVALID_HANDLE_TYPE",
    message: "This handle type cannot be sent",
  });
  await end(child);
});

test("a datagram socket can be sent to the child", async () => {
  const child = fork(
    script(
      "dgram.js",
      "process.on('message', (m, socket) => { socket.once('message', (bytes) => { process.send(String(bytes)); socket.close(); process.disconnect(); }); process.send('ready'); });",
    ),
  );
  const socket = dgram.createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  child.send("socket", socket);
  assert.deepStrictEqual(await once(child, "message"), ["ready", undefined]);
  socket.close();
  const sender = dgram.createSocket("udp4");
  sender.send("packet", port, "127.0.0.1");
  assert.deepStrictEqual(await once(child, "message"), ["packet", undefined]);
  sender.close();
  await once(child, "exit");
});

test("the time that a message takes grows with its length only", async () => {
  const child = fork(script("large.js", "process.on('message', (message) => process.send(message));"));
  const text = "é".repeat(15_000_000);
  const start = performance.now();
  child.send(text);
  const [answer] = await once(child, "message");
  assert.ok(performance.now() - start < 4000);
  assert.strictEqual(answer, text);
  await end(child);
}, 30_000);
