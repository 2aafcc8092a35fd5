// Keys whose curve is written out instead of named (RFC 3279 §2.3.5), which some tools still write.
import assert from "node:assert";
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { test } from "../harness.ts";

test("the curve of a key with explicit parameters is recognized", () => {
  for (const namedCurve of ["prime256v1", "secp384r1", "secp256k1"]) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve, paramEncoding: "explicit" });
    assert.deepStrictEqual(privateKey.asymmetricKeyDetails, { namedCurve });
    assert.deepStrictEqual(publicKey.asymmetricKeyDetails, { namedCurve });
    const again = createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" }));
    assert.deepStrictEqual(createPublicKey(again).asymmetricKeyDetails, { namedCurve });
    assert.ok(verify("sha256", Buffer.from("text"), publicKey, sign("sha256", Buffer.from("text"), again)));
  }
});

test("a key with a named curve is unchanged", () => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-521" });
  assert.deepStrictEqual(publicKey.asymmetricKeyDetails, { namedCurve: "secp521r1" });
});
