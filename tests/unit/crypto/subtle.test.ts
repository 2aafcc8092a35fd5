import assert from "node:assert";
import { createSecretKey, KeyObject } from "node:crypto";
import { test } from "../harness.ts";

const { subtle } = crypto;
const hex = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "hex"));
const toHex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("hex");
const text = new TextEncoder().encode("some text");

test("digest makes the example values of FIPS 180-4", async () => {
  assert.strictEqual(
    toHex(await subtle.digest("sha-256", new TextEncoder().encode("abc"))),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  await assert.rejects(subtle.digest("MD5", text), {
    name: "NotSupportedError",
    message: "Unrecognized algorithm name",
  });
  await assert.rejects((subtle as any).digest("SHA-1"), { name: "TypeError", code: "ERR_MISSING_ARGS" });
  await assert.rejects(subtle.digest("SHA-1", "text" as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
});

test("HMAC makes the code of RFC 4231, test case 2", async () => {
  const key = await subtle.importKey(
    "raw",
    new TextEncoder().encode("Jefe"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign", "verify"],
  );
  const code = await subtle.sign("HMAC", key, new TextEncoder().encode("what do ya want for nothing?"));
  assert.strictEqual(toHex(code), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  assert.strictEqual(await subtle.verify("HMAC", key, code, text), false);
  await assert.rejects(subtle.exportKey("raw", key), { name: "InvalidAccessError", message: "key is not extractable" });
  await assert.rejects(subtle.encrypt({ name: "AES-CBC", iv: new Uint8Array(16) }, key, text), {
    name: "InvalidAccessError",
  });
});

test("AES encrypts and decrypts in every mode", async () => {
  for (const [name, parameters] of [
    ["AES-CBC", { iv: new Uint8Array(16) }],
    ["AES-GCM", { iv: new Uint8Array(12), additionalData: text }],
    ["AES-CTR", { counter: new Uint8Array(16), length: 64 }],
  ] as const) {
    const key = await subtle.generateKey({ name, length: 256 }, true, ["encrypt", "decrypt"]);
    const sealed = await subtle.encrypt({ name, ...parameters } as any, key, text);
    assert.strictEqual(
      new TextDecoder().decode(await subtle.decrypt({ name, ...parameters } as any, key, sealed)),
      "some text",
    );
    const again = await subtle.importKey("jwk", await subtle.exportKey("jwk", key), name, true, ["decrypt"]);
    assert.strictEqual(
      new TextDecoder().decode(await subtle.decrypt({ name, ...parameters } as any, again, sealed)),
      "some text",
    );
  }
});

test("a counter of AES-CTR runs over within its own bits", async () => {
  const key = await subtle.importKey("raw", new Uint8Array(16), "AES-CTR", false, ["encrypt"]);
  const counter = hex("000000000000000000000000000000ff");
  const two = await subtle.encrypt({ name: "AES-CTR", counter, length: 8 }, key, new Uint8Array(32));
  const zero = await subtle.encrypt(
    { name: "AES-CTR", counter: new Uint8Array(16), length: 8 },
    key,
    new Uint8Array(16),
  );
  assert.strictEqual(toHex(two.slice(16)), toHex(zero));
  await assert.rejects(subtle.encrypt({ name: "AES-CTR", counter, length: 1 }, key, new Uint8Array(64)), {
    name: "OperationError",
  });
});

test("ciphertext that is not authentic is an OperationError", async () => {
  const key = await subtle.generateKey({ name: "AES-GCM", length: 128 }, true, ["encrypt", "decrypt"]);
  const sealed = new Uint8Array(await subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, key, text));
  sealed[0]! ^= 1;
  await assert.rejects(subtle.decrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, key, sealed), {
    name: "OperationError",
    message: "The operation failed for an operation-specific reason",
  });
});

test("signatures of every kind are verified, and keys are exported and imported", async () => {
  const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" };
  for (const [algorithm, parameters] of [
    [{ name: "RSASSA-PKCS1-v1_5", ...rsa }, {}],
    [{ name: "RSA-PSS", ...rsa }, { saltLength: 32 }],
    [{ name: "ECDSA", namedCurve: "P-256" }, { hash: "SHA-256" }],
    [{ name: "Ed25519" }, {}],
  ] as const) {
    const { privateKey, publicKey } = (await subtle.generateKey(algorithm as any, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const signing = { name: algorithm.name, ...parameters } as any;
    const signature = await subtle.sign(signing, privateKey, text);
    for (const format of ["spki", "jwk"] as const) {
      const copy = await subtle.importKey(
        format as any,
        await subtle.exportKey(format as any, publicKey),
        algorithm as any,
        true,
        ["verify"],
      );
      assert.strictEqual(await subtle.verify(signing, copy, signature, text), true, `${algorithm.name} ${format}`);
      assert.strictEqual(await subtle.verify(signing, copy, signature, new Uint8Array(3)), false);
    }
    const again = await subtle.importKey(
      "pkcs8",
      await subtle.exportKey("pkcs8", privateKey),
      algorithm as any,
      false,
      ["sign"],
    );
    assert.strictEqual(await subtle.verify(signing, publicKey, await subtle.sign(signing, again, text), text), true);
  }
});

test("bits and keys are derived", async () => {
  const password = await subtle.importKey("raw", new TextEncoder().encode("password"), "PBKDF2", false, [
    "deriveBits",
    "deriveKey",
  ]);
  const salt = new TextEncoder().encode("salt");
  assert.strictEqual(
    toHex(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-1", salt, iterations: 4096 }, password, 160)),
    "4b007901b765489abead49d926f721d065a429c1",
  );
  const key = await subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations: 1 },
    password,
    { name: "AES-GCM", length: 256 },
    true,
    ["encrypt"],
  );
  assert.deepStrictEqual(key.algorithm, { name: "AES-GCM", length: 256 });
  for (const algorithm of [{ name: "ECDH", namedCurve: "P-384" }, { name: "X25519" }]) {
    const [a, b] = (await Promise.all(
      [1, 2].map(() => subtle.generateKey(algorithm as any, false, ["deriveBits"])),
    )) as any[];
    const secret = await subtle.deriveBits({ name: algorithm.name, public: b.publicKey }, a.privateKey, 256);
    assert.strictEqual(
      toHex(await subtle.deriveBits({ name: algorithm.name, public: a.publicKey }, b.privateKey, 256)),
      toHex(secret),
    );
  }
  await assert.rejects(subtle.deriveBits({ name: "PBKDF2", hash: "SHA-1", salt, iterations: 0 }, password, 8), {
    name: "OperationError",
    message: "iterations cannot be zero",
  });
});

test("keys are wrapped and unwrapped", async () => {
  // RFC 3394 §4.1.
  const wrapping = await subtle.importKey("raw", hex("000102030405060708090a0b0c0d0e0f"), "AES-KW", false, [
    "wrapKey",
    "unwrapKey",
  ]);
  const key = await subtle.importKey("raw", hex("00112233445566778899aabbccddeeff"), "AES-CBC", true, ["encrypt"]);
  const wrapped = await subtle.wrapKey("raw", key, wrapping, "AES-KW");
  assert.strictEqual(toHex(wrapped), "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5");
  const back = await subtle.unwrapKey("raw", wrapped, wrapping, "AES-KW", "AES-CBC", true, ["encrypt"]);
  assert.strictEqual(toHex(await subtle.exportKey("raw", back)), "00112233445566778899aabbccddeeff");
  const { publicKey, privateKey } = await subtle.generateKey(
    { name: "RSA-OAEP", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" },
    true,
    ["wrapKey", "unwrapKey"],
  );
  const asJwk = await subtle.wrapKey("jwk", key, publicKey, "RSA-OAEP");
  assert.strictEqual(
    (await subtle.unwrapKey("jwk", asJwk, privateKey, "RSA-OAEP", "AES-CBC", true, ["encrypt"])).type,
    "secret",
  );
});

test("wrong keys and usages are refused", async () => {
  await assert.rejects(subtle.importKey("raw", new Uint8Array(5), "AES-CBC", true, ["encrypt"]), {
    name: "DataError",
    message: "Invalid key length",
  });
  await assert.rejects(subtle.importKey("raw", new Uint8Array(16), "AES-CBC", true, ["sign"]), {
    name: "SyntaxError",
    message: "Unsupported key usage for AES-CBC key",
  });
  await assert.rejects(
    subtle.importKey("spki", new Uint8Array(5), { name: "ECDSA", namedCurve: "P-256" }, true, ["verify"]),
    { name: "DataError", message: "Invalid keyData" },
  );
  await assert.rejects(subtle.generateKey({ name: "ECDSA", namedCurve: "P-1" }, true, ["sign"]), {
    name: "NotSupportedError",
    message: "Unrecognized namedCurve",
  });
  await assert.rejects(subtle.generateKey({ name: "HMAC" } as any, true, ["sign"]), {
    name: "TypeError",
    code: "ERR_MISSING_OPTION",
  });
});

test("a CryptoKey goes to and from a KeyObject, and through the structured clone", async () => {
  const key = createSecretKey(Buffer.alloc(16)).toCryptoKey("AES-CBC", true, ["encrypt"]);
  assert.ok(key instanceof CryptoKey);
  assert.ok(KeyObject.from(key).equals(createSecretKey(Buffer.alloc(16))));
  const clone = structuredClone(key);
  assert.deepStrictEqual(
    [clone.type, clone.algorithm, clone.usages],
    ["secret", { name: "AES-CBC", length: 128 }, ["encrypt"]],
  );
  assert.ok(clone instanceof CryptoKey && clone !== key);
  assert.throws(() => new (CryptoKey as any)(), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
});

test("the algorithm of an HMAC key lists its length before its hash", async () => {
  const made = await subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, true, ["sign"]);
  const read = await subtle.importKey("raw", new Uint8Array(20), { name: "HMAC", hash: "SHA-1" }, true, ["sign"]);
  assert.strictEqual(JSON.stringify(made.algorithm), '{"name":"HMAC","length":512,"hash":{"name":"SHA-256"}}');
  assert.strictEqual(JSON.stringify(read.algorithm), '{"name":"HMAC","length":160,"hash":{"name":"SHA-1"}}');
});
