// The native connections of this thread, by number: their in-flight responses, socket objects and servers. The number of a closed
// connection is reused, so a message names its sequence number as well.
import * as lists from "internal:core/lists";
import type { ServerResponse } from "internal:node/http/response";
import type { Server } from "internal:node/http/server";
import type { ServerSocket } from "internal:node/http/server_socket";
import { kSequence } from "internal:node/http/symbols";
import { destroy } from "native:http_server";
import defer * as sockets from "internal:node/http/server_socket";

/** The response to the last request of a connection, until it is finished. */
export const latestResponses: (ServerResponse | undefined)[] = [];
/** Unfinished responses to earlier, pipelined requests, oldest first. */
export const earlierResponses: (ServerResponse[] | undefined)[] = [];
/** The sequence number of the last request of a connection. */
export const lastSequences: number[] = [];
/** Complete responses whose bytes are still buffered. */
export const unflushedResponses: (ServerResponse[] | undefined)[] = [];
/** How many requests a connection received, if their number is limited. */
export const requestCounts: number[] = [];
/** The socket objects, which are made on first use. */
export const socketObjects: (ServerSocket | undefined)[] = [];
/** The server of a connection. */
export const owners: (Server | undefined)[] = [];

/** The oldest unfinished response of a connection, which is sent next. */
export function currentResponse(connection: number): ServerResponse | undefined {
  return earlierResponses[connection]?.[0] ?? latestResponses[connection];
}

/** Removes a response that is finished or aborted. */
export function removeResponse(connection: number, response: ServerResponse): void {
  if (latestResponses[connection] === response) {
    latestResponses[connection] = undefined;
    return;
  }
  const rest = lists.filter(earlierResponses[connection] ?? [], (each) => each !== response);
  earlierResponses[connection] = rest?.length === 0 ? undefined : rest;
}

/** Whether the request `sequence` may still use the connection. */
function isCurrent(connection: number, sequence: number): boolean {
  return (
    lastSequences[connection] === sequence ||
    lists.some(earlierResponses[connection] ?? [], (response) => response[kSequence] === sequence)
  );
}

/** The socket object of a connection, made on first use; a destroyed one for a request that is over. */
export function socketOf(connection: number, sequence: number): ServerSocket {
  if (!isCurrent(connection, sequence)) return sockets.makeDestroyedSocket();
  return (socketObjects[connection] ??= sockets.makeSocket(connection, owners[connection]));
}

/** The sockets of the connections that sent a request. */
export function openSockets(): ServerSocket[] {
  const found: ServerSocket[] = [];
  for (let connection = 0; connection < owners.length; connection++)
    if (owners[connection] !== undefined) found.push(socketOf(connection, lastSequences[connection]!));
  return found;
}

/** The native server ends a connection after its last response: its socket object, if there is one, is ended too. */
export function endSocket(connection: number): void {
  const socket = socketObjects[connection];
  if (socket !== undefined) sockets.endWithConnection(socket);
}

/** Closes a connection because one of its messages was destroyed. The socket object reports `error`. */
export function closeConnection(connection: number, sequence: number, error: unknown): void {
  // Listeners of "clientError" receive the error with the socket.
  const needsSocket = error && isCurrent(connection, sequence) && owners[connection]?.listenerCount("clientError")! > 0;
  const socket = needsSocket ? socketOf(connection, sequence) : socketObjects[connection];
  if (socket !== undefined && isCurrent(connection, sequence)) socket.destroy(error);
  else destroy(connection, sequence, false);
}
