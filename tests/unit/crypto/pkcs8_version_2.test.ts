// Private keys as OneAsymmetricKey (RFC 5958): PKCS#8 of version 2, which holds the public key too.
import assert from "node:assert";
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  webcrypto,
  type KeyObject,
} from "node:crypto";
import { test } from "../harness.ts";

const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([
    Buffer.from(content.length < 128 ? [tag, content.length] : [tag, 0x81, content.length]),
    content,
  ]);
};

/** The elements of the version 1 of a key: version, algorithm, private key. */
function partsOf(key: KeyObject): Buffer[] {
  const der = key.export({ format: "der", type: "pkcs8" });
  const parts: Buffer[] = [];
  for (let at = 2; at < der.length; at += 2 + der[at + 1]!) parts.push(der.subarray(at, at + 2 + der[at + 1]!));
  return parts;
}

/** The key as version 2, with what follows the private key. */
function version2(key: KeyObject, publicKey: Uint8Array, attributes: Buffer[] = [], tag = 0x81): Buffer {
  const [, algorithm, privateKey] = partsOf(key);
  const bits = tag === 0x81 ? tlv(tag, Buffer.from([0]), publicKey) : tlv(tag, tlv(3, Buffer.from([0]), publicKey));
  return tlv(0x30, Buffer.from([2, 1, 1]), algorithm!, privateKey!, ...attributes, bits);
}

const pemOf = (der: Buffer) =>
  `-----BEGIN PRIVATE KEY-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END PRIVATE KEY-----\n`;

for (const [type, name, usages] of [
  ["ed25519", "Ed25519", ["sign"]],
  ["x25519", "X25519", ["deriveBits"]],
] as const) {
  test(`${type}: version 2 is read as DER, as PEM and by Web Crypto, and exported as version 1`, async () => {
    const { publicKey, privateKey } = generateKeyPairSync(type as "ed25519");
    const spki = publicKey.export({ format: "der", type: "spki" });
    const version1 = privateKey.export({ format: "der", type: "pkcs8" });
    const point = spki.subarray(12);
    const forms = [
      version2(privateKey, point),
      version2(privateKey, point, [tlv(0xa0)]),
      version2(privateKey, point, [], 0xa1),
    ];
    for (const der of forms) {
      const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
      assert.strictEqual(key.asymmetricKeyType, type);
      assert.deepStrictEqual(key.export({ format: "der", type: "pkcs8" }), version1);
      assert.deepStrictEqual(createPublicKey(key).export({ format: "der", type: "spki" }), spki);
      assert.ok(createPrivateKey(pemOf(der)).equals(privateKey));
      assert.deepStrictEqual(createPublicKey(pemOf(der)).export({ format: "der", type: "spki" }), spki);
      const imported = await webcrypto.subtle.importKey("pkcs8", new Uint8Array(der), name, true, [...usages]);
      assert.deepStrictEqual(Buffer.from(await webcrypto.subtle.exportKey("pkcs8", imported)), version1);
      if (type === "ed25519") assert.ok(verify(null, Buffer.from("m"), publicKey, sign(null, Buffer.from("m"), key)));
    }
  });
}

test("a public key in version 1, and a later version, are refused", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const der = version2(privateKey, publicKey.export({ format: "der", type: "spki" }).subarray(12));
  for (const version of [0, 2]) {
    der[4] = version;
    assert.throws(() => createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
    assert.throws(() => createPrivateKey(pemOf(der)));
    await assert.rejects(webcrypto.subtle.importKey("pkcs8", new Uint8Array(der), "Ed25519", true, ["sign"]), {
      name: "DataError",
    });
  }
});
