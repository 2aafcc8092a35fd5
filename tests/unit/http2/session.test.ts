import assert from "node:assert";
import { once } from "node:events";
import http2 from "node:http2";
import net from "node:net";
import { Duplex } from "node:stream";
import { test } from "../harness.ts";
import { ask, withServer } from "./exchange.ts";

const answer = (stream: any): void => {
  stream.respond();
  stream.end("ok");
};

test("a session knows its state and the settings of both ends", async () => {
  await withServer(
    (stream) => {
      assert.deepStrictEqual(stream.session.remoteSettings.customSettings, { 55: 12 });
      answer(stream);
    },
    async (client) => {
      assert.deepStrictEqual([client.connecting, client.encrypted, client.state], [true, undefined, {}]);
      await once(client, "remoteSettings");
      assert.deepStrictEqual(
        [client.connecting, client.encrypted, client.alpnProtocol, client.type],
        [false, false, "h2c", 1],
      );
      assert.strictEqual(client.remoteSettings.maxConcurrentStreams, 7);
      assert.strictEqual((await ask(client)).body, "ok");
      assert.deepStrictEqual(client.localSettings, {
        headerTableSize: 4096,
        enablePush: true,
        initialWindowSize: 70_000,
        maxFrameSize: 16_384,
        maxConcurrentStreams: 4_294_967_295,
        maxHeaderListSize: 4_294_967_295,
        maxHeaderSize: 4_294_967_295,
        enableConnectProtocol: false,
        customSettings: { 55: 12 },
      });
      assert.strictEqual(client.state.nextStreamID, 3);
      assert.deepStrictEqual(Object.keys(client.state), [
        "effectiveLocalWindowSize",
        "effectiveRecvDataLength",
        "nextStreamID",
        "localWindowSize",
        "lastProcStreamID",
        "remoteWindowSize",
        "outboundQueueSize",
        "deflateDynamicTableSize",
        "inflateDynamicTableSize",
      ]);
    },
    {
      server: { settings: { maxConcurrentStreams: 7 }, remoteCustomSettings: [55] },
      client: { settings: { initialWindowSize: 70_000, customSettings: { 55: 12 } } },
    },
  );
});

test("ping is answered with its payload", async () => {
  await withServer(answer, async (client) => {
    await once(client, "connect");
    const payload = Buffer.from("abcdefgh");
    const answered = await new Promise<any[]>((resolve) =>
      assert.ok(client.ping(payload, (...args: any[]) => resolve(args))),
    );
    assert.strictEqual(answered[0], null);
    assert.strictEqual(typeof answered[1], "number");
    assert.deepStrictEqual(answered[2], payload);
    assert.throws(() => client.ping(Buffer.alloc(7), () => {}), { name: "RangeError", code: "ERR_HTTP2_PING_LENGTH" });
    assert.throws(() => client.ping(payload, 1), { code: "ERR_INVALID_ARG_TYPE" });
  });
});

test("settings call back when they are acknowledged", async () => {
  await withServer(answer, async (client) => {
    const settings = await new Promise<any>((resolve, reject) =>
      client.settings({ maxHeaderListSize: 1000 }, (error: any, acknowledged: any) =>
        error ? reject(error) : resolve(acknowledged),
      ),
    );
    assert.strictEqual(settings.maxHeaderListSize, 1000);
    assert.strictEqual(client.localSettings.maxHeaderListSize, 1000);
    assert.throws(() => client.settings({ maxFrameSize: 1 }), {
      name: "RangeError",
      code: "ERR_HTTP2_INVALID_SETTING_VALUE",
      message: 'Invalid value for setting "maxFrameSize": 1',
    });
    assert.throws(() => client.settings({ enablePush: 1 }), {
      name: "TypeError",
      code: "ERR_HTTP2_INVALID_SETTING_VALUE",
    });
  });
});

test("goaway with an error ends the other session with it", async () => {
  await withServer(
    (stream) => stream.session.goaway(2, 0, Buffer.from("why")),
    async (client) => {
      const goaway = once(client, "goaway");
      const failed = once(client, "error");
      const stream = client.request();
      const streamFailed = once(stream, "error");
      assert.deepStrictEqual(await goaway, [2, 1, Buffer.from("why")]);
      const [error]: any = await failed;
      assert.deepStrictEqual(
        [error.code, error.message],
        ["ERR_HTTP2_SESSION_ERROR", "Session closed with error code 2"],
      );
      assert.strictEqual(((await streamFailed)[0] as any).code, "ERR_HTTP2_SESSION_ERROR");
      assert.deepStrictEqual([client.destroyed, client.goawayCode], [true, 2]);
    },
  );
});

