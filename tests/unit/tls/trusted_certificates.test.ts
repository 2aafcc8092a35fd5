// OpenSSL's trusted certificates (`openssl x509 -trustout`) as `ca` and `cert`.
import assert from "node:assert";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";
import { authority, certificate, key } from "./certificates.ts";

const relabeled = (pem: string, label: string): string => pem.replaceAll("CERTIFICATE", label);

// The trust settings follow the certificate: SEQUENCE { SEQUENCE { OID serverAuth } }.
function withSettings(pem: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ""), "base64");
  const settings = Buffer.from("300c300a06082b06010505070301", "hex");
  const body = Buffer.concat([der, settings]).toString("base64").replace(/.{64}/g, "$&\n");
  return `-----BEGIN TRUSTED CERTIFICATE-----\n${body}\n-----END TRUSTED CERTIFICATE-----\n`;
}

async function connects(server: tls.TlsOptions, client: tls.ConnectionOptions): Promise<boolean> {
  const listener = tls.createServer({ key, ...server }, (socket) => socket.end()).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const socket = tls.connect({ port, host: "127.0.0.1", servername: "localhost", ...client });
  try {
    await once(socket, "secureConnect");
    return socket.authorized;
  } finally {
    socket.destroy();
    listener.close();
  }
}

test("a trusted certificate is an authority", async () => {
  for (const ca of [relabeled(authority, "TRUSTED CERTIFICATE"), withSettings(authority)])
    assert.strictEqual(await connects({ cert: certificate }, { ca }), true);
});

test("it may be among others, as bytes, and in a list", async () => {
  const pem = `${certificate}\nsome words\n${withSettings(authority)}`;
  for (const ca of [pem, Buffer.from(pem), [certificate, withSettings(authority)]])
    assert.strictEqual(await connects({ cert: certificate }, { ca }), true);
});

test("a server presents one", async () => {
  assert.strictEqual(await connects({ cert: withSettings(certificate) }, { ca: authority }), true);
});

test("a label that OpenSSL does not know is no authority", async () => {
  await assert.rejects(connects({ cert: certificate }, { ca: relabeled(authority, "OTHER CERTIFICATE") }));
});
