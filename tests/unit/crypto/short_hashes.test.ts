// Hashes of short inputs, which take a fast path: strings and bytes, in one chunk and in several, in every encoding.
import assert from "node:assert";
import crypto from "node:crypto";
import { test } from "../harness.ts";

// FIPS 180-4 example: SHA-256 of "abc".
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

test("strings and bytes have the same hash, in one chunk or several", () => {
  const ways = [
    (hash: crypto.Hash) => hash.update("abc"),
    (hash: crypto.Hash) => hash.update("abc", "utf8"),
    (hash: crypto.Hash) => hash.update(Buffer.from("abc")),
    (hash: crypto.Hash) => hash.update("a").update("bc"),
    (hash: crypto.Hash) => hash.update("").update("ab").update(Buffer.from("c")),
    (hash: crypto.Hash) => hash.update(Buffer.from("a")).update("bc"),
    (hash: crypto.Hash) => hash.update("616263", "hex"),
  ];
  for (const way of ways) {
    assert.strictEqual(way(crypto.createHash("sha256")).digest("hex"), ABC);
    assert.strictEqual(way(crypto.createHash("sha256")).digest().toString("hex"), ABC);
    assert.strictEqual(way(crypto.createHash("sha256")).digest("base64"), Buffer.from(ABC, "hex").toString("base64"));
  }
  assert.strictEqual(crypto.hash("sha256", "abc"), ABC);
  assert.strictEqual(
    crypto.hash("sha256", Buffer.from("abc"), "base64url"),
    Buffer.from(ABC, "hex").toString("base64url"),
  );
});

test("text beyond Latin-1 is hashed as UTF-8", () => {
  for (const text of [
    "h\u00e9llo",
    "\u20ac",
    "\ud83d\ude00",
    "lone \ud800 surrogate",
    "\u00ff".repeat(5000),
    "x".repeat(20_000),
  ]) {
    const expected = crypto.createHash("sha1").update(Buffer.from(text)).digest("hex");
    assert.strictEqual(crypto.createHash("sha1").update(text).digest("hex"), expected);
    assert.strictEqual(crypto.createHash("sha1").update(text).update("").digest("hex"), expected);
    assert.strictEqual(crypto.hash("sha1", text), expected);
  }
});

test("a copy is independent, and a finished hash is refused", () => {
  const hash = crypto.createHash("sha256").update("ab");
  const copy = hash.copy();
  assert.strictEqual(hash.update("c").digest("hex"), ABC);
  assert.strictEqual(copy.update("c").digest("hex"), ABC);
  assert.throws(() => hash.digest("hex"), { code: "ERR_CRYPTO_HASH_FINALIZED" });
  assert.throws(() => hash.update("x"), { code: "ERR_CRYPTO_HASH_FINALIZED" });
  assert.throws(() => crypto.createHash("sha256").update(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.strictEqual(crypto.createHash("shake128", { outputLength: 5 }).update("").digest("hex"), "7f9c2ba4e8");
  assert.strictEqual(
    crypto.createHash("sha256").digest("hex"),
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
});
