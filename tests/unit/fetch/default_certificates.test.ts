// fetch trusts the certificates of tls.setDefaultCACertificates; the behaviour is that of Node 26.
import assert from "node:assert";
import https from "node:https";
import tls from "node:tls";
import { test } from "../harness.ts";
import { authority, certificate, key } from "../tls/certificates.ts";
import { attempt } from "./secure_attempt.ts";

test("the default roots may change while the program runs", async () => {
  const before = tls.getCACertificates("default");
  assert.strictEqual(await attempt(), "fetch failed");
  tls.setDefaultCACertificates([authority]);
  assert.strictEqual(await attempt(), "trusted");
  tls.setDefaultCACertificates([]);
  assert.strictEqual(await attempt(), "fetch failed");
  tls.setDefaultCACertificates(before);
});

test("an origin that was refused is trusted once its root is", async () => {
  const server = https.createServer({ key, cert: certificate }, (_request, response) => response.end("trusted"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://localhost:${(server.address() as any).port}/`;
  await assert.rejects(fetch(url));
  tls.setDefaultCACertificates([authority]);
  assert.strictEqual(await (await fetch(url)).text(), "trusted");
  server.closeAllConnections();
  server.close();
});
