// TextEncoder and TextDecoder (Encoding Standard §7). The stream versions are in `web:encoding_streams`.
import { pinned } from "internal:core/bootstrap";
import defer * as errors from "internal:core/errors";
import { utf8Slice } from "internal:core/buffer/decode";
import { utf8ByteLength, writeUtf8 } from "internal:core/buffer/encode";
import { home } from "internal:core/program";
import { toText } from "internal:core/util/text";
import { bytesOfSource } from "internal:core/util/buffer_source";
import { isAnyArrayBuffer, isUint8Array } from "internal:core/util/types";
import defer * as validators from "internal:core/validators";
import * as nativeBuffer from "native:buffer";
import * as native from "native:encoding";
import defer * as utf8Streams from "internal:core/utf8_stream";
import type { Utf8Stream } from "internal:core/utf8_stream";
import defer * as inspecting from "internal:core/util/inspect";
import type { InspectOptions } from "internal:web/web_interface";

const kInspect = Symbol.for("nodejs.util.inspect.custom");
const SHORT_TEXT_LENGTH = 32;

/** Encodes strings as UTF-8. */
export class TextEncoder {
  readonly #encoding = "utf-8";

  /** Always "utf-8". */
  get encoding(): string {
    return this.#encoding;
  }

  /** The UTF-8 bytes of the string; a lone surrogate becomes U+FFFD. */
  encode(input: unknown = ""): Uint8Array {
    this.#encoding;
    const text = toText(input);
    const { length } = text;
    if (length > SHORT_TEXT_LENGTH) return nativeBuffer.encodeUtf8(text);
    const ascii = new Uint8Array(length);
    if (writeAscii(text, ascii)) return ascii;
    const bytes = new Uint8Array(utf8ByteLength(text));
    writeUtf8(text, bytes, 0, bytes.length);
    return bytes;
  }

  /** Writes as many complete characters as fit. Returns the UTF-16 units read and the bytes written. */
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number } {
    this.#encoding;
    validators.validateString(source as unknown, "src");
    let written = nativeBuffer.encodeUtf8Into(source, destination);
    if (written === -1) {
      if (!isUint8Array(destination)) throw new errors.ERR_INVALID_ARG_TYPE("dest", "Uint8Array", destination);
      written = writeUtf8(source, destination, 0, destination.length);
    }
    // With 4 unused bytes the source was encoded completely.
    const isComplete = destination.length - written >= 4 || written === utf8ByteLength(source);
    const read = isComplete ? source.length : unitsOf(source, written);
    return { read, written };
  }

  [kInspect](depth: number): unknown {
    if (typeof depth === "number" && depth < 0) return this;
    return { encoding: this.#encoding };
  }
}

/** Writes a short string of ASCII and returns true; false for another one, of which it may have written a part. */
function writeAscii(text: string, target: Uint8Array): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) return false;
    target[index] = unit;
  }
  return true;
}

/** The number of UTF-16 units of the first `byteCount` bytes of UTF-8. */
function unitsOf(text: string, byteCount: number): number {
  let index = 0;
  for (let bytes = 0; bytes < byteCount; index++) {
    const point = text.codePointAt(index)!;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (point > 0xffff) index++;
  }
  return index;
}

let finalizers: FinalizationRegistry<number> | undefined;

interface TextDecoderOptions {
  fatal?: unknown;
  ignoreBOM?: unknown;
}

/** The names of encodings by the labels that were used; there are about 230 labels, and more with white space. */
const names = pinned(new Map<string, string>());
const NAMES_MAX = 64;

function nameOf(label: string): string | null {
  const name = native.encodingName(label);
  if (name !== null && names.size < NAMES_MAX) names.set(label, name);
  return name;
}

/** Decodes bytes of an encoding. */
export class TextDecoder {
  readonly #encoding: string;
  readonly #fatal: boolean;
  readonly #ignoreBom: boolean;
  /** The decoder during a streaming decode: the number of a native one, or that of UTF-8. */
  #decoder: number | Utf8Stream | undefined = undefined;

  constructor(label: unknown = "utf-8", options: TextDecoderOptions | null = {}) {
    const text = toText(label);
    validators.validateObject(options as unknown, "options", validators.kValidateObjectAllowObjectsAndNull);
    // A label may have outer white space; the common labels need no native call.
    const name = text === "utf-8" || text === "utf8" ? "utf-8" : (names.get(text) ?? nameOf(text));
    if (name === null) throw unsupported(text);
    this.#encoding = name;
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBom = Boolean(options?.ignoreBOM);
  }

  /** The lower-case name of the encoding. */
  get encoding(): string {
    checkDecoder(this);
    return this.#encoding;
  }

  /** Whether malformed input is an error. */
  get fatal(): boolean {
    checkDecoder(this);
    return this.#fatal;
  }

