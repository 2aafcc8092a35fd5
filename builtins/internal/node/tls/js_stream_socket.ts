// JSStreamSocket, which Node puts between TLS and a stream that is not a socket: a socket over any Duplex. It has no public name:
// programs reach its class through `tlsSocket._handle._parentWrap.constructor` (http2-wrapper, used by got).
import { Socket } from "internal:node/net/socket";
import { DuplexHandle } from "internal:node/tls/duplex_handle";
import { Buffer } from "internal:node/buffer";
import type { ErrorCallback } from "internal:node/net/types";
import type { LowerStream } from "internal:node/tls/types";

/** `new JSStreamSocket(stream)`: a net.Socket that reads from and writes to `stream`, a Duplex. */
export class JSStreamSocket extends Socket {
  declare stream: LowerStream;

  constructor(stream: LowerStream) {
    super({ handle: new DuplexHandle(stream) });
    this.stream = stream;
    stream.on("error", (error: Error) => this.destroy(error));
  }

  // This handle accepts only bytes, native handles also strings.
  override _write(chunk: string | Uint8Array, encoding: string, done: ErrorCallback): void {
    Socket.prototype._write.call(
      this,
      typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk,
      "buffer",
      done,
    );
  }
}

/** The JSStreamSocket of a `stream` that TLS already reads from: only its class and `stream` are of use. */
export function describeWrap(stream: LowerStream): object {
  return Object.create(JSStreamSocket.prototype, { stream: { value: stream, enumerable: true } });
}
