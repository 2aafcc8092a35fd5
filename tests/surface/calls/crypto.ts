// node:crypto.
import crypto from "node:crypto";
import { CALLBACK as CB } from "../outcome.ts";
import { of } from "./table.ts";
import { single } from "./util.ts";

/** The calls that this file is about. */
export function* calls(): Generator<any> {
  const any: any = crypto;
  const key = Buffer.alloc(32, 1);
  const iv = Buffer.alloc(16, 2);
  const secret = crypto.createSecretKey(key);
  const rsa = crypto.generateKeyPairSync("rsa", { modulusLength: 1024 });
  const ec = crypto.generateKeyPairSync("ec", { namedCurve: "P-256" });
  const x25519 = crypto.generateKeyPairSync("x25519");
  const data = Buffer.from("data");
  const signature = crypto.sign("sha256", data, rsa.privateKey);
  const encrypted = crypto.publicEncrypt(rsa.publicKey, data);
  yield* of(
    "crypto.",
    () => crypto,
    {
      createHash: ["sha256", {}],
      createHmac: ["sha256", key, {}],
      createCipheriv: ["aes-256-cbc", key, iv, {}],
      createDecipheriv: ["aes-256-cbc", key, iv, {}],
      createSign: ["sha256", {}],
      createVerify: ["sha256", {}],
      createECDH: ["prime256v1"],
      createDiffieHellmanGroup: ["modp14"],
      getDiffieHellman: ["modp14"],
      createSecretKey: [key, "utf8"],
      createPublicKey: [rsa.publicKey.export({ type: "spki", format: "pem" })],
      createPrivateKey: [rsa.privateKey.export({ type: "pkcs8", format: "pem" })],
      getCipherInfo: ["aes-256-cbc", {}],
      getCiphers: [],
      getCurves: [],
      getHashes: [],
      getFips: [],
      hash: ["sha256", "a", "hex"],
      hkdfSync: ["sha256", key, iv, "info", 16],
      hkdf: ["sha256", key, iv, "info", 16, CB],
      pbkdf2Sync: ["p", "s", 1, 16, "sha256"],
      pbkdf2: ["p", "s", 1, 16, "sha256", CB],
      scryptSync: ["p", "s", 16, {}],
      scrypt: ["p", "s", 16, {}, CB],
      randomBytes: [4, CB],
      "randomBytes#2": [4],
      pseudoRandomBytes: [4],
      randomFillSync: [Buffer.alloc(8), 0, 4],
      randomFill: [Buffer.alloc(8), 0, 4, CB],
      randomInt: [0, 10, CB],
      "randomInt#2": [0, 10],
      randomUUID: [{}],
      timingSafeEqual: [key, key],
      getRandomValues: [new Uint8Array(4)],
      checkPrimeSync: [7n, {}],
      checkPrime: [7n, {}, CB],
      sign: ["sha256", data, rsa.privateKey],
      "sign#2": ["sha256", data, rsa.privateKey, CB],
      verify: ["sha256", data, rsa.publicKey, signature],
      "verify#2": ["sha256", data, rsa.publicKey, signature, CB],
      diffieHellman: [{ privateKey: x25519.privateKey, publicKey: x25519.publicKey }],
      publicEncrypt: [rsa.publicKey, data],
      privateDecrypt: [rsa.privateKey, encrypted],
      privateEncrypt: [rsa.privateKey, data],
      publicDecrypt: [rsa.publicKey, encrypted],
      secureHeapUsed: [],
      setFips: [false],
      generateKeySync: ["hmac", { length: 64 }],
      generateKey: ["hmac", { length: 64 }, CB],
      generateKeyPairSync: ["ec", { namedCurve: "P-256" }],
      generateKeyPair: ["ec", { namedCurve: "P-256" }, CB],
      setEngine: ["none", 0],
      argon2Sync: [
        "argon2id",
        { message: "m", nonce: "saltsaltsalt", parallelism: 1, tagLength: 16, memory: 64, passes: 1 },
      ],
      encapsulate: [rsa.publicKey],
      decapsulate: [rsa.privateKey, data],
      randomUUIDv7: [{}],
    },
    { skip: { generatePrimeSync: ["1"], setFips: ["0"], setEngine: ["1"], randomFillSync: ["date"] } },
  );
  yield* of("crypto.", () => crypto, {
    createDiffieHellman: [Buffer.from([23]), Buffer.from([2])],
    "createDiffieHellman#2": ["17", "hex", "02", "hex"],
    generatePrimeSync: [16, {}],
    generatePrime: [16, {}, CB],
  });
  yield* objects(any, { key, iv, secret, rsa, ec, data, signature });
  yield* options(any, key, iv);
}

