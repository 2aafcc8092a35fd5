// The file behind a Blob of `fs.openAsBlob`. It is read on demand; after a change of the file, reading fails
// (https://w3c.github.io/FileAPI/#NotReadableErrorDOMException). `Bun.file`, which reads the current contents, is
// `internal:web/file_source`.
import { safe } from "internal:core/bootstrap";
import { statSync } from "internal:node/fs/sync_tree";
import { type BlobSource } from "web:blob";
import { DOMException } from "web:dom_exception";
import { streamOfFile } from "internal:web/file_stream";
import { ReadableStream, type ReadableByteStreamController, type ReadableStreamDefaultReader } from "web:streams";

/** The state of a file when its Blob was made. */
interface Snapshot {
  readonly size: number;
  readonly mtimeMs: number;
}

export class UnchangedFile implements BlobSource {
  readonly #path: string;
  readonly #snapshot: Snapshot;
  readonly #start: number;
  readonly #end: number;

  /** Bytes from `start` up to `end` of the file, as long as it matches `snapshot`. */
  constructor(path: string, snapshot: Snapshot, start = 0, end = snapshot.size) {
    this.#path = path;
    this.#snapshot = snapshot;
    this.#start = start;
    this.#end = end;
  }

  // Node refuses to clone the Blob of the file, but not those that `slice` makes of it.
  get uncloneableReason(): string | undefined {
    return this.size === this.#snapshot.size ? "File-backed Blobs are not cloneable" : undefined;
  }

  get size(): number {
    return this.#end - this.#start;
  }

  slice(start: number, end: number): UnchangedFile {
    return new UnchangedFile(this.#path, this.#snapshot, this.#start + start, safe.min(this.#end, this.#start + end));
  }

  /** Rejects with a NotReadableError when the file has changed or cannot be read. */
  async bytes(): Promise<Uint8Array> {
    const bytes = new Uint8Array(this.size);
    let filled = 0;
    for await (const chunk of this.stream() as unknown as AsyncIterable<Uint8Array>) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    return bytes;
  }

  stream(): ReadableStream {
    let reader: ReadableStreamDefaultReader | undefined;
    return new ReadableStream({
      type: "bytes",
      pull: async (controller: ReadableByteStreamController) => {
        const { done, value } = await this.#checked(() =>
          (reader ??= streamOfFile(
            this.#path,
            this.#start,
            this.#end,
          ).getReader() as ReadableStreamDefaultReader).read(),
        );
        if (!done) return controller.enqueue(value);
        controller.close();
        controller.byobRequest?.respond(0);
      },
      cancel: (reason: unknown) => reader?.cancel(reason),
    });
  }

  /** The result of `read`, provided that the file is unchanged. */
  async #checked<T>(read: () => Promise<T>): Promise<T> {
    try {
      const { size, mtimeMs } = statSync(this.#path);
      if (size === this.#snapshot.size && mtimeMs === this.#snapshot.mtimeMs) return await read();
    } catch {
      // Removed or not readable: the holder of the Blob gets the same error.
    }
    throw new DOMException("The blob could not be read", "NotReadableError");
  }
}
