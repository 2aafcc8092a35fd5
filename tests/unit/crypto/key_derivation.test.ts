import assert from "node:assert";
import { argon2Sync, createHmac, hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from "node:crypto";
import { promisify } from "node:util";
import { test } from "../harness.ts";

const hex = (text: string): Buffer => Buffer.from(text, "hex");

test("pbkdf2 makes the keys of RFC 6070, on and off the thread", async () => {
  assert.strictEqual(
    pbkdf2Sync("password", "salt", 4096, 20, "sha1").toString("hex"),
    "4b007901b765489abead49d926f721d065a429c1",
  );
  const later = await promisify(pbkdf2)("password", "salt", 1, 20, "sha1");
  assert.strictEqual(later.toString("hex"), "0c60c80f961f0e71f3a9b524af6012062fe037a6");
});

// RFC 8018, section 5.2, step by step.
function derive(password: Buffer, salt: Buffer, iterations: number, bytes: number, digest: string): Buffer {
  const mac = (data: Buffer): Buffer => createHmac(digest, password).update(data).digest();
  const blocks: Buffer[] = [];
  for (let block = 1, made = 0; made < bytes; block++) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(block);
    let link = mac(Buffer.concat([salt, number]));
    const sum = Buffer.from(link);
    for (let round = 1; round < iterations; round++) {
      link = mac(link);
      for (let index = 0; index < sum.length; index++) sum[index]! ^= link[index]!;
    }
    blocks.push(sum);
    made += sum.length;
  }
  return Buffer.concat(blocks).subarray(0, bytes);
}

test("pbkdf2 follows its definition with every hash function, short and long passwords, salts and keys", () => {
  for (const digest of [
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "SHA-256",
    "sha384",
    "SHA512",
    "sha512-256",
    "sha3-256",
    "ripemd160",
  ]) {
    for (const password of [Buffer.alloc(0), Buffer.from("p\0ss"), Buffer.alloc(200, 7)]) {
      for (const [salt, iterations, bytes] of [
        [Buffer.alloc(0), 1, 5],
        [Buffer.from("salt"), 3, 150],
        [Buffer.alloc(300, 9), 2, 64],
      ] as const) {
        const expected = derive(password, salt, iterations, bytes, digest).toString("hex");
        assert.strictEqual(
          pbkdf2Sync(password, salt, iterations, bytes, digest).toString("hex"),
          expected,
          `${digest}, ${password.length} bytes`,
        );
      }
    }
  }
});

test("pbkdf2 refuses an empty key, which subtle.deriveBits does not", async () => {
  assert.throws(() => pbkdf2Sync("p", "s", 1, 0, "sha256"), { name: "Error", message: "PBKDF2 derivation failed" });
  await assert.rejects(promisify(pbkdf2)("p", "s", 1, 0, "sha256"), {
    name: "Error",
    message: "PBKDF2 derivation failed",
  });
  const key = await crypto.subtle.importKey("raw", Buffer.from("p"), "PBKDF2", false, ["deriveBits"]);
  assert.strictEqual(
    (
      await crypto.subtle.deriveBits(
        { name: "PBKDF2", hash: "SHA-256", salt: new Uint8Array(1), iterations: 1 },
        key,
        0,
      )
    ).byteLength,
    0,
  );
});

test("pbkdf2 rejects wrong arguments", () => {
  assert.throws(() => pbkdf2Sync("a", "b", 0, 1, "sha1"), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => pbkdf2Sync("a", "b", 1, 1, "nothing"), {
    name: "TypeError",
    code: "ERR_CRYPTO_INVALID_DIGEST",
    message: "Invalid digest: nothing",
  });
  assert.throws(() => pbkdf2Sync(1 as any, "b", 1, 1, "sha1"), { code: "ERR_INVALID_ARG_TYPE" });
});