  /** Whether a byte order mark is part of the output. */
  get ignoreBOM(): boolean {
    checkDecoder(this);
    return this.#ignoreBom;
  }

  /**
   * The string of the bytes. With `stream: true` an incomplete character at the end is buffered for the next call.
   * Throws errors.ERR_ENCODING_INVALID_ENCODED_DATA for malformed input when the decoder is fatal.
   */
  decode(input: unknown = emptyBytes, options: { stream?: unknown } | null | undefined = undefined): string {
    checkDecoder(this);
    const bytes =
      bytesOf(input) ?? refuse(input, this.#encoding, this.#decoder !== undefined || Boolean(options?.stream));
    if (options !== undefined)
      validators.validateObject(options as unknown, "options", validators.kValidateObjectAllowObjectsAndNull);
    const stream = Boolean(options?.stream);
    const text = this.#decoder === undefined && !stream ? this.#decodeAll(bytes) : this.#decodeChunk(bytes, stream);
    if (text === null) throw malformed(this.#encoding);
    return text;
  }

  #decodeAll(bytes: Uint8Array): string | null {
    if (this.#encoding !== "utf-8") return native.decodeAll(this.#encoding, bytes, this.#fatal, this.#ignoreBom);
    const length = bytes.length;
    const hasMark = !this.#ignoreBom && length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    if (this.#fatal && !nativeBuffer.isUtf8(bytes)) return null;
    return utf8Slice(bytes, hasMark ? 3 : 0, length);
  }

  #decodeChunk(bytes: Uint8Array, stream: boolean): string | null {
    this.#decoder ??= this.#open();
    const decoder = this.#decoder;
    const text: string | null =
      typeof decoder === "number" ? native.decodeChunk(decoder, bytes, !stream) : decoder.decode(bytes, !stream);
    if (text === null || !stream) {
      this.#decoder = undefined;
      if (typeof decoder === "number") finalizers!.unregister(this);
    }
    return text;
  }

  #open(): number | Utf8Stream {
    if (this.#encoding === "utf-8") return new utf8Streams.Utf8Stream(this.#fatal, this.#ignoreBom);
    const decoder = native.openDecoder(this.#encoding, this.#fatal, this.#ignoreBom);
    finalizers ??= new FinalizationRegistry((opened) => native.closeDecoder(opened));
    finalizers.register(this, decoder, this);
    return decoder;
  }

  static {
    checkDecoder = (value) => {
      if (typeof value !== "object" || value === null || !(#encoding in value))
        throw new errors.ERR_INVALID_THIS("TextDecoder");
    };
  }

  [kInspect](depth: number, context: InspectOptions): unknown {
    checkDecoder(this);
    if (typeof depth === "number" && depth < 0) return context.stylize("[TextDecoder]", "special");
    const shown = { encoding: this.#encoding, fatal: this.#fatal, ignoreBOM: this.#ignoreBom };
    return `${this.constructor.name} ${inspecting.inspect(shown, context)}`;
  }
}

/** The error for a label of no encoding, with the message of the home. */
function unsupported(label: string): Error {
  const error = new errors.ERR_ENCODING_NOT_SUPPORTED(label);
  if (home() === "bun") error.message = `Unsupported encoding label "${label}"`;
  if (home() === "deno") error.message = `The encoding label provided ('${label}') is invalid.`;
  return error;
}

/** The error for malformed input of a decoder that is fatal. */
function malformed(encoding: string): Error {
  if (home() === "deno") return new TypeError("The encoded data is not valid");
  return new errors.ERR_ENCODING_INVALID_ENCODED_DATA(encoding, undefined);
}

var checkDecoder: (value: unknown) => void;
const emptyBytes = new Uint8Array(0);

function bytesOf(input: unknown): Uint8Array | null {
  if (isUint8Array(input)) return input;
  return ArrayBuffer.isView(input) || isAnyArrayBuffer(input) ? bytesOfSource(input as ArrayBuffer) : null;
}

// Node decodes in three ways, each with its own message.
function refuse(input: unknown, encoding: string, isStream: boolean): never {
  const isOneShot = encoding === "utf-8" && !isStream;
  if (!isOneShot && encoding !== "utf-16le")
    throw new errors.ERR_INVALID_ARG_TYPE("input", ["ArrayBuffer", "ArrayBufferView"], input);
  const error = new TypeError(
    `The "${isOneShot ? "list" : "input"}" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.`,
  );
  throw Object.assign(error, { code: "ERR_INVALID_ARG_TYPE" });
}

for (const [name, type] of [
  ["TextEncoder", TextEncoder],
  ["TextDecoder", TextDecoder],
] as const) {
  for (const key of Object.getOwnPropertyNames(type.prototype)) {
    if (key !== "constructor") Object.defineProperty(type.prototype, key, { enumerable: true });
  }
  Object.defineProperty(type.prototype, Symbol.toStringTag, { value: name, configurable: true });
}
