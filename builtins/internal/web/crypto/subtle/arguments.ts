// The Web IDL conversions of SubtleCrypto's arguments.
import { type CryptoKey, type Slots, readSlots } from "web:crypto_key";
import { isBytes, viewBytes } from "internal:web/crypto/bytes";
import { isSharedArrayBuffer } from "internal:core/util/types";
import { USAGES } from "internal:web/crypto/subtle/rules";

const FORMATS = ["raw", "pkcs8", "spki", "jwk", "raw-secret", "raw-public", "raw-private", "raw-seed"];
const LENGTH_MAX = 4294967295;

function failed(message: string, code: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}

/** A copy of the bytes of a BufferSource. */
export function toBytes(value: unknown, prefix: string, position: string): Uint8Array {
  if (!isBytes(value) || isSharedArrayBuffer(value)) {
    throw failed(
      `${prefix} ${position} is not instance of ArrayBuffer, Buffer, TypedArray, or DataView.`,
      "ERR_INVALID_ARG_TYPE",
    );
  }
  if (ArrayBuffer.isView(value) && isSharedArrayBuffer(value.buffer)) {
    throw failed(
      `${prefix} ${position} is a view on a SharedArrayBuffer, which is not allowed.`,
      "ERR_INVALID_ARG_TYPE",
    );
  }
  return new Uint8Array(viewBytes(value));
}

/** The internal slots of a CryptoKey. */
export function toKey(value: unknown, prefix: string, position: string): Slots {
  const slots = readSlots(value as CryptoKey);
  if (slots === undefined) throw failed(`${prefix} ${position} is not of type CryptoKey.`, "ERR_INVALID_ARG_TYPE");
  return slots;
}

/** Throws for a symbol in place of a DOMString or of the name of an algorithm. */
export function refuseSymbol(value: unknown, prefix: string, position: string): void {
  if (typeof value === "symbol")
    throw failed(`${prefix} ${position} is a Symbol and cannot be converted to a string.`, "ERR_INVALID_ARG_TYPE");
}

/** A KeyFormat. */
export function toFormat(value: unknown, prefix: string): string {
  refuseSymbol(value, prefix, "1st argument");
  const format = `${value}`;
  if (!FORMATS.includes(format))
    throw failed(
      `${prefix} 1st argument '${format}' is not a valid enum value of type KeyFormat.`,
      "ERR_INVALID_ARG_VALUE",
    );
  return format;
}

/** A sequence of KeyUsage. */
export function toUsages(value: unknown, prefix: string, position: string): string[] {
  if (
    (typeof value !== "object" && typeof value !== "function") ||
    value === null ||
    typeof (value as Iterable<unknown>)[Symbol.iterator] !== "function"
  ) {
    throw failed(`${`${prefix} ${position}`.trim()} cannot be converted to sequence.`, "ERR_INVALID_ARG_TYPE");
  }
  let index = 0;
  const usages: string[] = [];
  for (const item of value as Iterable<unknown>) {
    const usage = `${item}`;
    if (!USAGES.includes(usage))
      throw failed(
        `${prefix} ${position}[${index}] '${usage}' is not a valid enum value of type KeyUsage.`,
        "ERR_INVALID_ARG_VALUE",
      );
    usages.push(usage);
    index++;
  }
  return usages;
}

/** A length in bits, or null. */
export function toLength(value: unknown, prefix: string, position: string): number | null {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  if (!Number.isFinite(number)) throw failed(`${prefix} ${position} is not a finite number.`, "ERR_INVALID_ARG_TYPE");
  const integer = Math.trunc(number);
  if (integer < 0 || integer > LENGTH_MAX)
    throw failed(`${prefix} ${position} is outside the expected range of 0 to ${LENGTH_MAX}.`, "ERR_OUT_OF_RANGE");
  return integer + 0;
}

/** Throws for too few arguments. */
export function requireCount(given: number, required: number, prefix: string): void {
  if (given < required)
    throw failed(
      `${prefix} ${required} argument${required === 1 ? "" : "s"} required, but only ${given} present.`,
      "ERR_MISSING_ARGS",
    );
}
