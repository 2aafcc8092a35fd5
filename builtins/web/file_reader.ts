// FileReader (https://w3c.github.io/FileAPI/#APIASynch).
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } from "internal:core/errors";
import { setImmediate } from "internal:core/timers";
import { base64Slice, latin1Slice } from "internal:core/buffer/decode";
import { type Blob, isBlob, readBlob } from "web:blob";
import { DOMException } from "web:dom_exception";
import { exposeInterface } from "web:event";
import { EventTarget, defineEventHandler, kTrustEvent } from "web:event_target";
import { ProgressEvent } from "web:progress_event";
import { requireArguments } from "internal:web/web_interface";
import defer * as fileText from "internal:web/file_text";

const EMPTY = 0;
const LOADING = 1;
const DONE = 2;

type Conversion = (bytes: Uint8Array, blob: Blob) => ArrayBuffer | string;

export class FileReader extends EventTarget {
  #readyState = EMPTY;
  #result: ArrayBuffer | string | null = null;
  #error: unknown = null;
  /** Counts the reads, so that one that was aborted has no effect. */
  #read = 0;

  static #of(value: unknown): FileReader {
    if (typeof value !== "object" || value === null || !(#read in value)) throw new ERR_INVALID_THIS("FileReader");
    return value;
  }

  get readyState(): number {
    return FileReader.#of(this).#readyState;
  }
  get result(): ArrayBuffer | string | null {
    return FileReader.#of(this).#result;
  }
  get error(): unknown {
    return FileReader.#of(this).#error;
  }

  readAsArrayBuffer(blob: unknown): void {
    const reader = FileReader.#of(this);
    reader.#start("readAsArrayBuffer", arguments.length, blob, (bytes) => copyOf(bytes));
  }

  readAsBinaryString(blob: unknown): void {
    const reader = FileReader.#of(this);
    reader.#start("readAsBinaryString", arguments.length, blob, (bytes) => latin1Slice(bytes, 0, bytes.length));
  }

  readAsDataURL(blob: unknown): void {
    const reader = FileReader.#of(this);
    reader.#start("readAsDataURL", arguments.length, blob, (bytes, { type }) => {
      return `data:${type || "application/octet-stream"};base64,${base64Slice(bytes, 0, bytes.length)}`;
    });
  }

  readAsText(blob: unknown, encoding: unknown = undefined): void {
    const reader = FileReader.#of(this);
    const label = encoding === undefined ? undefined : `${encoding as string}`;
    reader.#start("readAsText", arguments.length, blob, (bytes, { type }) => fileText.textOf(bytes, label, type));
  }

  /** Ends a read without a result. */
  abort(): void {
    const reader = FileReader.#of(this);
    if (reader.#readyState !== LOADING) {
      reader.#result = null;
      return;
    }
    reader.#readyState = DONE;
    reader.#result = null;
    const read = ++reader.#read;
    reader.#fire("abort", 0, 0);
    // A listener may have started the next read.
    if (reader.#read === read) reader.#fire("loadend", 0, 0);
  }

  #start(method: string, count: number, blob: unknown, convert: Conversion): void {
    requireArguments(count, 1, `Failed to execute '${method}' on 'FileReader'`);
    if (!isBlob(blob)) throw new ERR_INVALID_ARG_TYPE("blob", "Blob", blob);
    if (this.#readyState === LOADING) throw new DOMException("Invalid FileReader state", "InvalidStateError");
    this.#readyState = LOADING;
    this.#result = null;
    this.#error = null;
    const read = ++this.#read;
    // Each event is a task of its own, so that promises which it settles have their reactions before the next.
    setImmediate(() => {
      if (this.#read === read) this.#fire("loadstart", 0, blob.size);
    });
    void readBlob(blob).then(
      (bytes) => setImmediate(() => this.#finish(read, blob, bytes, convert)),
      (error: unknown) => setImmediate(() => this.#fail(read, error)),
    );
  }

  #finish(read: number, blob: Blob, bytes: Uint8Array, convert: Conversion): void {
    if (this.#read !== read) return;
    if (bytes.length === 0) return this.#succeed(read, blob, bytes, convert);
    this.#fire("progress", bytes.length, bytes.length);
    setImmediate(() => this.#succeed(read, blob, bytes, convert));
  }

  #succeed(read: number, blob: Blob, bytes: Uint8Array, convert: Conversion): void {
    if (this.#read !== read) return;
    let result: ArrayBuffer | string;
    try {
      result = convert(bytes, blob);
    } catch (error) {
      return this.#fail(read, error);
    }
    this.#readyState = DONE;
    this.#result = result;
    this.#fire("load", bytes.length, bytes.length);
    this.#end(read, bytes.length);
  }

  #fail(read: number, error: unknown): void {
    if (this.#read !== read) return;
    this.#readyState = DONE;
    this.#error = error;
    this.#fire("error", 0, 0);
    this.#end(read, 0);
  }

  /** Fires `loadend`, unless a listener has started the next read. */
  #end(read: number, length: number): void {
    setImmediate(() => {
      if (this.#read === read) this.#fire("loadend", length, length);
    });
  }

  #fire(type: string, loaded: number, total: number): void {
    const init = { lengthComputable: total > 0, loaded, total, [kTrustEvent]: true };
    this.dispatchEvent(new ProgressEvent(type, init));
  }
}

function copyOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

for (const [name, value] of [
  ["EMPTY", EMPTY],
  ["LOADING", LOADING],
  ["DONE", DONE],
] as const) {
  Object.defineProperty(FileReader, name, { value, enumerable: true });
  Object.defineProperty(FileReader.prototype, name, { value, enumerable: true });
}
for (const name of ["loadstart", "progress", "load", "abort", "error", "loadend"])
  defineEventHandler(FileReader.prototype, name);
exposeInterface(FileReader.prototype, "FileReader", [
  "readyState",
  "result",
  "error",
  "abort",
  "readAsArrayBuffer",
  "readAsBinaryString",
  "readAsDataURL",
  "readAsText",
]);
