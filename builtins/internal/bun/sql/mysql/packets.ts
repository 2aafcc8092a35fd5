// Packets of the client/server protocol of MySQL: writing them, and cutting what arrives into them.
// https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html
import { Buffer } from "internal:node/buffer";

const HEADER_BYTES = 4;
/** A packet of this length goes on in the next one. */
const PACKET_MAX = 0xff_ffff;
/** A message that is longer ends the connection: servers send at most 1 GiB. */
const MESSAGE_MAX = 0x4000_0000;
const FIRST_BYTES = 1024;

export type Bytes = InstanceType<typeof Buffer>;

/** Builds messages, one after the other, in one buffer. */
export class Writer {
  #buffer: Bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #at = 0;
  #start = 0;
  #sequence = 0;

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

  /** Begins a message. Its number is 0 for a command, and one more than that of the packet it replies to otherwise. */
  begin(sequence = 0): this {
    this.#need(HEADER_BYTES);
    this.#start = this.#at;
    this.#sequence = sequence;
    this.#at += HEADER_BYTES;
    return this;
  }

  end(): this {
    const length = this.#at - this.#start - HEADER_BYTES;
    if (length >= PACKET_MAX) return this.#split(length);
    this.#header(this.#start, length);
    return this;
  }

  #header(at: number, length: number): void {
    this.#buffer.writeUIntLE(length, at, 3);
    this.#buffer[at + 3] = this.#sequence++ & 0xff;
  }

  /** Puts headers into a long message; the last packet is shorter than the others, or empty. */
  #split(length: number): this {
    const packets = Math.floor(length / PACKET_MAX) + 1;
    const payload = Buffer.from(this.#buffer.subarray(this.#start + HEADER_BYTES, this.#at));
    this.#need((packets - 1) * HEADER_BYTES);
    this.#at = this.#start;
    for (let index = 0; index < packets; index++) {
      const part = payload.subarray(index * PACKET_MAX, (index + 1) * PACKET_MAX);
      this.#header(this.#at, part.length);
      this.#buffer.set(part, this.#at + HEADER_BYTES);
      this.#at += HEADER_BYTES + part.length;
    }
    return this;
  }

  uint8(value: number): this {
    this.#need(1);
    this.#buffer[this.#at++] = value;
    return this;
  }

  uint16(value: number): this {
    this.#need(2);
    this.#at = this.#buffer.writeUInt16LE(value, this.#at);
    return this;
  }

  uint32(value: number): this {
    this.#need(4);
    this.#at = this.#buffer.writeUInt32LE(value >>> 0, this.#at);
    return this;
  }

  /** An integer of 64 bits; numbers must be safe integers. */
  int64(value: number | bigint): this {
    this.#need(8);
    this.#at = this.#buffer.writeBigInt64LE(BigInt.asIntN(64, BigInt(value)), this.#at);
    return this;
  }

  double(value: number): this {
    this.#need(8);
    this.#at = this.#buffer.writeDoubleLE(value, this.#at);
    return this;
  }

  zeros(count: number): this {
    this.#need(count);
    this.#buffer.fill(0, this.#at, this.#at + count);
    this.#at += count;
    return this;
  }

  /** Text to the end of the message. */
  text(text: string): this {
    this.#need(text.length * 3);
    this.#at += this.#buffer.write(text, this.#at, "utf8");
    return this;
  }

  /** Text with a zero at its end. A zero inside would end it early, so it is refused. */
  string(text: string): this {
    if (text.includes("\0")) throw new TypeError("A name or a password cannot contain a null character");
    return this.text(text).uint8(0);
  }

  bytes(bytes: Uint8Array): this {
    this.#need(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  #length(length: number): void {
    this.#need(9);
    if (length < 0xfb) this.#buffer[this.#at++] = length;
    else if (length < 0x1_0000) this.uint8(0xfc).uint16(length);
    else if (length < 0x100_0000) {
      this.#buffer[this.#at] = 0xfd;
      this.#at = this.#buffer.writeUIntLE(length, this.#at + 1, 3);
    } else this.uint8(0xfe).int64(length);
  }

  /** A value with its length before it. */
  value(value: string | Uint8Array): this {
    if (typeof value !== "string") {
      this.#length(value.length);
      return this.bytes(value);
    }
    this.#length(Buffer.byteLength(value));
    return this.text(value);
  }

  /** All messages; the writer is empty afterwards. */
  take(): Bytes {
    const bytes = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
    this.#at = 0;
    return bytes;
  }
}

