// Arguments that Bun's sockets refuse, their messages, and where errors of their handlers go.
import assert from "node:assert";
import { test } from "../harness.ts";

type Failure = [name: string, code: string | undefined, message: string];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function failure(body: () => unknown): Promise<Failure> {
  try {
    await body();
  } catch (error: any) {
    return [error.name, error.code, error.message];
  }
  throw new Error("it did not fail");
}

const place = { hostname: "127.0.0.1", port: 1 };
const socket = { data() {} };
const TYPE = "ERR_INVALID_ARG_TYPE";
const RANGE = "ERR_OUT_OF_RANGE";
const REFUSED: [object, Failure][] = [
  [{ ...place, port: "x", socket }, ["RangeError", RANGE, "SocketOptions.port must be an integer (received NaN)"]],
  [
    { ...place, port: 70000, socket },
    ["RangeError", RANGE, "SocketOptions.port must be in the range [0, 65535] (received 70000)"],
  ],
  [{ ...place, hostname: "", socket }, ["TypeError", TYPE, 'Expected either "hostname" or "unix"']],
  [{ unix: 5, socket }, ["TypeError", TYPE, "SocketOptions.unix must be a string"]],
  [{ unix: "", socket }, ["TypeError", TYPE, 'Expected either "hostname" or "unix"']],
  [{ fd: "x", socket }, ["TypeError", TYPE, "SocketOptions.fd must be a number"]],
  [{ ...place, allowHalfOpen: "x", socket }, ["TypeError", TYPE, "SocketOptions.allowHalfOpen must be a boolean"]],
  [
    { ...place, socket: { ...socket, binaryType: "x" } },
    ["TypeError", TYPE, 'SocketHandler.binaryType must be "arraybuffer", "buffer", or "uint8array"'],
  ],
  [{ ...place, socket: { drain: 5 } }, ["TypeError", TYPE, 'Expected "onWritable" callback to be a function']],
];

test("options that make no valid socket are refused", async () => {
  for (const [options, expected] of REFUSED) {
    assert.deepStrictEqual(await failure(() => Bun.connect(options as any)), expected);
    assert.deepStrictEqual(await failure(() => Bun.listen(options as any)), expected);
  }
});

/** Runs `body` with a connection whose other end stores what it reads in `serverData`. */
async function withConnection(
  handlers: object,
  body: (client: any, serverData: () => string) => Promise<void>,
): Promise<void> {
  let serverData = "";
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(_: any, bytes: any) {
        serverData += bytes.toString("latin1");
      },
    },
  } as any);
  const client = await Bun.connect({
    hostname: "127.0.0.1",
    port: listener.port,
    socket: { data() {}, ...handlers },
  } as any);
  try {
    await body(client, () => serverData);
  } finally {
    client.terminate();
    listener.stop(true);
  }
}

test("write accepts an encoding, or offset and length", () =>
  withConnection({}, async (client, serverData) => {
    assert.deepStrictEqual(
      [
        client.write("6869", "hex"),
        client.write("é", "latin1"),
        client.write(Buffer.from("abcdef"), 1, 2),
        client.write(new Blob(["x"])),
        client.write(),
      ],
      [2, 1, 2, 1, 0],
    );
    for (const wrong of [5, null, {}, true])
      assert.deepStrictEqual((await failure(() => client.write(wrong))).slice(0, 2), ["TypeError", TYPE]);
    assert.deepStrictEqual(await failure(() => client.write("x", 5)), [
      "RangeError",
      RANGE,
      'The value of "byteOffset" is out of range. It must be >= 0 and <= 1. Received 5',
    ]);
    assert.deepStrictEqual(await failure(() => client.write(new Uint8Array(3), 1, 9)), [
      "RangeError",
      RANGE,
      'The value of "byteLength" is out of range. It must be >= 0 and <= 2. Received 9',
    ]);
    await pause(30);
    assert.strictEqual(serverData(), "hi\xe9bcx");
  }));

test("reload and timeout refuse invalid arguments", () =>
  withConnection({}, async (client) => {
    assert.deepStrictEqual(await failure(() => client.reload()), ["Error", undefined, "Expected 1 argument"]);
    assert.deepStrictEqual(await failure(() => client.reload({ data() {} })), [
      "Error",
      undefined,
      'Expected "socket" option',
    ]);
    assert.deepStrictEqual(await failure(() => client.timeout(-1)), [
      "Error",
      undefined,
      "Timeout must be a positive integer",
    ]);
  }));

test("calls of a closed socket return -1", () =>
  withConnection({}, async (client) => {
    client.end();
    assert.deepStrictEqual([client.readyState, client.write("x"), client.end()], [-1, -1, -1]);
  }));

test("an error of 'open' closes the connection and goes to 'error'", async () => {
  const reported: string[] = [];
  const handlers = {
    open() {
      throw new Error("thrown");
    },
    error(...args: any[]) {
      reported.push(`error ${args.length} ${args[1].message}`);
    },
    close() {
      reported.push("close");
    },
  };
  await withConnection(handlers, async (client) => {
    assert.strictEqual(client.readyState, -1);
    await pause(20);
  });
  assert.deepStrictEqual(reported.sort(), ["close", "error 2 thrown"]);
});

test("connectError gets a socket", async () => {
  let given: any;
  await failure(() =>
    Bun.connect({
      ...place,
      data: "mine",
      socket: {
        data() {},
        connectError(closed: any) {
          given = closed;
        },
      },
    } as any),
  );
  assert.deepStrictEqual([given.data, given.readyState], ["mine", -1]);
});
