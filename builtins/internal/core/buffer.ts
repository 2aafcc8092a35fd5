// The class Buffer with all its members. Other builtins import Buffer from here; its methods are in `internal:core/buffer/*`.
import { Buffer, FastBuffer } from "internal:core/buffer/class";
import { bigIntegerMethods } from "internal:core/buffer/big_integers";
import { compare, compareMethods } from "internal:core/buffer/compare";
import { isEncoding } from "internal:core/buffer/encodings";
import { fill } from "internal:core/buffer/fill";
import { floatMethods } from "internal:core/buffer/floats";
import * as making from "internal:core/buffer/from";
import { readIntegerMethods } from "internal:core/buffer/read_integers";
import { searchMethods } from "internal:core/buffer/search";
import { byteLength, stringMethods } from "internal:core/buffer/strings";
import { legacyAccessors, viewMethods } from "internal:core/buffer/views";
import { writeIntegerMethods } from "internal:core/buffer/write_integers";

const prototype = Buffer.prototype as unknown as Record<string, unknown>;
Object.assign(
  prototype,
  bigIntegerMethods,
  readIntegerMethods,
  writeIntegerMethods,
  floatMethods,
  stringMethods,
  compareMethods,
  searchMethods,
  viewMethods,
  {
    fill,
  },
);
// A `parent` or `offset` on the prototype is a getter and must not be run by a plain assignment.
Object.defineProperties(prototype, legacyAccessors);
prototype.toLocaleString = prototype.toString;
for (const name of Object.keys(prototype)) {
  if (/^(?:read|write)(?:Big)?UInt/.test(name)) prototype[name.replace("UInt", "Uint")] = prototype[name];
}

function isBuffer(value: unknown): boolean {
  return value instanceof Buffer;
}

Object.assign(Buffer, {
  poolSize: 64 * 1024,
  from: making.from,
  copyBytesFrom: making.copyBytesFrom,
  of: making.of,
  alloc: making.alloc,
  allocUnsafe: making.allocUnsafe,
  allocUnsafeSlow: making.allocUnsafeSlow,
  isBuffer,
  compare,
  isEncoding,
  concat: making.concat,
  byteLength,
});

export { Buffer, FastBuffer };
export { kMaxLength, kStringMaxLength } from "internal:core/buffer/limits";
