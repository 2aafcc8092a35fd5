// Messages of the PostgreSQL wire protocol, version 3: writing them, and cutting what arrives into them.
// https://www.postgresql.org/docs/current/protocol-message-formats.html
import { Buffer } from "internal:node/buffer";

const PROTOCOL_VERSION = 196608;
const SSL_REQUEST = 80877103;
const CANCEL_REQUEST = 80877102;
const HEADER_BYTES = 5;
/** A message that is longer ends the connection: the server sends at most 1 GiB. */
const LENGTH_MAX = 0x4000_0000;

type Bytes = InstanceType<typeof Buffer>;

/** Builds messages, one after the other, in one buffer. */
export class Writer {
  #buffer: Bytes;
  #at = 0;
  #start = 0;

  constructor() {
    this.#buffer = Buffer.allocUnsafeSlow(1024);
  }

  get isEmpty(): boolean {
    return this.#at === 0;
  }

  #need(count: number): void {
    const needed = this.#at + count;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }

  /** Begins a message; `type` is a letter, or "" for the messages of the start. */
  begin(type: string): this {
    this.#need(HEADER_BYTES);
    if (type !== "") this.#buffer[this.#at++] = type.charCodeAt(0);
    this.#start = this.#at;
    this.#at += 4;
    return this;
  }

  end(): this {
    this.#buffer.writeInt32BE(this.#at - this.#start, this.#start);
    return this;
  }

  int16(value: number): this {
    this.#need(2);
    this.#at = this.#buffer.writeUInt16BE(value, this.#at);
    return this;
  }

  int32(value: number): this {
    this.#need(4);
    this.#at = this.#buffer.writeInt32BE(value | 0, this.#at);
    return this;
  }

  byte(letter: string): this {
    this.#need(1);
    this.#buffer[this.#at++] = letter.charCodeAt(0);
    return this;
  }

  /** Text with a zero at its end. A zero inside would end it early, so it is refused. */
  string(text: string): this {
    if (text.includes("\0")) throw new TypeError("A statement cannot contain a null character");
    this.#need(text.length * 3 + 1);
    this.#at += this.#buffer.write(text, this.#at, "utf8");
    this.#buffer[this.#at++] = 0;
    return this;
  }

  bytes(bytes: Uint8Array): this {
    this.#need(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  /** A value of a parameter, with its length. */
  value(value: string | Uint8Array | null): this {
    if (value === null) return this.int32(-1);
    if (typeof value !== "string") return this.int32(value.length).bytes(value);
    this.#need(4 + value.length * 3);
    const length = this.#buffer.write(value, this.#at + 4, "utf8");
    this.#buffer.writeInt32BE(length, this.#at);
    this.#at += 4 + length;
    return this;
  }

  /** All messages; the writer is empty afterwards. */
  take(): Bytes {
    const bytes = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafeSlow(1024);
    this.#at = 0;
    return bytes;
  }
}

/** The first message: who connects, and settings. */
export function startUp(parameters: Record<string, string>): Bytes {
  const writer = new Writer().begin("").int32(PROTOCOL_VERSION);
  for (const [name, value] of Object.entries(parameters)) writer.string(name).string(value);
  return writer.byte("\0").end().take();
}

/** Asks whether the server speaks TLS. */
export const sslRequest = (): Bytes => new Writer().begin("").int32(SSL_REQUEST).end().take();

/** Asks to stop what the connection of `processId` runs. */
export const cancelRequest = (processId: number, key: Uint8Array): Bytes =>
  new Writer().begin("").int32(CANCEL_REQUEST).int32(processId).bytes(key).end().take();

/** The content of a message. */
export class Reader {
  readonly bytes: Bytes;
  at: number;
  readonly end: number;

  constructor(bytes: Bytes, at: number, end: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  #take(count: number): number {
    const at = this.at;
    if (count < 0 || at + count > this.end) throw new RangeError("a message is too short");
    this.at += count;
    return at;
  }

  int16(): number {
    return this.bytes.readInt16BE(this.#take(2));
  }

  int32(): number {
    return this.bytes.readInt32BE(this.#take(4));
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.#take(4));
  }

  letter(): string {
    return String.fromCharCode(this.bytes[this.#take(1)]!);
  }

  string(): string {
    const end = this.bytes.indexOf(0, this.at);
    if (end < 0 || end >= this.end) throw new RangeError("a text has no end");
    const text = this.bytes.toString("utf8", this.at, end);
    this.at = end + 1;
    return text;
  }

  slice(count: number): Bytes {
    const at = this.#take(count);
    return this.bytes.subarray(at, at + count);
  }

  rest(): Bytes {
    return this.bytes.subarray(this.at, this.end);
  }
}

/** Cuts what arrives into messages; what is not complete waits. */
export class Splitter {
  #parts: Bytes[] = [];
  #length = 0;
  #needed = HEADER_BYTES;

  /** Calls `onMessage` for each complete message; stops when it returns false. Throws for a length that cannot be. */
  push(chunk: Bytes, onMessage: (type: string, reader: Reader) => boolean): void {
    this.#parts.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    const bytes = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts, this.#length);
    let at = 0;
    this.#needed = HEADER_BYTES;
    while (bytes.length - at >= HEADER_BYTES) {
      const length = bytes.readUInt32BE(at + 1);
      if (length < 4 || length > LENGTH_MAX) throw new RangeError("a message has an impossible length");
      const end = at + 1 + length;
      if (end > bytes.length) {
        this.#needed = 1 + length;
        break;
      }
      const type = String.fromCharCode(bytes[at]!);
      if (!onMessage(type, new Reader(bytes, at + HEADER_BYTES, end))) return;
      at = end;
    }
    const rest = bytes.subarray(at);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }
}
