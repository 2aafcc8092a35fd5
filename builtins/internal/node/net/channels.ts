// What node:net publishes on diagnostics channels (https://nodejs.org/api/diagnostics_channel.html#net). Called only while a channel
// has subscribers.
import { publishIfSubscribed } from "internal:core/diagnostics/channel";

/** A socket is about to connect. */
export function publishClientSocket(socket: unknown): void {
  publishIfSubscribed("net.client.socket", { socket });
}

/** A server has emitted "connection". */
export function publishServerSocket(socket: unknown): void {
  publishIfSubscribed("net.server.socket", { socket });
}

/** A server starts to listen. */
export function publishListenStart(server: unknown, options: unknown): void {
  publishIfSubscribed("tracing:net.server.listen:asyncStart", { server, options });
}

/** A server listens. */
export function publishListening(server: unknown): void {
  publishIfSubscribed("tracing:net.server.listen:asyncEnd", { server });
}

/** A server could not listen. */
export function publishListenError(server: unknown, error: unknown): void {
  publishIfSubscribed("tracing:net.server.listen:error", { server, error });
}
