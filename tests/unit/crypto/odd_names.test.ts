// Names with null bytes, and invalid paddings.
import assert from "node:assert";
import crypto from "node:crypto";
import { test } from "../harness.ts";

test("a name with a null byte is unknown, wherever it is given", () => {
  assert.throws(() => crypto.createCipheriv("a\0b", Buffer.alloc(16), null), {
    code: "ERR_CRYPTO_UNKNOWN_CIPHER",
    message: "Unknown cipher",
  });
  assert.strictEqual(crypto.getCipherInfo("a\0b"), undefined);
  assert.throws(() => crypto.createECDH("a\0b"), { name: "TypeError", code: "ERR_CRYPTO_INVALID_CURVE" });
  assert.throws(() => crypto.ECDH.convertKey("aa", "a\0b", "hex"), { code: "ERR_CRYPTO_INVALID_CURVE" });
  assert.throws(() => crypto.generateKeyPairSync("ec", { namedCurve: "a\0b" }), { code: "ERR_CRYPTO_INVALID_CURVE" });
  const privateKeyEncoding = { type: "pkcs8", format: "pem", cipher: "a\0b", passphrase: "x" } as const;
  assert.throws(
    () =>
      crypto.generateKeyPairSync("ed25519", { privateKeyEncoding, publicKeyEncoding: { type: "spki", format: "pem" } }),
    { code: "ERR_CRYPTO_UNKNOWN_CIPHER" },
  );
});

test("an unknown padding is an error, and no signature with another", () => {
  const { privateKey } = crypto.generateKeyPairSync("rsa", { modulusLength: 512 });
  const expected = {
    code: "ERR_OSSL_ILLEGAL_OR_UNSUPPORTED_PADDING_MODE",
    reason: "illegal or unsupported padding mode",
  };
  assert.throws(() => crypto.createSign("sha256").update("x").sign({ key: privateKey, padding: 99 }), expected);
  assert.throws(() => crypto.sign("sha256", Buffer.from("x"), { key: privateKey, padding: 99 }), expected);
});

test("a Sign that has signed is used up", () => {
  const { privateKey } = crypto.generateKeyPairSync("ed25519");
  const rsa = crypto.generateKeyPairSync("rsa", { modulusLength: 512 }).privateKey;
  const sign = crypto.createSign("sha256").update("x");
  sign.sign(rsa);
  assert.throws(() => sign.sign(rsa), { code: "ERR_CRYPTO_INVALID_STATE", message: "Not initialised" });
  assert.throws(() => sign.update("x"), { code: "ERR_CRYPTO_INVALID_STATE" });
  assert.ok(privateKey);
});

test("ECDH accepts the names of getCurves() only; key generation accepts more", () => {
  const expected = { name: "TypeError", code: "ERR_CRYPTO_INVALID_CURVE", message: "Invalid EC curve name" };
  const point = crypto.createECDH("prime256v1").generateKeys();
  for (const name of ["P-256", "B-163", "PRIME256V1", "sm2", "secp256r1", "1.2.840.10045.3.1.7", ""]) {
    assert.throws(() => crypto.createECDH(name), expected, name);
    assert.throws(() => crypto.ECDH.convertKey(point, name), expected, name);
  }
  for (const name of ["P-256", "prime256v1", "PRIME256V1"]) {
    assert.deepStrictEqual(crypto.generateKeyPairSync("ec", { namedCurve: name }).publicKey.asymmetricKeyDetails, {
      namedCurve: "prime256v1",
    });
  }
  for (const name of ["p-256", "secp256r1", "1.2.840.10045.3.1.7"])
    assert.throws(() => crypto.generateKeyPairSync("ec", { namedCurve: name }), expected, name);
});
