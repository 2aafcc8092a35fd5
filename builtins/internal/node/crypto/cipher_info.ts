// crypto.getCiphers and crypto.getCipherInfo.
import { ERR_INVALID_ARG_TYPE } from "internal:core/errors";
import { validateObject, validateUint32 } from "internal:core/validators";
import { describeCipher, describeCipherNumber } from "native:ciphers";

const AES = [
  "cbc",
  "cbc-cts",
  "ccm",
  "cfb",
  "cfb1",
  "cfb8",
  "ctr",
  "ecb",
  "gcm",
  "gcm-siv",
  "ocb",
  "ofb",
  "siv",
  "wrap",
  "wrap-inv",
  "wrap-pad",
  "wrap-pad-inv",
];
const ARIA = ["cbc", "ccm", "cfb", "cfb1", "cfb8", "ctr", "ecb", "gcm", "ofb"];
const CAMELLIA = ["cbc", "cbc-cts", "cfb", "cfb1", "cfb8", "ctr", "ecb", "ofb"];
const OTHERS = [
  "aes-128-xts",
  "aes-256-xts",
  "chacha20",
  "chacha20-poly1305",
  "des-ede",
  "des-ede-cbc",
  "des-ede-cfb",
  "des-ede-ecb",
  "des-ede-ofb",
  "des-ede3",
  "des-ede3-cbc",
  "des-ede3-cfb",
  "des-ede3-cfb1",
  "des-ede3-cfb8",
  "des-ede3-ecb",
  "des-ede3-ofb",
  "des3",
  "des3-wrap",
  "id-smime-alg-cms3deswrap",
  "sm4",
  "sm4-cbc",
  "sm4-ccm",
  "sm4-cfb",
  "sm4-cfb128",
  "sm4-ctr",
  "sm4-ecb",
  "sm4-gcm",
  "sm4-ofb",
  "sm4-ofb128",
  "sm4-xts",
];

let names: string[] | undefined;

// OpenSSL cannot list the names of single algorithms through its safe functions, so these names are tried.
function candidates(): string[] {
  const all = OTHERS.slice();
  for (const bits of ["128", "192", "256"]) {
    for (const mode of AES) all.push(`aes-${bits}-${mode}`);
    for (const mode of ARIA) all.push(`aria-${bits}-${mode}`);
    for (const mode of CAMELLIA) all.push(`camellia-${bits}-${mode}`);
    for (const mode of ["", "-wrap", "-wrap-inv", "-wrap-pad", "-wrap-pad-inv"]) all.push(`aes${bits}${mode}`);
    for (const mode of ["ccm", "gcm", "wrap", "wrap-pad"]) all.push(`id-aes${bits}-${mode}`);
    all.push(`aria${bits}`, `camellia${bits}`);
  }
  return all.sort();
}

/** `crypto.getCiphers()`: the names of the ciphers of this OpenSSL. */
export function getCiphers(): string[] {
  names ??= candidates().filter((name) => describeCipher(name) !== null);
  return names.slice();
}

/** The properties of a cipher. */
export interface CipherInfo {
  name: string;
  nid: number;
  blockBytes: number;
  ivBytes: number;
  keyBytes: number;
  mode: string;
}

const known = new Map<string, CipherInfo | undefined>();

function modeOf(name: string): string {
  if (name.includes("wrap")) return "wrap";
  if (name === "chacha20" || name === "chacha20-poly1305" || name.startsWith("rc4")) return "stream";
  for (const mode of ["cbc", "ccm", "cfb", "ctr", "ecb", "gcm", "ocb", "ofb", "xts", "siv"])
    if (name.includes(`-${mode}`)) return mode;
  return name === "des-ede" || name === "des-ede3" ? "ecb" : "cbc";
}

/** The cipher of a name in any case; undefined when there is none. */
export function findCipher(name: string): CipherInfo | undefined {
  if (known.has(name)) return known.get(name);
  const found = describeCipher(name);
  const info = found === null ? undefined : { ...found, mode: modeOf(found.name) };
  if (known.size < 256) known.set(name, info);
  return info;
}

/** Whether the mode makes and checks a tag. */
export function isAuthenticated(info: CipherInfo): boolean {
  return (
    info.mode === "gcm" ||
    info.mode === "ccm" ||
    info.mode === "ocb" ||
    info.mode === "siv" ||
    info.name === "chacha20-poly1305"
  );
}

function fitsIv(info: CipherInfo, length: number): boolean {
  // SP 800-38C §A.1, RFC 7253 §4.2; every other mode has one length.
  if (info.mode === "ccm") return length >= 7 && length <= 13;
  if (info.mode === "ocb") return length >= 1 && length <= 15;
  if (info.mode === "gcm") return length >= 1;
  if (info.name === "chacha20-poly1305") return length >= 1 && length <= 12;
  return length === info.ivBytes;
}

/** `crypto.getCipherInfo()`: undefined for an unknown cipher, or one without keys or IVs of the given lengths. */
export function getCipherInfo(nameOrNid: unknown, options: unknown = {}): object | undefined {
  validateObject(options, "options");
  const { keyLength, ivLength } = options;
  if (keyLength !== undefined) validateUint32(keyLength, "options.keyLength");
  if (ivLength !== undefined) validateUint32(ivLength, "options.ivLength");
  let info: CipherInfo | undefined;
  if (typeof nameOrNid === "string") info = nameOrNid === "" ? undefined : findCipher(nameOrNid);
  else if (typeof nameOrNid === "number") {
    const isNumber = Number.isInteger(nameOrNid) && nameOrNid >= 1 && nameOrNid <= 2 ** 31 - 1;
    const found = isNumber ? describeCipherNumber(nameOrNid) : null;
    info = found === null ? undefined : { ...found, mode: modeOf(found.name) };
  } else throw new ERR_INVALID_ARG_TYPE("nameOrNid", ["string", "number"], nameOrNid);
  if (info === undefined) return undefined;
  if (keyLength !== undefined && keyLength !== info.keyBytes) return undefined;
  if (ivLength !== undefined && !fitsIv(info, ivLength)) return undefined;
  const result: any = { __proto__: null, mode: info.mode, name: info.name };
  if (info.nid !== 0) result.nid = info.nid;
  result.keyLength = info.keyBytes;
  if (info.mode !== "stream") result.blockSize = info.blockBytes;
  if (info.ivBytes > 0) result.ivLength = ivLength ?? info.ivBytes;
  return result;
}
