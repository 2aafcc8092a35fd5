// Interim responses belong before the head.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "../harness.ts";

test("writeContinue, writeProcessing and writeEarlyHints after the head are refused", async () => {
  const codes: string[] = [];
  const server = http
    .createServer((_request, response) => {
      response.writeHead(200);
      for (const write of [
        () => response.writeContinue(),
        () => response.writeProcessing(),
        () => response.writeEarlyHints({ link: "</a>; rel=preload" }),
      ]) {
        try {
          write();
          codes.push("none");
        } catch (error: any) {
          codes.push(`${error.code} ${error.message}`);
        }
      }
      response.end("ok");
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  assert.strictEqual(await response.text(), "ok");
  assert.deepStrictEqual(
    codes,
    Array(3).fill("ERR_HTTP_HEADERS_SENT Cannot write headers after they are sent to the client"),
  );
  server.close();
});
