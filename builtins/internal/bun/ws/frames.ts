// The frames of a WebSocket (RFC 6455 §5) over a stream of Node's: what `ws` needs. Without extensions.
import { isUtf8 } from "internal:core/buffer/validity";
import { Buffer } from "internal:node/buffer";
import crypto from "internal:node/crypto";

export const Opcode = { CONTINUATION: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 };

export type Bytes = InstanceType<typeof Buffer>;

const FINAL = 0x80;
const MASKED = 0x80;
const RESERVED = 0x70;
const CONTROL_BYTES_MAX = 125;
const MASK_BYTES = 4;

/** What a peer does wrong: `code` is that of the close frame. */
export class ProtocolError extends Error {
  code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** A frame; a client masks it. */
export function frameOf(opcode: number, payload: Bytes, isMasked: boolean): Bytes {
  const { length } = payload;
  const lengthBytes = length <= CONTROL_BYTES_MAX ? 0 : length < 0x1_0000 ? 2 : 8;
  const start = 2 + lengthBytes + (isMasked ? MASK_BYTES : 0);
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL | opcode;
  frame[1] = (isMasked ? MASKED : 0) | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  else if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  payload.copy(frame, start);
  if (isMasked) {
    const key = crypto.randomBytes(MASK_BYTES) as unknown as Bytes;
    key.copy(frame, start - MASK_BYTES);
    applyMask(frame.subarray(start), key);
  }
  return frame;
}

function applyMask(bytes: Bytes, key: Bytes): void {
  for (let index = 0; index < bytes.length; index++) bytes[index]! ^= key[index & 3]!;
}

/** What a reader of frames calls. */
interface Events {
  message(data: Bytes, isBinary: boolean): void;
  control(opcode: number, payload: Bytes): void;
}

/** Reads frames of a peer from chunks. */
export class FrameReader {
  #pending: Bytes = Buffer.alloc(0);
  #parts: Bytes[] = [];
  #partBytes = 0;
  /** Of the message whose parts arrive; 0 for none. */
  #opcode = 0;
  #isServer: boolean;
  #bytesMax: number;
  #events: Events;

  /** `bytesMax` is the limit of a message, 0 for none. */
  constructor(isServer: boolean, bytesMax: number, events: Events) {
    this.#isServer = isServer;
    this.#bytesMax = bytesMax;
    this.#events = events;
  }

  /** Reads the frames that a chunk completes. Throws a ProtocolError. */
  read(chunk: Bytes): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#readFrame());
  }

  #readFrame(): boolean {
    const bytes = this.#pending;
    if (bytes.length < 2) return false;
    const [first, second] = [bytes[0]!, bytes[1]!];
    const [opcode, isFinal, isMasked] = [first & 15, (first & FINAL) !== 0, (second & MASKED) !== 0];
    this.#check(first, second);
    let start = 2;
    let length = second & 127;
    if (length === 126) {
      if (bytes.length < 4) return false;
      length = bytes.readUInt16BE(2);
      start = 4;
    } else if (length === 127) {
      if (bytes.length < 10) return false;
      length = Number(bytes.readBigUInt64BE(2));
      start = 10;
    }
    if (opcode < Opcode.CLOSE && this.#bytesMax > 0 && this.#partBytes + length > this.#bytesMax)
      throw new ProtocolError(1009, "Max payload size exceeded");
    if (isMasked) start += MASK_BYTES;
    if (bytes.length < start + length) return false;
    const payload = Buffer.from(bytes.subarray(start, start + length));
    if (isMasked) applyMask(payload, bytes.subarray(start - MASK_BYTES, start));
    this.#pending = bytes.subarray(start + length);
    if (opcode >= Opcode.CLOSE) this.#events.control(opcode, payload);
    else this.#add(opcode, isFinal, payload);
    return true;
  }

  /** Throws for a header that RFC 6455 §5.2 to §5.5 do not allow. */
  #check(first: number, second: number): void {
    const fail = (what: string): never => {
      throw new ProtocolError(1002, `Invalid WebSocket frame: ${what}`);
    };
    const opcode = first & 15;
    if ((first & RESERVED) !== 0) fail("RSV1, RSV2 and RSV3 must be clear");
    if ((opcode > Opcode.BINARY && opcode < Opcode.CLOSE) || opcode > Opcode.PONG) fail(`invalid opcode ${opcode}`);
    if (this.#isServer !== ((second & MASKED) !== 0)) fail(`MASK must be ${this.#isServer ? "set" : "clear"}`);
    if (opcode >= Opcode.CLOSE) {
      if ((first & FINAL) === 0) fail("FIN must be set");
      if ((second & 127) > CONTROL_BYTES_MAX) fail(`invalid payload length ${second & 127}`);
    } else if ((opcode === Opcode.CONTINUATION) !== (this.#opcode !== 0)) fail(`invalid opcode ${opcode}`);
  }

  #add(opcode: number, isFinal: boolean, payload: Bytes): void {
    if (opcode !== Opcode.CONTINUATION) this.#opcode = opcode;
    this.#parts.push(payload);
    this.#partBytes += payload.length;
    if (!isFinal) return;
    const data = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    const isBinary = this.#opcode === Opcode.BINARY;
    this.#parts = [];
    this.#partBytes = 0;
    this.#opcode = 0;
    if (!isBinary && !isUtf8(data)) throw new ProtocolError(1007, "Invalid WebSocket frame: invalid UTF-8 sequence");
    this.#events.message(data, isBinary);
  }
}
