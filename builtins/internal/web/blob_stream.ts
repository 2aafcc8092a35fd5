// Streams over the parts of a Blob: bytes in memory in chunks of 64 KiB (in Bun's home as in Bun: 16 KiB, then up to 2 MiB), sources by
// their own streams.
import {
  closeByte,
  createByteStream,
  createReadyStream,
  type ByteController,
  enqueueOwned,
} from "internal:web/web_streams/byte_controller";
import { type ReadableStream, wrapReadable } from "internal:web/web_streams/readable_class";
import { enqueueTransformed, type TransformState } from "internal:web/web_streams/transform";
import { createTransform } from "internal:web/web_streams/transform_classes";
import type { ReadableStreamDefaultReader } from "internal:web/web_streams/reader_classes";
import { home } from "internal:core/program";
import { joinBytes } from "internal:core/utf8";
import { TextDecoder } from "web:encoding";
import type { BlobPart, BlobSource } from "web:blob";

const CHUNK_BYTES = 65536;
const BUN_FIRST_BYTES = 16 * 1024;
const BUN_CHUNK_BYTES = 2 * 1024 * 1024;

/** A ReadableStream of bytes. */
export function streamOfParts(parts: readonly BlobPart[]): ReadableStream {
  const isBun = home() === "bun";
  if (isBun && parts.length > 1) parts = joinedParts(parts);
  if (parts.length === 0) return wrapReadable(createReadyStream(new Uint8Array(0)));
  const first = parts[0]!;
  if (
    parts.length === 1 &&
    first instanceof Uint8Array &&
    first.byteLength <= (isBun ? BUN_FIRST_BYTES : CHUNK_BYTES)
  ) {
    return wrapReadable(createReadyStream(first));
  }
  const source = new PartsSource(parts, isBun);
  source.controller = createByteStream({ self: source, pull: source.pull, cancel: source.cancel });
  return wrapReadable(source.controller.stream);
}

// In Bun a Blob in memory has one array of bytes.
function joinedParts(parts: readonly BlobPart[]): readonly BlobPart[] {
  return parts.every((part) => part instanceof Uint8Array) ? [joinBytes(parts as Uint8Array[])] : parts;
}

class PartsSource {
  controller!: ByteController;
  #parts: readonly BlobPart[];
  #index = 0;
  #offset = 0;
  #reader: ReadableStreamDefaultReader | null = null;

  // In Bun the first chunk is smaller than the others.
  #chunkBytes: number;

  constructor(parts: readonly BlobPart[], isBun: boolean) {
    this.#parts = parts;
    this.#chunkBytes = isBun ? BUN_FIRST_BYTES : CHUNK_BYTES;
  }

  pull(): Promise<void> | undefined {
    const part = this.#parts[this.#index];
    if (part === undefined) {
      closeByte(this.controller);
      return undefined;
    }
    if (!(part instanceof Uint8Array)) return this.#pullSource(part);
    const end = Math.min(this.#offset + this.#chunkBytes, part.byteLength);
    if (this.#chunkBytes === BUN_FIRST_BYTES) this.#chunkBytes = BUN_CHUNK_BYTES;
    const chunk = part.slice(this.#offset, end);
    this.#offset = end;
    if (end === part.byteLength) this.#advance();
    enqueueOwned(this.controller, chunk);
    if (this.#index === this.#parts.length) closeByte(this.controller);
    return undefined;
  }

  async #pullSource(part: BlobSource): Promise<void> {
    this.#reader ??= part.stream().getReader();
    const { value, done } = await this.#reader.read();
    if (!done) {
      enqueueOwned(this.controller, value);
      return;
    }
    this.#reader = null;
    this.#advance();
    await this.pull();
  }

  #advance(): void {
    this.#index++;
    this.#offset = 0;
  }

  cancel(reason: unknown): Promise<void> | undefined {
    return this.#reader?.cancel(reason);
  }
}

/** The decoded content of a stream of bytes, as a stream of strings. */
export function decodedStream(stream: ReadableStream): ReadableStream {
  const decoder = new TextDecoder();
  return stream.pipeThrough(
    createTransform(
      decoder,
      function (this: TextDecoder, chunk: unknown, state: TransformState) {
        const text = this.decode(chunk, { stream: true });
        if (text !== "") enqueueTransformed(state, text);
      },
      function (this: TextDecoder, state: TransformState) {
        const text = this.decode();
        if (text !== "") enqueueTransformed(state, text);
      },
    ),
  );
}
