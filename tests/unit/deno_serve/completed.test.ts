// `info.completed` of Deno.serve and the request's signal, which aborts when the response is sent, too. The behaviour is Deno's.
import assert from "node:assert";
import { test } from "../harness.ts";

/** The events of a request for `path`, in order. */
async function eventsOf(
  path: string,
  answer: (request: Request, events: string[]) => any,
  init?: RequestInit,
): Promise<string[]> {
  const events: string[] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {}, onError: () => new Response("E", { status: 500 }) },
    (request: Request, info: any) => {
      assert.strictEqual(info.completed, info.completed);
      info.completed.then((value: unknown) => events.push(`completed ${value}`));
      request.signal.addEventListener("abort", () => events.push(`aborted ${request.signal.reason.message}`));
      return answer(request, events);
    },
  );
  await fetch(`http://127.0.0.1:${server.addr.port}${path}`, init).then(
    (response) => response.text(),
    () => {},
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  await server.shutdown();
  return events;
}

const SENT = ["aborted The request has been cancelled.", "completed undefined"];

test("this runs as a program of Deno", () => {
  assert.strictEqual(typeof Deno.version.deno, "string");
});

test("a response that is sent completes its request", async () => {
  assert.deepStrictEqual(await eventsOf("/", () => new Response("x")), SENT);
  assert.deepStrictEqual(await eventsOf("/", async () => new Response("x")), SENT);
  assert.deepStrictEqual(
    await eventsOf("/", () => {
      throw new Error("no");
    }),
    SENT,
  );
});

test("a stream completes it at its end", async () => {
  const events = await eventsOf(
    "/",
    (_, reported) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(1));
            setTimeout(() => {
              reported.push("end");
              controller.close();
            }, 20);
          },
        }),
      ),
  );
  assert.deepStrictEqual(events, ["end", ...SENT]);
});

test("a client that disconnects completes it when the handler responds", async () => {
  const late = async (): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    return new Response("x");
  };
  assert.deepStrictEqual(await eventsOf("/", late, { signal: AbortSignal.timeout(30) }), SENT);
});
