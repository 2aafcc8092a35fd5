// node:buffer: puts the class together and lists the module's members. The parts are in `internal:buffer/*`.
import { Buffer, FastBuffer } from "internal:buffer/class";
import { bigIntegers } from "internal:buffer/big_integers";
import { compare, comparing } from "internal:buffer/compare";
import { isEncoding } from "internal:buffer/encodings";
import { fill } from "internal:buffer/fill";
import { floats } from "internal:buffer/floats";
import * as making from "internal:buffer/from";
import { getInspectMaxBytes, kMaxLength, kStringMaxLength, setInspectMaxBytes } from "internal:buffer/limits";
import { readingIntegers } from "internal:buffer/read_integers";
import { searching } from "internal:buffer/search";
import { byteLength, texts } from "internal:buffer/text";
import { transcode } from "internal:buffer/transcode";
import { isAscii, isUtf8 } from "internal:buffer/validity";
import { oldAccessors, views } from "internal:buffer/views";
import { writingIntegers } from "internal:buffer/write_integers";
import defer * as base64 from "web:base64";
import defer * as blob from "web:blob";

const prototype: any = Buffer.prototype;
Object.assign(prototype, bigIntegers, readingIntegers, writingIntegers, floats, texts, comparing, searching, views, { fill });
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

const constants = Object.defineProperties({}, {
  MAX_LENGTH: { value: kMaxLength, enumerable: true },
  MAX_STRING_LENGTH: { value: kStringMaxLength, enumerable: true },
});

/** The Blob behind a `blob:` URL that `URL.createObjectURL` made; undefined for an unknown one. */
function resolveObjectURL(url: unknown): unknown {
  return blob.resolveObjectURL(`${url}`);
}

const moduleExports = {
  Buffer, transcode, isUtf8, isAscii, kMaxLength, kStringMaxLength,
  btoa(input: string): string { return arguments.length === 0 ? (base64.btoa as any)() : base64.btoa(input); },
  atob(input: string): string { return arguments.length === 0 ? (base64.atob as any)() : base64.atob(input); },
};
Object.defineProperties(moduleExports, {
  constants: { configurable: false, enumerable: true, value: constants },
  INSPECT_MAX_BYTES: { configurable: true, enumerable: true, get: getInspectMaxBytes, set: setInspectMaxBytes },
  Blob: { configurable: true, enumerable: true, get: () => blob.Blob },
  resolveObjectURL: { configurable: true, enumerable: true, writable: true, value: resolveObjectURL },
  File: { configurable: true, enumerable: true, get: () => blob.File },
});

export default moduleExports as any;
export { Buffer, FastBuffer, kMaxLength, kStringMaxLength, transcode, isUtf8, isAscii };
export { isPool } from "internal:buffer/pool";
