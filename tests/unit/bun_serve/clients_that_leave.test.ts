// The stream of a response is cancelled as soon as its client disconnects, also when the stream has nothing to send: event
// streams and proxied bodies would leak otherwise. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Reports of the handlers, and a promise for the first `count` of them. */
class Reports {
  readonly lines: string[] = [];
  #waiting: { count: number; resolve: () => void } | null = null;
  add(line: string): void {
    this.lines.push(line);
    if (this.#waiting !== null && this.lines.length >= this.#waiting.count) this.#waiting.resolve();
  }
  first(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { count, resolve };
      if (this.lines.length >= count) resolve();
    });
  }
}

/** A stream that has one chunk and then no more. */
function idle(reports: Reports, extra: object = {}): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes("hi"));
    },
    cancel(reason) {
      reports.add(`cancel ${reason}`);
    },
    ...extra,
  } as UnderlyingDefaultSource);
}

/** Sends a request, and leaves when "hi" arrived. */
function visit(port: number, leave: (socket: net.Socket) => void, head = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"): void {
  const socket = net.connect(port, "127.0.0.1", () => socket.write(head));
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    if (text.includes("hi")) leave(socket);
  });
}

async function reportsOf(
  make: (reports: Reports, request: Request, port: number) => BodyInit | Response | Promise<Response>,
  leave: (socket: net.Socket) => void = (socket) => socket.destroy(),
  count = 2,
  head?: string,
): Promise<string[]> {
  const reports = new Reports();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request: Request): Promise<Response> {
      const path = new URL(request.url).pathname;
      request.signal.addEventListener("abort", () => reports.add(`abort ${path} ${request.signal.reason.message}`));
      const made = path === "/idle" ? idle(reports) : await make(reports, request, server.port!);
      return made instanceof Response ? made : new Response(made as BodyInit);
    },
  });
  try {
    visit(server.port!, leave, head);
    await reports.first(count);
    return reports.lines;
  } finally {
    await server.stop(true);
  }
}

const ABORTED = "abort / The connection was closed.";
const CANCELLED = "cancel AbortError: The connection was closed.";

const bodies: Record<string, (reports: Reports) => ReadableStream> = {
  "default stream": (reports) => idle(reports),
  "stream whose pull is pending": (reports) => idle(reports, { pull: () => new Promise(() => {}) }),
  "byte stream": (reports) => idle(reports, { type: "bytes" }),
  "direct stream": (reports) =>
    idle(reports, {
      type: "direct",
      start: undefined,
      async pull(controller: any) {
        controller.write("hi");
        await controller.flush();
        await new Promise(() => {});
      },
    }),
  "piped stream": (reports) => idle(reports).pipeThrough(new TransformStream()),
  "stream of a response": (reports) => new Response(idle(reports)).body!,
};
for (const [name, make] of Object.entries(bodies)) {
  test(`a client that disconnects cancels a ${name}`, async () => {
    assert.deepStrictEqual(await reportsOf(make), [ABORTED, CANCELLED]);
  });
}

test("a client that shuts down its sending side, or resets, has left too", async () => {
  assert.deepStrictEqual(
    await reportsOf(
      (reports) => idle(reports),
      (socket) => socket.end(),
    ),
    [ABORTED, CANCELLED],
  );
  const reset = (socket: net.Socket): void => void socket.resetAndDestroy();
  assert.deepStrictEqual(await reportsOf((reports) => idle(reports), reset), [ABORTED, CANCELLED]);
});

test("the request to another server ends with the client of a proxy", async () => {
  for (const copies of [false, true]) {
    const lines = await reportsOf(
      async (_reports, _request, port) => {
        const inner = await fetch(`http://127.0.0.1:${port}/idle`);
        return copies ? new Response(inner.body, { headers: inner.headers }) : inner;
      },
      undefined,
      3,
    );
    assert.deepStrictEqual(lines, [ABORTED, "abort /idle The connection was closed.", CANCELLED]);
  }
});

test("an echoed body ends with its client, without a report", async () => {
  const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhi";
  assert.deepStrictEqual(await reportsOf((_reports, request) => new Response(request.body), undefined, 1, head), [
    ABORTED,
  ]);
});

test("what `cancel` throws is not reported", async () => {
  const failures: unknown[] = [];
  const listener = (reason: unknown): void => void failures.push(reason);
  process.on("unhandledRejection", listener);
  const lines = await reportsOf((reports) =>
    idle(reports, {
      async cancel() {
        reports.add("cancel");
        throw new Error("from cancel");
      },
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", listener);
  assert.deepStrictEqual(lines, [ABORTED, "cancel"]);
  assert.deepStrictEqual(failures, []);
});

test("a stream that is returned after the client left is cancelled without a reason", async () => {
  const reports = new Reports();
  let left: (() => void) | undefined;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request: Request) {
      await new Promise<void>((resolve) => {
        request.signal.addEventListener("abort", () => resolve());
        left!();
      });
      return new Response(idle(reports));
    },
  });
  const socket = net.connect(server.port!, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  left = () => socket.destroy();
  await reports.first(1);
  assert.deepStrictEqual(reports.lines, ["cancel undefined"]);
  await server.stop(true);
});

test("the signal of a request that became a WebSocket aborts when its client disconnects", async () => {
  const reports = new Reports();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request: Request, self: any) {
      request.signal.addEventListener("abort", () => reports.add("abort"));
      if (!self.upgrade(request)) return new Response("no", { status: 400 });
      return undefined as unknown as Response;
    },
    websocket: {
      open: (socket: any) => void socket.send("hi"),
      message() {},
      close: (_socket: unknown, code: number) => reports.add(`close ${code}`),
    },
  });
  visit(
    server.port!,
    (socket) => socket.destroy(),
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  await reports.first(2);
  assert.deepStrictEqual(reports.lines, ["abort", "close 1006"]);
  await server.stop(true);
});

test("the body of an upload is cancelled when its response is complete, or its server disconnects", async () => {
  for (const reply of ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", ""]) {
    const reports = new Reports();
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        if (!String(chunk).includes("hi")) return;
        if (reply === "") socket.destroy();
        else socket.write(reply);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as net.AddressInfo;
    const init = { method: "POST", duplex: "half", body: idle(reports) } as RequestInit;
    const sent = fetch(`http://127.0.0.1:${port}/`, init);
    if (reply === "") await assert.rejects(sent, { code: "ECONNRESET" });
    else assert.strictEqual(await (await sent).text(), "ok");
    await reports.first(1);
    assert.deepStrictEqual(reports.lines, ["cancel undefined"]);
    server.close();
  }
});
