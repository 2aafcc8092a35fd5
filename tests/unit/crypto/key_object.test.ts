import assert from "node:assert";
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPair,
  generateKeyPairSync,
  KeyObject,
} from "node:crypto";
import { promisify } from "node:util";
import { test } from "../harness.ts";

// RFC 8410 §10.3.
const ED25519 =
  "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
const ED25519_PUBLIC =
  "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n";

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
  for (const type of ["pkcs1", "spki"] as const)
    assert.ok(
      createPublicKey({ key: publicKey.export({ type, format: "der" }), type, format: "der" }).equals(publicKey),
    );
  assert.ok(createPrivateKey({ key: privateKey.export({ format: "jwk" }), format: "jwk" }).equals(privateKey));
  assert.deepStrictEqual(privateKey.asymmetricKeyDetails, { modulusLength: 1024, publicExponent: 65537n });
});

test("an encrypted key needs its passphrase", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  for (const type of ["pkcs8", "sec1"] as const) {
    const pem = privateKey.export({ type, format: "pem", cipher: "aes-128-cbc", passphrase: "secret" });
    assert.ok(createPrivateKey({ key: pem, passphrase: "secret" }).equals(privateKey));
    assert.throws(() => createPrivateKey({ key: pem, passphrase: "wrong" }), { code: "ERR_OSSL_BAD_DECRYPT" });
    assert.throws(() => createPrivateKey(pem), {
      message: "error:07880109:common libcrypto routines::interrupted or cancelled",
    });
  }
});

test("wrong arguments have Node's errors", () => {
  assert.throws(() => createPrivateKey("x"), {
    code: "ERR_OSSL_UNSUPPORTED",
    message: "error:1E08010C:DECODER routines::unsupported",
  });
  assert.throws(() => createSecretKey(5 as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createPublicKey({ key: { kty: "EC" }, format: "jwk" }), {
    code: "ERR_CRYPTO_INVALID_JWK",
    message: "Invalid JWK EC key",
  });
  assert.throws(() => createPublicKey(createSecretKey(Buffer.alloc(1))), {
    code: "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE",
    message: "Invalid key object type secret, expected private.",
  });
  assert.throws(() => new (KeyObject as any)("other"), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => generateKeyPairSync("other" as any, {}), {
    message: "The argument 'type' must be a supported key type. Received 'other'",
  });
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

test("a string without a key is refused with OpenSSL's message, each time", () => {
  const expected = {
    name: "Error",
    code: "ERR_OSSL_UNSUPPORTED",
    message: "error:1E08010C:DECODER routines::unsupported",
    library: "DECODER routines",
    reason: "unsupported",
    opensslErrorStack: ["error:1E08010C:DECODER routines::unsupported"],
  };
  for (const text of ["secret", "", "secret", "-----BEGIN", Buffer.from([0x30, 0x82])]) {
    assert.throws(() => createPrivateKey(text), expected);
    assert.throws(() => createPublicKey(text), expected);
  }
});

test("a private key in DER is read in another form than the program says", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 512 }).privateKey;
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  for (const [key, written] of [
    [rsa, "pkcs1"],
    [rsa, "pkcs8"],
    [ec, "sec1"],
    [ec, "pkcs8"],
  ] as const) {
    const der = key.export({ type: written, format: "der" } as any) as Buffer;
    for (const type of ["pkcs1", "sec1"] as const) {
      assert.ok(createPrivateKey({ key: der, format: "der", type }).equals(key), `${written} read as ${type}`);
      assert.ok(
        createPublicKey({ key: der, format: "der", type } as any).equals(createPublicKey(key)),
        `${written} read as ${type}`,
      );
    }
  }
  const unsupported = {
    code: "ERR_OSSL_UNSUPPORTED",
    message: "error:1E08010C:DECODER routines::unsupported",
    library: "DECODER routines",
    reason: "unsupported",
  };
  const encrypted = rsa.export({ type: "pkcs8", format: "der", cipher: "aes-128-cbc", passphrase: "p" });
  assert.throws(() => createPrivateKey({ key: encrypted, format: "der", type: "pkcs1", passphrase: "p" }), unsupported);
  assert.ok(createPrivateKey({ key: encrypted, format: "der", type: "pkcs8", passphrase: "p" }).equals(rsa));
  assert.throws(
    () =>
      createPrivateKey({
        key: createPublicKey(ec).export({ type: "spki", format: "der" }),
        format: "der",
        type: "sec1",
      }),
    unsupported,
  );
  // PKCS#8 is accepted as such, or refused.
  assert.throws(
    () => createPrivateKey({ key: rsa.export({ type: "pkcs1", format: "der" }), format: "der", type: "pkcs8" }),
    { code: "ERR_OSSL_ASN1_WRONG_TAG" },
  );
});

test("errors for unreadable keys in DER name the expected half", () => {
  const junk = Buffer.from("junk junk");
  const spki = createPublicKey(ED25519_PUBLIC).export({ type: "spki", format: "der" });
  assert.throws(() => createPublicKey({ key: junk, format: "der", type: "spki" }), {
    code: "ERR_OSSL_ASN1_TOO_LONG",
    message: "Failed to read asymmetric key",
  });
  assert.throws(() => createPublicKey({ key: spki, format: "der", type: "pkcs1" }), {
    code: "ERR_OSSL_UNSUPPORTED",
    message: "Failed to read asymmetric key",
  });
  for (const type of ["pkcs1", "pkcs8", "sec1"] as const) {
    assert.throws(() => createPrivateKey({ key: junk, format: "der", type }), {
      code: "ERR_OSSL_ASN1_NOT_ENOUGH_DATA",
      message: "error:0680008E:asn1 encoding routines::not enough data",
    });
    assert.throws(
      () => createPrivateKey({ key: Buffer.alloc(0), format: "der", type }),
      (error: any) => error.message === "Failed to read private key" && error.code === undefined,
    );
  }
});
