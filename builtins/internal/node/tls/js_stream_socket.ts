// What Node puts between TLS and a stream that is no socket: a socket over any Duplex. Programs reach its class through
// `tlsSocket._handle._parentWrap.constructor` (http2-wrapper, and with it got, does so), not by a name.
import { Socket } from "internal:node/net/socket";
import { DuplexHandle } from "internal:node/tls/duplex_handle";
import { Buffer } from "internal:node/buffer";

/** `new JSStreamSocket(stream)`: a net.Socket that reads from and writes to `stream`, a Duplex. */
export class JSStreamSocket extends (Socket as any) {
  declare stream: any;

  constructor(stream: any) {
    super({ handle: new DuplexHandle(stream) });
    this.stream = stream;
    stream.on("error", (error: any) => (this as any).destroy(error));
  }

  // The handle takes bytes only, where those of the system take text.
  _write(chunk: any, encoding: any, done: any): void {
    Socket.prototype._write.call(
      this,
      typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk,
      "buffer",
      done,
    );
  }
}

/** The socket that stands before `stream` where TLS already reads from it: its class and stream, nothing that works twice. */
export function describeWrap(stream: any): any {
  return Object.create(JSStreamSocket.prototype, { stream: { value: stream, enumerable: true } });
}
