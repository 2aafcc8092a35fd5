// The option `tls` of Bun's fetch, as Bun 1.4.5 has it.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";
import { authority, certificate, key } from "../tls/certificates.ts";

test("authorities may be strings, bytes and files", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-fetch-tls-"));
  const file = path.join(folder, "authority.pem");
  fs.writeFileSync(file, authority);
  const server = Bun.serve({ port: 0, tls: { key, cert: certificate }, fetch: () => new Response("served") });
  try {
    const url = `https://localhost:${server.port}/`;
    for (const ca of [authority, Buffer.from(authority), Bun.file(file), [Bun.file(file)]] as any[]) {
      assert.strictEqual(await (await fetch(url, { tls: { ca } } as any)).text(), "served");
    }
    await assert.rejects(fetch(url));
  } finally {
    await server.stop(true);
    fs.rmSync(folder, { recursive: true });
  }
});

test("the error for a certificate of another name contains the address", async () => {
  const server = Bun.serve({ port: 0, tls: { key, cert: certificate }, fetch: () => new Response("served") });
  const url = `https://127.0.0.2:${server.port}/`;
  await assert.rejects(fetch(url, { tls: { ca: authority } } as any), {
    name: "TypeError",
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
    message: `ERR_TLS_CERT_ALTNAME_INVALID fetching "${url}". For more information, pass \`verbose: true\` in the second argument to fetch()`,
  });
  await server.stop(true);
});
