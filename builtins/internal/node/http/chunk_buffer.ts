// The pieces of a chunked body that one turn wrote, on their way to become one chunk.
import { Buffer } from "internal:node/buffer";
import defer * as errors from "internal:core/errors";

type Callback = (error?: any) => void;

/** Pieces that wait to be sent as one: text stays text while all of it is. */
export class KeptChunks {
  length = 0;
  private text = "";
  private pieces: Uint8Array[] | null = null;
  private callbacks: Callback[] | null = null;

  /** Adds a piece. */
  add(chunk: any, encoding: any, callback: Callback | null): void {
    if (
      typeof chunk === "string" &&
      this.pieces === null &&
      (!encoding || encoding === "utf8" || encoding === "utf-8")
    ) {
      this.text += chunk;
      this.length += chunk.length;
    } else {
      if (typeof chunk === "string" && encoding && typeof encoding !== "string")
        throw new errors.ERR_UNKNOWN_ENCODING(encoding);
      const bytes: Uint8Array = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
      this.pieces ??= this.text === "" ? [] : [Buffer.from(this.text)];
      this.pieces.push(bytes);
      this.length += bytes.byteLength;
    }
    if (callback !== null) (this.callbacks ??= []).push(callback);
  }

  /** Everything as text or bytes. */
  join(): string | Uint8Array {
    if (this.pieces === null) return this.text;
    return this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
  }

  /** One function that calls all callbacks, or null. */
  callback(): Callback | null {
    const { callbacks } = this;
    if (callbacks === null) return null;
    if (callbacks.length === 1) return callbacks[0]!;
    return (error?: any) => {
      for (const callback of callbacks) callback(error);
    };
  }
}
