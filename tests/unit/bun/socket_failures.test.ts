// Bun.connect, Bun.listen, Bun.spawn and the WebSockets of Bun.serve when something fails. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a host that is not found goes to connectError and rejects", async () => {
  const reported: unknown[] = [];
  const socket = {
    data() {},
    connectError(_socket: unknown, error: unknown) {
      reported.push(error);
    },
  };
  const error = await Bun.connect({ hostname: "nothing.invalid", port: 1, socket }).catch((failure: any) => failure);
  assert.strictEqual(error.code, "ENOTFOUND");
  assert.deepStrictEqual(reported, [error]);
});

test("Bun.listen reports an address that is not available", () => {
  assert.throws(() => Bun.listen({ hostname: "192.0.2.1", port: 0, socket: { data() {} } }), {
    message: "Failed to listen at 192.0.2.1",
    code: "EADDRNOTAVAIL",
    syscall: "listen",
    errno: 99,
    address: "192.0.2.1",
  });
});

test("the error for a path that is not a program contains the system call, that for a name does not", () => {
  assert.throws(() => Bun.spawn(["/missing-folder/program"]), {
    code: "ENOENT",
    syscall: "posix_spawn",
    path: "/missing-folder/program",
    errno: -2,
  });
  assert.throws(
    () => Bun.spawn(["missing-program"]),
    (error: any) => error.code === "ENOENT" && !("syscall" in error),
  );
});

test("send() throws when the channel or the process is gone", async () => {
  const child = Bun.spawn(["sleep", "0.2"], { ipc() {} });
  child.disconnect();
  await pause(20);
  assert.throws(() => child.send("late"), {
    code: "ERR_IPC_CHANNEL_CLOSED",
    message: "Subprocess.send() can only be used if an IPC channel is open.",
  });
  await child.exited;
  assert.throws(() => child.send("late"), {
    code: "ERR_IPC_CHANNEL_CLOSED",
    message: "Subprocess.send() cannot be used after the process has exited.",
  });
});

test("an error of open() of a server's WebSocket is an uncaught exception and closes the socket", async () => {
  const reported: string[] = [];
  const listener = (error: Error) => reported.push(error.message);
  process.on("uncaughtException", listener);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    development: false,
    fetch(request: Request, self: any) {
      return self.upgrade(request) ? undefined : new Response("plain");
    },
    websocket: {
      open() {
        throw new Error("in open");
      },
      message() {},
      close(_socket: unknown, code: number) {
        reported.push(`close ${code}`);
      },
    },
  });
  const client = new WebSocket(`ws://127.0.0.1:${server.port}/`);
  client.onerror = () => {};
  await new Promise((resolve) => {
    client.onclose = resolve;
  });
  await pause(10);
  assert.deepStrictEqual(reported, ["close 1006", "in open"]);
  assert.strictEqual(await (await fetch(server.url)).text(), "plain");
  process.off("uncaughtException", listener);
  server.stop(true);
});
