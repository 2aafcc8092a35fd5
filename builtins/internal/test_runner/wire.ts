// The protocol from the process of a test file to its parent: events, between the output of the file itself.
// One event is the header of V8's serializer, four bytes of length (big-endian), and that many bytes of `v8.serialize`.
import type { FastBuffer } from "internal:core/buffer/class";
import type { EventData } from "internal:test_runner/events";
import { setStack, stackOf } from "internal:core/stack/stack";
import defer * as inspection from "internal:core/util/inspect";
import { Buffer } from "internal:node/buffer";
import defer * as v8 from "internal:node/v8/defaults";
import defer * as decoders from "internal:core/string_decoder";

/** An event of a run. */
export interface Item {
  type: string;
  data: EventData;
}

const HEADER = Buffer.from([0xff, 0x0f]);
const CUSTOM = Symbol.for("nodejs.util.inspect.custom");
const PREFIX_BYTES = HEADER.length + 4;

/** The bytes of an event. */
export function frame(item: Item): Uint8Array {
  const error = item.data?.details?.error;
  const data =
    error === undefined
      ? item.data
      : { ...item.data, details: { ...item.data.details, error: pack(error, new Set()) } };
  let body: Uint8Array;
  try {
    body = serialize({ type: item.type, data });
  } catch {
    // An argument of console.log cannot be cloned.
    body = serialize({ type: item.type, data: packable(data) });
  }
  const bytes = Buffer.allocUnsafe(PREFIX_BYTES + body.length);
  bytes.set(HEADER, 0);
  bytes.writeUInt32BE(body.length, HEADER.length);
  bytes.set(body, PREFIX_BYTES);
  return bytes;
}

function serialize(value: unknown): Uint8Array {
  const writer: any = new v8.DefaultSerializer();
  writer.writeHeader();
  writer.writeValue(value);
  return writer.releaseBuffer();
}

function packable(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return canSend(value) ? value : inspection.inspect(value);
  if (canSend(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, canSend(part) ? part : inspection.inspect(part)]),
  );
}

function canSend(value: unknown): boolean {
  try {
    serialize(value);
    return true;
  } catch {
    return false;
  }
}

/** A value in transit of which only the string form is sent. */
interface PackedValue {
  packed: "symbol" | "shown";
  text: string | undefined;
}

/** An error in transit. */
interface PackedError {
  packed: "error";
  kind: string;
  properties: [key: string, value: unknown, isEnumerable: boolean][];
}

const CLASSES: Record<string, ErrorConstructor> = {
  __proto__: null as any,
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** The form of a thrown value: the value itself, when it can be cloned, otherwise its inspection. */
function pack(value: any, around: Set<unknown>): unknown {
  if (typeof value === "symbol") return { packed: "symbol", text: value.description } satisfies PackedValue;
  if (Error.isError(value) && !around.has(value)) return packError(value, around);
  const isSent = canSend(value);
  if (isSent && (typeof value !== "object" || value === null || typeof value[CUSTOM] !== "function")) return value;
  try {
    return { packed: "shown", text: inspection.inspect(value) } satisfies PackedValue;
  } catch {
    return isSent ? value : { packed: "shown", text: inspection.inspect(value, { customInspect: false }) };
  }
}

function packError(error: any, around: Set<unknown>): unknown {
  around.add(error);
  const properties: PackedError["properties"] = [["stack", stackOf(error), false]];
  for (const key of Object.getOwnPropertyNames(error)) {
    if (key === "stack") continue;
    const isEnumerable = Object.prototype.propertyIsEnumerable.call(error, key);
    try {
      properties.push([key, pack(error[key], around), isEnumerable]);
    } catch {
      // A getter that throws has no value to send.
    }
  }
  if (!properties.some(([key]) => key === "name") && typeof error.name === "string")
    properties.push(["name", error.name, false]);
  return { packed: "error", kind: classOf(error), properties } satisfies PackedError;
}

function classOf(error: object): string {
  for (let prototype = Object.getPrototypeOf(error); prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    const name = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value?.name;
    if (typeof name === "string" && name in CLASSES) return name;
  }
  return "Error";
}

function unpack(value: any): unknown {
  if (value?.packed === "symbol") return Symbol(value.text);
  if (value?.packed === "shown") return { [CUSTOM]: () => value.text };
  if (value?.packed !== "error") return value;
  const { kind: name, properties } = value as PackedError;
  const error: any = new CLASSES[name]!();
  for (const [key, part, enumerable] of properties) {
    if (key === "stack") {
      if (typeof part === "string") setStack(error, part);
      else Object.defineProperty(error, "stack", { value: part, writable: true, configurable: true });
    } else if (key !== "name" || part !== error.name) {
      Object.defineProperty(error, key, { value: unpack(part), enumerable, writable: true, configurable: true });
    }
  }
  return error;
}

/** Parses the output of a process. */
export class Unframer {
  readonly #onEvent: (item: Item) => void;
  readonly #onText: (text: string) => void;
  #bytes: any = Buffer.alloc(0);
  #text = new decoders.StringDecoder("utf8");

  constructor(onEvent: (item: Item) => void, onText: (text: string) => void) {
    this.#onEvent = onEvent;
    this.#onText = onText;
  }

  /** Adds bytes. */
  write(chunk: Uint8Array): void {
    this.#bytes =
      this.#bytes.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.concat([this.#bytes, chunk]);
    while (this.#step()) continue;
  }

  /** Ends the input: an incomplete event is plain output. */
  end(): void {
    while (this.#bytes.length > 0) {
      this.#print(this.#take(1));
      while (this.#step()) continue;
    }
    this.#flush();
  }

  /** Removes plain output or one event from the front. Returns whether there may be more. */
  #step(): boolean {
    const bytes = this.#bytes;
    if (bytes.length === 0) return false;
    const start: number = bytes.indexOf(HEADER);
    if (start === -1) {
      // The header may be split over two chunks.
      const isCut = bytes[bytes.length - 1] === HEADER[0];
      this.#print(this.#take(isCut ? bytes.length - 1 : bytes.length));
      return false;
    }
    if (start > 0) this.#print(this.#take(start));
    if (this.#bytes.length < PREFIX_BYTES) return false;
    const size = PREFIX_BYTES + this.#bytes.readUInt32BE(HEADER.length);
    if (this.#bytes.length < size) return false;
    const body = this.#take(size).subarray(PREFIX_BYTES);
    this.#flush();
    this.#onEvent(read(body));
    return true;
  }

  #take(count: number): FastBuffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }
  #print(bytes: FastBuffer): void {
    if (bytes.length === 0) return;
    const text = this.#text.write(bytes);
    if (text !== "") this.#onText(text);
  }
  #flush(): void {
    const rest = this.#text.end();
    if (rest !== "") this.#onText(rest);
  }
}

function read(body: Uint8Array): Item {
  const reader: any = new v8.DefaultDeserializer(body);
  reader.readHeader();
  const item = reader.readValue();
  if (item.data?.details?.error !== undefined) item.data.details.error = unpack(item.data.details.error);
  return item;
}
