// Messages that a program destroys with an error: the socket emits it, as "clientError"; callbacks of write() and end() get null or the
// reason why nothing was sent.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import { test } from "../harness.ts";

async function serve(listener: (request: any, response: any) => void): Promise<[http.Server, number]> {
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return [server, (server.address() as any).port];
}

async function failingGet(port: number): Promise<void> {
  const request = http.get({ port, host: "127.0.0.1", agent: false }, (response) =>
    response.on("error", () => {}).resume(),
  );
  request.on("error", () => {});
  await once(request, "close").catch(() => {});
}

for (const [name, giveUp] of Object.entries({
  "the response": (_request: any, response: any, error: Error) => response.destroy(error),
  "the request": (request: any, _response: any, error: Error) => request.destroy(error),
  "the socket": (request: any, _response: any, error: Error) => request.socket.destroy(error),
})) {
  test(`${name} destroyed with an error emits "clientError"`, async () => {
    const mine = new Error("mine");
    const [server, port] = await serve((request, response) => giveUp(request, response, mine));
    const reported: unknown[][] = [];
    server.on("clientError", (error, socket) => {
      reported.push([error, socket.constructor.name]);
      socket.destroy();
    });
    await failingGet(port);
    server.close();
    assert.deepStrictEqual(reported, [[mine, "Socket"]]);
  });
}

test("callbacks of write() and end() get null when everything was sent", async () => {
  const reported: unknown[] = [];
  const [server, port] = await serve((_request, response) => {
    response.write("a", (error: unknown) => reported.push(error));
    response.end("b", (error: unknown) => reported.push(error));
  });
  const request = http.request({ port, host: "127.0.0.1", agent: false, method: "POST" }, (response) =>
    response.resume(),
  );
  request.write("x", (error) => reported.push(error));
  // @ts-expect-error: the published type lacks the error
  request.end("y", (error: unknown) => reported.push(error));
  await once(request, "close");
  server.close();
  assert.deepStrictEqual(reported, [null, null, null, null]);
});

test("a server cannot listen on a path in a folder that is missing: EACCES", async () => {
  const server = http.createServer().listen("/missing-folder/socket");
  const [error] = await once(server, "error");
  assert.strictEqual(error.message, "listen EACCES: permission denied /missing-folder/socket");
  assert.strictEqual(error.code, "EACCES");
  assert.strictEqual(error.errno, -13);
});
