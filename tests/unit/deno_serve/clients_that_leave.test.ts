// The stream of a response is cancelled as soon as its client disconnects, also when the stream has nothing to send. The
// behaviour is that of Deno 2.9.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const ABORTED = "abort / The request has been cancelled.";
const CANCELLED = "cancel resource closed";

/** A stream that has one chunk and then no more. */
function idle(report: (line: string) => void, extra: object = {}): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes("hi"));
    },
    cancel(reason) {
      report(`cancel ${reason}`);
    },
    ...extra,
  } as UnderlyingDefaultSource);
}

/** What happens when a client leaves after the first bytes of the response that `make` returns. */
async function reportsOf(
  make: (report: (line: string) => void, port: number) => Response | Promise<Response>,
  leave: (socket: net.Socket) => void,
  count: number,
): Promise<string[]> {
  const lines: string[] = [];
  let done!: () => void;
  const all = new Promise<void>((resolve) => {
    done = resolve;
  });
  const report = (line: string): void => {
    lines.push(line);
    if (lines.length === count) done();
  };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request: Request, info: { completed: Promise<void> }) => {
      const path = new URL(request.url).pathname;
      request.signal.addEventListener("abort", () => report(`abort ${path} ${request.signal.reason.message}`));
      if (path === "/idle") return new Response(idle(report));
      info.completed.then(
        () => report("completed"),
        (error: Error) => report(`completed: ${error}`),
      );
      return make(report, server.addr.port);
    },
  );
  const socket = net.connect(server.addr.port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    if (text.includes("hi")) leave(socket);
  });
  await all;
  await server.shutdown();
  return lines;
}

const destroy = (socket: net.Socket): void => void socket.destroy();

const bodies: Record<string, (report: (line: string) => void) => ReadableStream> = {
  "default stream": (report) => idle(report),
  "stream whose pull is pending": (report) => idle(report, { pull: () => new Promise(() => {}) }),
  "byte stream": (report) => idle(report, { type: "bytes" }),
  "piped stream": (report) => idle(report).pipeThrough(new TransformStream()),
};
for (const [name, make] of Object.entries(bodies)) {
  test(`a client that disconnects cancels a ${name}, and completes the request`, async () => {
    for (const leave of [destroy, (socket: net.Socket): void => void socket.end()]) {
      const lines = await reportsOf((report) => new Response(make(report)), leave, 3);
      assert.deepStrictEqual(lines.toSorted(), [ABORTED, CANCELLED, "completed"]);
    }
  });
}

test("the request to another server ends with the client of a proxy", async () => {
  const proxy = (_report: unknown, port: number): Promise<Response> => fetch(`http://127.0.0.1:${port}/idle`);
  const lines = await reportsOf(proxy, destroy, 4);
  assert.deepStrictEqual(
    lines.toSorted(),
    [ABORTED, "abort /idle The request has been cancelled.", CANCELLED, "completed"].toSorted(),
  );
});

test("a stream that is returned after the client left is cancelled", async () => {
  let done!: (line: string) => void;
  const cancelled = new Promise<string>((resolve) => {
    done = resolve;
  });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request: Request) => {
    await new Promise<void>((resolve) => {
      request.signal.addEventListener("abort", () => resolve());
      socket.destroy();
    });
    return new Response(idle(done));
  });
  const socket = net.connect(server.addr.port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  assert.strictEqual(await cancelled, CANCELLED);
  await server.shutdown();
});
