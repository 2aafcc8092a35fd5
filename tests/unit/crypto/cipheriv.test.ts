import assert from "node:assert";
import { createCipheriv, createDecipheriv, getCipherInfo, getCiphers } from "node:crypto";
import { test } from "../harness.ts";

const hex = (text: string): Buffer => Buffer.from(text, "hex");

test("createCipheriv makes the ciphertext of SP 800-38A F.2.1 (AES-128-CBC)", () => {
  const cipher = createCipheriv(
    "aes-128-cbc",
    hex("2b7e151628aed2a6abf7158809cf4f3c"),
    hex("000102030405060708090a0b0c0d0e0f"),
  );
  cipher.setAutoPadding(false);
  const made = cipher.update(hex("6bc1bee22e409f96e93d7e117393172a"), undefined, "hex") + cipher.final("hex");
  assert.strictEqual(made, "7649abac8119b246cee98e9b12e9197d");
});

test("createCipheriv makes the tag of the GCM specification's test case 4", () => {
  const cipher = createCipheriv(
    "aes-128-gcm",
    hex("feffe9928665731c6d6a8f9467308308"),
    hex("cafebabefacedbaddecaf888"),
  );
  cipher.setAAD(hex("feedfacedeadbeeffeedfacedeadbeefabaddad2"));
  const text =
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39";
  cipher.update(hex(text));
  cipher.final();
  assert.strictEqual(cipher.getAuthTag().toString("hex"), "5bc94fbc3221a5db94fae95ae7121a47");
});

test("a Decipheriv refuses ciphertext that is not authentic", () => {
  const cipher = createCipheriv("chacha20-poly1305", Buffer.alloc(32), Buffer.alloc(12), { authTagLength: 16 });
  const text = Buffer.concat([cipher.update("secret"), cipher.final()]);
  const tag = cipher.getAuthTag();
  const right = createDecipheriv("chacha20-poly1305", Buffer.alloc(32), Buffer.alloc(12), { authTagLength: 16 });
  right.setAuthTag(tag);
  assert.strictEqual(right.update(text, undefined, "utf8") + right.final("utf8"), "secret");
  const wrong = createDecipheriv("chacha20-poly1305", Buffer.alloc(32), Buffer.alloc(12), { authTagLength: 16 });
  tag[0]! ^= 1;
  wrong.setAuthTag(tag);
  wrong.update(text);
  assert.throws(() => wrong.final(), { name: "Error", message: "Unsupported state or unable to authenticate data" });
});

test("createCipheriv rejects an unknown cipher and wrong lengths with Node's codes", () => {
  assert.throws(() => createCipheriv("nothing", "", ""), {
    code: "ERR_CRYPTO_UNKNOWN_CIPHER",
    message: "Unknown cipher",
  });
  assert.throws(() => createCipheriv("aes-128-cbc", Buffer.alloc(15), Buffer.alloc(16)), {
    name: "RangeError",
    code: "ERR_CRYPTO_INVALID_KEYLEN",
    message: "Invalid key length",
  });
  assert.throws(() => createCipheriv("aes-128-cbc", Buffer.alloc(16), Buffer.alloc(15)), {
    name: "TypeError",
    code: "ERR_CRYPTO_INVALID_IV",
    message: "Invalid initialization vector",
  });
  assert.throws(() => createCipheriv("aes-128-ccm", Buffer.alloc(16), Buffer.alloc(12)), {
    code: "ERR_CRYPTO_INVALID_AUTH_TAG",
    message: "authTagLength required for aes-128-ccm",
  });
});

test("a wrong padding is OpenSSL's error", () => {
  const decipher = createDecipheriv("aes-128-cbc", Buffer.alloc(16), Buffer.alloc(16));
  decipher.update(Buffer.alloc(16));
  assert.throws(
    () => decipher.final(),
    (error: any) => {
      assert.strictEqual(error.message, "error:1C800064:Provider routines::bad decrypt");
      assert.deepStrictEqual(
        [error.code, error.library, error.reason],
        ["ERR_OSSL_BAD_DECRYPT", "Provider routines", "bad decrypt"],
      );
      assert.deepStrictEqual(error.opensslErrorStack, ["error:1C800064:Provider routines::bad decrypt"]);
      return true;
    },
  );
});

test("a Cipheriv is a stream", async () => {
  const cipher = createCipheriv("aes-256-ctr", Buffer.alloc(32, 1), Buffer.alloc(16));
  const decipher = createDecipheriv("aes-256-ctr", Buffer.alloc(32, 1), Buffer.alloc(16));
  cipher.pipe(decipher);
  cipher.end("a text of a stream");
  let text = "";
  for await (const chunk of decipher) text += chunk;
  assert.strictEqual(text, "a text of a stream");
});

test("getCipherInfo describes a cipher by name and number", () => {
  const expected = { mode: "cbc", name: "aes-128-cbc", nid: 419, keyLength: 16, blockSize: 16, ivLength: 16 };
  assert.deepStrictEqual({ ...getCipherInfo("AES128") }, expected);
  assert.deepStrictEqual({ ...getCipherInfo(419) }, expected);
  assert.strictEqual(getCipherInfo("aes-128-cbc", { keyLength: 12 }), undefined);
  assert.strictEqual(getCipherInfo("nothing"), undefined);
  assert.ok(getCiphers().includes("aes-256-gcm"));
});

test("unwrapping data that was not wrapped fails without side effects", () => {
  const key = Buffer.alloc(16, 1);
  for (const [name, ivBytes] of [
    ["id-aes128-wrap-pad", 4],
    ["id-aes128-wrap", 8],
  ] as const) {
    for (const size of [16, 24, 32, 1000, 4096]) {
      for (let count = 0; count < 20; count++) {
        const decipher = createDecipheriv(name, key, Buffer.alloc(ivBytes, 0xa6));
        assert.throws(() => [decipher.update(Buffer.alloc(size, count)), decipher.final()], Error, `${name} ${size}`);
      }
    }
  }
  const cipher = createCipheriv("id-aes128-wrap-pad", key, Buffer.from("a65959a6", "hex"));
  const wrapped = Buffer.concat([cipher.update("twenty-one bytes long"), cipher.final()]);
  const decipher = createDecipheriv("id-aes128-wrap-pad", key, Buffer.from("a65959a6", "hex"));
  assert.strictEqual(Buffer.concat([decipher.update(wrapped), decipher.final()]).toString(), "twenty-one bytes long");
});
