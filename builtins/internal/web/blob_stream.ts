// Streams over the parts of a Blob: bytes in memory in chunks of 64 KiB, sources by their own streams.
import {
  closeByte,
  createByteStream,
  createReadyStream,
  type ByteController,
  enqueueByte,
} from "internal:web/web_streams/byte_controller";
import { type ReadableStream, wrapReadable } from "internal:web/web_streams/readable_class";
import { enqueueTransformed, type TransformState } from "internal:web/web_streams/transform";
import { createTransform } from "internal:web/web_streams/transform_classes";
import type { ReadableStreamDefaultReader } from "internal:web/web_streams/reader_classes";
import { TextDecoder } from "web:encoding";
import type { BlobPart, BlobSource } from "web:blob";

const CHUNK_BYTES = 65536;

/** A ReadableStream of bytes. */
export function streamOfParts(parts: readonly BlobPart[]): ReadableStream {
  if (parts.length === 0) return wrapReadable(createReadyStream(new Uint8Array(0)));
  const first = parts[0]!;
  if (parts.length === 1 && first instanceof Uint8Array && first.byteLength <= CHUNK_BYTES) {
    return wrapReadable(createReadyStream(first));
  }
  const source = new PartsSource(parts);
  source.controller = createByteStream({ self: source, pull: source.pull, cancel: source.cancel });
  return wrapReadable(source.controller.stream);
}

class PartsSource {
  controller!: ByteController;
  #parts: readonly BlobPart[];
  #index = 0;
  #offset = 0;
  #reader: ReadableStreamDefaultReader | null = null;

  constructor(parts: readonly BlobPart[]) {
    this.#parts = parts;
  }

  pull(): Promise<void> | undefined {
    const part = this.#parts[this.#index];
    if (part === undefined) {
      closeByte(this.controller);
      return undefined;
    }
    if (!(part instanceof Uint8Array)) return this.#pullSource(part);
    const end = Math.min(this.#offset + CHUNK_BYTES, part.byteLength);
    const chunk = part.slice(this.#offset, end);
    this.#offset = end;
    if (end === part.byteLength) this.#advance();
    enqueueByte(this.controller, chunk);
    if (this.#index === this.#parts.length) closeByte(this.controller);
    return undefined;
  }

  async #pullSource(part: BlobSource): Promise<void> {
    this.#reader ??= part.stream().getReader();
    const { value, done } = await this.#reader.read();
    if (!done) {
      enqueueByte(this.controller, value);
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
