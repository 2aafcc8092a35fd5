// The head of a response consists of its own headers, independent of earlier responses.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

type Headers = Record<string, unknown>;

/** The heads, without status line, of responses to HEAD that `respond` sends one after the other on one connection. */
async function headsOf(
  count: number,
  respond: (response: http.ServerResponse, index: number) => void,
): Promise<string[]> {
  let index = 0;
  const server = http.createServer((_, response) => {
    response.sendDate = false;
    respond(response, index++);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  const heads: string[] = [];
  while (heads.length < count) {
    socket.write("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    let text = "";
    while (!text.endsWith("\r\n\r\n")) text += (await once(socket, "data"))[0].toString("latin1");
    heads.push(text.slice(text.indexOf("\r\n") + 2, -4));
  }
  socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return heads;
}

const series: Headers[] = [
  { "content-type": "text/plain", "content-length": 5, connection: "keep-alive" },
  { "content-type": "text/plain", "content-length": 5, connection: "keep-alive" },
  { "content-type": "text/plain", "content-length": 6, connection: "keep-alive" },
  { "content-type": "text/plain", "content-length": "6", connection: "keep-alive" },
  { "content-type": "text/plain" },
  { "content-type": "text/plain", "x-a": "1", "content-length": 6, connection: "keep-alive" },
  { "content-type": "text/plain", "x-a": "1", "content-length": 6, connection: "keep-alive", "x-b": "2" },
  { "Content-Type": "text/plain", "x-a": "1", "content-length": 6, connection: "keep-alive", "x-b": "2" },
  { "x-a": "1", "Content-Type": "text/plain", "content-length": 6 },
  { "x-a": ["1", "2"], "Content-Type": "text/plain", "content-length": 6 },
  { "x-a": ["1", "2"], "Content-Type": "text/plain", "content-length": 6 },
  { "x-a": "1", "Content-Type": "text/plain", "content-length": 6 },
  { "x-a": -0, "content-length": 6 },
  { "x-a": 0, "content-length": 6 },
  { "x-a": NaN, "content-length": 6 },
  { "x-a": true, "content-length": 6 },
  { "x-a": "l".repeat(300), "x-b": "3", "content-length": 6 },
  { "x-a": "l".repeat(300), "x-b": "3", "content-length": 6 },
  { "x-a": `${"l".repeat(299)}m`, "x-b": "3", "content-length": 6 },
  { "x-caf\u0065": "caf\u00e9", "content-length": 6 },
  Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-${index}`, String(index)])),
  Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`x-${index}`, String(index === 35 ? "other" : index)])),
];

function linesOf(headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}`),
  );
  if (!("connection" in headers)) lines.push("Connection: keep-alive", "Keep-Alive: timeout=5");
  return lines.join("\r\n");
}

test("an object for `writeHead`", async () => {
  const heads = await headsOf(series.length, (response, index) => response.writeHead(200, series[index] as any).end());
  assert.deepStrictEqual(heads, series.map(linesOf));
});

test("headers that were set one by one", async () => {
  const heads = await headsOf(series.length, (response, index) => {
    for (const [name, value] of Object.entries(series[index]!)) response.setHeader(name, value as any);
    response.end();
  });
  assert.deepStrictEqual(heads, series.map(linesOf));
});

test("a connection is closed by the header of its own head", async () => {
  const connection = (index: number) => (index === 3 ? "close" : "keep-alive");
  const heads = await headsOf(4, (response, index) =>
    response.writeHead(200, { connection: connection(index), "content-length": 0 }).end(),
  );
  assert.deepStrictEqual(
    heads,
    [0, 1, 2, 3].map((index) => `connection: ${connection(index)}\r\ncontent-length: 0`),
  );
});

test("an invalid value after valid ones does not affect the next head", async () => {
  const good = { "x-a": "1", "x-b": "2", "content-length": 0 };
  const expected = "x-a: 1\r\nx-b: 2\r\ncontent-length: 0\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5";
  const heads = await headsOf(3, (response, index) => {
    if (index === 1)
      assert.throws(() => response.writeHead(200, { "x-a": "1", "x-b": "bad\n" }), { code: "ERR_INVALID_CHAR" });
    response.writeHead(200, good).end();
  });
  assert.deepStrictEqual(heads, [expected, expected, expected]);
});

test("a getter of the headers may send another head", async () => {
  const lines = (middle: string) =>
    `x-a: 1\r\nx-b: ${middle}\r\nx-c: 3\r\ncontent-length: 0\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5`;
  const heads = await headsOf(4, (response, index) => {
    const headers = {
      "x-a": "1",
      get "x-b"() {
        if (index >= 2) {
          const other: any = new http.ServerResponse(response.req);
          other.writeHead(200, { "x-other": "9", "x-b": index === 2 ? "2" : "9", "content-length": 1 });
        }
        return "2";
      },
      "x-c": "3",
      "content-length": 0,
    };
    response.writeHead(200, headers).end();
  });
  assert.deepStrictEqual(heads, [lines("2"), lines("2"), lines("2"), lines("2")]);
});
