// EventSource (https://html.spec.whatwg.org/#server-sent-events). Node 26 has it with --experimental-eventsource.
import assert from "node:assert";
import { test } from "../harness.ts";
import { withServer } from "../fetch/server.ts";

// Deno has it; the free use of `Deno` makes this a program of that home.
if (typeof Deno === "undefined") assert.ok("EventSource" in globalThis, "Node needs --experimental-eventsource");
else assert.ok(Deno.version);
const EventSource: any = (globalThis as any).EventSource;

/** The next `count` events of that type. */
function take(source: any, type: string, count: number): Promise<any[]> {
  return new Promise((resolve) => {
    const events: any[] = [];
    source.addEventListener(type, (event: any) => {
      events.push(event);
      if (events.length === count) resolve(events);
    });
  });
}

test("events have data, a type and an id, wherever the stream is split", () =>
  withServer(
    (request, response) => {
      assert.strictEqual(request.headers.accept, "text/event-stream");
      response.writeHead(200, { "content-type": "text/event-stream" });
      const text =
        "\ufeff: a comment\ndata: one\n\ndata:two\r\ndata: lines\r\n\r\nevent: named\rid: 7\rdata\r\rnodata: x\n\nid: 8\ndata:  \u00e9\n\n";
      const bytes = Buffer.from(text);
      let index = 0;
      const timer = setInterval(() => {
        if (index >= bytes.length) return clearInterval(timer);
        response.write(bytes.subarray(index, (index += 7)));
      }, 1);
    },
    async (url) => {
      const source = new EventSource(url);
      assert.deepStrictEqual(
        [source.readyState, source.url, source.withCredentials],
        [EventSource.CONNECTING, `${url}/`, false],
      );
      const named = take(source, "named", 1);
      const opened = take(source, "open", 1);
      const messages = await take(source, "message", 3);
      await opened;
      assert.strictEqual(source.readyState, EventSource.OPEN);
      assert.deepStrictEqual(
        messages.map((event) => [event.data, event.lastEventId, event.origin]),
        [
          ["one", "", url],
          ["two\nlines", "", url],
          [" \u00e9", "8", url],
        ],
      );
      const [event] = await named;
      assert.deepStrictEqual([event.type, event.data, event.lastEventId], ["named", "", "7"]);
      source.close();
      assert.strictEqual(source.readyState, EventSource.CLOSED);
    },
  ));

test("the client reconnects, with the last id, after the server's retry time", () => {
  const ids: unknown[] = [];
  return withServer(
    (request, response) => {
      ids.push(request.headers["last-event-id"]);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`retry: 10\nid: ${ids.length}\ndata: x\n\n`);
    },
    async (url) => {
      const source = new EventSource(url);
      const states: number[] = [];
      source.onerror = () => states.push(source.readyState);
      await take(source, "message", 3);
      source.close();
      assert.deepStrictEqual(ids.slice(0, 3), [undefined, "1", "2"]);
      assert.deepStrictEqual(states.slice(0, 2), [EventSource.CONNECTING, EventSource.CONNECTING]);
    },
  );
});

test("another status or type ends it", () =>
  withServer(
    (request, response) => {
      response.writeHead(request.url === "/204" ? 204 : 200, { "content-type": "text/plain" });
      response.end();
    },
    async (url) => {
      for (const path of ["/204", "/plain"]) {
        const source = new EventSource(url + path);
        await take(source, "error", 1);
        assert.strictEqual(source.readyState, EventSource.CLOSED);
      }
    },
  ));

test("an invalid URL is a SyntaxError", () => {
  assert.throws(() => new EventSource("no url"), { name: "SyntaxError" });
  assert.throws(() => new EventSource(), { name: "TypeError" });
});
