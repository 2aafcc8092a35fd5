// Asking a PostgreSQL server to stop what a connection runs; the request takes a connection of its own.
// https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
import type { Settings } from "internal:bun/sql/settings";
import { dial } from "internal:bun/sql/postgres/dial";
import { cancelRequest } from "internal:bun/sql/postgres/messages";

/** Resolves when the server has taken the request; it never says what came of it. */
export async function cancel(settings: Settings, processId: number, secret: Uint8Array): Promise<void> {
  const socket = await dial(settings, { socket: null });
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => resolve());
    socket.resume();
    socket.end(cancelRequest(processId, secret));
  });
}
