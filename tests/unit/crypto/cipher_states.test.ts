// The states of a cipher: modes that need their complete input at once, and additional data before the input.
import assert from "node:assert";
import { type CipherGCM, createCipheriv, createDecipheriv } from "node:crypto";
import { test } from "../harness.ts";

const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => index + 1));
const WHOLE: [name: string, keyBytes: number, ivBytes: number][] = [
  ["aes-128-xts", 32, 16],
  ["aes-256-xts", 64, 16],
  ["id-aes128-wrap", 16, 8],
  ["aes256-wrap", 32, 8],
  ["id-aes128-wrap-pad", 16, 4],
];
const CANNOT_ADD = { name: "Error", message: "Trying to add data in unsupported state" };

for (const [name, keyBytes, ivBytes] of WHOLE) {
  test(`${name} accepts its input in one update`, () => {
    const text = bytes(32);
    const key = bytes(keyBytes);
    const iv = bytes(ivBytes);
    const cipher = createCipheriv(name, key, iv);
    const packed = cipher.update(text);
    for (const more of [text, Buffer.alloc(0)]) assert.throws(() => cipher.update(more), CANNOT_ADD);
    assert.strictEqual(cipher.final().length, 0);
    assert.throws(() => createCipheriv(name, key, iv).final(), { message: "Unsupported state" });

    const decipher = createDecipheriv(name, key, iv);
    assert.deepStrictEqual(decipher.update(packed), text);
    assert.throws(() => decipher.update(packed), CANNOT_ADD);
    assert.strictEqual(decipher.final().length, 0);
  });
}

test("input of a wrong length is refused, and valid input may follow", () => {
  for (const [name, keyBytes, ivBytes, wrong] of [
    ["aes-128-xts", 32, 16, 8],
    ["id-aes128-wrap", 16, 8, 5],
  ] as const) {
    const cipher = createCipheriv(name, bytes(keyBytes), bytes(ivBytes));
    assert.throws(
      () => cipher.update(bytes(wrong)),
      (error: any) => error.message === CANNOT_ADD.message && error.code === undefined,
    );
    assert.strictEqual(cipher.update(bytes(32)).length, name === "aes-128-xts" ? 32 : 40);
  }
  assert.throws(() => createDecipheriv("id-aes128-wrap", bytes(16), bytes(8)).update(bytes(32)), CANNOT_ADD);
});

test("CCM accepts its input in one update, also an empty one", () => {
  const options = { authTagLength: 16 };
  const encrypt = createCipheriv("aes-128-ccm", bytes(16), bytes(12), options);
  const packed = encrypt.update(bytes(32));
  assert.throws(() => encrypt.update(bytes(32)), CANNOT_ADD);
  const decrypt = createDecipheriv("aes-128-ccm", bytes(16), bytes(12), options);
  decrypt.setAuthTag(bytes(16));
  assert.strictEqual(decrypt.update(packed).length, 0);
  assert.throws(() => decrypt.update(packed), CANNOT_ADD);
  assert.throws(() => decrypt.final(), { message: "Unsupported state or unable to authenticate data" });

  const empty = createCipheriv("aes-128-ccm", bytes(16), bytes(12), options);
  assert.strictEqual(empty.final().length, 0);
  const same = createCipheriv("aes-128-ccm", bytes(16), bytes(12), options);
  same.update("");
  same.final();
  assert.deepStrictEqual(empty.getAuthTag(), same.getAuthTag());
});

for (const [name, keyBytes] of [
  ["aes-128-gcm", 16],
  ["chacha20-poly1305", 32],
] as const) {
  test(`${name} accepts no additional data after its input`, () => {
    const expected = { code: "ERR_CRYPTO_INVALID_STATE", message: "Invalid state for operation setAAD" };
    for (const create of [createCipheriv, createDecipheriv] as any[]) {
      const late = create(name, bytes(keyBytes), bytes(12), { authTagLength: 16 });
      late.update("text");
      assert.throws(() => late.setAAD(bytes(4)), expected);
      const early = create(name, bytes(keyBytes), bytes(12), { authTagLength: 16 });
      early.update("");
      early.setAAD(bytes(4));
      early.setAAD(bytes(4));
    }
  });
}

test("aes-128-siv makes and checks the tag of RFC 5297 §A.1", () => {
  const key = Buffer.from("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff", "hex");
  const data = Buffer.from("101112131415161718191a1b1c1d1e1f2021222324252627", "hex");
  const cipher = createCipheriv("aes-128-siv", key, null) as any;
  cipher.setAAD(data);
  const packed = cipher.update("112233445566778899aabbccddee", "hex");
  assert.throws(() => cipher.setAAD(data), { code: "ERR_CRYPTO_INVALID_STATE" });
  assert.throws(() => cipher.update("00", "hex"), CANNOT_ADD);
  cipher.final();
  const tag = cipher.getAuthTag();
  assert.strictEqual(
    tag.toString("hex") + packed.toString("hex"),
    "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c",
  );

  const decipher = createDecipheriv("aes-128-siv", key, null) as any;
  decipher.setAuthTag(tag);
  decipher.setAAD(data);
  assert.strictEqual(decipher.update(packed, null, "hex") + decipher.final("hex"), "112233445566778899aabbccddee");

  const wrong = createDecipheriv("aes-128-siv", key, null) as any;
  wrong.setAuthTag(tag);
  assert.strictEqual(wrong.update(packed).length, 0);
  assert.throws(() => wrong.final(), { message: "Unsupported state or unable to authenticate data" });
  assert.throws(() => createCipheriv("aes-128-siv", key, null, { authTagLength: 12 } as any), {
    code: "ERR_CRYPTO_INVALID_AUTH_TAG",
  });
});

test("many ciphers are open at once and end in any order", () => {
  const key = Buffer.alloc(32, 1);
  const seal = (index: number): CipherGCM => createCipheriv("aes-256-gcm", key, Buffer.alloc(12, index)) as CipherGCM;
  const expected = Array.from({ length: 60 }, (_, index) => {
    const cipher = seal(index);
    return Buffer.concat([cipher.update(`text ${index}`), cipher.final(), cipher.getAuthTag()]).toString("hex");
  });
  const ciphers = expected.map((_, index) => seal(index));
  for (let step = 0; step < 60; step++) {
    const index = (step * 37) % 60;
    const cipher = ciphers[index]!;
    const made = Buffer.concat([cipher.update(`text ${index}`), cipher.final(), cipher.getAuthTag()]);
    assert.strictEqual(made.toString("hex"), expected[index]);
    assert.throws(() => cipher.final(), { code: "ERR_CRYPTO_INVALID_STATE" });
  }
});
