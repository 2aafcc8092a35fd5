// HMAC against its definition (RFC 2104): short and long messages take different paths, and so do the hash functions.
import assert from "node:assert";
import { createHash, createHmac, createSecretKey } from "node:crypto";
import { test } from "../harness.ts";

const { subtle } = crypto;

function codeOf(hash: string, blockBytes: number, key: Uint8Array, message: Uint8Array): string {
  const padded = Buffer.alloc(blockBytes);
  padded.set(key.length > blockBytes ? createHash(hash).update(key).digest() : key);
  const inner = createHash(hash)
    .update(padded.map((byte) => byte ^ 0x36))
    .update(message)
    .digest();
  return createHash(hash)
    .update(padded.map((byte) => byte ^ 0x5c))
    .update(inner)
    .digest("hex");
}

test("HMAC of the Web Cryptography API follows RFC 2104", async () => {
  for (const [name, hash, blockBytes] of [
    ["SHA-1", "sha1", 64],
    ["SHA-256", "sha256", 64],
    ["SHA-384", "sha384", 128],
    ["SHA-512", "sha512", 128],
  ] as const) {
    for (const keyBytes of [1, blockBytes, blockBytes + 1, 1000]) {
      const key = new Uint8Array(keyBytes).fill(keyBytes & 255);
      const handle = await subtle.importKey("raw", key, { name: "HMAC", hash: name }, false, ["sign", "verify"]);
      for (const size of [0, 1, 63, 64, 16_383, 16_384, 100_000]) {
        const message = new Uint8Array(size).map((_, index) => index);
        const code = await subtle.sign("HMAC", handle, message);
        assert.strictEqual(
          Buffer.from(code).toString("hex"),
          codeOf(hash, blockBytes, key, message),
          `${name}, ${keyBytes}, ${size}`,
        );
        assert.strictEqual(await subtle.verify("HMAC", handle, code, message), true);
      }
    }
  }
});

test("createHmac follows RFC 2104, in one chunk and in many", () => {
  const functions = [
    ["md5", 64],
    ["sha1", 64],
    ["sha224", 64],
    ["sha256", 64],
    ["sha384", 128],
    ["sha512", 128],
    ["sha3-224", 144],
    ["sha3-512", 72],
    ["blake2b512", 128],
  ] as const;
  for (const [hash, blockBytes] of functions) {
    for (const keyBytes of [0, 1, blockBytes, blockBytes + 1, 1000]) {
      const key = new Uint8Array(keyBytes).fill(keyBytes & 255);
      for (const size of [0, 1, 200, 16_384, 40_000]) {
        const message = new Uint8Array(size).map((_, index) => index);
        const expected = codeOf(hash, blockBytes, key, message);
        const what = `${hash}, ${keyBytes}, ${size}`;
        assert.strictEqual(createHmac(hash, key).update(message).digest("hex"), expected, what);
        const inPieces = createHmac(hash, createSecretKey(key));
        for (let start = 0; start < size; start += 7_000) inPieces.update(message.subarray(start, start + 7_000));
        assert.deepStrictEqual(inPieces.digest(), Buffer.from(expected, "hex"), what);
      }
    }
  }
});

test("a key or a chunk that changes afterwards does not change the code", () => {
  const expected = createHmac("sha256", "secret").update("message").digest("base64");
  for (const make of [(bytes: Buffer) => bytes, (bytes: Buffer) => new Uint8Array(bytes).buffer]) {
    const key: any = make(Buffer.from("secret"));
    const piece = Buffer.from("message");
    const hmac = createHmac("sha256", key).update(piece);
    piece.fill(0);
    (key instanceof ArrayBuffer ? new Uint8Array(key) : key).fill(0);
    assert.strictEqual(hmac.digest("base64"), expected);
  }
});

test("digests are buffers of their own", () => {
  for (const make of [
    () => createHash("sha256").update("a").digest(),
    () => createHmac("sha512", "a").update("b").digest(),
  ]) {
    const digest = make();
    assert.ok(Buffer.isBuffer(digest));
    assert.deepStrictEqual([digest.byteOffset, digest.buffer.byteLength], [0, digest.length]);
    const again = make();
    digest.fill(0);
    assert.notDeepStrictEqual(again, digest);
  }
});