test("scrypt makes the keys of RFC 7914 §12, on and off the thread", async () => {
  const expected =
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640";
  assert.strictEqual(scryptSync("password", "NaCl", 64, { N: 1024, r: 8, p: 16 }).toString("hex"), expected);
  const later: any = await (promisify(scrypt) as any)("", "", 8, { N: 16, r: 1, p: 1 });
  assert.strictEqual(later.toString("hex"), "77d6576238657b20");
  assert.throws(() => scryptSync("a", "b", 1, { N: 3 }), {
    name: "RangeError",
    code: "ERR_CRYPTO_INVALID_SCRYPT_PARAMS",
  });
});

test("hkdf makes the key of RFC 5869 A.1, on and off the thread", async () => {
  const args = [
    "sha256",
    Buffer.alloc(22, 0x0b),
    hex("000102030405060708090a0b0c"),
    hex("f0f1f2f3f4f5f6f7f8f9"),
    42,
  ] as const;
  const expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865";
  assert.strictEqual(Buffer.from(hkdfSync(...args)).toString("hex"), expected);
  assert.strictEqual(Buffer.from(await promisify(hkdf)(...args)).toString("hex"), expected);
  assert.throws(() => hkdfSync("sha256", "", "", "", 255 * 32 + 1), {
    name: "RangeError",
    code: "ERR_CRYPTO_INVALID_KEYLEN",
  });
});

test("argon2 makes the tag of RFC 9106 §5.3", () => {
  const parameters = {
    message: Buffer.alloc(32, 1),
    nonce: Buffer.alloc(16, 2),
    secret: Buffer.alloc(8, 3),
    associatedData: Buffer.alloc(12, 4),
    parallelism: 4,
    tagLength: 32,
    memory: 32,
    passes: 3,
  };
  assert.strictEqual(
    argon2Sync("argon2id", parameters).toString("hex"),
    "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659",
  );
  assert.throws(() => argon2Sync("argon2id", { ...parameters, memory: 8 }), { code: "ERR_OUT_OF_RANGE" });
});

test("hkdf refuses an empty key", async () => {
  const expected = (error: any): boolean =>
    error.name === "Error" && error.message === "HKDF derivation failed" && error.code === undefined;
  assert.throws(() => hkdfSync("sha256", "key", "salt", "info", 0), expected);
  await assert.rejects(
    new Promise((resolve, reject) =>
      hkdf("sha256", "key", "salt", "info", 0, (error, value) => (error ? reject(error) : resolve(value))),
    ),
    expected,
  );
  assert.strictEqual(hkdfSync("sha256", "key", "salt", "info", 1).byteLength, 1);
});

test("pbkdf2 fills keys longer than a digest, from passwords longer than a block", () => {
  for (const [password, salt, iterations, length, digest, expected] of [
    [
      "password",
      "salt",
      3,
      70,
      "sha256",
      "ad35240ac683febfaf3cd49d845473fbbbaa2437f5f82d5a415ae00ac76c6bfccf9a9b8d6d2fe4a1e700c4460b040dbed692c1cb85a747f35588c08930fcfc41ac4808208606",
    ],
    [
      "p".repeat(200),
      "s".repeat(150),
      3,
      150,
      "sha512",
      "c1498b868262b68a4c50a98f6b74e33960d96860486ae8730ebe61eb3005ebde3292318a83a0fd0edcf604e83117387d3f54e96e5977bab6b53d3de9ac0e5edbdac855747c0b258a4770fc3ed77b98fcacd5c00ed13f7c9a9e1e1390bb61c63ec8057f6d85f48e0d0707b6add8f5dab40feafbb44631ce079c6de5248b4ff9d52e3f607dc76b2b61d4f59ec9d00058f72d5b7363d0d6",
    ],
    ["", "", 1, 32, "sha256", "f7ce0b653d2d72a4108cf5abe912ffdd777616dbbb27a70e8204f3ae2d0f6fad"],
    ["p".repeat(100), "salt", 2, 20, "sha256", "7fb39a0c2291de62231e50ab5f6805b83bab9744"],
  ] as const)
    assert.strictEqual(pbkdf2Sync(password, salt, iterations, length, digest).toString("hex"), expected, digest);
});
