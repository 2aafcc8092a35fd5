// TextEncoderStream and TextDecoderStream (Encoding Standard §7.5, §7.6): transform streams around the codecs.
import { TextDecoder, TextEncoder } from "web:encoding";
import { ERR_INVALID_THIS } from "internal:core/errors";
import { type InspectOptions, foreignThis } from "internal:web/web_interface";
import { enqueueTransformed, type TransformState } from "internal:web/web_streams/transform";
import type { TransformStream } from "internal:web/web_streams/transform_classes";
import defer * as transforms from "internal:web/web_streams/transform_classes";
import defer * as inspecting from "internal:core/util/inspect";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

const streaming = { stream: true };

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function inspectAs(name: string, members: object, depth: unknown, options: InspectOptions): unknown {
  if (typeof depth === "number" && depth < 0) return `[${name}]`;
  return `${name} ${inspecting.inspect(members, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
}

/** A stream from strings to UTF-8 bytes. A surrogate pair may be split between two chunks. */
export class TextEncoderStream {
  #transform: TransformStream;
  #pendingSurrogate = "";
  #encoder = new TextEncoder();

  constructor() {
    this.#transform = transforms.createTransform(this, this.#encode, this.#encodeRest);
  }

  #encode(chunk: unknown, stream: TransformState): void {
    let text = this.#pendingSurrogate + `${chunk}`;
    this.#pendingSurrogate = "";
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#pendingSurrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    if (text.length > 0) enqueueTransformed(stream, this.#encoder.encode(text));
  }

  #encodeRest(stream: TransformState): void {
    if (this.#pendingSurrogate !== "") enqueueTransformed(stream, this.#encoder.encode(this.#pendingSurrogate));
  }

  /** Always "utf-8". */
  get encoding(): string {
    if (!(#transform in this)) throw foreignThis("#handle");
    return "utf-8";
  }

  /** The side with the bytes. */
  get readable(): unknown {
    if (!(#transform in this)) throw foreignThis("#transform");
    return this.#transform.readable;
  }

  /** The side for strings. */
  get writable(): unknown {
    if (!(#transform in this)) throw foreignThis("#transform");
    return this.#transform.writable;
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (!isObject(this) || !(#transform in this)) throw new ERR_INVALID_THIS("TextEncoderStream");
    return inspectAs(
      "TextEncoderStream",
      { encoding: this.encoding, readable: this.readable, writable: this.writable },
      depth,
      options,
    );
  }
}

/** A stream from bytes of an encoding to strings. Options are those of TextDecoder. */
export class TextDecoderStream {
  #transform: TransformStream;
  #decoder: TextDecoder;

  constructor(label: unknown = "utf-8", options: ConstructorParameters<typeof TextDecoder>[1] = {}) {
    this.#decoder = new TextDecoder(label, options);
    this.#transform = transforms.createTransform(this, this.#decode, this.#decodeRest);
  }

  #decode(chunk: unknown, stream: TransformState): void {
    // An undefined chunk must be refused, not decoded as empty.
    const text = this.#decoder.decode(chunk === undefined ? null : chunk, streaming);
    if (text.length > 0) enqueueTransformed(stream, text);
  }

  #decodeRest(stream: TransformState): void {
    const text = this.#decoder.decode();
    if (text.length > 0) enqueueTransformed(stream, text);
  }

  /** The lower-case name of the encoding. */
  get encoding(): string {
    if (!(#decoder in this)) throw foreignThis("#handle");
    return this.#decoder.encoding;
  }

  /** Whether malformed input fails the stream. */
  get fatal(): boolean {
    if (!(#decoder in this)) throw foreignThis("#handle");
    return this.#decoder.fatal;
  }

  /** Whether a byte order mark is part of the output. */
  get ignoreBOM(): boolean {
    if (!(#decoder in this)) throw foreignThis("#handle");
    return this.#decoder.ignoreBOM;
  }

  /** The side with the strings. */
  get readable(): unknown {
    if (!(#decoder in this)) throw foreignThis("#transform");
    return this.#transform.readable;
  }

  /** The side for bytes. */
  get writable(): unknown {
    if (!(#decoder in this)) throw foreignThis("#transform");
    return this.#transform.writable;
  }

  [kInspect](depth: number, options: InspectOptions): unknown {
    if (!isObject(this) || !(#transform in this)) throw new ERR_INVALID_THIS("TextDecoderStream");
    const { encoding, fatal, ignoreBOM, readable, writable } = this;
    return inspectAs("TextDecoderStream", { encoding, fatal, ignoreBOM, readable, writable }, depth, options);
  }
}

for (const type of [TextEncoderStream, TextDecoderStream]) {
  for (const key of Object.getOwnPropertyNames(type.prototype)) {
    if (key !== "constructor") Object.defineProperty(type.prototype, key, { enumerable: true });
  }
  Object.defineProperty(type.prototype, Symbol.toStringTag, { value: type.name, configurable: true });
}
