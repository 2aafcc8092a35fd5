import assert from "node:assert";
import {
  constants, createDiffieHellman, createECDH, createSign, createVerify, diffieHellman, ECDH, generateKeyPairSync, getDiffieHellman, privateDecrypt, privateEncrypt,
  publicDecrypt, publicEncrypt, sign, verify, createPrivateKey,
} from "node:crypto";
import { test } from "../harness.ts";

test("sign makes the signature of RFC 8032 §7.1, test 2", () => {
  const key = createPrivateKey({
    key: { kty: "OKP", crv: "Ed25519", d: Buffer.from("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "hex").toString("base64url"), x: Buffer.from("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "hex").toString("base64url") },
    format: "jwk",
  });
  const expected = "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";
  assert.strictEqual(sign(null, Buffer.from("72", "hex"), key).toString("hex"), expected);
});

test("signatures of every kind are verified, and only the right ones", () => {
  const keys = [
    generateKeyPairSync("rsa", { modulusLength: 1024 }), generateKeyPairSync("rsa-pss", { modulusLength: 1024 }), generateKeyPairSync("ec", { namedCurve: "P-384" }),
    generateKeyPairSync("dsa", { modulusLength: 1024, divisorLength: 160 }),
  ];
  for (const { privateKey, publicKey } of keys) {
    const made = createSign("SHA256").update("some ").update("text").sign(privateKey);
    assert.strictEqual(createVerify("RSA-SHA256").update("some text").verify(publicKey, made), true, privateKey.asymmetricKeyType);
    assert.strictEqual(verify("sha256", Buffer.from("some text"), publicKey, made), true);
    assert.strictEqual(verify("sha256", Buffer.from("other text"), publicKey, made), false);
  }
});

test("dsaEncoding and the options of PSS are followed", () => {
  const ec = generateKeyPairSync("ec", { namedCurve: "P-521" });
  const short = sign("sha256", Buffer.from("x"), { key: ec.privateKey, dsaEncoding: "ieee-p1363" });
  assert.strictEqual(short.length, 132);
  assert.ok(verify("sha256", Buffer.from("x"), { key: ec.publicKey, dsaEncoding: "ieee-p1363" }, short));
  assert.ok(!verify("sha256", Buffer.from("x"), ec.publicKey, short));
  const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 };
  const pss = sign("sha256", Buffer.from("x"), { key: rsa.privateKey, ...options });
  assert.ok(verify("sha256", Buffer.from("x"), { key: rsa.publicKey, ...options }, pss));
  assert.ok(!verify("sha256", Buffer.from("x"), { key: rsa.publicKey, ...options, saltLength: 21 }, pss));
});

test("sign rejects wrong arguments", () => {
  assert.throws(() => sign("sha256", Buffer.alloc(1), null as any), { code: "ERR_CRYPTO_SIGN_KEY_REQUIRED", message: "No key provided to sign" });
  assert.throws(() => createSign("nothing"), { code: "ERR_CRYPTO_INVALID_DIGEST", message: "Invalid digest" });
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  assert.throws(() => sign(null, Buffer.alloc(1), publicKey), { code: "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE" });
  assert.throws(() => createSign("sha256").update("x").sign(privateKey), { code: "ERR_CRYPTO_UNSUPPORTED_OPERATION", message: "Unsupported crypto operation" });
});

test("RSA encrypts with OAEP and without a hash", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const options = { oaepHash: "sha256", oaepLabel: Buffer.from("label") };
  const text = publicEncrypt({ key: publicKey, ...options }, Buffer.from("hello"));
  assert.strictEqual(privateDecrypt({ key: privateKey, ...options }, text).toString(), "hello");
  assert.throws(() => privateDecrypt({ key: privateKey, oaepHash: "sha256" }, text), { code: /^ERR_OSSL_/ });
  assert.strictEqual(publicDecrypt(publicKey, privateEncrypt(privateKey, Buffer.from("raw"))).toString(), "raw");
});

test("key agreement gives both sides the same secret", () => {
  for (const kind of ["x25519", "x448"] as const) {
    const [a, b] = [generateKeyPairSync(kind as any), generateKeyPairSync(kind as any)] as any[];
    const secret = diffieHellman({ privateKey: a.privateKey, publicKey: b.publicKey });
    assert.deepStrictEqual(diffieHellman({ privateKey: b.privateKey, publicKey: a.publicKey }), secret);
  }
  const [c, d] = [getDiffieHellman("modp14"), getDiffieHellman("modp14")];
  c.generateKeys();
  d.generateKeys();
  assert.deepStrictEqual(c.computeSecret(d.getPublicKey()), d.computeSecret(c.getPublicKey()));
  const [e, f] = [createECDH("secp256k1"), createECDH("secp256k1")];
  assert.strictEqual(e.generateKeys("hex", "compressed").length, 66);
  f.generateKeys();
  assert.deepStrictEqual(e.computeSecret(f.getPublicKey()), f.computeSecret(e.getPublicKey(null as any, "compressed")));
  assert.deepStrictEqual(ECDH.convertKey(e.getPublicKey("hex", "compressed"), "secp256k1", "hex", "hex", "uncompressed"), e.getPublicKey("hex"));
});

test("Diffie-Hellman rejects wrong arguments", () => {
  assert.throws(() => createECDH("nothing"), { name: "TypeError", code: "ERR_CRYPTO_INVALID_CURVE", message: "Invalid EC curve name" });
  assert.throws(() => getDiffieHellman("nothing"), { code: "ERR_CRYPTO_UNKNOWN_DH_GROUP", message: "Unknown DH group" });
  assert.throws(() => createDiffieHellman({} as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createECDH("prime256v1").getPublicKey(), { message: "Failed to get ECDH public key" });
});
