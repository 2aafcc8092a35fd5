// `brio audit signatures`, as npm 11 checks them: the registry's key signs `name@version:integrity` of each version.
import assert from "node:assert";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { test } from "../harness.ts";
import { integrityOf, type TestRegistry, withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KEY = publicKey.export({ type: "spki", format: "der" });
const KEY_ID = `SHA256:${createHash("sha256").update(KEY).digest("base64")}`;

/** Publishes a version with a signature of `signed`; undefined: of what it is. */
function publishSigned(registry: TestRegistry, name: string, signed?: string): void {
  registry.publish(name, { "1.0.0": {} });
  const text = signed ?? `${name}@1.0.0:${integrityOf(registry.tarball(name, "1.0.0"))}`;
  const sig = sign("sha256", Buffer.from(text), privateKey).toString("base64");
  registry.publish(name, { "1.0.0": { dist: { signatures: [{ keyid: KEY_ID, sig }] } } });
}

/** A registry with a key, one signed package, and those that a test adds. */
async function install(registry: TestRegistry, others: string[]): Promise<void> {
  const scheme = "ecdsa-sha2-nistp256";
  const key = { keyid: KEY_ID, keytype: scheme, scheme, key: KEY.toString("base64"), expires: null };
  registry.answers.set("/-/npm/v1/keys", (_, response) => response.end(JSON.stringify({ keys: [key] })));
  publishSigned(registry, "signed");
  const dependencies = Object.fromEntries(["signed", ...others].map((name) => [name, "1.0.0"]));
  registry.write("package.json", { name: "project", version: "1.0.0", dependencies });
  const run = await registry.brio(["install"]);
  assert.strictEqual(run.code, 0, run.stderr);
}

test(
  "audit signatures accepts what the key of the registry signed",
  withRegistry(async (registry) => {
    await install(registry, []);
    const run = await registry.brio(["audit", "signatures"]);
    assert.deepStrictEqual([run.code, run.stderr], [0, ""]);
    assert.match(run.stdout, /^1 of 1 packages have a valid signature/);
  }),
  MILLISECONDS_MAX,
);

test(
  "audit signatures names what has no signature, and what another signature was made for",
  withRegistry(async (registry) => {
    registry.publish("unsigned", { "1.0.0": {} });
    publishSigned(registry, "forged", "forged@1.0.0:sha512-AAAA");
    await install(registry, ["unsigned", "forged"]);
    const run = await registry.brio(["audit", "signatures", "--json"]);
    assert.strictEqual(run.code, 1);
    const { invalid, missing } = JSON.parse(run.stdout);
    assert.deepStrictEqual([invalid.map(nameOf), missing.map(nameOf)], [["forged"], ["unsigned"]]);
  }),
  MILLISECONDS_MAX,
);

test(
  "audit signatures requests the record of the version before that of the package, which is larger",
  withRegistry(async (registry) => {
    await install(registry, []);
    const integrity = integrityOf(registry.tarball("signed", "1.0.0"));
    const sig = sign("sha256", Buffer.from(`signed@1.0.0:${integrity}`), privateKey).toString("base64");
    const dist = { integrity, signatures: [{ keyid: KEY_ID, sig }] };
    registry.answers.set("/signed/1.0.0", (_, response) => response.end(JSON.stringify({ name: "signed", dist })));
    registry.requests.length = 0;
    const run = await registry.brio(["audit", "signatures"]);
    assert.strictEqual(run.code, 0, run.stdout + run.stderr);
    assert.deepStrictEqual(
      registry.requests.map((request) => request.path),
      ["/-/npm/v1/keys", "/signed/1.0.0"],
    );
  }),
  MILLISECONDS_MAX,
);

function nameOf(entry: { name: string }): string {
  return entry.name;
}
