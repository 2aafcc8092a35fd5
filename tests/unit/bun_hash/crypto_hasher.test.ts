// Bun.CryptoHasher, Bun.SHA256 and the other classes of hashes, Bun.hash. Expected values are those of Bun 1.4.5 and of the standards.
import assert from "node:assert";
import { test } from "../harness.ts";

const isThere = typeof Bun !== "undefined";
const testBun = (name: string, fn: () => void): void => test(name, isThere ? fn : () => {});

testBun("CryptoHasher makes the example values of the standards", () => {
  const of = (name: string): string =>
    new Bun.CryptoHasher(name as Bun.SupportedCryptoAlgorithms).update("a").update("bc").digest("hex");
  assert.strictEqual(of("sha256"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.strictEqual(of("md4"), "a448017aaf21d8525fc10ae87aa6729d");
  assert.strictEqual(of("SHA-1"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  assert.strictEqual(
    Bun.CryptoHasher.hash("blake2b256", "a", "hex"),
    "8928aae63c84d87ea098564d1e03ad813f107add474e56aedd286349c0c03ea4",
  );
  assert.strictEqual(Bun.CryptoHasher.hash("md5", new Uint8Array([97]), "hex"), "0cc175b9c0f1b6a831c399e269772661");
});

testBun("CryptoHasher begins anew after digest, and copies its state", () => {
  const hasher = new Bun.CryptoHasher("sha256");
  hasher.update("a");
  const copy = hasher.copy();
  copy.update("b");
  assert.strictEqual(hasher.digest("hex"), "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
  assert.strictEqual(copy.digest("hex"), "fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603");
  assert.strictEqual(hasher.digest("hex"), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.strictEqual(hasher.algorithm, "sha256");
  assert.strictEqual(hasher.byteLength, 32);
});

testBun("CryptoHasher with a key is an HMAC that ends with its digest", () => {
  const hasher = new Bun.CryptoHasher("sha256", "key").update("a");
  assert.strictEqual(hasher.copy().digest("hex"), "780c3db4ce3de5b9e55816fba98f590631d96c075271b26976238d5f4444219b");
  hasher.digest();
  assert.throws(() => hasher.update("b"), { message: "HMAC has been consumed and is no longer usable" });
});

testBun("CryptoHasher rejects wrong arguments", () => {
  assert.throws(() => new Bun.CryptoHasher("x" as never), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: "Unsupported algorithm x",
  });
  assert.throws(() => new (Bun.CryptoHasher as any)(), { message: "algorithm must be a string" });
  assert.throws(() => new Bun.CryptoHasher("md5").update(5 as never), {
    message: "input must be a string, ArrayBuffer, ArrayBufferView or Blob",
  });
  assert.throws(() => new Bun.CryptoHasher("md5").digest("x" as never), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "Unknown encoding: x",
  });
  assert.throws(() => Bun.CryptoHasher.hash("md5", "a", new Uint8Array(2)), {
    message: "TypedArray must be at least 16 bytes",
  });
});

testBun("the classes of one function hash once", () => {
  assert.strictEqual(Bun.SHA256.hash("a", "hex"), "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
  const hasher = new Bun.SHA1().update("a");
  assert.strictEqual(hasher.digest("base64"), "hvfkN/qlp/zhXR3cuerq6jd2Z7g=");
  assert.throws(() => hasher.digest(), {
    code: "ERR_INVALID_STATE",
    message: "SHA1 hasher already digested, create a new instance to digest again",
  });
  assert.strictEqual(Bun.SHA512_256.byteLength, 32);
  assert.strictEqual(Bun.sha("a", "hex"), "455e518824bc0601f9fb858ff5c37d417d67c2f8e0df2babe4808858aea830f8");
});

testBun("hash is wyhash, and its members are the others", () => {
  assert.strictEqual(Bun.hash("hello"), 1019145960556548909n);
  assert.strictEqual(Bun.hash("hello", 5n), 7929786964931923863n);
  assert.strictEqual(Bun.hash.crc32("abcde"), 0x8587d865);
  assert.strictEqual(Bun.hash.adler32("abcde"), 0x5c801f0);
  assert.strictEqual(Bun.hash.cityHash32("abcde"), 0xa3f366ac);
  assert.strictEqual(Bun.hash.cityHash64("hello", 7n), 11790185714244580162n);
  assert.strictEqual(Bun.hash.xxHash32("hello", 7), 2401278968);
  assert.strictEqual(Bun.hash.xxHash64("hello", 7 as never), 15215747102484418094n);
  assert.strictEqual(Bun.hash.xxHash3("hello", 7 as never), 2263127920094649883n);
  assert.strictEqual(Bun.hash.murmur32v2("hello", 7), 88108689);
  assert.strictEqual(Bun.hash.murmur32v3("hello", 7), 3592436587);
  assert.strictEqual(Bun.hash.murmur64v2("hello", 7 as never), 1223482369172409430n);
  assert.strictEqual(Bun.hash.rapidhash("hello", 7 as never), 8029758402827414062n);
  assert.throws(() => (Bun.hash as any)(), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "data must be a string, ArrayBuffer, ArrayBufferView or Blob",
  });
});
