// Requests that fail or are destroyed: the arguments of their callbacks, and `errored`.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import { test } from "../harness.ts";
import { unusedPort } from "../unused_port.ts";

test("callbacks of write() and end() get the error of a refused connection", async () => {
  const request = http.request({ port: await unusedPort(), host: "127.0.0.1", method: "POST" });
  const codes: string[] = [];
  request.on("error", (error: any) => codes.push(error.code));
  request.write("a", (error: any) => codes.push(error.code));
  // @ts-expect-error: the published type lacks the error
  request.end("b", (error: any) => codes.push(error.code));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepStrictEqual(codes, [
    "ECONNREFUSED",
    "ERR_SOCKET_CLOSED_BEFORE_CONNECTION",
    "ERR_SOCKET_CLOSED_BEFORE_CONNECTION",
  ]);
});

test("`errored` of a destroyed request stays null", async () => {
  const request = http.request({ port: 1, host: "127.0.0.1" });
  const reported = once(request, "close").catch((error) => error);
  request.destroy(new Error("mine"));
  assert.strictEqual(request.errored, null);
  assert.strictEqual((await reported).message, "mine");
  assert.strictEqual(request.errored, null);
  assert.strictEqual(request.destroyed, true);
});

test("a request without a socket is destroyed when it closes", async () => {
  const agent: any = new http.Agent();
  agent.createSocket = (_request: unknown, _options: unknown, callback: (error: Error) => void) =>
    callback(new Error("none"));
  const request = http.request({ agent }).on("error", () => {});
  await new Promise<void>((resolve) => request.on("close", resolve));
  assert.strictEqual(request.destroyed, true);
});
