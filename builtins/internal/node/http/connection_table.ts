// Who is on which connection of this thread: the running response and the socket object, by the connection's number.
// A number is used again for a newcomer, so that old messages must name their sequence number as well.
import { kSequence } from "internal:node/http/symbols";
import { destroy } from "native:http_server";
import defer * as sockets from "internal:node/http/server_socket";

/** The response whose request was the last one of a connection, until it is finished. */
export const exchanges: any[] = [];
/** Responses before that one which are not finished, oldest first: their clients asked on without waiting. */
export const earlier: (any[] | undefined)[] = [];
/** The sequence number of the last request of a connection. */
export const lastSequences: number[] = [];
/** Complete responses that wait for the client, by connection. */
export const unflushed: (any[] | undefined)[] = [];
/** How many requests of a connection came, where their number is limited. */
export const requestCounts: number[] = [];
/** The socket objects that somebody asked for. */
export const socketObjects: any[] = [];
/** The servers of connections whose socket object was asked for are told when connections close. */
export const owners: any[] = [];

/** The response that is due on a connection. */
export function dueResponse(connection: number): any {
  return earlier[connection]?.[0] ?? exchanges[connection];
}

/** A response is finished, or never will be. */
export function forgetResponse(connection: number, response: any): void {
  if (exchanges[connection] === response) {
    exchanges[connection] = undefined;
    return;
  }
  const rest = earlier[connection]?.filter((each) => each !== response);
  earlier[connection] = rest?.length === 0 ? undefined : rest;
}

/** Whether a request of that number may still use the connection. */
function isCurrent(connection: number, sequence: number): boolean {
  return (
    lastSequences[connection] === sequence ||
    earlier[connection]?.some((response) => response[kSequence] === sequence) === true
  );
}

/** The socket object of a connection, made when it is first asked for. For a request that is long over, a destroyed one. */
export function socketOf(connection: number, sequence: number): any {
  if (!isCurrent(connection, sequence)) return sockets.makeDestroyedSocket();
  return (socketObjects[connection] ??= sockets.makeSocket(connection, owners[connection]));
}

/** The native part ends a connection after its last response: its socket object, if there is one, is ended too. */
export function endSocket(connection: number): void {
  const socket = socketObjects[connection];
  if (socket !== undefined) sockets.endWithConnection(socket);
}

/** Closes a connection because a message of it was destroyed; with an error, the socket object tells it. */
export function closeConnection(connection: number, sequence: number, error: any): void {
  // A listener of "clientError" gets the error with the socket.
  const isAskedFor = error && isCurrent(connection, sequence) && owners[connection]?.listenerCount("clientError") > 0;
  const socket = isAskedFor ? socketOf(connection, sequence) : socketObjects[connection];
  if (socket !== undefined && isCurrent(connection, sequence)) socket.destroy(error);
  else destroy(connection, sequence, false);
}
