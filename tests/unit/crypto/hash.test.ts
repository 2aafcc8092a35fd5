// node:crypto: createHash, createHmac, hash. Expected values are Node's, and the standards' examples where there are any.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import { once } from "node:events";
import { test } from "../harness.ts";

test("createHash gives the example values of the standards", () => {
  const of = (name: string) => crypto.createHash(name).update("a").update("bc").digest("hex");
  assert.strictEqual(of("md5"), "900150983cd24fb0d6963f7d28e17f72");
  assert.strictEqual(of("SHA1"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  assert.strictEqual(of("sha256"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.strictEqual(of("RSA-SHA256"), of("sha256"));
  assert.strictEqual(of("sha3-256"), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
});

test("createHash is the same for small chunks and for much data", () => {
  const big = Buffer.alloc(100_000, "xyz");
  const whole = crypto.createHash("sha512").update(big).digest("base64");
  const pieces = crypto.createHash("sha512");
  for (let at = 0; at < big.length; at += 999) pieces.update(big.subarray(at, at + 999));
  assert.strictEqual(pieces.digest("base64"), whole);
});

test("update reads the bytes at the time of the call", () => {
  const bytes = Buffer.from("abc");
  const hash = crypto.createHash("md5").update(bytes);
  bytes.fill(0);
  assert.strictEqual(hash.digest("hex"), "900150983cd24fb0d6963f7d28e17f72");
});

test("copy continues from the same state", () => {
  const hash = crypto.createHash("sha1").update("a");
  const copy = hash.copy().update("bc");
  assert.strictEqual(copy.digest("hex"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  assert.strictEqual(hash.update("bc").digest("hex"), "a9993e364706816aba3e25717850c26c9cd0d89d");
});

test("shake128 returns as many bytes as requested", () => {
  assert.strictEqual(crypto.createHash("shake128", { outputLength: 5 }).digest("hex"), "7f9c2ba4e8");
  assert.throws(() => crypto.createHash("sha256", { outputLength: 5 }), {
    code: "ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH",
  });
});

test("hashes are streams", async () => {
  const hash = crypto.createHash("md5");
  hash.end("abc");
  const chunks: Buffer[] = [];
  for await (const chunk of hash) chunks.push(chunk);
  assert.strictEqual(Buffer.concat(chunks).toString("hex"), "900150983cd24fb0d6963f7d28e17f72");
});

test("createHmac gives the values of RFC 4231", () => {
  assert.strictEqual(
    crypto.createHmac("sha256", "Jefe").update("what do ya want for nothing?").digest("hex"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  const longKey = Buffer.alloc(131, 0xaa);
  assert.strictEqual(
    crypto.createHmac("sha256", longKey).update("Test Using Larger Than Block-Size Key - Hash Key First").digest("hex"),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  );
});

test("wrong arguments and finished hashes throw Node's errors", () => {
  assert.throws(() => crypto.createHash("none"), { name: "Error", message: "Digest method not supported" });
  assert.throws(() => crypto.createHmac("none", "k"), {
    name: "TypeError",
    code: "ERR_CRYPTO_INVALID_DIGEST",
    message: "Invalid digest: none",
  });
  assert.throws(() => crypto.createHash(1 as never), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => crypto.createHash("md5").update(1 as never), {
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (1)',
  });
  const hash = crypto.createHash("md5");
  hash.digest();
  assert.throws(() => hash.digest(), { code: "ERR_CRYPTO_HASH_FINALIZED", message: "Digest already called" });
  assert.throws(() => hash.update("a"), { code: "ERR_CRYPTO_HASH_FINALIZED" });
});

test("hash answers in one step", () => {
  assert.strictEqual(crypto.hash("md5", "abc"), "900150983cd24fb0d6963f7d28e17f72");
  assert.ok(Buffer.isBuffer(crypto.hash("md5", "abc", "buffer" as never)));
  assert.throws(() => crypto.hash("none", "a"), { message: "Digest method none is not supported" });
});

for (const [name, make] of [
  ["Hash", () => crypto.createHash("sha1")],
  ["Hmac", () => crypto.createHmac("sha1", "key")],
] as const) {
  test(`a write to a ${name} after its digest is an error of the stream`, async () => {
    const expected = ["ERR_CRYPTO_HASH_UPDATE_FAILED", "Hash update failed"];
    const written = make() as any;
    written.digest();
    const emitted = once(written, "error");
    written.write("x");
    const [error] = await emitted;
    assert.deepStrictEqual([error.code, error.message], expected);

    const ended = make() as any;
    ended.digest("hex");
    ended.on("error", () => {});
    const given: any = await new Promise((resolve) => ended.write("x", resolve));
    assert.deepStrictEqual([given.code, given.message], expected);
    assert.throws(() => ended.update("x"), { code: "ERR_CRYPTO_HASH_FINALIZED" });
  });
}

test("a Hash whose digest was read still streams it, and accepts nothing after its end", async () => {
  const hash = crypto.createHash("sha1").update("abc");
  const hex = hash.digest("hex");
  hash.end();
  const [data] = await once(hash, "data");
  assert.strictEqual(data.toString("hex"), hex);

  const ended = crypto.createHash("sha1");
  ended.end("abc");
  assert.strictEqual(ended.read().toString("hex"), hex);
  assert.throws(() => ended.update("x"), { code: "ERR_CRYPTO_HASH_UPDATE_FAILED" });
  assert.strictEqual(ended.digest("hex"), hex);
  assert.throws(() => ended.digest("hex"), { code: "ERR_CRYPTO_HASH_FINALIZED" });
});

test("MD4 is available with legacy algorithms", () => {
  const program = `console.log(require("crypto").createHash("md4").update("abc").digest("hex"))`;
  const run = (...flags: string[]) => spawnSync(process.execPath, [...flags, "-e", program], { encoding: "utf8" });
  // RFC 1320, A.5
  assert.strictEqual(run("--openssl-legacy-provider").stdout, "a448017aaf21d8525fc10ae87aa6729d\n");
  assert.strictEqual(run().status, 1);
});
