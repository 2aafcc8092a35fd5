// Web Cryptography: Crypto with random values (https://w3c.github.io/webcrypto/#Crypto-interface), with Node's errors.
// The methods of SubtleCrypto are in `internal:web/crypto/subtle/methods`, loaded on the first call.
import { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } from "internal:core/errors";
import { DOMException, QuotaExceededError } from "web:dom_exception";
import { exposeInterface } from "internal:web/web_interface";
import defer * as methods from "internal:web/crypto/subtle/methods";
import defer * as support from "internal:web/crypto/subtle/supports";
import defer * as uuids from "internal:web/crypto/random_uuid";
import { randomSource } from "internal:core/random_source";
import { randomFill, randomFillArray } from "native:crypto";
import { extendForHome } from "internal:web/home_extensions";

const RANDOM_BYTES_MAX = 65536;
const typedArrayName = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)!.get!;
const kCreate = Symbol("create");

export class SubtleCrypto {
  #isReal = true;

  constructor(key: unknown = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  /** Throws for a value that is not a SubtleCrypto. */
  static check(value: unknown): void {
    if (typeof value !== "object" || value === null || !(#isReal in value)) throw new ERR_INVALID_THIS("SubtleCrypto");
  }

  /** Whether an operation supports an algorithm with these parameters. */
  static supports(...args: unknown[]): boolean {
    if ((this as unknown) !== SubtleCrypto) throw new ERR_INVALID_THIS("SubtleCrypto constructor");
    return support.supports(args);
  }
}
const checkSubtle = SubtleCrypto.check;
delete (SubtleCrypto as Partial<typeof SubtleCrypto>).check;
Object.defineProperty(SubtleCrypto, "length", { value: 0, configurable: true });
Object.defineProperty(SubtleCrypto.supports, "length", { value: 2, configurable: true });

// The methods with their numbers of required arguments.
const SUBTLE_METHODS: Record<string, number> = {
  encrypt: 3,
  decrypt: 3,
  sign: 3,
  verify: 4,
  digest: 2,
  generateKey: 3,
  deriveKey: 5,
  deriveBits: 2,
  importKey: 5,
  exportKey: 2,
  wrapKey: 4,
  unwrapKey: 7,
  getPublicKey: 2,
  encapsulateBits: 2,
  encapsulateKey: 5,
  decapsulateBits: 3,
  decapsulateKey: 6,
};
for (const name of Object.keys(SUBTLE_METHODS)) {
  const method = {
    async [name](this: unknown, ...args: unknown[]): Promise<unknown> {
      checkSubtle(this);
      return (methods as unknown as Record<string, (args: unknown[]) => unknown>)[name]!(args);
    },
  }[name];
  Object.defineProperty(method, "length", { value: SUBTLE_METHODS[name], configurable: true });
  Object.defineProperty(SubtleCrypto.prototype, name, { value: method, writable: true, configurable: true });
}
exposeInterface(SubtleCrypto, "SubtleCrypto", Object.keys(SUBTLE_METHODS), ["supports"]);

export class Crypto {
  #isReal = true;

  constructor(key: unknown = undefined) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static #check(value: unknown): void {
    if (typeof value !== "object" || value === null || !(#isReal in value)) throw new ERR_INVALID_THIS("Crypto");
  }

  get subtle(): SubtleCrypto {
    Crypto.#check(this);
    return subtle;
  }

  /**
   * Fills an integer typed array of at most 65536 bytes with random values and returns it.
   * Throws TypeMismatchError for another value and QuotaExceededError for more bytes (DOMExceptions).
   */
  getRandomValues<T>(array: T): T {
    Crypto.#check(this);
    if (arguments.length === 0) {
      const message = "Failed to execute 'getRandomValues' on 'Crypto': 1 argument required, but only 0 present.";
      throw Object.assign(new TypeError(message), { code: "ERR_MISSING_ARGS" });
    }
    return fillRandomValues(array);
  }

  /** A random UUID (RFC 9562, version 4). */
  randomUUID(options: Parameters<typeof uuids.randomUUID>[0] = undefined): string {
    Crypto.#check(this);
    return uuids.randomUUID(options);
  }
}
Object.defineProperty(Crypto, "length", { value: 0, configurable: true });
exposeInterface(Crypto, "Crypto", ["subtle", "getRandomValues", "randomUUID"]);

/** Whether this is the name of a typed array of integers. */
function isOfIntegers(name: unknown): boolean {
  switch (name) {
    case "Uint8Array":
    case "Uint32Array":
    case "Uint16Array":
    case "Int8Array":
    case "Int16Array":
    case "Int32Array":
    case "Uint8ClampedArray":
    case "BigInt64Array":
    case "BigUint64Array":
      return true;
    default:
      return false;
  }
}

/** `getRandomValues` without its receiver. */
export function fillRandomValues<T>(array: T): T {
  if (randomSource === null && randomFillArray(array)) return array;
  const name = ArrayBuffer.isView(array) ? typedArrayName.call(array) : undefined;
  if (!isOfIntegers(name)) {
    throw new DOMException("The data argument must be an integer-type TypedArray", "TypeMismatchError");
  }
  const view = array as unknown as ArrayBufferView;
  if (view.byteLength > RANDOM_BYTES_MAX) throw new QuotaExceededError("The requested length exceeds 65,536 bytes");
  if (view.byteLength === 0) return array;
  if (randomSource === null) randomFill(view as Uint8Array);
  else randomSource(view);
  return array;
}

const subtle = new SubtleCrypto(kCreate);

/** The `crypto` of this thread. */
export const crypto: Crypto = new Crypto(kCreate);
extendForHome("Crypto", Crypto);
