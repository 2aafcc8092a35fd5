// The pipes of a child as streams of the Web: what Bun.spawn and Deno.Command give.
import { errnoException } from "internal:errors";
import { adoptDescriptor, type StreamHandle, WAITING } from "internal:net/handle";
import { encodeUtf8 } from "internal:utf8";
import { ReadableStream, WritableStream } from "web:streams";
import defer * as response from "web:response";

const HIGH_WATER_MARK_BYTES = 64 * 1024;

function adopt(fd: number): StreamHandle {
  const handle = adoptDescriptor(fd);
  if (typeof handle === "number") throw errnoException(handle, "open");
  return handle;
}

/** What a descriptor, which the stream owns from now on, has to say: a ReadableStream of Uint8Array. */
export function readableOver(fd: number, onBytes?: (count: number) => void): any {
  const handle = adopt(fd);
  let controller: any;
  let isOver = false;
  const end = (finish: () => void): void => {
    if (isOver) return;
    isOver = true;
    handle.close();
    finish();
  };
  handle.onRead = (_handle, bytes) => {
    if (isOver) return;
    onBytes?.(bytes.length);
    controller.enqueue(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    // What is counted is read whether or not somebody wants it.
    if (controller.desiredSize <= 0 && onBytes === undefined) handle.readStop();
  };
  handle.onEnd = (_handle, errno) => end(() => (errno === 0 ? controller.close() : controller.error(errnoException(errno, "read"))));
  const stream = new (ReadableStream as any)({
    start(made: any) {
      controller = made;
      if (onBytes !== undefined) handle.readStart();
    },
    pull() {
      if (!isOver && !handle.reading) handle.readStart();
    },
    cancel: () => end(() => {}),
  }, { highWaterMark: 0, size: (chunk: Uint8Array) => chunk.byteLength / HIGH_WATER_MARK_BYTES });
  addCollectors(stream);
  return stream;
}

/** `text`, `json`, `bytes`, `arrayBuffer` and `blob`, as the streams of Bun and Deno have them. */
function addCollectors(stream: any): void {
  for (const name of ["text", "json", "bytes", "arrayBuffer", "blob"]) {
    Object.defineProperty(stream, name, { value: () => (new (response.Response as any)(stream) as any)[name](), writable: true, enumerable: false, configurable: true });
  }
}

/** Writes to a descriptor in order. */
export class PipeWriter {
  #handle: StreamHandle;
  #isEnded = false;

  constructor(fd: number) {
    this.#handle = adopt(fd);
  }

  /** Writes bytes or text. Undefined when the system has everything, else a promise. Rejects with EPIPE when nobody reads. */
  write(chunk: string | Uint8Array): Promise<void> | undefined {
    const bytes = typeof chunk === "string" ? encodeUtf8(chunk) : chunk;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = (errno: number): void => (errno === 0 ? resolve() : reject(errnoException(errno, "write")));
    const outcome = this.#handle.write(bytes, 0, done);
    if (outcome === 0) return undefined;
    if (outcome !== WAITING) reject(errnoException(outcome, "write"));
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

/** The same as a WritableStream. `translate` makes the home's error of a system error. */
export function writableOver(fd: number, translate: (error: unknown) => unknown): any {
  const writer = new PipeWriter(fd);
  return new (WritableStream as any)({
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

/** Writes all of a ReadableStream of bytes or text, and ends the input. A child that reads no more is no failure. */
export async function pump(source: any, writer: PipeWriter): Promise<void> {
  try {
    for await (const chunk of source) await writer.write(chunk);
  } catch (error: any) {
    if (error.code !== "EPIPE" && error.code !== "ECONNRESET") throw error;
  } finally {
    await writer.end();
  }
}