/** The content of a message. */
export class Reader {
  readonly bytes: Bytes;
  at: number;
  readonly end: number;
  /** The number of its last packet. */
  readonly sequence: number;

  constructor(bytes: Bytes, at: number, end: number, sequence: number) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.sequence = sequence;
  }

  /** Moves on by `count` bytes; returns where they begin. */
  skip(count: number): number {
    const at = this.at;
    if (at + count > this.end) throw new RangeError("it is too short");
    this.at = at + count;
    return at;
  }

  get left(): number {
    return this.end - this.at;
  }

  /** The next byte, which stays. */
  get first(): number {
    return this.at < this.end ? this.bytes[this.at]! : -1;
  }

  uint8(): number {
    return this.bytes[this.skip(1)]!;
  }

  uint16(): number {
    return this.bytes.readUInt16LE(this.skip(2));
  }

  uint32(): number {
    return this.bytes.readUInt32LE(this.skip(4));
  }

  /** An integer of one to nine bytes. */
  integer(): number | bigint {
    const first = this.uint8();
    if (first < 0xfb) return first;
    if (first === 0xfc) return this.uint16();
    if (first === 0xfd) return this.bytes.readUIntLE(this.skip(3), 3);
    if (first !== 0xfe) throw new RangeError("it has an impossible length");
    const at = this.skip(8);
    const high = this.bytes.readUInt32LE(at + 4);
    return high > 0x1f_ffff ? this.bytes.readBigUInt64LE(at) : high * 2 ** 32 + this.bytes.readUInt32LE(at);
  }

  /** The length of the value that follows. */
  length(): number {
    const length = this.integer();
    if (length > this.left) throw new RangeError("it is too short");
    return length as number;
  }

  /** Text with its length before it. */
  value(): string {
    const length = this.length();
    const at = this.skip(length);
    return this.bytes.toString("utf8", at, at + length);
  }

  /** Text to the next zero, or to the end. */
  string(): string {
    const found = this.bytes.indexOf(0, this.at);
    const end = found < 0 || found > this.end ? this.end : found;
    const text = this.bytes.toString("utf8", this.at, end);
    this.at = Math.min(end + 1, this.end);
    return text;
  }

  slice(count: number): Bytes {
    const at = this.skip(count);
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
  /** The packets of a long message that have arrived. */
  #packets: Bytes[] = [];
  #packetsLength = 0;

  get isEmpty(): boolean {
    return this.#length === 0 && this.#packets.length === 0;
  }

  /** Calls `onMessage` for each complete message; stops when it returns false. */
  push(chunk: Bytes, onMessage: (message: Reader) => boolean): void {
    this.#parts.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return;
    const bytes = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts, this.#length);
    let at = 0;
    this.#needed = HEADER_BYTES;
    while (bytes.length - at >= HEADER_BYTES) {
      const length = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
      const start = at + HEADER_BYTES;
      const end = start + length;
      if (end > bytes.length) {
        this.#needed = HEADER_BYTES + length;
        break;
      }
      const sequence = bytes[at + 3]!;
      at = end;
      if (length === PACKET_MAX || this.#packets.length > 0) {
        const complete = this.#join(bytes.subarray(start, end));
        if (complete !== null && !onMessage(new Reader(complete, 0, complete.length, sequence))) return;
      } else if (!onMessage(new Reader(bytes, start, end, sequence))) return;
    }
    const rest = bytes.subarray(at);
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }

  /** Adds a packet to a long message; returns the message once it is complete. */
  #join(packet: Bytes): Bytes | null {
    this.#packets.push(packet);
    this.#packetsLength += packet.length;
    if (this.#packetsLength > MESSAGE_MAX) throw new RangeError("it is too long");
    if (packet.length === PACKET_MAX) return null;
    const message = Buffer.concat(this.#packets, this.#packetsLength);
    this.#packets = [];
    this.#packetsLength = 0;
    return message;
  }
}
