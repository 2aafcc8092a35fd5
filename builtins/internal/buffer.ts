// The class Buffer with all its members. Other builtins import Buffer from here; the parts are in `internal:buffer/*`.
import { Buffer, FastBuffer } from "internal:buffer/class";
import { bigIntegers } from "internal:buffer/big_integers";
import { compare, comparing } from "internal:buffer/compare";
import { isEncoding } from "internal:buffer/encodings";
import { fill } from "internal:buffer/fill";
import { floats } from "internal:buffer/floats";
import * as making from "internal:buffer/from";
import { readingIntegers } from "internal:buffer/read_integers";
import { searching } from "internal:buffer/search";
import { byteLength, texts } from "internal:buffer/text";
import { oldAccessors, views } from "internal:buffer/views";
import { writingIntegers } from "internal:buffer/write_integers";

const prototype: any = Buffer.prototype;
Object.assign(prototype, bigIntegers, readingIntegers, writingIntegers, floats, texts, comparing, searching, views, {
  fill,
});
// A `parent` or `offset` on the prototype is a getter and must not be run by a plain assignment.
Object.defineProperties(prototype, oldAccessors);
prototype.toLocaleString = prototype.toString;
for (const name of Object.keys(prototype)) {
  if (/^(?:read|write)(?:Big)?UInt/.test(name)) prototype[name.replace("UInt", "Uint")] = prototype[name];
}

function isBuffer(value: unknown): boolean {
  return value instanceof (Buffer as any);
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
export { kMaxLength, kStringMaxLength } from "internal:buffer/limits";
