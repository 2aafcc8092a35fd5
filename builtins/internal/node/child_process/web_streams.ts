// The pipes of a child as Web streams, for Bun.spawn and Deno.Command.
import { errnoException } from "internal:core/errors";
import { adoptDescriptor, type StreamHandle } from "internal:node/net/handle";
import { WriteEncoding, WriteStatus } from "native:net";
import { encodeUtf8 } from "internal:core/utf8";
import { ReadableStream, WritableStream, type ReadableStreamDefaultController } from "web:streams";
import defer * as response from "web:response";

const HIGH_WATER_MARK_BYTES = 64 * 1024;
const EPIPE = -32;

function adopt(fd: number): StreamHandle {
  const handle = adoptDescriptor(fd);
  if (typeof handle === "number") throw errnoException(handle, "open");
  return handle;
}

/** A ReadableStream of Uint8Array over a file descriptor, which the stream then owns. */
export function readableOver(fd: number): ReadableStream {
  return new Output(fd).stream;
}

/** A file descriptor that is read, and its stream. */
export class Output {
  readonly stream: ReadableStream;
  #handle: StreamHandle;
  #controller!: ReadableStreamDefaultController;
  #isOver = false;
  #isCounted = false;
  /** Whether the program reads the stream. */
  #isPulled: boolean;

  /**
   * With `isEager` it is read and buffered before the stream is read, so that the child does not block; with `onBytes` also while
   * the stream is read slowly, so that all bytes are counted. `onBytes` returns whether the stream continues; otherwise it ends, even
   * while the child still writes.
   */
  constructor(fd: number, isEager = false, onBytes?: (count: number) => boolean) {
    const handle = (this.#handle = adopt(fd));
    this.#isPulled = !isEager;
    this.#isCounted = onBytes !== undefined;
    handle.onRead = (_handle, bytes) => {
      if (this.#isOver) return;
      const isEnough = onBytes !== undefined && !onBytes(bytes.length);
      this.#controller.enqueue(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (isEnough) return this.#end(() => this.#controller.close());
      if (this.#controller.desiredSize! <= 0 && this.#isPulled && !this.#isCounted) handle.readStop();
    };
    handle.onEnd = (_handle, errno) =>
      this.#end(() => (errno === 0 ? this.#controller.close() : this.#controller.error(errnoException(errno, "read"))));
    this.stream = new ReadableStream(
      {
        start: (controller: ReadableStreamDefaultController) => void (this.#controller = controller),
        pull: () => {
          this.#isPulled = true;
          this.#read();
        },
        cancel: () => this.#end(() => {}),
      },
      { highWaterMark: 0, size: (chunk: Uint8Array) => chunk.byteLength / HIGH_WATER_MARK_BYTES },
    );
    addCollectors(this.stream);
    if (isEager) this.#read();
  }

  /** The child has ended: the rest is read in any case. */
  finish(): void {
    this.#isCounted = true;
    this.#read();
  }

  ref(): void {
    this.#handle.ref();
  }
  unref(): void {
    this.#handle.unref();
  }

  #read(): void {
    if (!this.#isOver && !this.#handle.reading) this.#handle.readStart();
  }

  #end(finish: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handle.close();
    finish();
  }
}

/** Adds `text`, `json`, `bytes`, `arrayBuffer` and `blob`, which streams have in Bun and Deno. */
function addCollectors(stream: object): void {
  for (const name of ["text", "json", "bytes", "arrayBuffer", "blob"] as const) {
    Object.defineProperty(stream, name, {
      value: () => new response.Response(stream)[name](),
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
}

/** Writes to a file descriptor in order. */
export class PipeWriter {
  #handle: StreamHandle;
  #isEnded = false;

  constructor(fd: number) {
    this.#handle = adopt(fd);
  }

  /** Writes bytes or a string. Undefined when the system has everything, else a promise. Rejects with EPIPE when the pipe is closed. */
  write(chunk: string | Uint8Array): Promise<void> | undefined {
    const bytes = typeof chunk === "string" ? encodeUtf8(chunk) : chunk;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (errno: number): void => (errno === 0 ? resolve() : reject(errnoException(errno, "write")));
    const outcome = this.#handle.write(bytes, WriteEncoding.UTF8, done);
    if (outcome === 0) return undefined;
    // Writing to a closed pipe is EPIPE.
    if (outcome !== WriteStatus.WAITING) reject(errnoException(this.#isEnded ? EPIPE : outcome, "write"));
    return promise;
  }

  /** Ends the child's input after what was written. */
  end(): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    this.#isEnded = true;
    return new Promise((resolve) => {
      this.#handle.shutdown(() => {
        this.#handle.close();
        resolve();
      });
    });
  }

  close(): void {
    this.#isEnded = true;
    this.#handle.close();
  }
  ref(): void {
    this.#handle.ref();
  }
  unref(): void {
    this.#handle.unref();
  }
}

/** The same as a WritableStream. `translate` converts a system error to the error of the program's home. */
export function writableOver(fd: number, translate: (error: unknown) => unknown): WritableStream {
  const writer = new PipeWriter(fd);
  return new WritableStream({
    async write(chunk: Uint8Array) {
      try {
        await writer.write(chunk);
      } catch (error) {
        throw translate(error);
      }
    },
    close: () => writer.end(),
    abort: () => writer.close(),
  });
}

/** Writes all of a ReadableStream of bytes or strings, and ends the input. A child that stops reading is not an error. */
export async function pump(
  source: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  writer: PipeWriter,
): Promise<void> {
  try {
    for await (const chunk of source) await writer.write(chunk);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "EPIPE" && code !== "ECONNRESET") throw error;
  } finally {
    await writer.end();
  }
}
