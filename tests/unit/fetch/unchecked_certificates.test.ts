// Certificates that are not checked because the environment says so; the behaviour is that of Node 26.
import assert from "node:assert";
import https from "node:https";
import process from "node:process";
import { test } from "../harness.ts";
import { certificate, key } from "../tls/certificates.ts";

/** What a fetch of a new server gives: its text, or the message of the error. */
async function attempt(): Promise<string> {
  const server = https.createServer({ key, cert: certificate }, (_request, response) => response.end("trusted"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await (await fetch(`https://localhost:${(server.address() as any).port}/`)).text();
  } catch (error: any) {
    return error.message;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("NODE_TLS_REJECT_UNAUTHORIZED counts when it is set while the program runs", async () => {
  const warning = new Promise<any>((resolve) => process.once("warning", resolve));
  assert.strictEqual(await attempt(), "fetch failed");
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  assert.strictEqual(await attempt(), "trusted");
  delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  assert.strictEqual(await attempt(), "fetch failed");
  assert.match((await warning).message, /^Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to '0' makes TLS connections/);
});
