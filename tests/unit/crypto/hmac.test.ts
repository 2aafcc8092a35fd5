// HMAC against its definition (RFC 2104): short messages and long ones go different ways, and so do the hash functions.
import assert from "node:assert";
import { createHash } from "node:crypto";
import { test } from "../harness.ts";

const { subtle } = crypto;

function codeOf(hash: string, blockBytes: number, key: Uint8Array, message: Uint8Array): string {
  const padded = Buffer.alloc(blockBytes);
  padded.set(key.length > blockBytes ? createHash(hash).update(key).digest() : key);
  const inner = createHash(hash).update(padded.map((byte) => byte ^ 0x36)).update(message).digest();
  return createHash(hash).update(padded.map((byte) => byte ^ 0x5c)).update(inner).digest("hex");
}

test("HMAC of the Web Cryptography API follows RFC 2104", async () => {
  for (const [name, hash, blockBytes] of [["SHA-1", "sha1", 64], ["SHA-256", "sha256", 64], ["SHA-384", "sha384", 128], ["SHA-512", "sha512", 128]] as const) {
    for (const keyBytes of [1, blockBytes, blockBytes + 1, 1000]) {
      const key = new Uint8Array(keyBytes).fill(keyBytes & 255);
      const handle = await subtle.importKey("raw", key, { name: "HMAC", hash: name }, false, ["sign", "verify"]);
      for (const size of [0, 1, 63, 64, 16_383, 16_384, 100_000]) {
        const message = new Uint8Array(size).map((_, index) => index);
        const code = await subtle.sign("HMAC", handle, message);
        assert.strictEqual(Buffer.from(code).toString("hex"), codeOf(hash, blockBytes, key, message), `${name}, ${keyBytes}, ${size}`);
        assert.strictEqual(await subtle.verify("HMAC", handle, code, message), true);
      }
    }
  }
});
