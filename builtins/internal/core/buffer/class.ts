// The class: Buffer is callable with and without `new` and shares its prototype with FastBuffer, which does the
// construction. Functions that make buffers are in `from.ts`; `internal:core/buffer` puts the methods on the prototype.
import { safe } from "internal:core/bootstrap";
import type { bigIntegerMethods } from "internal:core/buffer/big_integers";
import type { compareMethods } from "internal:core/buffer/compare";
import type { floatMethods } from "internal:core/buffer/floats";
import type { readIntegerMethods } from "internal:core/buffer/read_integers";
import type { stringMethods } from "internal:core/buffer/strings";
import type { writeIntegerMethods } from "internal:core/buffer/write_integers";
import defer * as errors from "internal:core/errors";
import defer * as launching from "internal:core/launch";
import defer * as process from "internal:core/process/warn";
import defer * as caller from "internal:core/util/node_modules";
import defer * as making from "internal:core/buffer/from";
import { viewLike } from "native:buffer";

/** What `new Buffer` makes: a Uint8Array with Buffer's prototype. */
export class FastBuffer extends Uint8Array<ArrayBuffer> {
  // An explicit constructor with three parameters: the implicit one collects and spreads an array per call.
  constructor(bufferOrLength?: number | ArrayBufferLike | ArrayLike<number>, byteOffset?: number, length?: number) {
    super(bufferOrLength as ArrayBuffer, byteOffset, length);
  }
}

type Methods = typeof bigIntegerMethods &
  typeof readIntegerMethods &
  typeof writeIntegerMethods &
  typeof floatMethods &
  typeof stringMethods &
  typeof compareMethods;

/** The methods that `internal:core/buffer` puts on the prototype. */
export interface FastBuffer extends Omit<Methods, keyof Uint8Array> {
  toString(encodingName?: string, start?: number, end?: number): string;
  indexOf(value: unknown, byteOffset?: unknown, encoding?: unknown): number;
  lastIndexOf(value: unknown, byteOffset?: unknown, encoding?: unknown): number;
  includes(value: unknown, byteOffset?: unknown, encoding?: unknown): boolean;
  subarray(start?: number, end?: number): FastBuffer;
  slice(start?: number, end?: number): FastBuffer;
}

/** The type of `Buffer` for other builtins. */
export interface BufferConstructor {
  (value: unknown, encodingOrOffset?: unknown, length?: unknown): FastBuffer;
  new (value: unknown, encodingOrOffset?: unknown, length?: unknown): FastBuffer;
  readonly prototype: FastBuffer;
  poolSize: number;
  [member: string]: any;
}

let warned = false;

/** The deprecated constructor: `Buffer.alloc` for a number, `Buffer.from` for anything else. */
export const Buffer = function Buffer(value: unknown, encodingOrOffset?: unknown, length?: unknown): FastBuffer {
  if (!warned) warnOfConstructor();
  if (typeof value !== "number") return making.from(value, encodingOrOffset, length);
  if (typeof encodingOrOffset === "string") throw new errors.ERR_INVALID_ARG_TYPE("string", "string", value);
  return making.alloc(value);
} as unknown as BufferConstructor;

safe.setPrototypeOf(Buffer, Uint8Array);
safe.defineProperty(Buffer, Symbol.species, {
  configurable: true,
  enumerable: false,
  get() {
    return FastBuffer;
  },
});
safe.defineProperty(FastBuffer.prototype, "constructor", {
  value: Buffer,
  writable: true,
  configurable: true,
  enumerable: false,
});
(Buffer as { prototype: FastBuffer }).prototype = FastBuffer.prototype;

const sample = new FastBuffer();
const makesViews = viewLike(sample, sample, 0, 0) !== undefined;

/**
 * A buffer over `length` bytes from `offset` of an ArrayBuffer or of a Uint8Array. Native code makes it where the engine
 * has a function for it: the constructor looks the structure of the class up each time.
 */
export function viewOf(source: ArrayBufferLike | Uint8Array, offset: number, length: number): FastBuffer {
  if (makesViews) {
    const view = viewLike(sample, source, offset, length) as FastBuffer | undefined;
    if (view !== undefined) return view;
  }
  return safe.isView(source)
    ? new FastBuffer(source.buffer, source.byteOffset + offset, length)
    : new FastBuffer(source, offset, length);
}

/** Warns once, unless the caller is an installed package, whose user cannot change it; `--pending-deprecation` warns for all. */
function warnOfConstructor(): void {
  if (launching.option("--pending-deprecation") === undefined && caller.isInsideNodeModules()) return;
  warned = true;
  process.emitWarning(
    "Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.",
    { type: "DeprecationWarning", code: "DEP0005" },
  );
}
