import assert from "node:assert";
import { createPrivateKey, createPublicKey, createSecretKey, generateKeyPair, generateKeyPairSync, KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { test } from "../harness.ts";

// RFC 8410 §10.3.
const ED25519 = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
const ED25519_PUBLIC = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";

test("createPublicKey takes the public half of a private key", () => {
  const key = createPrivateKey(ED25519);
  assert.strictEqual(key.type, "private");
  assert.strictEqual(key.asymmetricKeyType, "ed25519");
  assert.strictEqual(createPublicKey(key).export({ type: "spki", format: "pem" }), ED25519_PUBLIC);
  assert.strictEqual(createPublicKey(ED25519).equals(createPublicKey(ED25519_PUBLIC)), true);
});

test("export and create are inverse for every form of an RSA key", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  for (const type of ["pkcs1", "pkcs8"] as const) {
    for (const format of ["pem", "der"] as const) {
      const written = privateKey.export({ type, format } as any);
      assert.ok(createPrivateKey({ key: written as any, type, format } as any).equals(privateKey), `${type} ${format}`);
    }
  }
  for (const type of ["pkcs1", "spki"] as const) assert.ok(createPublicKey({ key: publicKey.export({ type, format: "der" }), type, format: "der" }).equals(publicKey));
  assert.ok(createPrivateKey({ key: privateKey.export({ format: "jwk" }), format: "jwk" }).equals(privateKey));
  assert.deepStrictEqual(privateKey.asymmetricKeyDetails, { modulusLength: 1024, publicExponent: 65537n });
});

test("an encrypted key needs its passphrase", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  for (const type of ["pkcs8", "sec1"] as const) {
    const pem = privateKey.export({ type, format: "pem", cipher: "aes-128-cbc", passphrase: "secret" });
    assert.ok(createPrivateKey({ key: pem, passphrase: "secret" }).equals(privateKey));
    assert.throws(() => createPrivateKey({ key: pem, passphrase: "wrong" }), { code: "ERR_OSSL_BAD_DECRYPT" });
    assert.throws(() => createPrivateKey(pem), { message: "error:07880109:common libcrypto routines::interrupted or cancelled" });
  }
});

test("wrong arguments have Node's errors", () => {
  assert.throws(() => createPrivateKey("x"), { code: "ERR_OSSL_UNSUPPORTED", message: "error:1E08010C:DECODER routines::unsupported" });
  assert.throws(() => createSecretKey(5 as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createPublicKey({ key: { kty: "EC" }, format: "jwk" }), { code: "ERR_CRYPTO_INVALID_JWK", message: "Invalid JWK EC key" });
  assert.throws(() => createPublicKey(createSecretKey(Buffer.alloc(1))), { code: "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", message: "Invalid key object type secret, expected private." });
  assert.throws(() => new (KeyObject as any)("other"), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => generateKeyPairSync("other" as any, {}), { message: "The argument 'type' must be a supported key type. Received 'other'" });
});

test("a structured clone is the same key", () => {
  const key = createSecretKey(Buffer.from("secret"));
  const clone = structuredClone(key);
  assert.ok(clone !== key && clone instanceof KeyObject && key.equals(clone));
});

test("promisified generateKeyPair gives both keys", async () => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("x25519");
  assert.ok(createPublicKey(privateKey).equals(publicKey));
});

test("a text without a key is refused with OpenSSL's words, each time", () => {
  const expected = {
    name: "Error", code: "ERR_OSSL_UNSUPPORTED", message: "error:1E08010C:DECODER routines::unsupported", library: "DECODER routines", reason: "unsupported",
    opensslErrorStack: ["error:1E08010C:DECODER routines::unsupported"],
  };
  for (const text of ["secret", "", "secret", "-----BEGIN", Buffer.from([0x30, 0x82])]) {
    assert.throws(() => createPrivateKey(text), expected);
    assert.throws(() => createPublicKey(text), expected);
  }
});
