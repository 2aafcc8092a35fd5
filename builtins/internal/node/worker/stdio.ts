// The parent's side of the standard streams of a worker. The output of a worker is written by its parent, as in Node; streams are
// made when the program first reads them.
import defer * as buffers from "internal:node/buffer";
import defer * as streams from "internal:node/stream";
import type { EventEmitter } from "internal:core/events/emitter";
import { stderrStream, stdoutStream } from "internal:core/stdio";
import { postTo } from "internal:web/messaging";
import { serialize } from "web:structured_clone";
import * as messaging from "native:messaging";
import { writeBytes } from "native:stdio";

/** A readable stream of a worker's output, as far as it is used here. */
export interface OutputStream extends EventEmitter {
  readonly readableFlowing: boolean | null;
  push(chunk: Uint8Array | null): boolean;
  resume(): this;
}

/** The writable stream of a worker's input. */
interface InputStream extends EventEmitter {
  destroy(error?: Error): this;
}

/** The streams of one worker. */
export class WorkerStreams {
  /** The worker's port for its standard input; 0 without one. */
  inputPort = 0;
  stdin: InputStream | null = null;
  #inputEnd = 0;
  #readables: [OutputStream | null, OutputStream | null] = [null, null];
  #captures: [boolean, boolean];
  #hasEnded = false;

  constructor(capturesOut: boolean, capturesError: boolean, hasInput: boolean) {
    this.#captures = [capturesOut, capturesError];
    if (hasInput) this.#openInput();
  }

  get stdout(): OutputStream {
    return this.#readable(0);
  }
  get stderr(): OutputStream {
    return this.#readable(1);
  }

  /** Handles output of the worker to file descriptor 1 or 2. `ends`: see `ThreadOwner.threadOutput`. */
  output(descriptor: number, bytes: Uint8Array, ends?: Uint8Array | null): void {
    const index = descriptor - 1;
    if (this.#captures[index] || this.#readables[index] !== null) this.#push(this.#readable(index), bytes, ends);
    if (this.#captures[index]) return;
    const stream = descriptor === 1 ? stdoutStream() : stderrStream();
    if (stream === undefined) writeBytes(descriptor, bytes);
    else stream.write(asBuffer(bytes));
  }

  /** The worker has ended. */
  end(): void {
    this.#hasEnded = true;
    for (const readable of this.#readables) {
      readable?.push(null);
      // Printed output that the program does not read must not prevent the stream from ending.
      if (
        readable !== null &&
        readable.readableFlowing === null &&
        readable.listenerCount("readable") === 0 &&
        !this.#captures[this.#readables.indexOf(readable)]
      )
        readable.resume();
    }
    if (this.#inputEnd !== 0) messaging.close(this.#inputEnd);
    this.stdin?.destroy();
  }

  /** Each write of the worker is a chunk. */
  #push(readable: OutputStream, bytes: Uint8Array, ends: Uint8Array | null | undefined): void {
    if (!ends) {
      readable.push(asBuffer(bytes));
      return;
    }
    const positions = new Uint32Array(ends.buffer, ends.byteOffset, ends.byteLength / Uint32Array.BYTES_PER_ELEMENT);
    let start = 0;
    for (let index = 0; index < positions.length; index++) {
      const end = positions[index]!;
      if (end > start) readable.push(asBuffer(bytes.subarray(start, end)));
      start = end;
    }
  }

  #readable(index: number): OutputStream {
    const made = this.#readables[index];
    if (made) return made;
    const readable: OutputStream = new streams.default.Readable({ read() {} });
    this.#readables[index] = readable;
    if (this.#hasEnded) readable.push(null);
    return readable;
  }

  #openInput(): void {
    const { first, second } = messaging.createChannel();
    messaging.own(first);
    this.#inputEnd = first;
    this.inputPort = second;
    const send = (value: unknown): void => {
      postTo(first, serialize(value));
    };
    this.stdin = new streams.default.Writable({
      write(chunk: Uint8Array, _encoding: string, done: () => void) {
        send(new Uint8Array(chunk));
        done();
      },
      final(done: () => void) {
        send(null);
        done();
      },
    } as any);
  }
}

function asBuffer(bytes: Uint8Array): Uint8Array {
  return buffers.default.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Makes the streams of a worker. */
export function makeStreams(capturesOut: boolean, capturesError: boolean, hasInput: boolean): WorkerStreams {
  return new WorkerStreams(capturesOut, capturesError, hasInput);
}
