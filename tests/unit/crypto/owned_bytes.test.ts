// Changes of a program to its buffers after a call, or to returned ones, affect no key, tag or running operation.
import assert from "node:assert";
import * as nodeCrypto from "node:crypto";
import { promisify } from "node:util";
import { test } from "../harness.ts";

const { createHash, createSecretKey, createPrivateKey, createPublicKey, generateKeyPairSync } = nodeCrypto;
const TEXT = "some bytes of a secret, thirty-two";

/** The forms of bytes that a program passes, each with a function that destroys them. */
const GIVEN: [kind: string, make: (bytes: Uint8Array) => any][] = [
  ["Buffer", (bytes) => Buffer.from(bytes)],
  ["Uint8Array", (bytes) => new Uint8Array(bytes)],
  ["DataView", (bytes) => new DataView(new Uint8Array(bytes).buffer)],
];

function destroy(given: any): void {
  new Uint8Array(given.buffer, given.byteOffset, given.byteLength).fill(0);
}

test("a secret key keeps its bytes", () => {
  for (const [kind, make] of GIVEN) {
    const given = make(Buffer.from(TEXT));
    const key = createSecretKey(given);
    destroy(given);
    const exported = key.export();
    assert.strictEqual(exported.toString(), TEXT, kind);
    exported.fill(0);
    assert.strictEqual(key.export().toString(), TEXT, kind);
  }
  const key = createSecretKey(TEXT, "utf8");
  key.export().fill(0);
  assert.strictEqual(createSecretKey("YWJj", "base64").export().toString(), "abc");
  assert.strictEqual(key.export().toString(), TEXT);
  const ofBase64 = createSecretKey("YWJj", "base64");
  ofBase64.export().fill(0);
  assert.strictEqual(ofBase64.export().toString(), "abc");
});

test("asymmetric keys keep their bytes", () => {
  const pair = generateKeyPairSync("ed25519");
  const secret = pair.privateKey.export({ type: "pkcs8", format: "der" });
  const open = pair.publicKey.export({ type: "spki", format: "der" });
  for (const [kind, make] of GIVEN) {
    const [givenSecret, givenOpen] = [make(secret), make(open)];
    const privateKey = createPrivateKey({ key: givenSecret, format: "der", type: "pkcs8" });
    const publicKey = createPublicKey({ key: givenOpen, format: "der", type: "spki" });
    destroy(givenSecret);
    destroy(givenOpen);
    for (let round = 0; round < 2; round++) {
      const exported = [
        privateKey.export({ type: "pkcs8", format: "der" }),
        publicKey.export({ type: "spki", format: "der" }),
      ];
      assert.deepStrictEqual(exported, [secret, open], kind);
      for (const bytes of exported) bytes.fill(0);
    }
  }
});

test("keys of the Web Cryptography API keep their bytes", async () => {
  const bytes = Buffer.from(TEXT).subarray(0, 32);
  for (const [format, name] of [
    ["raw", "HMAC"],
    ["raw", "AES-GCM"],
    ["raw", "HKDF"],
  ] as const) {
    const given = Buffer.from(bytes);
    const uses: any = name === "HMAC" ? ["sign"] : name === "HKDF" ? ["deriveBits"] : ["encrypt"];
    const importing = crypto.subtle.importKey(format, given, { name, hash: "SHA-256" } as any, name !== "HKDF", uses);
    given.fill(0);
    const key = await importing;
    if (name === "HKDF") continue;
    for (let round = 0; round < 2; round++) {
      const exported = new Uint8Array((await crypto.subtle.exportKey("raw", key)) as ArrayBuffer);
      assert.deepStrictEqual(exported, new Uint8Array(bytes), name);
      exported.fill(0);
    }
  }
});

test("operations off the thread have their own bytes", async () => {
  const calls: [name: string, call: (...bytes: any[]) => Promise<any>, parts: string[]][] = [
    [
      "pbkdf2",
      (password, salt) => promisify(nodeCrypto.pbkdf2)(password, salt, 2000, 32, "sha256"),
      ["password", "salt"],
    ],
    [
      "scrypt",
      (password, salt) => promisify(nodeCrypto.scrypt)(password, salt, 32) as Promise<any>,
      ["password", "salt"],
    ],
    [
      "hkdf",
      async (key, salt, info) => Buffer.from(await promisify(nodeCrypto.hkdf)("sha512", key, salt, info, 32)),
      ["key", "salt", "info"],
    ],
    ["sign", async (data) => promisify(nodeCrypto.sign as any)(null, data, signer.privateKey), ["x".repeat(100_000)]],
  ];
  const signer = generateKeyPairSync("ed25519");
  for (const [name, call, parts] of calls) {
    const expected = await call(...parts.map((part) => Buffer.from(part)));
    for (const [kind, make] of GIVEN) {
      const given = parts.map((part) => make(Buffer.from(part)));
      const running = call(...given);
      for (const bytes of given) destroy(bytes);
      assert.deepStrictEqual(await running, expected, `${name}, ${kind}`);
    }
  }
  const data = Buffer.alloc(100_000, 120);
  const signature = nodeCrypto.sign(null, data, signer.privateKey);
  const verifying = promisify(nodeCrypto.verify as any)(null, data, signer.publicKey, signature);
  data.fill(0);
  signature.fill(0);
  assert.strictEqual(await verifying, true);
});

test("ciphers and key agreements copy their inputs", () => {
  const [key, iv] = [Buffer.alloc(32, 1), Buffer.alloc(12, 2)];
  const cipher = nodeCrypto.createCipheriv("aes-256-gcm", key, iv);
  const sealed = Buffer.concat([cipher.update("text"), cipher.final()]);
  const given = cipher.getAuthTag();
  const decipher = nodeCrypto.createDecipheriv("aes-256-gcm", key, iv).setAuthTag(given);
  given.fill(0);
  assert.strictEqual(decipher.update(sealed, undefined, "utf8") + decipher.final("utf8"), "text");
  assert.notStrictEqual(cipher.getAuthTag().toString("hex"), given.toString("hex"));

  const ecdh = nodeCrypto.createECDH("prime256v1");
  const secret = createHash("sha256").update("a").digest();
  ecdh.setPrivateKey(secret);
  secret.fill(0);
  ecdh.getPrivateKey().fill(0);
  assert.deepStrictEqual(ecdh.getPrivateKey(), createHash("sha256").update("a").digest());

  const prime = nodeCrypto.getDiffieHellman("modp14").getPrime();
  const givenPrime = Buffer.from(prime);
  const exchange = nodeCrypto.createDiffieHellman(givenPrime);
  givenPrime.fill(0);
  exchange.getPrime().fill(0);
  assert.deepStrictEqual(exchange.getPrime(), prime);
});
