// `subarray` and `slice` (views of the same memory), `toJSON`, and how a buffer is printed.
import { safe } from "internal:core/bootstrap";
import { Buffer, type FastBuffer, viewOf } from "internal:core/buffer/class";
import { getInspectMaxBytes } from "internal:core/buffer/limits";
import * as native from "native:buffer";
import defer * as inspecting from "internal:core/util/inspect";
import defer * as keysOf from "internal:core/util/inspect/keys";

function clampOffset(value: unknown, length: number): number {
  if (typeof value === "number" && (value | 0) === value && value >= 0) return value < length ? value : length;
  const offset = safe.trunc(+(value as number));
  if (offset === 0 || Number.isNaN(offset)) return 0;
  if (offset < 0) return offset + length > 0 ? offset + length : 0;
  return offset < length ? offset : length;
}

function subarray(this: FastBuffer, start?: unknown, end?: unknown): FastBuffer {
  const length = this.length;
  const from = clampOffset(start, length);
  const to = end === undefined ? length : clampOffset(end, length);
  return viewOf(this, from, to > from ? to - from : 0);
}

/** The properties that the program added, printed as an object literal without its braces. */
function extraProperties(buffer: FastBuffer, context: { showHidden?: boolean }): string {
  const extras: Record<PropertyKey, unknown> = safe.create(null);
  let hasExtras = false;
  for (const key of keysOf.nonIndexKeys(buffer, context.showHidden!)) {
    extras[key] = (buffer as unknown as Record<PropertyKey, unknown>)[key];
    hasExtras = true;
  }
  if (!hasExtras) return "";
  const printed: string = inspecting.inspect(extras, { ...context, breakLength: Infinity, compact: true });
  return printed.slice("[Object: null prototype] { ".length, -2);
}

function constructorName(buffer: FastBuffer): string {
  try {
    const { constructor } = buffer;
    if (typeof constructor === "function" && safe.hasOwn(constructor, "name")) return constructor.name;
  } catch {
    // A getter that throws must not break printing.
  }
  return "Buffer";
}

/** The first bytes in hexadecimal, with spaces between them: made of one array, since joining strings takes longer. */
function spacedHex(buffer: FastBuffer, count: number): string {
  const characters = new Uint8Array(count * 3);
  for (let index = 0; index < count; index++) {
    const byte = buffer[index]!;
    characters[index * 3] = digitOf(byte >> 4);
    characters[index * 3 + 1] = digitOf(byte & 15);
    characters[index * 3 + 2] = SPACE;
  }
  return native.latin1ToString(characters, 0, count * 3 - 1);
}

const SPACE = 0x20;
const ZERO = 0x30;
const LETTER_A = 0x61;

function digitOf(value: number): number {
  return value < 10 ? ZERO + value : LETTER_A + value - 10;
}

/** `<Buffer 61 62 … N more bytes>`, with the program's own properties when `context` is given. */
function inspect(this: FastBuffer, _depth?: unknown, context?: { showHidden?: boolean }): string {
  const shown = safe.trunc(safe.min(getInspectMaxBytes(), this.length));
  let shownBytes = shown > 0 ? spacedHex(this, shown) : "";
  const remaining = this.length - getInspectMaxBytes();
  if (remaining > 0) shownBytes += ` ... ${remaining} more byte${remaining > 1 ? "s" : ""}`;
  if (context) {
    const extras = extraProperties(this, context);
    if (extras !== "") shownBytes += (this.length !== 0 ? ", " : "") + extras;
  }
  return `<${constructorName(this)} ${shownBytes}>`;
}

export const viewMethods = {
  /** `{ type: "Buffer", data: [bytes] }`, which `Buffer.from` accepts. */
  toJSON(this: Uint8Array): { type: string; data: number[] } {
    const data = new Array<number>(this.length);
    for (let index = 0; index < this.length; index++) data[index] = this[index]!;
    return { type: "Buffer", data };
  },
  /** A view of a range; negative offsets count from the end. */
  subarray,
  /** Calls the object's own `subarray`: no copy, unlike `Uint8Array.prototype.slice`. */
  slice(this: FastBuffer, start?: unknown, end?: unknown): FastBuffer {
    return this.subarray(start as number, end as number) as FastBuffer;
  },
  inspect,
  [Symbol.for("nodejs.util.inspect.custom")]: inspect,
};

/** The old names of `buffer` and `byteOffset`. */
export const legacyAccessors: PropertyDescriptorMap = {
  parent: {
    enumerable: true,
    get(this: unknown) {
      return this instanceof Buffer ? this.buffer : undefined;
    },
  },
  offset: {
    enumerable: true,
    get(this: unknown) {
      return this instanceof Buffer ? this.byteOffset : undefined;
    },
  },
};
