// The class: Buffer is callable with and without `new` and shares its prototype with FastBuffer, which does the
// construction. Making buffers is in `from.ts`; methods are put on the prototype by `node:buffer`.
import defer * as errors from "internal:core/errors";
import defer * as launching from "internal:core/launch";
import defer * as process from "internal:core/process/warn";
import defer * as caller from "internal:core/util/node_modules";
import defer * as making from "internal:core/buffer/from";

/** What `new Buffer` really makes: a Uint8Array with Buffer's prototype. */
export class FastBuffer extends Uint8Array<any> {
  // An explicit constructor with three parameters: the implicit one collects and spreads an array per call.
  constructor(bufferOrLength?: any, byteOffset?: number, length?: number) {
    super(bufferOrLength, byteOffset, length);
  }
}

/** The type of `Buffer` for other builtins. */
export interface BufferConstructor {
  (value: any, encodingOrOffset?: any, length?: any): FastBuffer;
  new (value: any, encodingOrOffset?: any, length?: any): FastBuffer;
  readonly prototype: FastBuffer;
  poolSize: number;
  [member: string]: any;
}

let warned = false;

/** The deprecated constructor: `Buffer.alloc` for a number, `Buffer.from` for anything else. */
export const Buffer = function Buffer(value: any, encodingOrOffset?: any, length?: any): FastBuffer {
  if (!warned) warnOfConstructor();
  if (typeof value !== "number") return making.from(value, encodingOrOffset, length);
  if (typeof encodingOrOffset === "string") throw new errors.ERR_INVALID_ARG_TYPE("string", "string", value);
  return making.alloc(value);
} as unknown as BufferConstructor;

Object.setPrototypeOf(Buffer, Uint8Array);
Object.defineProperty(Buffer, Symbol.species, {
  configurable: true,
  enumerable: false,
  get() {
    return FastBuffer;
  },
});
Object.defineProperty(FastBuffer.prototype, "constructor", {
  value: Buffer,
  writable: true,
  configurable: true,
  enumerable: false,
});
(Buffer as any).prototype = FastBuffer.prototype;

/** Warns once, unless the caller is an installed package, whose user cannot change it; `--pending-deprecation` asks for all. */
function warnOfConstructor(): void {
  if (launching.option("--pending-deprecation") === undefined && caller.isInsideNodeModules()) return;
  warned = true;
  process.emitWarning(
    "Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.",
    { type: "DeprecationWarning", code: "DEP0005" },
  );
}
