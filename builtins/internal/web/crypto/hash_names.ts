// The names of hash functions for programs, and their native functions.
import { option } from "internal:core/launch";
import { hashFunctions } from "native:crypto";

/** A native hash function. */
export interface HashFunction {
  name: string;
  /** Its index in the list of native functions. */
  index: number;
  outputBytes: number;
  blockBytes: number;
  isExtendable: boolean;
}

// OpenSSL's other names, lower case, by the native name.
const ALIASES: Record<string, string[]> = {
  md5: ["rsa-md5", "md5withrsaencryption", "ssl3-md5"],
  sha1: ["dss1", "rsa-sha1", "rsa-sha1-2", "sha-1", "sha1withrsaencryption", "ssl3-sha1"],
  sha224: ["rsa-sha224", "sha-224", "sha2-224", "sha224withrsaencryption"],
  sha256: ["rsa-sha256", "sha-256", "sha2-256", "sha256withrsaencryption"],
  sha384: ["rsa-sha384", "sha-384", "sha2-384", "sha384withrsaencryption"],
  sha512: ["rsa-sha512", "sha-512", "sha2-512", "sha512withrsaencryption"],
  "sha512-224": ["rsa-sha512/224", "sha-512/224", "sha2-512/224", "sha512-224withrsaencryption"],
  "sha512-256": ["rsa-sha512/256", "sha-512/256", "sha2-512/256", "sha512-256withrsaencryption"],
  "sha3-224": ["rsa-sha3-224", "id-rsassa-pkcs1-v1_5-with-sha3-224"],
  "sha3-256": ["rsa-sha3-256", "id-rsassa-pkcs1-v1_5-with-sha3-256"],
  "sha3-384": ["rsa-sha3-384", "id-rsassa-pkcs1-v1_5-with-sha3-384"],
  "sha3-512": ["rsa-sha3-512", "id-rsassa-pkcs1-v1_5-with-sha3-512"],
  ripemd160: ["rsa-ripemd160", "ripemd", "ripemd-160", "ripemd160withrsa", "rmd160"],
  blake2b512: ["blake2b-512"],
  blake2s256: ["blake2s-256"],
  sm3: ["rsa-sm3", "sm3withrsaencryption"],
  shake128: ["shake-128"],
  shake256: ["shake-256"],
};

// As Node lists them (`crypto.getHashes()`), without those that are not available.
const LISTED = [
  "RSA-MD5",
  "RSA-RIPEMD160",
  "RSA-SHA1",
  "RSA-SHA1-2",
  "RSA-SHA224",
  "RSA-SHA256",
  "RSA-SHA3-224",
  "RSA-SHA3-256",
  "RSA-SHA3-384",
  "RSA-SHA3-512",
  "RSA-SHA384",
  "RSA-SHA512",
  "RSA-SHA512/224",
  "RSA-SHA512/256",
  "RSA-SM3",
  "blake2b-512",
  "blake2b512",
  "blake2s-256",
  "blake2s256",
  "id-rsassa-pkcs1-v1_5-with-sha3-224",
  "id-rsassa-pkcs1-v1_5-with-sha3-256",
  "id-rsassa-pkcs1-v1_5-with-sha3-384",
  "id-rsassa-pkcs1-v1_5-with-sha3-512",
  "keccak-224",
  "keccak-256",
  "keccak-384",
  "keccak-512",
  "md5",
  "md5-sha1",
  "md5WithRSAEncryption",
  "ripemd",
  "ripemd-160",
  "ripemd160",
  "ripemd160WithRSA",
  "rmd160",
  "sha-1",
  "sha-224",
  "sha-256",
  "sha-384",
  "sha-512",
  "sha-512/224",
  "sha-512/256",
  "sha1",
  "sha1WithRSAEncryption",
  "sha2-224",
  "sha2-256",
  "sha2-384",
  "sha2-512",
  "sha2-512/224",
  "sha2-512/256",
  "sha224",
  "sha224WithRSAEncryption",
  "sha256",
  "sha256WithRSAEncryption",
  "sha3-224",
  "sha3-256",
  "sha3-384",
  "sha3-512",
  "sha384",
  "sha384WithRSAEncryption",
  "sha512",
  "sha512-224",
  "sha512-224WithRSAEncryption",
  "sha512-256",
  "sha512-256WithRSAEncryption",
  "sha512WithRSAEncryption",
  "shake-128",
  "shake-256",
  "shake128",
  "shake256",
  "sm3",
  "sm3WithRSAEncryption",
  "ssl3-md5",
  "ssl3-sha1",
];

let functions: Map<string, HashFunction> | undefined;

function readFunctions(): Map<string, HashFunction> {
  const table = new Map<string, HashFunction>();
  const list = hashFunctions();
  for (let index = 0; index < list.length; index += 4) {
    const entry: HashFunction = {
      name: list[index]!,
      index: index / 4,
      outputBytes: Number(list[index + 1]),
      blockBytes: Number(list[index + 2]),
      isExtendable: list[index + 3] === "true",
    };
    table.set(entry.name, entry);
    for (const alias of ALIASES[entry.name] ?? []) table.set(alias, entry);
  }
  return table;
}

// Only for Bun's CryptoHasher.
const BUN_ONLY = new Set(["md4", "blake2b256"]);

/** Like `findHash`, with the functions that only Bun has. */
export function findAnyHash(name: string): HashFunction | undefined {
  functions ??= readFunctions();
  return functions.get(name) ?? functions.get(name.toLowerCase());
}

/** The function with a name in any case; undefined when there is none. MD4 needs `--openssl-legacy-provider`, as in Node. */
export function findHash(name: string): HashFunction | undefined {
  const found = findAnyHash(name);
  return found === undefined || (BUN_ONLY.has(found.name) && !isLegacy(found.name)) ? undefined : found;
}

function isLegacy(name: string): boolean {
  return name === "md4" && option("--openssl-legacy-provider") !== undefined;
}

/** `crypto.getHashes()`. */
export function getHashes(): string[] {
  return LISTED.slice();
}
