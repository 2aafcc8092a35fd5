// The WebSockets of servers, by the number of their connection.
import { runWaitingTicks } from "internal:core/loop";
import { closeWebSocket } from "native:http_server";
import defer * as uncaught from "internal:core/uncaught";

/** The handlers of a server's WebSocket. */
export interface WebSocketEvents {
  message(kind: number, data: string | Uint8Array, code: number): void;
  /** The buffered output was sent. */
  drained(): void;
  /** The connection is closed. */
  closed(): void;
  /** The server stops, and has sent a Close frame. */
  stopped(code: number, reason: string): void;
}

const sockets: (WebSocketEvents | undefined)[] = [];

/** Adds the handlers of a connection. */
export function addSocket(connection: number, handlers: WebSocketEvents): void {
  while (sockets.length < connection) sockets.push(undefined);
  sockets[connection] = handlers;
}

/** The `message` function of native servers. */
export function onSocketMessage(connection: number, kind: number, data: string | Uint8Array, code: number): void {
  try {
    sockets[connection]?.message(kind, data, code);
  } catch (error) {
    uncaught.handle(error);
  }
  runWaitingTicks();
}

/** Notifies the connection's WebSocket that its buffered output was sent. Returns false for other connections. */
export function notifyDrained(connection: number): boolean {
  const socket = sockets[connection];
  if (socket === undefined) return false;
  socket.drained();
  return true;
}

/** Whether the connection is a WebSocket. */
export function isSocket(connection: number): boolean {
  return sockets[connection] !== undefined;
}

/** Closes the WebSocket of a connection, if it is one. */
export function closeSocket(connection: number, code: number, reason: string): void {
  const socket = sockets[connection];
  if (socket === undefined) return;
  closeWebSocket(connection, code, reason, true);
  socket.stopped(code, reason);
}

/** Notifies the connection's WebSocket that it is closed. Returns false for other connections. */
export function notifyClosed(connection: number): boolean {
  const socket = sockets[connection];
  if (socket === undefined) return false;
  sockets[connection] = undefined;
  socket.closed();
  return true;
}
