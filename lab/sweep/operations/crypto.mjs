// node:crypto and WebCrypto.
import crypto from "node:crypto";
import { Buffer } from "node:buffer";

const kb = Buffer.alloc(1024, "abcdefghij");
const key = crypto.randomBytes(32);
const iv = crypto.randomBytes(12);
const iv16 = crypto.randomBytes(16);
const { subtle } = globalThis.crypto;
const hmacKey = await subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
const aesKey = await subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
const rsa = crypto.generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = crypto.generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = crypto.generateKeyPairSync("ed25519");
const edSignature = crypto.sign(null, kb, ed.privateKey);
const pem = rsa.publicKey.export({ type: "spki", format: "pem" });
const sealing = crypto.createCipheriv("aes-256-gcm", key, iv);
const sealed = Buffer.concat([sealing.update(kb), sealing.final()]);
const tag = sealing.getAuthTag();

export const operations = {
  "hash sha256 hex": () => crypto.createHash("sha256").update(kb).digest("hex"),
  "hash md5 string": () => crypto.createHash("md5").update("hello").digest("hex"),
  "hash sha512 base64": () => crypto.createHash("sha512").update(kb).digest("base64"),
  "hash one-shot": () => crypto.hash?.("sha256", kb),
  "hmac sha256": () => crypto.createHmac("sha256", key).update(kb).digest(),
  "cipher aes-256-gcm": () => {
    const cipher = crypto.createCipheriv("aes-256-gcm", key, iv);
    return cipher.update(kb).length + cipher.final().length + cipher.getAuthTag().length;
  },
  "decipher aes-256-gcm": () => {
    const decipher = crypto.createDecipheriv("aes-256-gcm", key, iv);
    decipher.setAuthTag(tag);
    return decipher.update(sealed).length + decipher.final().length;
  },
  "cipher aes-128-cbc hex": () => {
    const cipher = crypto.createCipheriv("aes-128-cbc", key.subarray(0, 16), iv16);
    return cipher.update("some text", "utf8", "hex") + cipher.final("hex");
  },
  "randomBytes 16": () => crypto.randomBytes(16),
  "randomBytes 1 kB": () => crypto.randomBytes(1024),
  randomInt: () => crypto.randomInt(1000),
  randomUUID: () => crypto.randomUUID(),
  "getRandomValues 16": (() => {
    const bytes = new Uint8Array(16);
    return () => globalThis.crypto.getRandomValues(bytes);
  })(),
  timingSafeEqual: () => crypto.timingSafeEqual(key, key),
  "scryptSync small": () => crypto.scryptSync("password", "salt", 32, { N: 16, r: 1, p: 1 }),
  "pbkdf2Sync 100": () => crypto.pbkdf2Sync("password", "salt", 100, 32, "sha256"),
  hkdfSync: () => crypto.hkdfSync("sha256", key, "salt", "info", 32),
  "sign ed25519": () => crypto.sign(null, kb, ed.privateKey),
  "verify ed25519": () => crypto.verify(null, kb, ed.publicKey, edSignature),
  "sign ecdsa p256": () => crypto.sign("sha256", kb, ec.privateKey),
  "createPublicKey pem": () => crypto.createPublicKey(pem).asymmetricKeyType,
  createSecretKey: () => crypto.createSecretKey(key).symmetricKeySize,
  "subtle digest": async () => subtle.digest("SHA-256", kb),
  "subtle hmac sign": async () => subtle.sign("HMAC", hmacKey, kb),
  "subtle aes-gcm encrypt": async () => subtle.encrypt({ name: "AES-GCM", iv }, aesKey, kb),
  "subtle importKey": async () => subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]),
};
