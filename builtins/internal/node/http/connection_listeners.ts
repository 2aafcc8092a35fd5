// Which listeners of a server's "connection" are the program's.
import * as lists from "internal:core/lists";
import type { EventEmitter, Listener } from "internal:core/events/emitter";

/** Marks a listener of "connection" that need not be notified of native connections. */
export const kIsInternalListener: unique symbol = Symbol("kIsInternalListener");

/** A listener that may have the mark. */
export type MarkedListener = Listener & { [kIsInternalListener]?: boolean };

/** Whether the program listens for connections. */
export function hasConnectionListeners(server: EventEmitter): boolean {
  return lists.some(
    server.rawListeners("connection"),
    (listener: MarkedListener) => listener[kIsInternalListener] !== true,
  );
}