function* objects(any: any, { key, iv, secret, rsa, ec, data }: any): Generator<any> {
  yield* of("Hash#", () => any.createHash("sha256"), { update: ["a", "utf8"], digest: ["hex"], copy: [{}] });
  yield* of("Hash ", () => any.Hash, { new: ["sha256", {}] });
  yield* of("Hmac ", () => any.Hmac, { new: ["sha256", key, {}] });
  yield* of("Hmac#", () => any.createHmac("sha256", key), { update: ["a", "utf8"], digest: ["hex"] });
  yield* of("Cipheriv#", () => any.createCipheriv("aes-256-gcm", key, iv), {
    update: ["a", "utf8", "hex"],
    final: ["hex"],
    setAAD: [data, {}],
    setAutoPadding: [true],
    getAuthTag: [],
  });
  yield* of("Decipheriv#", () => any.createDecipheriv("aes-256-gcm", key, iv), {
    update: ["aa", "hex", "utf8"],
    final: ["hex"],
    setAAD: [data, {}],
    setAuthTag: [iv, "hex"],
    setAutoPadding: [true],
  });
  yield* of("Sign#", () => any.createSign("sha256"), { update: ["a", "utf8"], sign: [rsa.privateKey, "hex"] });
  yield* of("Verify#", () => any.createVerify("sha256"), {
    update: ["a", "utf8"],
    verify: [rsa.publicKey, "aa", "hex"],
  });
  yield* of(
    "ECDH#",
    () => {
      const one = any.createECDH("prime256v1");
      one.generateKeys();
      return one;
    },
    {
      computeSecret: [any.createECDH("prime256v1").generateKeys(), "hex", "hex"],
      generateKeys: ["hex", "compressed"],
      getPrivateKey: ["hex"],
      getPublicKey: ["hex", "compressed"],
      setPrivateKey: [key, "hex"],
      setPublicKey: [any.createECDH("prime256v1").generateKeys(), "hex"],
    },
  );
  yield* of("ECDH.", () => any.ECDH, {
    convertKey: [any.createECDH("prime256v1").generateKeys(), "prime256v1", "hex", "hex", "compressed"],
  });
  yield* of(
    "DiffieHellman#",
    () => any.getDiffieHellman("modp5"),
    {
      generateKeys: ["hex"],
      getGenerator: ["hex"],
      getPrime: ["hex"],
      getPublicKey: ["hex"],
      getPrivateKey: ["hex"],
      computeSecret: [Buffer.from([2]), "hex", "hex"],
    },
    { skip: { generateKeys: ["missing"] } },
  );
  yield* of("KeyObject ", () => any.KeyObject, { new: ["secret", {}], from: [{}] });
  yield* of("KeyObject.", () => any.KeyObject, { from: [{}] });
  yield* of("KeyObject#secret.", () => secret, {
    export: [{}],
    equals: [secret],
    toCryptoKey: [{ name: "HMAC", hash: "SHA-256" }, true, ["sign"]],
  });
  yield* of("KeyObject#public.", () => ec.publicKey, {
    export: [{ type: "spki", format: "pem" }],
    equals: [ec.publicKey],
  });
  yield* of("KeyObject#private.", () => ec.privateKey, {
    export: [{ type: "pkcs8", format: "pem" }],
    equals: [ec.privateKey],
  });
  yield* of("X509Certificate ", () => any.X509Certificate, { new: [data] });
  yield* of("Certificate.", () => any.Certificate, {
    exportChallenge: [data, "utf8"],
    exportPublicKey: [data, "utf8"],
    verifySpkac: [data, "utf8"],
  });
  const subtle: any = any.webcrypto.subtle;
  yield* of("subtle.", () => subtle, {
    digest: ["SHA-256", data],
    encrypt: [{}, {}, data],
    decrypt: [{}, {}, data],
    sign: [{}, {}, data],
    verify: [{}, {}, data, data],
    generateKey: ["Ed25519", true, ["sign"]],
    importKey: ["raw", data, "HKDF", false, ["deriveBits"]],
    exportKey: ["raw", {}],
    deriveKey: [{}, {}, {}, true, []],
    deriveBits: [{}, {}, 8],
    wrapKey: ["raw", {}, {}, {}],
    unwrapKey: ["raw", data, {}, {}, {}, true, []],
  });
}

