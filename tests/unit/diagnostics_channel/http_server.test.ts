// The channels of the HTTP server.
import assert from "node:assert";
import diagnostics from "node:diagnostics_channel";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

test("a request is published when it arrives, its response when it is created and when it is sent", async () => {
  const seen: string[] = [];
  const messages: any = {};
  const listener = (message: any, name: any): void => {
    seen.push(name);
    messages[name] = message;
  };
  const names = ["http.server.response.created", "http.server.request.start", "http.server.response.finish"];
  for (const name of names) diagnostics.subscribe(name, listener);
  const server = http.createServer((_request, response) => {
    seen.push("listener");
    response.setHeader("baz", "bar");
    response.end("done");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  await new Promise<void>((resolve) =>
    http.get({ port: (server.address() as any).port, headers: { foo: "bar" } }, (response) =>
      response.resume().on("end", resolve),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 10));
  for (const name of names) diagnostics.unsubscribe(name, listener);
  await new Promise((resolve) => server.close(resolve));
  assert.deepStrictEqual(seen, [
    "http.server.response.created",
    "http.server.request.start",
    "listener",
    "http.server.response.finish",
  ]);
  for (const name of names) {
    const { request, response } = messages[name];
    assert.ok(request instanceof http.IncomingMessage && response instanceof http.ServerResponse);
    assert.strictEqual(request.headers.foo, "bar");
  }
  for (const name of names.slice(1)) {
    assert.strictEqual(messages[name].server, server);
    assert.ok(messages[name].socket instanceof net.Socket);
  }
  assert.strictEqual(messages["http.server.response.finish"].response.getHeader("baz"), "bar");
});
