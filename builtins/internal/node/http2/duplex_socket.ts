// Any Duplex as the socket of a session.
import { Socket } from "internal:node/net/socket";
import { DuplexHandle } from "internal:node/tls/duplex_handle";

/** A net.Socket over `stream`. Errors and the end of `stream` are the socket's; what is written to the socket goes to `stream`. */
export function socketOf(stream: any): any {
  const socket = new (Socket as any)({ handle: new DuplexHandle(stream), manualStart: true });
  stream.on("error", (error: any) => socket.destroy(error));
  stream.once("close", () => socket.destroy());
  return socket;
}
