// Which connections `https.Server` closes when it closes: the idle ones, as http.Server. https://nodejs.org/api/http.html#serverclosecallback
import assert from "node:assert";
import { once } from "node:events";
import https from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "../harness.ts";
import { certificate as cert, key } from "../tls/certificates.ts";

/** Whether the connection of a client that has sent `text` is open a short time after the server's `close()`. */
async function staysOpen(text: string): Promise<boolean> {
  const server = https.createServer({ cert, key }, (_request, response) => response.end("done"));
  await once(server.listen(0), "listening");
  const { port } = server.address() as AddressInfo;
  const client = tls.connect({ port, host: "localhost", rejectUnauthorized: false }).resume();
  client.on("error", () => {});
  await once(client, "secureConnect");
  if (text !== "") client.write(text);
  await delay(100);
  const closed = once(server, "close");
  let isOpen = true;
  client.on("close", () => (isOpen = false));
  server.close();
  await delay(200);
  const result = isOpen;
  client.destroy();
  await closed;
  return result;
}

test("a connection in the middle of a request's head is not idle", async () => {
  assert.strictEqual(await staysOpen("GET / HT"), true);
  assert.strictEqual(await staysOpen("GET / HTTP/1.1\r\nHost: localhost\r\n"), true);
  assert.strictEqual(await staysOpen("GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT"), true);
});

test("a connection without a request, and one after its response, are idle", async () => {
  assert.strictEqual(await staysOpen(""), false);
  assert.strictEqual(await staysOpen("\r\n"), false);
  assert.strictEqual(await staysOpen("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"), false);
});