function* options(any: any, key: Buffer, iv: Buffer): Generator<any> {
  const table: [string, (options: object) => unknown, string][] = [
    ["createHash", (one) => any.createHash("shake256", one), "outputLength"],
    ["createCipheriv", (one) => any.createCipheriv("aes-256-gcm", key, iv, one), "authTagLength"],
    ["scryptSync", (one) => any.scryptSync("p", "s", 8, one), "N r p cost blockSize parallelization maxmem"],
    [
      "generateKeyPairSync rsa",
      (one) => any.generateKeyPairSync("rsa", { modulusLength: 512, ...one }),
      "modulusLength publicExponent publicKeyEncoding privateKeyEncoding",
    ],
    [
      "generateKeyPairSync ec",
      (one) => any.generateKeyPairSync("ec", { namedCurve: "P-256", ...one }),
      "namedCurve paramEncoding publicKeyEncoding privateKeyEncoding",
    ],
    [
      "generateKeyPairSync ec.public",
      (one) =>
        any.generateKeyPairSync("ec", {
          namedCurve: "P-256",
          publicKeyEncoding: { type: "spki", format: "pem", ...one },
        }),
      "type format",
    ],
    [
      "generateKeyPairSync ec.private",
      (one) =>
        any.generateKeyPairSync("ec", {
          namedCurve: "P-256",
          privateKeyEncoding: { type: "pkcs8", format: "pem", ...one },
        }),
      "type format cipher passphrase",
    ],
    [
      "generateKeyPairSync dsa",
      (one) => any.generateKeyPairSync("dsa", { modulusLength: -1, ...one }),
      "modulusLength divisorLength",
    ],
    [
      "generateKeyPairSync rsa-pss",
      (one) => any.generateKeyPairSync("rsa-pss", { modulusLength: 512, ...one }),
      "hashAlgorithm mgf1HashAlgorithm saltLength",
    ],
    ["generateKeyPairSync dh", (one) => any.generateKeyPairSync("dh", one), "prime primeLength generator group"],
    ["generateKeySync", (one) => any.generateKeySync("hmac", one), "length"],
    ["generateKeySync aes", (one) => any.generateKeySync("aes", one), "length"],
    ["checkPrimeSync", (one) => any.checkPrimeSync(7n, one), "checks"],
    ["generatePrimeSync", (one) => any.generatePrimeSync(16, one), "add rem safe bigint"],
    ["randomUUID", (one) => any.randomUUID(one), "disableEntropyCache"],
    ["getCipherInfo", (one) => any.getCipherInfo("aes-256-cbc", one), "keyLength ivLength"],
    [
      "createPrivateKey",
      (one) => any.createPrivateKey({ key: Buffer.from([1]), format: "der", type: "pkcs8", ...one }),
      "key format type passphrase encoding",
    ],
    [
      "createPublicKey",
      (one) => any.createPublicKey({ key: Buffer.from([1]), format: "der", type: "spki", ...one }),
      "key format type encoding",
    ],
    [
      "createPublicKey jwk",
      (one) => any.createPublicKey({ key: { kty: "EC", crv: "P-256", x: "", y: "", ...one }, format: "jwk" }),
      "kty crv x y",
    ],
    ["diffieHellman", (one) => any.diffieHellman(one), "privateKey publicKey"],
    [
      "argon2Sync",
      (one) =>
        any.argon2Sync("argon2id", {
          message: "m",
          nonce: "saltsaltsalt",
          parallelism: 1,
          tagLength: 16,
          memory: 64,
          passes: 1,
          ...one,
        }),
      "message nonce parallelism tagLength memory passes secret associatedData",
    ],
  ];
  const pair = any.generateKeyPairSync("rsa", { modulusLength: 1024 });
  table.push([
    "sign",
    (one) => any.sign("sha256", Buffer.from("a"), { key: pair.privateKey, ...one }),
    "key padding saltLength dsaEncoding context",
  ]);
  table.push([
    "privateDecrypt",
    (one) => any.publicEncrypt({ key: pair.publicKey, ...one }, Buffer.from("a")),
    "key padding oaepHash oaepLabel encoding",
  ]);
  table.push([
    "KeyObject#export",
    (one) => pair.privateKey.export({ type: "pkcs8", format: "pem", ...one }),
    "type format cipher passphrase",
  ]);
  for (const [name, use, names] of table)
    for (const option of names.split(" "))
      yield* single(`crypto.${name}:${option}`, (value) => use({ [option]: value }));
}