test("close waits for streams and refuses new ones", async () => {
  let onAsked: () => void;
  const isAsked = new Promise<void>((resolve) => (onAsked = resolve));
  await withServer(
    (stream) => {
      onAsked();
      setTimeout(answer, 20, stream);
    },
    async (client) => {
      const pending = ask(client);
      await isAsked;
      const closed = once(client, "close");
      client.close();
      assert.ok(client.closed && !client.destroyed);
      const refused = client.request();
      const [error]: any = await once(refused, "error");
      assert.strictEqual(error.code, "ERR_HTTP2_GOAWAY_SESSION");
      assert.strictEqual((await pending).body, "ok");
      await closed;
      assert.ok(client.destroyed);
      assert.throws(() => client.ping(() => {}), { code: "ERR_HTTP2_INVALID_SESSION" });
    },
  );
});

test("destroying the session cancels its streams", async () => {
  await withServer(
    () => {},
    async (client) => {
      const stream = client.request();
      await once(client, "connect");
      const failed = once(stream, "error");
      const sessionFailed = once(client, "error");
      client.destroy(new Error("enough"));
      assert.strictEqual(((await failed)[0] as any).message, "enough");
      assert.strictEqual(((await sessionFailed)[0] as any).message, "enough");
    },
  );
});

test("the socket of a session shows its addresses and refuses changes", async () => {
  await withServer(answer, async (client, origin) => {
    await once(client, "connect");
    assert.strictEqual(client.socket.remotePort, Number(new URL(origin).port));
    assert.throws(() => client.socket.write("x"), { code: "ERR_HTTP2_NO_SOCKET_MANIPULATION" });
    client.destroy();
    await once(client, "close");
    assert.strictEqual(client.socket, undefined);
  });
});

test("a peer that uses another protocol is an error", async () => {
  const server = net.createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(0);
  await once(server, "listening");
  const client = http2.connect(`http://localhost:${(server.address() as net.AddressInfo).port}`);
  const [error]: any = await once(client, "error");
  assert.deepStrictEqual([error.code, error.errno, error.message], ["ERR_HTTP2_ERROR", -505, "Protocol error"]);
  server.close();
});

test("a refused connection fails session and requests", async () => {
  const server = net.createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const client = http2.connect(`http://localhost:${port}`);
  const stream = client.request();
  const streamFailed = once(stream, "error");
  const [error]: any = await once(client, "error");
  assert.strictEqual(error.code, "ECONNREFUSED");
  assert.strictEqual(((await streamFailed)[0] as any).code, "ERR_HTTP2_STREAM_CANCEL");
});

/** Two Duplexes; what is written to one is read from the other. */
function pair(): [Duplex, Duplex] {
  const make = (other: () => Duplex): Duplex =>
    new Duplex({
      read() {},
      write(chunk, _encoding, callback) {
        other().push(chunk);
        setImmediate(callback);
      },
      final(callback) {
        other().push(null);
        callback();
      },
    });
  const left: Duplex = make(() => right);
  const right: Duplex = make(() => left);
  return [left, right];
}

test("sessions work on any duplex stream", async () => {
  const [left, right] = pair();
  const session = (http2 as any).performServerHandshake(left);
  session.on("stream", answer);
  const client = http2.connect("http://localhost", { createConnection: () => right });
  assert.strictEqual((await ask(client)).body, "ok");
  client.destroy();
});

test("connect refuses unsupported options", () => {
  assert.throws(() => http2.connect("ssh://localhost"), {
    code: "ERR_HTTP2_UNSUPPORTED_PROTOCOL",
    message: 'protocol "ssh:" is unsupported.',
  });
  assert.throws(() => http2.connect("nowhere"), { code: "ERR_INVALID_URL" });
  assert.throws(() => (http2 as any).connect(7), { code: "ERR_INVALID_ARG_TYPE" });
});
