// The file behind a Blob of `fs.openAsBlob`: nothing is read before somebody asks, and a file that has changed since
// cannot be read any more (https://w3c.github.io/FileAPI/#NotReadableErrorDOMException). `Bun.file`, which reads what is
// there, is `internal:web/file_source`.
import { statSync } from "internal:node/fs/sync_tree";
import { type BlobSource } from "web:blob";
import { DOMException } from "web:dom_exception";
import { streamOfFile } from "internal:web/file_stream";
import { ReadableStream } from "web:streams";

/** What a file was like when its Blob was made. */
interface Snapshot {
  readonly size: number;
  readonly mtimeMs: number;
}

export class UnchangedFile implements BlobSource {
  readonly #path: string;
  readonly #snapshot: Snapshot;
  readonly #start: number;
  readonly #end: number;

  /** Bytes from `start` up to `end` of the file, as long as it is as `snapshot` says. */
  constructor(path: string, snapshot: Snapshot, start = 0, end = snapshot.size) {
    this.#path = path;
    this.#snapshot = snapshot;
    this.#start = start;
    this.#end = end;
  }

  // Node refuses the Blob that it made of the file, not those that `slice` makes of it.
  get uncloneableReason(): string | undefined {
    return this.size === this.#snapshot.size ? "File-backed Blobs are not cloneable" : undefined;
  }

  get size(): number {
    return this.#end - this.#start;
  }

  slice(start: number, end: number): UnchangedFile {
    return new UnchangedFile(this.#path, this.#snapshot, this.#start + start, Math.min(this.#end, this.#start + end));
  }

  /** Rejects with a NotReadableError when the file has changed or cannot be read. */
  async bytes(): Promise<Uint8Array> {
    const bytes = new Uint8Array(this.size);
    let filled = 0;
    for await (const chunk of this.stream()) {
      bytes.set(chunk, filled);
      filled += chunk.length;
    }
    return bytes;
  }

  stream(): any {
    let reader: any;
    return new ReadableStream({
      type: "bytes",
      pull: async (controller: any) => {
        const { done, value } = await this.#checked<any>(() =>
          (reader ??= streamOfFile(this.#path, this.#start, this.#end).getReader()).read(),
        );
        if (!done) return controller.enqueue(value);
        controller.close();
        controller.byobRequest?.respond(0);
      },
      cancel: (reason: unknown) => reader?.cancel(reason),
    });
  }

  /** What `read` gives, provided that the file is still the same. */
  async #checked<T>(read: () => Promise<T>): Promise<T> {
    try {
      const { size, mtimeMs } = statSync(this.#path);
      if (size === this.#snapshot.size && mtimeMs === this.#snapshot.mtimeMs) return await read();
    } catch {
      // It is gone, or may not be read: the same to who holds the Blob.
    }
    throw new DOMException("The blob could not be read", "NotReadableError");
  }
}
