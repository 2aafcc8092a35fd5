// What `sum`, `min` and `max` of Deno.Kv store. https://docs.deno.com/deploy/kv/transactions/
import {
  type Encoded,
  KvU64,
  U64,
  U64_MAX,
  V8,
  bytesOfU64,
  decodeValue,
  encodeValue,
  u64Of,
} from "internal:deno/kv/values";

export type Arithmetic = "sum" | "min" | "max";

/** The new value of a key with `stored`, null without a value. Throws a TypeError for types that do not match. */
export function combine(type: Arithmetic, stored: Encoded | null, operand: Encoded): Encoded {
  if (operand.encoding !== U64) {
    if (type !== "sum") throw new TypeError(`Failed to perform '${type}' mutation on a non-U64 operand`);
    return encodeValue(sumOf(stored === null ? null : decodeValue(stored), operandOf(operand)));
  }
  if (stored === null) return operand;
  if (stored.encoding !== U64)
    throw new TypeError(`Failed to perform '${type}' mutation on a non-U64 value in the database`);
  return { bytes: bytesOfU64(combineIntegers(type, u64Of(stored.bytes), u64Of(operand.bytes))), encoding: U64 };
}

function combineIntegers(type: Arithmetic, left: bigint, right: bigint): bigint {
  if (type === "sum") return (left + right) & U64_MAX;
  return (type === "min") === left < right ? left : right;
}

function operandOf(operand: Encoded): number | bigint {
  const value = operand.encoding === V8 ? decodeValue(operand) : null;
  if (typeof value !== "number" && typeof value !== "bigint")
    throw new TypeError("Some of the parameters are not valid V8 values");
  return value;
}

function sumOf(stored: unknown, operand: number | bigint): unknown {
  if (stored === null) return operand;
  if (typeof stored === "number" && typeof operand === "number") return stored + operand;
  if (typeof operand === "bigint") {
    if (typeof stored === "bigint") return stored + operand;
    if (stored instanceof KvU64) return new KvU64((stored.value + operand) & U64_MAX);
  }
  throw new TypeError(
    nameOf(stored) === null ? "unsupported value type" : `Cannot sum ${nameOf(stored)} with ${nameOf(operand)}`,
  );
}

function nameOf(value: unknown): string | null {
  if (typeof value === "number") return "Number";
  if (typeof value === "bigint") return "BigInt";
  return value instanceof KvU64 ? "KvU64" : null;
}
