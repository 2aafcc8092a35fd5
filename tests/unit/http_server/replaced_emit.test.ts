// The events of a request or response whose `emit` a program replaces, as tools that observe servers do.
import assert from "node:assert";
import * as http from "node:http";
import * as net from "node:net";
import { once } from "node:events";
import { test } from "../harness.ts";

/** Sends one request to a server with this listener, waits for the response, and returns what was recorded until then. */
async function eventsOf(
  listen: (request: any, response: any, note: (text: string) => void, done: () => void) => void,
): Promise<string[]> {
  const notes: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = http.createServer((request, response) => {
    listen(request, response, (text) => void notes.push(text), resolve);
    response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1").resume();
  client.write("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n");
  await promise;
  client.destroy();
  server.close();
  return notes;
}

function noteEmit(message: any, name: string, note: (text: string) => void): void {
  const { emit } = message;
  message.emit = function (event: string, ...values: any[]) {
    note(`${name} ${event}`);
    return emit.call(this, event, ...values);
  };
}

test("a response's own emit sees its events without listeners", async () => {
  const events = await eventsOf((_request, response, note, done) => {
    noteEmit(response, "response", note);
    setTimeout(done, 100);
  });
  assert.deepStrictEqual(events, ["response prefinish", "response finish", "response close"]);
});

test("a request's own emit sees its events without listeners", async () => {
  const events = await eventsOf((request, _response, note, done) => {
    noteEmit(request, "request", note);
    setTimeout(done, 100);
  });
  assert.deepStrictEqual(events, ["request end", "request close"]);
});

test("the request closes only when a delayed finish is emitted", async () => {
  const events = await eventsOf((request, response, note, done) => {
    const { emit } = response;
    response.emit = function (event: string, ...values: any[]) {
      if (event !== "finish") return emit.call(this, event, ...values);
      setTimeout(() => {
        note("late");
        emit.call(this, event, ...values);
      }, 50);
      return true;
    };
    response.on("finish", () => note("response finish"));
    request.on("close", () => {
      note("request close");
      done();
    });
  });
  assert.deepStrictEqual(events, ["late", "response finish", "request close"]);
});
