// `Bun.JSONL`: strings and bytes; positions in bytes are counted in bytes. https://bun.com/docs/runtime/jsonl
import { utf8ByteLength } from "internal:core/buffer/encode";
import { decodeUtf8 } from "internal:core/utf8";
import { parseLines } from "internal:core/data_formats/jsonl";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

interface Chunk {
  values: unknown[];
  read: number;
  done: boolean;
  error: SyntaxError | null;
}

/** The values before the first that is invalid; throws when that is the first of all. */
export function parse(input: unknown): unknown[] {
  const { values, error } = parseInput(input, "JSONL.parse");
  if (error !== null && values.length === 0) throw error;
  return values;
}

/** Parses the part of a string or of bytes between two positions, as far as it is complete. */
export function parseChunk(input: unknown, start?: unknown, end?: unknown): Chunk {
  return parseInput(input, "JSONL.parseChunk", start, end);
}

function parseInput(input: unknown, name: string, start?: unknown, end?: unknown): Chunk {
  if (input === undefined || input === null) throw new TypeError(`${name} requires a string argument`);
  const source = ArrayBuffer.isView(input) && !(input instanceof DataView) ? bytesOf(input) : String(input);
  const to = positionOf(end, source.length, source.length);
  const from = Math.min(positionOf(start, 0, source.length), to);
  return typeof source === "string" ? parseText(source, from, to) : parseBytes(source, from, to);
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function positionOf(value: unknown, otherwise: number, length: number): number {
  if (typeof value !== "number" || Number.isNaN(value) || value < 0) return otherwise;
  return Math.min(Math.trunc(value), length);
}

function parseText(source: string, from: number, to: number): Chunk {
  const { values, read, isDone, isInvalid } = parseLines(source.slice(from, to));
  return { values, read: from + read, done: isDone, error: isInvalid ? failure() : null };
}

function parseBytes(source: Uint8Array, from: number, to: number): Chunk {
  const hasMark = from === 0 && BYTE_ORDER_MARK.every((byte, index) => source[index] === byte);
  const begin = hasMark ? Math.min(to, BYTE_ORDER_MARK.length) : from;
  const text = decodeUtf8(source.subarray(begin, to));
  const chunk = parseText(text, 0, text.length);
  return { ...chunk, read: begin + utf8ByteLength(text.slice(0, chunk.read)) };
}

function failure(): SyntaxError {
  return new SyntaxError("Failed to parse JSONL");
}
