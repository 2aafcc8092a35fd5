// Input that is invalid behind a request without a response, errors of sockets, and time-outs of idle connections.
import assert from "node:assert";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

const GET = "GET /first HTTP/1.1\r\nHost: a\r\n\r\n";
const BAD = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";

interface Seen {
  events: string[];
  /** What the client received. */
  text: string;
}

/** Serves with `listener`, sends `first` and later `second`, and collects events until the client's connection closes. */
async function exchange(
  first: string,
  second: string,
  listener: (request: http.IncomingMessage, response: http.ServerResponse, events: string[]) => void,
  prepare: (server: http.Server, events: string[]) => void = () => {},
): Promise<Seen> {
  const events: string[] = [];
  const server = http.createServer((request, response) => {
    events.push(`request ${request.url}`);
    request.on("aborted", () => events.push("aborted"));
    request.on("error", (error: any) => events.push(`request ${error.code}`));
    response.on("close", () => events.push(`response close ${response.writableFinished}`));
    listener(request, response, events);
  });
  prepare(server, events);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  let text = "";
  client.setEncoding("latin1");
  client.on("data", (chunk) => (text += chunk));
  client.on("error", () => {});
  client.write(first);
  if (second !== "") setTimeout(() => client.write(second), 50);
  await new Promise((resolve) => client.on("close", resolve));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { events, text: text.replace(/Date: .*?\r\n/g, "") };
}

test("garbage behind a pending request gets a 400 at once, and the request is aborted", async () => {
  const { events, text } = await exchange(GET, "garbage\r\n\r\n", (_, response) =>
    setTimeout(() => response.end("late"), 400),
  );
  assert.strictEqual(text, BAD);
  assert.deepStrictEqual(events, ["request /first", "aborted", "response close false", "request ECONNRESET"]);
});

test("the same in one packet, behind two requests", async () => {
  const requests = GET + GET.replace("first", "second");
  const { events, text } = await exchange(`${requests}garbage\r\n\r\n`, "", () => {});
  assert.strictEqual(text, BAD);
  assert.deepStrictEqual(
    events.filter((event) => event.startsWith("request /")),
    ["request /first", "request /second"],
  );
  assert.strictEqual(events.filter((event) => event === "aborted").length, 2);
});

test("a response that has begun is cut off without a 400", async () => {
  const { events, text } = await exchange(GET, "garbage\r\n\r\n", (_, response) => response.write("begun"));
  assert.ok(text.startsWith("HTTP/1.1 200 OK\r\n") && !text.includes("400"), text);
  assert.ok(events.includes("response close false"));
});

test("a listener of clientError responds while the request is pending", async () => {
  const { events, text } = await exchange(
    GET,
    "garbage\r\n\r\n",
    () => {},
    (server, events) =>
      server.on("clientError", (error: any, socket) => {
        events.push(`clientError ${error.code} ${socket.writable}`);
        socket.end("HTTP/1.1 400 Mine\r\n\r\n");
      }),
  );
  assert.strictEqual(text, "HTTP/1.1 400 Mine\r\n\r\n");
  assert.deepStrictEqual(events.slice(0, 2), ["request /first", "clientError HPE_INVALID_METHOD true"]);
});

test("a request whose last transfer coding is not chunked is announced, then refused", async () => {
  const head = "POST /first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunkedchunked\r\n\r\n";
  const { events, text } = await exchange(`${head}1\r\nA\r\n0\r\n\r\n`, "", (request, _, events) => {
    request.on("data", () => events.push("data"));
    request.on("end", () => events.push("end"));
  });
  assert.strictEqual(text, BAD);
  assert.deepStrictEqual(events.slice(0, 2), ["request /first", "aborted"]);
  assert.ok(!events.includes("data") && !events.includes("end"));
});

test("its parse error names the coding", async () => {
  const head = "POST /first HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n";
  const { events } = await exchange(
    head,
    "",
    () => {},
    (server, events) =>
      server.on("clientError", (error: any, socket) => {
        events.push(`${error.code} ${error.bytesParsed} ${error.message}`);
        socket.destroy();
      }),
  );
  assert.deepStrictEqual(events.slice(0, 2), [
    "request /first",
    `HPE_INVALID_TRANSFER_ENCODING ${head.length} Parse Error: Request has invalid \`Transfer-Encoding\``,
  ]);
});

test("an error that is emitted on the socket closes it with a 400", async () => {
  const { events, text } = await exchange(GET, "", (request) => void request.socket.emit("error", new Error("mine")));
  assert.strictEqual(text, BAD);
  assert.deepStrictEqual(events, ["request /first", "aborted", "response close false", "request ECONNRESET"]);
});

test("after the head of a response it closes without a 400", async () => {
  const { text } = await exchange(GET, "", (request, response) => {
    response.write("begun");
    setTimeout(() => request.socket.emit("error", new Error("mine")), 50);
  });
  assert.ok(text.startsWith("HTTP/1.1 200 OK\r\n") && !text.includes("400"), text);
});

test("an idle connection emits timeout, and a listener of the server keeps it open", async () => {
  let socketEvents = 0;
  const { events, text } = await exchange(
    GET,
    "",
    (request, response) => {
      request.socket.on("timeout", () => socketEvents++);
      response.end("ok");
    },
    (server, events) => {
      server.keepAliveTimeout = 100;
      (server as any).keepAliveTimeoutBuffer = 0;
      server.on("timeout", (socket) => {
        events.push(`timeout ${socket.destroyed}`);
        // The connection is still the program's.
        setTimeout(() => socket.end("bye"), 20);
      });
    },
  );
  assert.deepStrictEqual([events, socketEvents], [["request /first", "response close true", "timeout false"], 1]);
  assert.ok(text.endsWith("okbye"), text);
});

test("without one the connection closes, and its socket emits timeout", async () => {
  let isTimedOut = false;
  const { text } = await exchange(
    GET,
    "",
    (request, response) => {
      request.socket.on("timeout", () => (isTimedOut = true));
      response.end("ok");
    },
    (server) => {
      server.keepAliveTimeout = 100;
      (server as any).keepAliveTimeoutBuffer = 0;
    },
  );
  assert.ok(isTimedOut && text.endsWith("ok"));
});
