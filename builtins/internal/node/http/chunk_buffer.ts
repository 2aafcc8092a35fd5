// Collects the writes of one turn of the event loop, to send them as one chunk of a chunked body.
import * as lists from "internal:core/lists";
import { Buffer } from "internal:node/buffer";
import defer * as errors from "internal:core/errors";
import type { Callback } from "internal:node/http/message_socket";

/** Buffered writes. They stay one string as long as all of them are UTF-8 strings. */
export class ChunkBuffer {
  length = 0;
  private text = "";
  private parts: Uint8Array[] | null = null;
  private callbacks: Callback[] | null = null;

  /** Adds a write. */
  add(chunk: string | Uint8Array, encoding: unknown, callback: Callback | null): void {
    if (
      typeof chunk === "string" &&
      this.parts === null &&
      (!encoding || encoding === "utf8" || encoding === "utf-8")
    ) {
      this.text += chunk;
      this.length += chunk.length;
    } else {
      if (typeof chunk === "string" && encoding && typeof encoding !== "string")
        throw new errors.ERR_UNKNOWN_ENCODING(encoding);
      const bytes: Uint8Array = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
      this.parts ??= this.text === "" ? [] : [Buffer.from(this.text)];
      lists.push(this.parts, bytes);
      this.length += bytes.byteLength;
    }
    if (callback !== null) lists.push((this.callbacks ??= []), callback);
  }

  /** Everything as a string or as bytes. */
  join(): string | Uint8Array {
    if (this.parts === null) return this.text;
    return this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts);
  }

  /** A function that calls all callbacks, or null. */
  callback(): Callback | null {
    const { callbacks } = this;
    if (callbacks === null) return null;
    if (callbacks.length === 1) return callbacks[0]!;
    return (error) => {
      for (const callback of callbacks) callback(error);
    };
  }
}
