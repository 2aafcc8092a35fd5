// WebSockets of servers, by the number of their connection.
import { runWaitingTicks } from "internal:core/loop";
import { closeWebSocket } from "native:http_server";
import defer * as uncaught from "internal:core/uncaught";

/** The server's end of a WebSocket. */
export interface SocketEnd {
  message(kind: number, data: string | Uint8Array, code: number): void;
  /** The client took everything. */
  drained(): void;
  /** The connection is gone. */
  closed(): void;
  /** The server stops, and has said so to the client. */
  stopped(code: number, reason: string): void;
}

const ends: (SocketEnd | undefined)[] = [];

/** Has `end` hear of the connection. */
export function addSocket(connection: number, end: SocketEnd): void {
  while (ends.length < connection) ends.push(undefined);
  ends[connection] = end;
}

/** The `message` function of native servers. */
export function onSocketMessage(connection: number, kind: number, data: string | Uint8Array, code: number): void {
  try {
    ends[connection]?.message(kind, data, code);
  } catch (error) {
    uncaught.handle(error);
  }
  runWaitingTicks();
}

/** Whether the connection is a WebSocket, which is told that the client took everything. */
export function tellDrained(connection: number): boolean {
  const end = ends[connection];
  if (end === undefined) return false;
  end.drained();
  return true;
}

/** Whether the connection is a WebSocket. */
export function isSocket(connection: number): boolean {
  return ends[connection] !== undefined;
}

/** Says goodbye to the client of a WebSocket, if the connection is one. */
export function closeSocket(connection: number, code: number, reason: string): void {
  const end = ends[connection];
  if (end === undefined) return;
  closeWebSocket(connection, code, reason, true);
  end.stopped(code, reason);
}

/** Whether the connection was a WebSocket, which is told that it is gone. */
export function tellClosed(connection: number): boolean {
  const end = ends[connection];
  if (end === undefined) return false;
  ends[connection] = undefined;
  end.closed();
  return true;
}
