import assert from "node:assert";
import {
  constants,
  createDiffieHellman,
  createECDH,
  createSign,
  createVerify,
  diffieHellman,
  ECDH,
  generateKeyPairSync,
  getDiffieHellman,
  privateDecrypt,
  privateEncrypt,
  publicDecrypt,
  publicEncrypt,
  sign,
  verify,
  createPrivateKey,
} from "node:crypto";
import { test } from "../harness.ts";

test("sign makes the signature of RFC 8032 §7.1, test 2", () => {
  const key = createPrivateKey({
    key: {
      kty: "OKP",
      crv: "Ed25519",
      d: Buffer.from("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "hex").toString("base64url"),
      x: Buffer.from("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "hex").toString("base64url"),
    },
    format: "jwk",
  });
  const expected =
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";
  assert.strictEqual(sign(null, Buffer.from("72", "hex"), key).toString("hex"), expected);
});

test("signatures of every kind are verified, and only the right ones", () => {
  const keys = [
    generateKeyPairSync("rsa", { modulusLength: 1024 }),
    generateKeyPairSync("rsa-pss", { modulusLength: 1024 }),
    generateKeyPairSync("ec", { namedCurve: "P-384" }),
    generateKeyPairSync("dsa", { modulusLength: 1024, divisorLength: 160 }),
  ];
  for (const { privateKey, publicKey } of keys) {
    const made = createSign("SHA256").update("some ").update("text").sign(privateKey);
    assert.strictEqual(
      createVerify("RSA-SHA256").update("some text").verify(publicKey, made),
      true,
      String(privateKey.asymmetricKeyType),
    );
    assert.strictEqual(verify("sha256", Buffer.from("some text"), publicKey, made), true);
    assert.strictEqual(verify("sha256", Buffer.from("other text"), publicKey, made), false);
  }
});

test("dsaEncoding and the options of PSS are respected", () => {
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
  assert.throws(() => sign("sha256", Buffer.alloc(1), null as any), {
    code: "ERR_CRYPTO_SIGN_KEY_REQUIRED",
    message: "No key provided to sign",
  });
  assert.throws(() => createSign("nothing"), { code: "ERR_CRYPTO_INVALID_DIGEST", message: "Invalid digest" });
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  assert.throws(() => sign(null, Buffer.alloc(1), publicKey), { code: "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE" });
  assert.throws(() => createSign("sha256").update("x").sign(privateKey), {
    code: "ERR_CRYPTO_UNSUPPORTED_OPERATION",
    message: "Unsupported crypto operation",
  });
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
  assert.deepStrictEqual(
    ECDH.convertKey(e.getPublicKey("hex", "compressed"), "secp256k1", "hex", "hex", "uncompressed"),
    e.getPublicKey("hex"),
  );
});

test("Diffie-Hellman rejects wrong arguments", () => {
  assert.throws(() => createECDH("nothing"), {
    name: "TypeError",
    code: "ERR_CRYPTO_INVALID_CURVE",
    message: "Invalid EC curve name",
  });
  assert.throws(() => getDiffieHellman("nothing"), {
    code: "ERR_CRYPTO_UNKNOWN_DH_GROUP",
    message: "Unknown DH group",
  });
  assert.throws(() => createDiffieHellman({} as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createECDH("prime256v1").getPublicKey(), { message: "Failed to get ECDH public key" });
});

test("an error of signing is thrown, or passed to a callback when there is one", async () => {
  const data = Buffer.from("x");
  const edwards = generateKeyPairSync("ed25519");
  const rsa = generateKeyPairSync("rsa", { modulusLength: 512 });
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const digest = {
    name: "Error",
    code: "ERR_OSSL_INVALID_DIGEST",
    library: "Provider routines",
    reason: "invalid digest",
    message: "error:1C80007A:Provider routines::invalid digest",
  };
  const context = { name: "Error", code: "ERR_CRYPTO_OPERATION_FAILED", message: "Context parameter is unsupported" };
  const padding = { code: "ERR_OSSL_ILLEGAL_OR_UNSUPPORTED_PADDING_MODE" };
  const cases: [pair: any, options: object, expected: object][] = [
    [edwards, {}, digest],
    [rsa, { context: data }, context],
    [ec, { context: data }, context],
    [rsa, { padding: 99 }, padding],
  ];
  for (const [pair, options, expected] of cases) {
    const key = { key: pair.privateKey, ...options } as any;
    const publicKey = { key: pair.publicKey, ...options } as any;
    assert.throws(() => sign("sha256", data, key), expected);
    assert.throws(() => verify("sha256", data, publicKey, data), expected);
    await assert.rejects(
      new Promise((resolve, reject) =>
        sign("sha256", data, key, (error, value) => (error ? reject(error) : resolve(value))),
      ),
      expected,
    );
    await assert.rejects(
      new Promise((resolve, reject) =>
        verify("sha256", data, publicKey, data, (error, value) => (error ? reject(error) : resolve(value))),
      ),
      expected,
    );
  }
  assert.throws(() => sign("nope", data, rsa.privateKey, () => {}), { code: "ERR_CRYPTO_INVALID_DIGEST" });
  const empty = { key: edwards.privateKey, context: Buffer.alloc(0) } as any;
  assert.deepStrictEqual(sign(null, data, empty), sign(null, data, edwards.privateKey));
});
