// What node:net publishes on diagnostics channels (https://nodejs.org/api/diagnostics_channel.html#net). Called only while a channel
// has subscribers.
import { findChannel } from "internal:core/diagnostics/channel";

function publish(name: string, message: object): void {
  const channel = findChannel(name);
  if (channel?.hasSubscribers) channel.publish(message);
}

/** A socket is about to connect. */
export function publishClientSocket(socket: unknown): void {
  publish("net.client.socket", { socket });
}

/** A server has emitted "connection". */
export function publishServerSocket(socket: unknown): void {
  publish("net.server.socket", { socket });
}

/** A server starts to listen. */
export function publishListenStart(server: unknown, options: unknown): void {
  publish("tracing:net.server.listen:asyncStart", { server, options });
}

/** A server listens. */
export function publishListening(server: unknown): void {
  publish("tracing:net.server.listen:asyncEnd", { server });
}

/** A server could not listen. */
export function publishListenError(server: unknown, error: unknown): void {
  publish("tracing:net.server.listen:error", { server, error });
}
