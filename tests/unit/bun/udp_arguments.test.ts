// Arguments that Bun's UDP sockets refuse, their messages, and the errors that their error handler gets.
import assert from "node:assert";
import { test } from "../harness.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function failure(body: () => unknown): Promise<string[]> {
  try {
    await body();
  } catch (error: any) {
    return [error.name, error.code, error.message];
  }
  throw new Error("it did not fail");
}

const wrong = (message: string): string[] => ["TypeError", "ERR_INVALID_ARG_TYPE", message];

test("options are checked", async () => {
  const open = (options?: object) => failure(() => Bun.udpSocket(options as any));
  assert.deepStrictEqual(await open(), wrong("Expected an object"));
  assert.deepStrictEqual(await open({ hostname: 5 }), wrong('Expected "hostname" to be a string'));
  assert.deepStrictEqual(await open({ connect: 5 }), wrong('Expected "connect" to be an object'));
  assert.deepStrictEqual(
    await open({ connect: { hostname: "127.0.0.1" } }),
    wrong('Expected "connect.port" to be an integer'),
  );
  assert.deepStrictEqual(await open({ socket: 5 }), wrong('Expected "socket" to be an object'));
  assert.deepStrictEqual(await open({ socket: { data: 5 } }), wrong('Expected "socket.data" to be a function'));
});

test("invalid packets are not sent", async () => {
  const socket: any = await Bun.udpSocket({ hostname: "127.0.0.1" });
  assert.deepStrictEqual(
    await failure(() => socket.send(5, 9, "127.0.0.1")),
    wrong("Expected ArrayBufferView or string as first argument"),
  );
  assert.deepStrictEqual(await failure(() => socket.send()), wrong("Expected 3 arguments, got 0"));
  assert.deepStrictEqual(
    await failure(() => socket.sendMany([5, 9, "127.0.0.1"])),
    wrong("Expected ArrayBufferView or string as payload"),
  );
  assert.deepStrictEqual(
    await failure(() => socket.sendMany(5)),
    wrong("Expected first argument to be a array for 'sendMany'."),
  );
  assert.deepStrictEqual(await failure(() => socket.send(new Uint8Array(70_000), socket.port, "127.0.0.1")), [
    "Error",
    "EMSGSIZE",
    "EMSGSIZE: message too long, send",
  ]);
  assert.deepStrictEqual(await failure(() => socket.setTTL(0)), [
    "Error",
    "EINVAL",
    "EINVAL: invalid argument, setsockopt",
  ]);
  assert.deepStrictEqual(await failure(() => socket.reload()), wrong("Expected 1 argument"));
  socket.close();
});

test("the error handler gets errors of 'data', and those of the system", async () => {
  const reported: unknown[][] = [];
  const handlers = {
    data() {
      throw new Error("thrown");
    },
    error(...args: any[]) {
      reported.push([args.length, args[0].message]);
    },
  };
  const socket: any = await Bun.udpSocket({ hostname: "127.0.0.1", socket: handlers } as any);
  socket.send("x", socket.port, "127.0.0.1");
  await pause(20);
  const gone = socket.port;
  socket.close();
  const connected: any = await Bun.udpSocket({
    connect: { hostname: "127.0.0.1", port: gone },
    socket: handlers,
  } as any);
  connected.send("x");
  await pause(20);
  connected.close();
  assert.deepStrictEqual(reported, [
    [1, "thrown"],
    [1, "ECONNREFUSED: connection refused, recv"],
  ]);
});
