// WebCrypto beyond digests and AES-GCM.
import { Buffer } from "node:buffer";

const { subtle } = globalThis.crypto;
const kb = Buffer.alloc(1024, "abcdefghij");
const mb = Buffer.alloc(1 << 20, "abcdefghij");
const raw = globalThis.crypto.getRandomValues(new Uint8Array(32));
const iv = globalThis.crypto.getRandomValues(new Uint8Array(16));
const ecdsa = { name: "ECDSA", namedCurve: "P-256" };
const rsaPss = {
  name: "RSA-PSS",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: "SHA-256",
};
const ec = await subtle.generateKey(ecdsa, true, ["sign", "verify"]);
const ecSignature = await subtle.sign({ name: "ECDSA", hash: "SHA-256" }, ec.privateKey, kb);
const ecJwk = await subtle.exportKey("jwk", ec.publicKey);
const ecPkcs8 = await subtle.exportKey("pkcs8", ec.privateKey);
const rsa = await subtle.generateKey(rsaPss, true, ["sign", "verify"]);
const rsaSignature = await subtle.sign({ name: "RSA-PSS", saltLength: 32 }, rsa.privateKey, kb);
const ed = await subtle.generateKey("Ed25519", true, ["sign", "verify"]);
const edSignature = await subtle.sign("Ed25519", ed.privateKey, kb);
const ecdh = await subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits", "deriveKey"]);
const password = await subtle.importKey("raw", raw, "PBKDF2", false, ["deriveBits"]);
const secret = await subtle.importKey("raw", raw, "HKDF", false, ["deriveBits", "deriveKey"]);
const aes = (name, usages) => subtle.importKey("raw", raw, name, true, usages);
const cbc = await aes("AES-CBC", ["encrypt", "decrypt"]);
const ctr = await aes("AES-CTR", ["encrypt", "decrypt"]);
const gcm = await aes("AES-GCM", ["encrypt", "decrypt"]);
const wrapping = await aes("AES-KW", ["wrapKey", "unwrapKey"]);
const sealed = await subtle.encrypt({ name: "AES-GCM", iv }, gcm, kb);
const hmac = await subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, true, ["sign", "verify"]);
const mac = await subtle.sign("HMAC", hmac, kb);
const hkdf = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(16), info: new Uint8Array(4) };

export const operations = {
  "subtle digest 1 MB": async () => subtle.digest("SHA-256", mb),
  "subtle digest SHA-512 empty": async () => subtle.digest("SHA-512", new Uint8Array(0)),
  "subtle digest 20 at once": async () => Promise.all(Array.from({ length: 20 }, () => subtle.digest("SHA-1", kb))),
  "subtle hmac verify": async () => subtle.verify("HMAC", hmac, mac, kb),
  "subtle ecdsa sign": async () => subtle.sign({ name: "ECDSA", hash: "SHA-256" }, ec.privateKey, kb),
  "subtle ecdsa verify": async () => subtle.verify({ name: "ECDSA", hash: "SHA-256" }, ec.publicKey, ecSignature, kb),
  "subtle rsa-pss verify": async () =>
    subtle.verify({ name: "RSA-PSS", saltLength: 32 }, rsa.publicKey, rsaSignature, kb),
  "subtle ed25519 sign": async () => subtle.sign("Ed25519", ed.privateKey, kb),
  "subtle ed25519 verify": async () => subtle.verify("Ed25519", ed.publicKey, edSignature, kb),
  "subtle ecdh deriveBits": async () =>
    subtle.deriveBits({ name: "ECDH", public: ecdh.publicKey }, ecdh.privateKey, 256),
  "subtle pbkdf2 100": async () =>
    subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: iv, iterations: 100 }, password, 256),
  "subtle hkdf deriveBits": async () => subtle.deriveBits(hkdf, secret, 256),
  "subtle hkdf deriveKey": async () =>
    subtle.deriveKey(hkdf, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt"]),
  "subtle aes-cbc encrypt": async () => subtle.encrypt({ name: "AES-CBC", iv }, cbc, kb),
  "subtle aes-ctr encrypt": async () => subtle.encrypt({ name: "AES-CTR", counter: iv, length: 64 }, ctr, kb),
  "subtle aes-gcm decrypt": async () => subtle.decrypt({ name: "AES-GCM", iv }, gcm, sealed),
  "subtle aes-gcm encrypt 1 MB": async () => (await subtle.encrypt({ name: "AES-GCM", iv }, gcm, mb)).byteLength,
  "subtle wrapKey": async () => subtle.wrapKey("raw", gcm, wrapping, "AES-KW"),
  "subtle generateKey aes": async () => subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]),
  "subtle generateKey ec": async () => subtle.generateKey(ecdsa, false, ["sign", "verify"]),
  "subtle exportKey jwk": async () => subtle.exportKey("jwk", ec.publicKey),
  "subtle exportKey raw": async () => subtle.exportKey("raw", gcm),
  "subtle importKey jwk": async () => subtle.importKey("jwk", ecJwk, ecdsa, true, ["verify"]),
  "subtle importKey pkcs8": async () => subtle.importKey("pkcs8", ecPkcs8, ecdsa, true, ["sign"]),
  "subtle importKey hmac": async () => subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
};
