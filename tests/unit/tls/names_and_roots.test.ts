// Names of servers and certificates, roots that the environment adds, and TLS inside TLS.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";
import { authority, certificate, key } from "./certificates.ts";

async function listening(server: tls.Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as net.AddressInfo).port;
}

function run(program: string, flags: string[], env: Record<string, string> = {}): { stdout: string; stderr: string } {
  return spawnSync(process.execPath, [...flags, "-e", program], { encoding: "utf8", env: { ...process.env, ...env } });
}

test("an address is not a server name", () => {
  for (const servername of ["127.0.0.1", "::1"]) {
    const message = `The property 'options.servername' Setting the TLS ServerName to an IP address is not permitted.. Received '${servername}'`;
    assert.throws(() => tls.connect({ port: 1, servername }), { code: "ERR_INVALID_ARG_VALUE", message });
  }
});

test("a network in a certificate matches no address", () => {
  const error: any = tls.checkServerIdentity("8.8.8.8", {
    subject: { CN: "8.8.8.8" },
    subjectaltname: "IP Address:8.8.8.0/24",
  } as any);
  assert.strictEqual(error.reason, "IP: 8.8.8.8 is not in the cert's list: ");
});

test("the list of ciphers of the command line is the default", () => {
  const { stdout } = run("console.log(crypto.constants.defaultCipherList, tls.DEFAULT_CIPHERS)", [
    "--tls-cipher-list=ABC",
  ]);
  assert.strictEqual(stdout.trim(), "ABC ABC");
});

test("extra roots end with a line break, and a missing file of them is a warning", () => {
  const folder = mkdtempSync("/tmp/roots-test-");
  try {
    writeFileSync(`${folder}/a.pem`, authority);
    const { stdout } = run("console.log(JSON.stringify(tls.getCACertificates('extra')))", [], {
      NODE_EXTRA_CA_CERTS: `${folder}/a.pem`,
    });
    assert.deepStrictEqual(
      JSON.parse(stdout).map((pem: string) => pem.slice(-26)),
      ["-----END CERTIFICATE-----\n"],
    );
    const { stderr } = run("tls.createServer({})", [], { NODE_EXTRA_CA_CERTS: `${folder}/missing` });
    assert.match(stderr, /Warning: Ignoring extra certs from `.*missing`, load failed: .*No such file or directory/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the chain of a peer is available as X509Certificates, and so is the result of the verification", async () => {
  const server = tls.createServer({ key, cert: `${certificate}\n${authority}` }, (socket) => socket.end());
  const port = await listening(server);
  const socket: any = tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const peer = socket.getPeerX509Certificate();
  assert.ok(peer instanceof X509Certificate);
  assert.ok(peer.issuerCertificate instanceof X509Certificate);
  assert.strictEqual(peer.issuerCertificate!.subject, peer.issuer);
  assert.strictEqual(typeof socket.ssl.verifyError().code, "string");
  socket.destroy();
  server.close();
});

test("a session runs over one whose handshake is not done yet", async () => {
  const inner = tls.createServer({ key, cert: certificate }, (socket) => socket.end("hello"));
  const innerPort = await listening(inner);
  const outer = tls.createServer({ key, cert: certificate }, (socket) => {
    const target = net.connect(innerPort, "127.0.0.1");
    target.pipe(socket).pipe(target);
    for (const stream of [target, socket]) stream.on("error", () => {});
  });
  const port = await listening(outer);
  const under = tls.connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  const socket = tls.connect({ socket: under, rejectUnauthorized: false });
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  await once(socket, "end");
  assert.strictEqual(text, "hello");
  for (const stream of [socket, under]) stream.destroy();
  outer.close();
  inner.close();
});

test("the suites of TLS 1.3 are known ciphers", () => {
  const ciphers = tls.getCiphers();
  for (const name of ["tls_aes_128_ccm_8_sha256", "tls_aes_128_ccm_sha256", "tls_aes_256_gcm_sha384"])
    assert.ok(ciphers.includes(name), name);
  assert.deepStrictEqual(ciphers, [...new Set(ciphers)].sort());
});
