// The settings of the peer, by SETTINGS frames that arrive together (RFC 9113 §6.5).
import assert from "node:assert";
import http2 from "node:http2";
import net from "node:net";
import { test } from "../harness.ts";

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** A SETTINGS frame of pairs of numbers and values. */
function settings(...entries: [number, number][]): Buffer {
  const frame = Buffer.alloc(9 + entries.length * 6);
  frame.writeUIntBE(entries.length * 6, 0, 3);
  frame[3] = 4;
  entries.forEach(([id, value], index) => {
    frame.writeUInt16BE(id, 9 + index * 6);
    frame.writeUInt32BE(value, 11 + index * 6);
  });
  return frame;
}

/** The events of a server that receives `frames` in one packet. */
async function received(frames: Buffer[], options: http2.ServerOptions = {}): Promise<any[]> {
  const server = http2.createServer(options);
  const seen: any[] = [];
  const done = new Promise<void>((resolve) => {
    server.on("session", (session) => {
      session.on("error", () => {});
      session.on("remoteSettings", (remote) => {
        seen.push({ ...remote, isCurrent: session.remoteSettings === remote });
        if (seen.length === frames.length) resolve();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  client.on("error", () => {});
  client.write(Buffer.concat([PREFACE, ...frames]));
  await done;
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
  return seen;
}

test("each event has the settings of its frame and those before", async () => {
  const [first, second, third] = await received([
    settings([3, 10], [4, 70000]),
    settings([3, 20], [6, 5000]),
    settings([1, 0], [2, 0], [5, 20000], [8, 1]),
  ]);
  assert.deepStrictEqual(first, {
    headerTableSize: 4096,
    enablePush: true,
    initialWindowSize: 70000,
    maxFrameSize: 16384,
    maxConcurrentStreams: 10,
    maxHeaderListSize: 4294967295,
    maxHeaderSize: 4294967295,
    enableConnectProtocol: false,
    isCurrent: true,
  });
  assert.deepStrictEqual(second, { ...first, maxConcurrentStreams: 20, maxHeaderListSize: 5000, maxHeaderSize: 5000 });
  assert.deepStrictEqual(third, {
    ...second,
    headerTableSize: 0,
    enablePush: false,
    maxFrameSize: 20000,
    enableConnectProtocol: true,
  });
});

test("custom settings are those that the server reads", async () => {
  const seen = await received([settings([55, 1], [56, 2]), settings([55, 3])], { remoteCustomSettings: [55] } as any);
  assert.deepStrictEqual(
    seen.map(({ customSettings }) => customSettings),
    [{ 55: 1 }, { 55: 3 }],
  );
});

test("an empty frame changes nothing", async () => {
  const [first, second] = await received([settings([3, 10]), settings()]);
  assert.deepStrictEqual(second, first);
});
