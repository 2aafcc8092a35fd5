// createMac and getMacs, new in Node 26.
import assert from "node:assert";
import crypto from "node:crypto";
import { test } from "../harness.ts";

const { createMac, getMacs } = crypto as any;

test("codes are those of the standards", () => {
  // RFC 4231, case 2; RFC 4493, example 2; SP 800-185, KMAC sample 1.
  assert.strictEqual(
    createMac("hmac", Buffer.from("Jefe"), { digest: "sha256" })
      .update("what do ya want ")
      .update(Buffer.from("for nothing?"))
      .final("hex"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  const key = Buffer.from("2b7e151628aed2a6abf7158809cf4f3c", "hex");
  assert.strictEqual(
    createMac("cmac", key, { cipher: "aes-128-cbc" })
      .update("6bc1bee22e409f96e93d7e117393172a", "hex")
      .final()
      .toString("hex"),
    "070a16b46b4d4144f79bdd9dd04a287c",
  );
  const kmacKey = Buffer.from(Array.from({ length: 32 }, (_, index) => 0x40 + index));
  assert.strictEqual(
    createMac("kmac-128", crypto.createSecretKey(kmacKey), { outputLength: 32 })
      .update(Buffer.from([0, 1, 2, 3]))
      .final("hex"),
    "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e",
  );
});

test("it is a stream as well", async () => {
  const mac = createMac("hmac", Buffer.from("Jefe"), { digest: "sha256" });
  mac.end("what do ya want for nothing?");
  const chunks = await mac.toArray();
  assert.strictEqual(
    Buffer.concat(chunks).toString("hex"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test("an ended code and wrong arguments are refused", () => {
  const mac = createMac("hmac", Buffer.from("k"), { digest: "sha1" });
  assert.throws(() => mac.update(5), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => mac.final("none"), { code: "ERR_INVALID_ARG_VALUE" });
  mac.final();
  assert.throws(() => mac.final(), { code: "ERR_CRYPTO_MAC_FINALIZED", message: "MAC already finalized" });
  assert.throws(() => mac.update("x"), { code: "ERR_CRYPTO_MAC_FINALIZED" });
  assert.throws(() => createMac(5, Buffer.alloc(1)), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createMac("", Buffer.alloc(1)), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => createMac("hmac", "text"), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => createMac("hmac", Buffer.alloc(1), { outputLength: -1 }), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => createMac("none", Buffer.alloc(1)), {
    name: "TypeError",
    code: "ERR_CRYPTO_INVALID_MAC",
    message: "Invalid MAC: none",
  });
  assert.throws(() => createMac("cmac", Buffer.alloc(3), { cipher: "aes-128-cbc" }), {
    code: "ERR_OSSL_EVP_INVALID_KEY_LENGTH",
    reason: "invalid key length",
  });
});

test("the names are listed", () => {
  const names = getMacs();
  for (const name of ["hmac", "cmac", "gmac"]) assert.ok(names.includes(name), name);
});
