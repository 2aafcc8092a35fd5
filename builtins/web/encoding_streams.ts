// TextEncoderStream and TextDecoderStream (Encoding Standard §7.5, §7.6): transform streams around the codecs.
import { TextDecoder, TextEncoder } from "web:encoding";
import { ERR_INVALID_THIS } from "internal:core/errors";
import { type InspectOptions, foreignThis } from "internal:web/web_interface";
import type { TransformStream, TransformStreamDefaultController } from "web:streams";
import defer * as streams from "web:streams";
import defer * as inspecting from "internal:core/util/inspect";

const kInspect = Symbol.for("nodejs.util.inspect.custom");

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function inspectAs(name: string, members: object, depth: unknown, options: InspectOptions): unknown {
  if (typeof depth === "number" && depth < 0) return `[${name}]`;
  return `${name} ${inspecting.inspect(members, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
}

/** A stream from strings to UTF-8 bytes. A surrogate pair may be split between two chunks. */
export class TextEncoderStream {
  #transform: TransformStream;
  #pendingSurrogate = "";

  constructor() {
    const encoder = new TextEncoder();
    this.#transform = new streams.TransformStream({
      transform: (chunk: unknown, controller: TransformStreamDefaultController) => {
        let text = this.#pendingSurrogate + `${chunk}`;
        this.#pendingSurrogate = "";
        const last = text.charCodeAt(text.length - 1);
        if (last >= 0xd800 && last <= 0xdbff) {
          this.#pendingSurrogate = text.slice(-1);
          text = text.slice(0, -1);
        }
        if (text.length > 0) controller.enqueue(encoder.encode(text));
      },
      flush: (controller: TransformStreamDefaultController) => {
        if (this.#pendingSurrogate !== "") controller.enqueue(encoder.encode(this.#pendingSurrogate));
      },
    });
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
    const decoder = (this.#decoder = new TextDecoder(label, options));
    this.#transform = new streams.TransformStream({
      transform(chunk: unknown, controller: TransformStreamDefaultController) {
        // An undefined chunk must be refused, not decoded as empty.
        const text = decoder.decode(chunk === undefined ? null : chunk, { stream: true });
        if (text.length > 0) controller.enqueue(text);
      },
      flush(controller: TransformStreamDefaultController) {
        const text = decoder.decode();
        if (text.length > 0) controller.enqueue(text);
      },
    });
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
