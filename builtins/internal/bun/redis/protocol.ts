// The protocol of Redis, versions 2 and 3. https://redis.io/docs/latest/develop/reference/protocol-spec/
import type { FastBuffer } from "internal:core/buffer/class";
import { Buffer } from "internal:node/buffer";
import { redisError } from "internal:bun/redis/errors";

/** An argument of a command. */
export type Argument = string | Uint8Array;

/** A command as it is sent: an array of strings. */
export function encode(parts: readonly Argument[]): Uint8Array {
  if (!parts.every((part) => typeof part === "string")) return encodeBytes(parts);
  let text = `*${parts.length}\r\n`;
  for (const part of parts) text += `$${Buffer.byteLength(part)}\r\n${part}\r\n`;
  return Buffer.from(text);
}

function encodeBytes(parts: readonly Argument[]): Uint8Array {
  const chunks: Uint8Array[] = [Buffer.from(`*${parts.length}\r\n`)];
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    chunks.push(Buffer.from(`$${bytes.byteLength}\r\n`), bytes, Buffer.from("\r\n"));
  }
  return Buffer.concat(chunks);
}

/** A push message of the server: its kind ("message", "subscribe") and its data. */
export class Push {
  readonly kind: string;
  readonly data: unknown[];

  constructor(kind: string, data: unknown[]) {
    this.kind = kind;
    this.data = data;
  }
}

const AGGREGATES = "*~>%|";

/** An array, set, push, map or attribute of which elements are missing. */
interface Frame {
  type: string;
  missing: number;
  items: unknown[];
}

const CARRIAGE_RETURN = 13;

/** Reads replies from the chunks of a connection. */
export class Decoder {
  #rest: FastBuffer = Buffer.alloc(0);
  #at = 0;
  readonly #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** How many bytes the next value needs at least. */
  #needed = 1;
  readonly #frames: Frame[] = [];
  #asBytes = false;
  readonly #wantsBytes: () => boolean;
  readonly #deliver: (value: unknown) => void;

  /**
   * `wantsBytes`: whether strings of the next reply are given as bytes.
   * `deliver` gets each reply, or a Push; errors of the server are values.
   */
  constructor(wantsBytes: () => boolean, deliver: (value: unknown) => void) {
    this.#wantsBytes = wantsBytes;
    this.#deliver = deliver;
  }

  /** Reads what is complete. Throws an error of code ERR_REDIS_INVALID_RESPONSE_TYPE. */
  push(chunk: Uint8Array): void {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.byteLength;
    if (this.#rest.length - this.#at + this.#waitingBytes < this.#needed) return;
    this.#rest = Buffer.concat([this.#rest.subarray(this.#at), ...this.#waiting]);
    this.#at = 0;
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
    this.#needed = 1;
    while (this.#at < this.#rest.length && this.#readOne());
  }

  // Reads one element; false: it is not complete.
  #readOne(): boolean {
    const end = this.#rest.indexOf("\r\n", this.#at);
    if (end < 0) {
      this.#needed = this.#rest.length - this.#at + 1;
      return false;
    }
    const type = String.fromCharCode(this.#rest[this.#at]!);
    if (this.#frames.length === 0) this.#asBytes = type !== ">" && this.#wantsBytes();
    const line = this.#rest.subarray(this.#at + 1, end);
    const next = end + 2;
    if (AGGREGATES.includes(type)) {
      this.#at = next;
      this.#open(type, lengthOf(line));
      return true;
    }
    if (type === "$" || type === "!" || type === "=") {
      const length = lengthOf(line);
      if (length < 0) {
        this.#at = next;
        this.#add(null);
        return true;
      }
      if (this.#rest.length < next + length + 2) {
        this.#needed = next + length + 2 - this.#at;
        return false;
      }
      if (this.#rest[next + length] !== CARRIAGE_RETURN) throw invalid();
      this.#at = next + length + 2;
      this.#add(this.#blob(type, this.#rest.subarray(next, next + length)));
      return true;
    }
    this.#at = next;
    this.#add(this.#simple(type, line));
    return true;
  }

  #blob(type: string, bytes: FastBuffer): unknown {
    if (type === "!") return redisError("SERVER_ERROR", bytes.toString());
    // A verbatim string begins with its format and a colon.
    const content = type === "=" ? bytes.subarray(4) : bytes;
    return this.#asBytes ? Buffer.from(content) : content.toString();
  }

  #simple(type: string, line: FastBuffer): unknown {
    const text = line.toString();
    switch (type) {
      case "+":
        return this.#asBytes ? Buffer.from(line) : text;
      case "-":
        return redisError("SERVER_ERROR", text);
      case ":":
        return Number(text);
      case ",":
        return text === "inf" ? Infinity : text === "-inf" ? -Infinity : Number(text);
      case "#":
        return text === "t";
      case "_":
        return null;
      case "(":
        return this.#asBytes ? Buffer.from(line) : BigInt(text);
      default:
        throw invalid();
    }
  }

  #open(type: string, length: number): void {
    if (length < 0) this.#add(null);
    else this.#settle({ type, missing: type === "%" || type === "|" ? length * 2 : length, items: [] });
  }

  #settle(frame: Frame): void {
    if (frame.missing > 0) this.#frames.push(frame);
    // Attributes precede the value that they describe.
    else if (frame.type !== "|") this.#add(valueOf(frame));
  }

  #add(value: unknown): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) {
      this.#deliver(value);
      return;
    }
    frame.items.push(value);
    if (--frame.missing > 0) return;
    this.#frames.pop();
    this.#settle(frame);
  }
}

function valueOf({ type, items }: Frame): unknown {
  if (type === ">") return new Push(String(items[0]), items.slice(1));
  if (type !== "%") return items;
  const map = Object.create(null) as Record<string, unknown>;
  for (let index = 0; index < items.length; index += 2) map[String(items[index])] = items[index + 1];
  return map;
}

function lengthOf(line: FastBuffer): number {
  const text = line.toString("latin1");
  if (!/^-?\d+$/.test(text)) throw invalid();
  return Number(text);
}

function invalid(): Error {
  return redisError("INVALID_RESPONSE_TYPE", "Failed to read data (stack path)");
}
