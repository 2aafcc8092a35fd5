// Registries that require a certificate of the client.
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { test } from "../harness.ts";
import { integrityOf, withRegistry, type TestRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

/** Makes a certificate that signs itself, in `NAME.pem`, and its key in `NAME.key`. */
async function makeCertificate(registry: TestRegistry, name: string): Promise<void> {
  const [key, certificate] = [join(registry.folder, `${name}.key`), join(registry.folder, `${name}.pem`)];
  const names = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", key, "-out", certificate];
  const run = await registry.run("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    ...files,
    ...names,
  ]);
  assert.strictEqual(run.code, 0, run.stderr);
}

test(
  "certfile and keyfile of a registry, and cert and key, are presented to it",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    await makeCertificate(registry, "server");
    await makeCertificate(registry, "client");
    const pem = (name: string) => readFileSync(join(registry.folder, name), "utf8");
    const options = { key: pem("server.key"), cert: pem("server.pem"), ca: pem("client.pem") };
    const subjects: string[] = [];
    const server = createServer({ ...options, requestCert: true, rejectUnauthorized: true }, (request, response) => {
      subjects.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
      const tarball = registry.tarball("a", "1.0.0");
      if (request.url?.endsWith(".tgz")) return response.end(tarball);
      const dist = { tarball: `${address}a/-/a-1.0.0.tgz`, integrity: integrityOf(tarball) };
      const versions = { "1.0.0": { name: "a", version: "1.0.0", dist } };
      const time = { "1.0.0": "2020-01-01T00:00:00.000Z" };
      response.end(JSON.stringify({ name: "a", "dist-tags": { latest: "1.0.0" }, versions, time }));
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const address = `https://localhost:${port}/`;
    try {
      registry.write("package.json", { name: "app", dependencies: { a: "1" } });
      const install = (settings: string) => {
        const usual = `registry=${address}\ncafile=${join(registry.folder, "server.pem")}\nfetch-retries=0\n`;
        writeFileSync(join(registry.project, ".npmrc"), usual + settings);
        return registry.brio(["install", "--force", "--no-package-lock"]);
      };
      const refused = await install("");
      assert.strictEqual(refused.code, 1);
      assert.match(refused.stderr, new RegExp(`requires a certificate of the client[^]*//localhost:${port}/:certfile`));
      const file = (name: string) => join(registry.folder, name);
      const scope = `//localhost:${port}/`;
      const ofHost = await install(`${scope}:certfile=${file("client.pem")}\n${scope}:keyfile=${file("client.key")}\n`);
      assert.strictEqual(ofHost.code, 0, ofHost.stderr);
      assert.deepStrictEqual([...new Set(subjects)], ["client"]);
      const inline = (name: string) => JSON.stringify(pem(name));
      const usual = await install(`cert=${inline("client.pem")}\nkey=${inline("client.key")}\n`);
      assert.strictEqual(usual.code, 0, usual.stderr);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }),
  SECONDS_MAX,
);
